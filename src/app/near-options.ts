/** Options of other tools, and what they are called here. */
import { noResend } from './near-misses.ts';

const noStatus =
  'the service does not show the status, bounces, complaints or opens of a person, only the counts of an email: newsletter emails stats';

/** Of one command: its names, the options, and what to use instead; the typed value fills the gap. */
const nearOptions: readonly (readonly [where: string, words: string, use: string])[] = [
  ...['subscribers list', 'subscribers export', 'subscribers growth', 'tags list', 'groups members'].map(
    where => [where, '--status', noStatus] as const,
  ),
  ...[
    'subscribers list',
    'subscribers export',
    'subscribers growth',
    'subscribers update',
    'tags list',
    'groups members',
  ].map(
    where =>
      [
        where,
        '--bounced --bounces --hard-bounced --unsubscribed --subscribed --active --inactive --complained --opened --clicked',
        noStatus,
      ] as const,
  ),
  ['emails send', '--test --to --preview', 'for a test: newsletter emails export <email> test.eml'],
  [
    'emails send',
    '--at --schedule --schedule-at --scheduled-at --send-at --date --time --when',
    'for a later time: newsletter emails send --help',
  ],
  ['emails send', '--resend --unopened --non-openers --not-opened --again', noResend],
  ['emails send', '--group --list --segment --audience', 'newsletter emails update <email> --group <group>'],
  ['import', '--undo --rollback', 'newsletter undo'],
  ['import', '--file --input --path --csv -f', 'newsletter import <file> --dry-run'],
  ['emails lint', '--format', 'newsletter emails lint <file> --annotate github, or -o json'],
  ['emails list', '--sent', 'newsletter emails list --status sent'],
  ['emails list', '--draft --drafts', 'newsletter emails list --status draft'],
  ['emails stats', '--top --last --count -n', 'newsletter emails stats --limit <n>'],
  ['subscribers list', '--group --segment --list --audience', 'newsletter groups members <group>'],
  ['subscribers list', '--filter --query --q', 'newsletter help filters'],
  ['subscribers export', '--segment --list --audience', '--group <group>'],
  ['subscribers list', '--email --address', 'newsletter subscribers get <subscriber>'],
  [
    'subscribers list',
    '--group-by',
    'newsletter subscribers growth shows sign-ups over time, newsletter tags list how many have each tag',
  ],
  ['subscribers update', '--unsubscribe', '--status unsubscribed'],
  ['subscribers update', '--new-email --new-address --address', '--email <address>'],
  ['subscribers update', '--set --property --attribute --custom-field', '--field <variable=value>'],
  ['groups create', '--tag --tags', '--filter tags:equals:<tag>'],
  ['fields create', '--type', '--kind <kind>'],
  ['import', '--group --list --segment --audience', 'groups are filters: use --tag <tag>'],
  [
    'import',
    '--update-existing --upsert --overwrite',
    'an import updates people who are in the account: newsletter import <file> --dry-run',
  ],
  ['import', '--skip-duplicates --dedupe', '--duplicates <rule>'],
  ['api', '-x --method --request', 'the method comes first: newsletter api --help'],
  ['api', '-d --body --json-body', '--data <json>'],
  ['api', '-h', '--header <name:value>'],
  ['undo', '--last --latest', 'newsletter undo'],
  [
    'import',
    '--tags --label --labels',
    '--tag <tag>; for tags of subscribers in the account: --existing-tags',
  ],
  ['login', '--with-token --token --key', 'newsletter login --api-key'],
  ...[
    'subscribers list',
    'groups members',
    'groups list',
    'emails list',
    'emails stats',
    'tags list',
    'fields list',
  ].map(
    where => [where, '--columns --cols --select --props --properties --only', '--fields <fields>'] as const,
  ),
  [
    'import',
    '--has-header --header --headers',
    'a header row is detected; for a file without one: --no-header',
  ],
  ['import', '--separator --sep', '--delimiter <character>'],
  ['import', '--async --background', '--no-wait'],
  ['sync', '--delete --prune', '--missing <what>'],
  ['emails update', '--title', '--subject <text>'],
  ['emails update', '--body --html --content --body-file', '--body-html <text>'],
  ['emails update', '--text --plain', '--body-text <text>'],
  ['emails update', '--preheader --preview-text', '--preview <text>'],
  ['emails update', '--segment --list --audience', '--group <group>'],
  ['emails preview', '--file --path', 'newsletter emails preview <file>'],
  ['subscribers growth', '--period --interval --group-by', '--by <period>'],
  ['subscribers growth', '--daily', '--by day'],
  ['subscribers growth', '--weekly', '--by week'],
  ['subscribers growth', '--monthly', '--by month'],
  ['groups list', '--name', 'newsletter groups get <group>'],
  ['tags rename', '--to --name --new-name', '<new-name>'],
  ['tags remove', '--from', 'newsletter subscribers update <subscriber> --remove-tag <tag>'],
  ['login', '--url --host --server --api-url', '--base-url <url>'],
  ...['subscribers create', 'subscribers update'].flatMap(
    where =>
      [
        [where, '--first-name --firstname --fname --name', '--field first_name=<value>'],
        [where, '--last-name --lastname --lname', '--field last_name=<value>'],
      ] as const,
  ),
];

/** Options of other tools, where a command has the one that does the same. */
const sameOptions: readonly (readonly [words: string, use: string])[] = [
  ['--format --fmt --output-format', '--output <format>'],
  ['--tags --label --labels', '--tag <tag>'],
  ['-n --max --top --first --take --max-results', '--limit <n>'],
  ['--created-after --after --start --start-date --from-date --newer-than', '--since <date>'],
  ['--created-before --before --end --end-date --to-date --older-than', '--until <date>'],
  ['--order --order-by --sort-by --orderby', '--sort <field>'],
  ['--filter --query --q', '--where <expression>'],
  ['--all-pages --paginate', '--all'],
  ['--preview --check --validate --simulate --what-if --noop --test', '--dry-run'],
  ['--silent', '--quiet'],
  ['--debug --trace', '--verbose'],
  ['--account --workspace', '--profile <name>'],
];

/**
 * What to use in place of an option of another tool, as a hint: `--limit <n>`, or another command.
 *
 * @param path the names of the command
 * @param longs the options that it has
 */
export function nearOption(
  typed: string,
  path: readonly string[],
  longs: readonly string[],
): string | undefined {
  const at = path.join(' ');
  const word = typed.toLowerCase();
  const own = nearOptions.find(([where, words]) => where === at && words.split(' ').includes(word));
  if (own !== undefined) return own[2];
  const [, use] = sameOptions.find(([words]) => words.split(' ').includes(word)) ?? [];
  return use !== undefined && longs.includes(use.split(' ')[0] ?? '') ? use : undefined;
}
