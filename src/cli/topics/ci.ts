import { columns } from './columns.ts';

/** A workflow of GitHub Actions; a test runs its steps. */
export const githubActions = `name: newsletter
on:
  pull_request:
  push: { branches: [main] }

jobs:
  try:
    if: github.event_name == 'pull_request'
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 22 }
      # The file that npm pack makes.
      - run: npm install -g ./newsletter-cli-*.tgz
      # Needs no secret: runs against a local test service.
      - run: newsletter sandbox exec -- newsletter import people.csv

  import:
    if: github.event_name == 'push'
    runs-on: ubuntu-latest
    env:
      NEWSLETTER_BASE_URL: \${{ vars.NEWSLETTER_BASE_URL }}
      NEWSLETTER_API_KEY: \${{ secrets.NEWSLETTER_API_KEY }}
      NEWSLETTER_EXPECT_ACCOUNT: slow-carriage
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 22 }
      - run: npm install -g ./newsletter-cli-*.tgz
      - name: Check the email and its file
        run: newsletter emails push issue.md --check --strict
      - name: Import subscribers
        # Rejected rows alone are no failure; whatever else is left to do is.
        run: |
          newsletter import people.csv --allow-rejects -o json > summary.json
      - if: always()
        uses: actions/upload-artifact@v4
        with:
          name: import
          # Add people.csv.rejects.csv only where everybody who can download
          # it may see its addresses.
          path: summary.json
`;

/** A pipeline of GitLab; a test runs its scripts. */
export const gitLab = `# Set NEWSLETTER_BASE_URL and NEWSLETTER_API_KEY as CI/CD variables.
import:
  image: node:22
  variables:
    NEWSLETTER_EXPECT_ACCOUNT: slow-carriage
  before_script:
    # The file that npm pack makes.
    - npm install -g ./newsletter-cli-*.tgz
  script:
    - newsletter emails push issue.md --check --strict || exit 1
    # Rejected rows alone are no failure; whatever else is left to do is.
    - newsletter import people.csv --allow-rejects -o json > summary.json
  artifacts:
    when: always
    # Add people.csv.rejects.csv only where everybody who can download it may
    # see its addresses.
    paths: [summary.json]
`;

const indented = (text: string) => text.trimEnd().replace(/^(?=.)/gm, '  ');

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
  ['5', 'sync: too many people are missing or changed; a person has to look'],
  ['6, 7', 'try again later; an import is safe to repeat'],
  ['8', 'check the output: rows were rejected, or there are changes (--check)'],
  ['9', 'outcome unknown: check before you run it again'],
  ['10', 'stopped before the end: run it again with --resume'],
])}

Every email address in a message is masked (a***@example.org), as others can
read the log; --show-addresses shows them. Data on stdout is never masked.

GitHub Actions:

${indented(githubActions)}

GitLab:

${indented(gitLab)}

To test without an account, run against a local test service:
newsletter sandbox exec -- ./test.sh
`;
}
