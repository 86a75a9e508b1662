/** The options of every command, before or after its name. Values of settings are checked by `settings/parse.ts`. */
import { outputFormats } from '../lib/output-formats.ts';
import { flag, negative, optionGroup, repeatable, text } from './option.ts';

export const helpOption = flag('-h, --help', 'explain a command');
export const versionOption = flag('-V, --version', 'print the version');

export const globalOptions = optionGroup('Global options', {
  profile: text('--profile <name>', 'which stored account to use', { completes: 'profile' }),
  baseUrl: text('--base-url <url>', 'REST address of the service'),
  authUrl: text('--auth-url <url>', 'OAuth address of the service'),
  allowOrigin: repeatable('--allow-origin <origin>', 'send stored credentials there, too, in this run'),
  output: text('-o, --output <format>', `one of ${outputFormats.join(', ')}`),
  json: flag('--json', 'JSON; --json=<a,b.c> with only these fields'),
  fields: text('--fields <a,b.c>', 'only these fields, in this order', { completes: 'shown-fields' }),
  envelope: flag('--envelope', 'lists as {data, meta} in JSON and YAML'),
  quiet: flag('-q, --quiet', 'no progress, hints or warnings'),
  verbose: flag('-v, --verbose', 'each request and answer on stderr'),
  dryRun: flag('--dry-run', 'writes only: print the request and a curl line, send nothing'),
  yes: flag('-y, --yes', 'answer yes to confirmations'),
  input: negative('--no-input', 'never prompt'),
  expectAccount: text(
    '--expect-account <slug or id>',
    'refuse any other account (exit 3); one more request, before all others',
  ),
  timeout: text('--timeout <seconds>', 'silence before a request is given up (30)'),
  retries: text('--retries <n>', 'how often a safe request is repeated (4)'),
  maxWait: text('--max-wait <seconds>', 'longest wait in all for a busy service (300)'),
  color: negative('--no-color', 'no colours'),
});
