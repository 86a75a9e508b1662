import { columns } from './columns.ts';

/** `newsletter help ci`. */
export function page(): string {
  return `Continuous integration

With CI set, or with --no-input, the program never prompts. Instead of asking,
it fails with an error that names the flag to pass, such as --yes. It stores no
credentials, sends no telemetry, and does not check for updates.

${columns([
  ['NEWSLETTER_BASE_URL', 'base URL of the API'],
  ['NEWSLETTER_API_KEY', 'personal API key; store it as a secret'],
  ['NEWSLETTER_EXPECT_ACCOUNT', 'slug or id; another account is refused (exit 3)'],
  ['NEWSLETTER_OUTPUT', 'json: print data and errors as JSON'],
])}

Handle the exit status:
${columns([
  ['0', 'success: continue'],
  ['2', 'fix the command or the file'],
  ['3', 'fix the key'],
  ['4', 'not found: fix the name or the id'],
  ['5', 'refused. sync: too many people are missing or changed; a person has to look'],
  ['6, 7', 'try again later; an import is safe to repeat'],
  ['8', 'check the output: rows were rejected, or there are changes (--check)'],
  ['9', 'outcome unknown: check before you run it again'],
  ['10', 'stopped before the end: run it again with --resume'],
])}

Every email address in a message is masked (a***@example.org), as others can
read the log; --show-addresses shows them. Data on stdout is never masked.

A step of GitHub Actions, after actions/checkout and actions/setup-node:

  - run: |
      npm install -g ./newsletter-cli-*.tgz   # the file that npm pack makes
      newsletter import people.csv --allow-rejects -o json > summary.json

To test without an account, run against a local test service:
newsletter sandbox exec -- ./test.sh
`;
}
