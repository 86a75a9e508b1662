/** The options of every command, before or after its name. Values of settings are checked by `settings/parse.ts`. */
import { outputFormats } from '../../lib/output-formats.ts';
import { flag, negative, optionGroup, repeatable, text } from '../option.ts';

export const helpOption = flag('-h, --help', 'show help');
export const versionOption = flag('-V, --version', 'print the version');

export const globalOptions = optionGroup('Global options', {
  profile: text('--profile <name>', 'stored account to use', { completes: 'profile' }),
  baseUrl: text('--base-url <url>', 'base URL of the API'),
  authUrl: text('--auth-url <url>', 'URL for browser sign-in (OAuth)'),
  allowOrigin: repeatable(
    '--allow-origin <origin>',
    'also send stored credentials to this origin (repeatable)',
  ),
  output: text('-o, --output <format>', `format: ${outputFormats.join(', ')}`),
  json: flag('--json', 'output JSON; --json=<a,b.c> for only these fields'),
  fields: text('--fields <a,b.c>', 'show only these fields, in this order', { completes: 'shown-fields' }),
  envelope: flag('--envelope', 'print lists as {data, meta} (JSON and YAML only)'),
  quiet: flag('-q, --quiet', 'hide progress, hints and warnings'),
  verbose: flag('-v, --verbose', 'log each request and response to stderr'),
  dryRun: flag('--dry-run', 'for writes: show the request, send nothing'),
  yes: flag('-y, --yes', 'answer yes to all confirmations'),
  input: negative('--no-input', 'never prompt'),
  expectAccount: text(
    '--expect-account <slug or id>',
    'fail if the credentials belong to another account (exit 3)',
  ),
  allow: repeatable('--allow <level>', 'change no more than this (one of: read, draft, import, all)'),
  timeout: text('--timeout <seconds>', 'seconds to wait for a response (default 30)'),
  retries: text('--retries <n>', 'times to retry a failed request that is safe to repeat (default 4)'),
  maxWait: text('--max-wait <seconds>', 'total seconds to wait for a busy service (default 300)'),
  showAddresses: flag(
    '--show-addresses',
    'keep email addresses in messages in CI, and in the summary of an import',
  ),
  color: negative('--no-color', 'disable colors'),
});
