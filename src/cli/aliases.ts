/** Other names of commands. */

/** By top-level command: its singular, and what other services call it. */
const nouns: Readonly<Record<string, readonly string[]>> = {
  subscribers: ['subscriber', 'contacts', 'contact'],
  groups: ['group', 'segments', 'segment'],
  fields: ['field'],
  tags: ['tag'],
  emails: ['email', 'campaigns', 'campaign', 'broadcasts', 'broadcast', 'posts', 'post'],
  profiles: ['profile'],
};

/** By the name of a command below a group. */
const verbs: Readonly<Record<string, readonly string[]>> = { list: ['ls'], remove: ['rm'] };

/** The commands that can also be typed after `auth`, as in other tools, by the word behind it. */
const behindAuth = new Map([
  ['login', 'login'],
  ['logout', 'logout'],
  ['token', 'token'],
  ['whoami', 'whoami'],
  ['status', 'whoami'],
]);

/** The group that only leads to the commands for signing in; lists of commands leave it out. */
export const authGroup = 'auth';

/** Every other name of a top-level command. */
export const otherNames: readonly string[] = [authGroup, ...Object.values(nouns).flat()];

/** The top-level command that a word after `auth` stands for. */
export const commandBehindAuth = (word: string): string | undefined => behindAuth.get(word);

/** Other words for the last name of a path: `ls` for `['subscribers', 'list']`. */
function namesFor([top = '', below]: readonly string[]): readonly string[] {
  const table = below === undefined ? nouns : verbs;
  const name = below ?? top;
  return Object.hasOwn(table, name) ? (table[name] ?? []) : [];
}

/** Whether a word stands for the last name of a path. */
export const isAliasOf = (word: string, path: readonly string[]): boolean => namesFor(path).includes(word);

/**
 * The other command lines for a command, without the program's name.
 *
 * @param path its names from the top: `['subscribers', 'list']`
 */
export function aliasesOf(path: readonly string[]): readonly string[] {
  const [top = '', below] = path;
  if (below !== undefined) return namesFor(path).map(verb => `${top} ${verb}`);
  const signIn = [...behindAuth].filter(([, name]) => name === top).map(([word]) => `${authGroup} ${word}`);
  return [...namesFor(path), ...signIn];
}
