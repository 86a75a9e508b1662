/** Words of other tools, and things that the service cannot do: what to use instead. */
import { notShown } from '../lib/text/not-shown.ts';

const noResend =
  'the service does not show who opened an email, so it cannot be sent again to the others: newsletter emails send --help';
const noTest =
  'the service shows no request for a test send; to look at it: newsletter emails preview <email>';
const optOut = 'newsletter subscribers update <subscriber> --status unsubscribed';

/**
 * Where a word or option is typed (`''`: after the program's name, `*` at the end: whatever follows; several by commas), the words, and what to
 * use instead. No row suggests a command that sends or removes something. At most 40 rows: the rest is for the nearest spelling.
 */
const rows: readonly (readonly [where: string, words: string, use: string])[] = [
  ['', 'delete remove rm', `the service cannot delete anything; to stop emailing a person: ${optOut}`],
  ['subscribers', 'delete remove rm', `the service cannot delete people; to stop emailing one: ${optOut}`],
  [
    'tags',
    'rename merge remove delete rm',
    `the service cannot delete tags; to replace one for all people: newsletter subscribers update --where 'tags has "old"' --add-tag new --remove-tag old`,
  ],
  [
    'fields',
    'delete remove rm',
    'the service cannot delete fields; to mark it as unused: newsletter fields update <field> --name "Unused: <name>"',
  ],
  ['groups, emails, imports', 'delete remove rm', 'the service has no request that deletes'],
  [', *', 'undo revert rollback', 'newsletter undo'],
  [
    'emails',
    'create new add draft compose write duplicate copy clone',
    'create it in the web editor, then: newsletter emails pull <email>',
  ],
  ['emails, emails send', 'test send-test --test --to', noTest],
  [
    ', emails',
    'schedule unschedule cancel',
    'the service shows no request for a time; schedule it in the web editor: newsletter open emails',
  ],
  ['emails, emails send', 'resend forward --resend --unopened', noResend],
  [
    'groups',
    'update edit rename',
    'the service shows no request that changes a group; another one: newsletter groups create --help',
  ],
  [
    'groups',
    'add-member add-members assign',
    'groups are filters, of tags for example: newsletter groups create --filter tags:equals:<tag>',
  ],
  [
    'subscribers, tags',
    'tag add assign',
    'newsletter subscribers update <subscriber> --add-tag <tag>; many: newsletter subscribers update --help',
  ],
  ['subscribers', 'import upload', 'newsletter import <file> --dry-run'],
  ['', 'webhook webhooks events', 'the service shows no webhooks and no events: newsletter commands'],
  [
    '',
    'contact contacts list lists audience audiences members people',
    'an account has one list: newsletter subscribers list',
  ],
  ['', 'segment segments', 'newsletter groups list'],
  [
    '',
    'campaign campaigns broadcast broadcasts post posts draft drafts template templates',
    'newsletter emails list',
  ],
  ['', 'send test resend', 'newsletter emails send --help'],
  ['', 'add subscribe', 'newsletter subscribers create --email <address>'],
  [', subscribers', 'unsubscribe optout blacklist block ban suppress', optOut],
  ['', 'stats statistics reports analytics dashboard', 'newsletter emails stats'],
  ['', 'auth init setup configure connect signin', 'newsletter login'],
  ['', 'mcp skill skills', 'newsletter agent setup'],
  ['subscribers list', '--group --segment', 'newsletter groups members <group>'],
  [
    ', emails, emails *, subscribers *',
    'opens clicks --opens --clicks --status --bounced --unsubscribed --opened --clicked',
    notShown,
  ],
  ['subscribers *', '--filter --filters --search --query', '--where <condition>: newsletter help filters'],
  ['groups create', '--tag --where', '--filter tags:equals:<tag>: newsletter groups create --help'],
  [
    'emails send',
    '--at --schedule --send-at --date --when',
    'the service shows no request for a time; schedule it in the web editor: newsletter open emails',
  ],
  ['emails send', '--group --list --segment', 'newsletter emails update <email> --group <group>'],
  ['import', '--group --list --segment', 'groups are filters: use --tag <tag>'],
  ['import', '--exclude --blacklist --blocklist', '--suppress <file>'],
  [
    'import',
    '--update-existing --upsert --overwrite',
    'an import updates people who are in the account: newsletter import <file> --dry-run',
  ],
  ['login', '--token --key --with-token', 'newsletter login --api-key'],
];

/**
 * What to use in place of a word or an option of another tool, as a hint.
 *
 * @param path the names that lead to where it was typed
 */
export function nearMiss(typed: string, path: readonly string[]): string | undefined {
  const at = path.join(' ');
  const word = typed.toLowerCase();
  const isAt = (where: string) =>
    where === at || (where.endsWith('*') && path.length > 0 && at.startsWith(where.slice(0, -1)));
  return rows.find(([where, words]) => where.split(', ').some(isAt) && words.split(' ').includes(word))?.[2];
}
