/** Words of other tools, and what they are called here. */

export const noResend =
  'the service does not show who opened an email, so it cannot be sent again to the others: newsletter emails send --help';

const noCopy =
  'the service shows no request that creates an email; copy it in the web editor, then: newsletter emails pull <email>';

/**
 * Where a word is typed, the words, and what to use instead. `''` is the program, `emails` what follows that name, and
 * `*` every group that has the suggested command. What was typed behind the word fills the gaps of the hint. No row suggests
 * a command that sends or removes something.
 */
const nearMisses: readonly (readonly [where: string, words: string, use: string])[] = [
  ['', 'list lists', 'an account has one list: newsletter subscribers list'],
  ['', 'audience audiences member members people person users readers', 'use: newsletter subscribers list'],
  ['', 'subs subscription subscriptions', 'newsletter subscribers list'],
  ['', 'search find', 'newsletter subscribers list --search <text>'],
  ['', 'add subscribe invite', 'newsletter subscribers create --email <address>'],
  ['', 'new create compose write', 'create the email in the web editor: newsletter emails --help'],
  ['', 'template templates', 'use a file as a template for emails: newsletter emails push --help'],
  ['', 'draft drafts', 'newsletter emails list --status draft'],
  ['', 'statistics stats reports analytics', 'newsletter emails stats'],
  ['', 'logs log history jobs ps', 'newsletter imports list'],
  ['', 'export backup download', 'newsletter subscribers export <file>'],
  ['', 'upload validate verify check dry-run', 'newsletter import <file> --dry-run'],
  ['', 'unsubscribe optout opt-out', 'newsletter subscribers update <subscriber> --status unsubscribed'],
  ['', 'update edit', 'newsletter subscribers update --help'],
  ['', 'delete del remove rm destroy', 'the API has no request that deletes'],
  ['', 'growth signups', 'newsletter subscribers growth'],
  ['', 'diff compare', 'newsletter import <file> --dry-run'],
  ['', 'webhook webhooks events', 'the service shows no webhooks and no events: newsletter commands'],
  ['', 'rollback revert', 'newsletter undo'],
  ['', 'signin sign-in init setup configure connect', 'newsletter login'],
  ['', 'signout sign-out', 'newsletter logout'],
  ['', 'me status user', 'newsletter whoami'],
  ['', 'workspace workspaces switch accounts', 'newsletter profiles list'],
  ['', 'use', 'newsletter profiles use <name>'],
  ['', 'settings set get', 'newsletter config list'],
  ['', 'skill skills mcp', 'newsletter agent setup'],
  ['', 'property properties attributes custom-fields', 'newsletter fields list'],
  ['', 'test schedule send', 'newsletter emails send --help'],
  ['', 'resend', noResend],
  ['', 'preview', 'newsletter emails preview <email>'],
  ['', 'push', 'newsletter emails push <file> --check'],
  ['', 'pull', 'newsletter emails pull <email>'],
  ['', 'lint', 'newsletter emails lint <email>'],
  ['', 'watch', 'newsletter emails watch <email>'],
  ['', 'version', 'newsletter --version'],
  ['', '.csv .tsv .xlsx .zip .json .ndjson', 'newsletter import <file> --dry-run'],
  ['', '.md .html', 'newsletter emails preview <file>'],
  [
    'emails',
    'create new add draft compose write',
    'create it in the web editor, then: newsletter emails pull <email>',
  ],
  [
    'emails',
    'test send-test test-send',
    'the service shows no request for a test send; for a test: newsletter emails export <email> test.eml',
  ],
  [
    'emails',
    'schedule unschedule cancel',
    'the service shows no request for a time; schedule it in the web editor: newsletter emails send --help',
  ],
  ['emails', 'resend forward', noResend],
  ['emails', 'diff status', 'newsletter emails push <file> --check'],
  ['emails', 'open', 'newsletter emails preview <email>'],
  ['emails', 'duplicate copy clone', noCopy],
  ['emails', 'report reports analytics statistics metrics', 'newsletter emails stats'],
  ['emails', 'opens clicks opened', 'the service does not show opens or clicks: newsletter emails stats'],
  ['emails', 'publish deliver', 'newsletter emails send --help'],
  ['emails', 'check validate proof proofread', 'newsletter emails lint <email>'],
  ['emails', 'download', 'newsletter emails pull <email>'],
  ['emails', 'upload', 'newsletter emails push <file> --check'],
  ['subscribers', 'search find', 'newsletter subscribers list --search <text>'],
  ['subscribers', 'count', 'newsletter subscribers list --count'],
  ['subscribers', 'import upload', 'newsletter import <file> --dry-run'],
  ['subscribers', 'tag', 'newsletter subscribers update <subscriber> --add-tag <tag>'],
  ['subscribers', 'untag', 'newsletter subscribers update <subscriber> --remove-tag <tag>'],
  [
    'subscribers',
    'unsubscribe optout opt-out',
    'newsletter subscribers update <subscriber> --status unsubscribed',
  ],
  ['subscribers', 'stats statistics', 'newsletter subscribers growth'],
  ['subscribers', 'validate verify clean dedupe duplicates', 'newsletter subscribers check'],
  ['tags', 'delete del rm destroy', 'to take a tag from everybody who has it: newsletter tags remove --help'],
  ['tags', 'apply assign attach', 'newsletter subscribers update --help'],
  ['groups', 'export', 'newsletter subscribers export --group <group>'],
  ['groups', 'subscribers people', 'newsletter groups members <group>'],
  ['emails', 'search find', 'newsletter emails get <email>'],
  ['groups', 'update edit set change rename', 'the service shows no request that changes a group'],
  [
    'groups',
    'add-member add-members add-subscriber assign',
    'groups are filters, of tags for example: newsletter groups create --filter tags:equals:<tag>',
  ],
  ['tags', 'get show view members', 'newsletter subscribers list --tag <tag>'],
  ['fields', 'get show view', 'newsletter fields list'],
  ['fields', 'rename', 'newsletter fields update <field> --name <name>'],
  ['profiles', 'set activate', 'newsletter profiles use <profile>'],
  ['sandbox', 'start run up', 'newsletter sandbox'],
  ['sandbox', 'stop down', 'press Ctrl-C where it runs'],
  ['imports', 'status', 'newsletter imports list'],
  ['imports', 'create add new', 'newsletter import <file> --dry-run'],
  ['config', 'show view', 'newsletter config list'],
  ['profiles', 'delete del', 'newsletter profiles remove --help'],
  ['auth', 'list ls switch', 'newsletter profiles list'],
  ['profiles', 'add create new login', 'newsletter login --profile <name>'],
  ['profiles', 'current show get', 'newsletter whoami'],
  // service.txt, "Endpoints", rule 5.
  ['*', 'delete del remove rm destroy', 'the API has no request that deletes'],
  ['*', 'show view describe info retrieve', 'newsletter * get'],
  ['*', 'add new upsert', 'newsletter * create'],
  ['*', 'edit set change modify patch', 'newsletter * update'],
  ['*', 'all index search find', 'newsletter * list'],
  ['*', 'switch select', 'newsletter * use'],
];

/** Whether a file stands where a command belongs. */
export const isFileName = (word: string): boolean => /\.\w+$/.test(word);

/**
 * What to use in place of a word or an option of another tool, as a hint.
 *
 * @param path the names that lead to where it was typed
 * @param names of the commands there
 */
export function nearMiss(
  typed: string,
  path: readonly string[],
  names: readonly string[] = [],
): string | undefined {
  const at = path.join(' ');
  const word = typed.toLowerCase();
  const find = (where: string, text: string) =>
    nearMisses.find(([place, words]) => place === where && words.split(' ').includes(text))?.[2];
  const own = find(at, word);
  if (own !== undefined) return own;
  // A file where a command belongs.
  if (path.length === 0) return find('', /\.\w+$/.exec(word)?.[0] ?? word);
  const use = find('*', word);
  const isThere = use?.includes('*')
    ? names.includes(use.split(' ').at(-1) ?? '')
    : !names.includes('remove');
  return isThere ? use?.replace('*', at) : undefined;
}
