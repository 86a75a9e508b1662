/** The words of other tools, for what is called something else here, or is not here. */

/** Words of other tools, and of other services, for what has no alias here: what to use, and why. */
const elsewhere: Readonly<Record<string, string>> = {
  ...same(['list', 'lists'], 'an account has one list: newsletter subscribers list'),
  ...same(
    ['audience', 'audiences', 'member', 'members', 'people', 'person', 'users', 'readers'],
    'use: newsletter subscribers list',
  ),
  ...same(['search', 'find'], 'newsletter subscribers list --search <text>'),
  ...same(['add', 'subscribe', 'invite'], 'newsletter subscribers create --email <address>'),
  ...same(
    ['new', 'create', 'compose', 'write'],
    'create the email in the web editor: newsletter emails --help',
  ),
  ...same(['template', 'templates'], 'use a file as a template for emails: newsletter emails push --help'),
  ...same(['draft', 'drafts'], 'newsletter emails list --status draft'),
  ...same(['statistics', 'stats', 'reports', 'analytics'], 'newsletter emails stats'),
  ...same(['logs', 'log', 'history', 'jobs', 'ps'], 'newsletter imports list'),
  ...same(['export', 'backup', 'download'], 'newsletter subscribers export <file>'),
  ...same(['upload', 'sync'], 'newsletter import <file> --dry-run'),
  ...same(['unsubscribe', 'optout', 'opt-out'], 'newsletter subscribers update --help'),
  ...same(['undo', 'rollback', 'revert'], 'newsletter imports undo --help'),
  ...same(['signin', 'sign-in', 'init', 'setup', 'configure', 'connect'], 'newsletter login'),
  ...same(['signout', 'sign-out'], 'newsletter logout'),
  ...same(['me', 'status', 'user'], 'newsletter whoami'),
  ...same(['workspace', 'workspaces', 'switch', 'accounts'], 'newsletter profiles list'),
  ...same(['use'], 'newsletter profiles use <name>'),
  ...same(['settings', 'set', 'get'], 'newsletter config list'),
  ...same(['property', 'properties', 'attributes', 'custom-fields'], 'newsletter fields list'),
  ...same(['test', 'schedule'], 'newsletter emails send --help'),
  ...Object.fromEntries(
    ['send', 'preview', 'push', 'pull', 'lint', 'watch'].map(word => [
      word,
      `newsletter emails ${word} --help`,
    ]),
  ),
  ...same(['version'], 'newsletter --version'),
};

/** Words for what the service's API does not show (service.txt, "Endpoints", rule 5). */
const deleting: readonly string[] = ['delete', 'del', 'remove', 'rm', 'destroy'];

/** The same for commands below a group, if the group has the one that is named. */
const verbsElsewhere: Readonly<Record<string, string>> = {
  ...same(['show', 'view', 'describe', 'info', 'retrieve'], 'get'),
  ...same(['add', 'new', 'upsert'], 'create'),
  ...same(['edit', 'set', 'change', 'modify', 'patch'], 'update'),
  ...same(['all', 'index', 'search', 'find'], 'list'),
  ...same(['switch', 'select'], 'use'),
};

/** By group: words for what is elsewhere, or is not there. */
const belowElsewhere: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  emails: {
    ...same(
      ['create', 'new', 'add', 'draft', 'compose', 'write'],
      'create it in the web editor, then: newsletter emails pull <email>',
    ),
    ...same(['test', 'schedule', 'unschedule', 'cancel'], 'newsletter emails send --help'),
    ...same(['diff', 'status'], 'newsletter emails push <file> --check'),
    ...same(['open'], 'newsletter emails preview <email>'),
  },
  subscribers: {
    ...same(['search', 'find'], 'newsletter subscribers list --search <text>'),
    ...same(['count'], 'newsletter subscribers list --count'),
    ...same(['import', 'upload'], 'newsletter import <file> --dry-run'),
    ...same(['tag'], 'newsletter subscribers update <subscriber> --add-tag <tag>'),
    ...same(['unsubscribe'], 'newsletter subscribers update --help'),
  },
  profiles: {
    ...same(['add', 'create', 'new', 'login'], 'newsletter login --profile <name>'),
    ...same(['current', 'show', 'get'], 'newsletter whoami'),
  },
};

/** By command: options of other tools, and what there is here. */
const optionsElsewhere: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'emails send': {
    ...same(['--test', '--to', '--preview'], 'for a test: newsletter emails export <email> test.eml'),
    ...same(
      ['--at', '--schedule', '--schedule-at', '--scheduled-at', '--send-at', '--date', '--time', '--when'],
      'for a later time: newsletter emails send --help',
    ),
    ...same(
      ['--group', '--list', '--segment', '--audience'],
      'newsletter emails update <email> --group <group>',
    ),
  },
  import: {
    ...same(['--undo', '--rollback'], 'newsletter imports undo --help'),
    ...same(['--group', '--list', '--segment', '--audience'], 'groups are filters: use --tag <tag>'),
  },
  login: same(['--with-token', '--token', '--key'], 'newsletter login --api-key'),
};

function same<Value>(words: readonly string[], value: Value): Readonly<Record<string, Value>> {
  return Object.fromEntries(words.map(word => [word, value]));
}

/**
 * What to use instead of a word of another tool, as a hint. It never names what sends or removes something.
 *
 * @param parent the names that lead to where the word was searched; empty for the program
 * @param names of the commands there
 */
export function knownElsewhere(
  word: string,
  parent: readonly string[],
  names: readonly string[],
): string | undefined {
  const plain = word.toLowerCase();
  if (parent.length === 0) return Object.hasOwn(elsewhere, plain) ? elsewhere[plain] : fileElsewhere(word);
  const below = belowElsewhere[parent.join(' ')] ?? {};
  if (Object.hasOwn(below, plain)) return below[plain];
  if (deleting.includes(plain) && !names.includes('remove')) return 'the API has no request that deletes';
  const verb = Object.hasOwn(verbsElsewhere, plain) ? verbsElsewhere[plain] : undefined;
  return verb !== undefined && names.includes(verb) ? `newsletter ${[...parent, verb].join(' ')}` : undefined;
}

/** For a file in place of a command. */
function fileElsewhere(word: string): string | undefined {
  if (/\.(csv|tsv|xlsx|zip|json|ndjson)$/i.test(word)) return 'newsletter import <file> --dry-run';
  return /\.(md|html)$/i.test(word) ? 'newsletter emails preview <file>' : undefined;
}

/**
 * What to use instead of an option of another tool, as a hint.
 *
 * @param path the names of the command: `['emails', 'send']`
 */
export function optionElsewhere(flag: string, path: readonly string[]): string | undefined {
  const known = optionsElsewhere[path.join(' ')] ?? {};
  return Object.hasOwn(known, flag) ? known[flag] : undefined;
}
