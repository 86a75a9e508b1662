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

/** The top-level commands below which something can be removed. */
const removing: readonly (string | undefined)[] = ['profiles', 'tags'];

/** The commands that can also be typed after `auth`, as in other tools, by the word behind it. */
const behindAuth: Readonly<Record<string, string>> = {
  login: 'login',
  logout: 'logout',
  token: 'token',
  whoami: 'whoami',
  status: 'whoami',
};

/** The group that only leads to the commands for signing in; lists of commands leave it out. */
export const authGroup = 'auth';

/**
 * The other command lines for a command, without the program's name.
 *
 * @param path its names from the top: `['subscribers', 'list']`
 */
export function aliasesOf([top = '', below]: readonly string[]): readonly string[] {
  if (below !== undefined) return (verbs[below] ?? []).map(verb => `${top} ${verb}`);
  const signIn = Object.entries(behindAuth).filter(([, name]) => name === top);
  return [...(nouns[top] ?? []), ...signIn.map(([word]) => `${authGroup} ${word}`)];
}

/** Every other name of a top-level command. */
export const otherNames: readonly string[] = [authGroup, ...Object.values(nouns).flat()];

const named = (table: Readonly<Record<string, readonly string[]>>, alias: string) =>
  Object.keys(table).find(name => table[name]?.includes(alias));

/**
 * Replaces aliases by the names of commands: `contacts ls` by `subscribers list`.
 *
 * @param words the command line without program name
 * @param takesNext whether a flag takes the next word as its value
 */
export function withoutAliases(
  words: readonly string[],
  takesNext: (flag: string) => boolean,
): readonly string[] {
  const [first, second] = placesOf(words, takesNext);
  if (first === undefined) return words;
  const [top = '', below] = [words[first], second === undefined ? undefined : words[second]];
  const replaced = [...words];
  if (top === authGroup && below !== undefined && second !== undefined && Object.hasOwn(behindAuth, below)) {
    replaced[second] = behindAuth[below] ?? below;
    replaced.splice(first, 1);
    return replaced;
  }
  replaced[first] = named(nouns, top) ?? top;
  if (below !== undefined && second !== undefined && hasVerbs(replaced[first])) {
    const verb = named(verbs, below);
    // Elsewhere `rm` is an unknown word, and named as it was typed.
    if (verb !== undefined && (verb !== 'remove' || removing.includes(replaced[first])))
      replaced[second] = verb;
  }
  return replaced;
}

/** Whether the second word is the name of a command, and not an argument. */
const hasVerbs = (top: string) => Object.hasOwn(nouns, top) || ['imports', 'config'].includes(top);

/** Where the names of the command and of the one below it stand; behind `help`, if the line asks for help. */
function placesOf(words: readonly string[], takesNext: (flag: string) => boolean): number[] {
  const places: number[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '--') break;
    if (word.startsWith('-')) at += takesNext(word) ? 1 : 0;
    else if (word !== 'help' || places.length > 0) places.push(at);
  }
  return places;
}
