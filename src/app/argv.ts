import { entries } from '../commands/index.ts';

/** What this program's own records hold beside the service's fields, and what `--envelope` puts around them. */
const ownFields = [
  ...['data', 'meta', 'value', 'origin', 'meaning', 'profile', 'current', 'file'],
  ...['method', 'url', 'headers', 'body', 'curl'],
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
  const fields = Object.values(endpoints).flatMap(endpoint => Object.keys(endpoint.response.fields));
  return new Set([...fields, ...ownFields]);
}

function namesFields(word: string, known: ReadonlySet<string>): boolean {
  return word.split(',').every(name => known.has(name.split('.')[0] ?? ''));
}

/** The words that are this program's own: those behind `--` are another's. */
export function ownWords(words: readonly string[]): readonly string[] {
  const end = words.indexOf('--');
  return end < 0 ? words : words.slice(0, end);
}

/**
 * What the command line says of the form of errors, read without Commander: it may make no sense otherwise.
 *
 * @param words the command line without program name
 * @returns the format and the profile, as given last
 */
export function readFormat(words: readonly string[]): { format?: string; profile?: string } {
  const found: { format?: string; profile?: string } = {};
  const own = ownWords(words);
  for (const [at, word] of own.entries()) {
    const next = own[at + 1] ?? '';
    if (/^--json(=|$)/.test(word)) found.format = 'json';
    const [, output] = /^(?:--output(?:=|$)|-[qvy]*o=?)(.*)$/s.exec(word) ?? [];
    if (output !== undefined) found.format = output || next;
    const [, profile] = /^--profile(?:=|$)(.*)$/s.exec(word) ?? [];
    if (profile !== undefined) found.profile = profile || next;
  }
  return found;
}
