import { entries } from './program.ts';

/** What this program's own records hold beside the service's fields, and what `--envelope` puts around them. */
const ownFields = [
  ...['data', 'meta', 'method', 'url', 'body', 'value', 'origin', 'meaning', 'profile', 'current', 'file'],
  ...['base_url', 'signed_in', 'signed_in_with', 'credentials_from', 'token_ends_at'],
  ...[
    'account_name',
    'account_slug',
    'account_id',
    'credentials_kept_in',
    'profile_from',
    'folder_file',
    'message',
    'fix',
  ],
  ...['period', 'signups', 'exceeded', 'disagreeing', 'compared_with', 'recipients', 'watched_seconds'],
  ...['unchanged', 'changed', 'only_in_account', 'changes', 'new_subscribers', 'only_in_account_subscribers'],
  ...[
    'accepted',
    'duplicates',
    'rejected',
    'suppressed',
    'created',
    'updated',
    'skipped',
    'failed',
    'unknown',
  ],
  ...['jobs', 'mapping', 'ignored_columns', 'rejects_file', 'resumed', 'dry_run', 'elapsed_seconds'],
];

/**
 * Lets `--json` take its optional fields without swallowing what follows it: the next word belongs to `--json`
 * only behind a command (`fields` and `tags` are commands, too), and when every name in it is known for a field.
 * `--json=<fields>` always works.
 *
 * @param words the command line without program name
 * @returns the same, with `--json a,b` joined to `--json=a,b` and a bare `--json` turned to `--output=json`
 */
export async function settleJson(words: readonly string[]): Promise<string[]> {
  if (!words.includes('--json')) return [...words];
  const known = await fieldNames();
  const commands = new Set(entries.map(entry => entry.name));
  const settled: string[] = [];
  let hasCommand = false;
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? '';
    if (word === '--') return [...settled, ...words.slice(i)];
    const next = words[i + 1];
    hasCommand ||= commands.has(word);
    if (word !== '--json') settled.push(word);
    else if (hasCommand && next !== undefined && namesFields(next, known)) {
      settled.push(`--json=${next}`);
      i++;
    } else settled.push('--output=json');
  }
  return settled;
}

async function fieldNames(): Promise<ReadonlySet<string>> {
  const { endpoints } = await import('../contract/index.ts');
  const fields = Object.values(endpoints).flatMap(endpoint => Object.keys(endpoint.answer.fields));
  return new Set([...fields, ...ownFields]);
}

function namesFields(word: string, known: ReadonlySet<string>): boolean {
  return word.split(',').every(name => known.has(name.split('.')[0] ?? ''));
}
