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
      # The file that npm pack makes, until newsletter-cli is published.
      - run: npm install -g ./newsletter-cli-*.tgz
      # Without any secret: the whole service, for as long as it runs.
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
      - name: Is the email in order, and is it what its file says?
        run: newsletter emails push issue.md --check --strict
      - name: Bring everybody in
        run: |
          status=0
          newsletter import people.csv -o json > summary.json || status=$?
          if [ "$status" = 8 ]; then
            echo "::warning::some rows came back: people.csv.rejects.csv"
          elif [ "$status" != 0 ]; then
            exit "$status"
          fi
      - if: always()
        uses: actions/upload-artifact@v4
        with:
          name: import
          path: |
            summary.json
            people.csv.rejects.csv
`;

/** A pipeline of GitLab; a test runs its scripts. */
export const gitLab = `# NEWSLETTER_BASE_URL and NEWSLETTER_API_KEY are variables of the project.
import:
  image: node:22
  variables:
    NEWSLETTER_EXPECT_ACCOUNT: slow-carriage
  before_script:
    # The file that npm pack makes, until newsletter-cli is published.
    - npm install -g ./newsletter-cli-*.tgz
  script:
    - newsletter emails push issue.md --check --strict || exit 1
    - newsletter import people.csv -o json > summary.json
  # Some rows came back: a warning.
  allow_failure:
    exit_codes: 8
  artifacts:
    when: always
    paths: [summary.json, people.csv.rejects.csv]
`;

const indented = (text: string) => text.trimEnd().replace(/^(?=.)/gm, '  ');

/** `newsletter help ci`. */
export function page(): string {
  return `Continuous integration

Nothing is stored, and nothing waits: where CI is set, or with --no-input, what
would have been asked is an error that names the flag to give (--yes). The
program talks to the service and to nobody else: no telemetry, no search for
newer versions.

${columns([
  ['NEWSLETTER_BASE_URL', 'address of the service'],
  ['NEWSLETTER_API_KEY', 'personal API key; keep it among the secrets'],
  ['NEWSLETTER_EXPECT_ACCOUNT', 'slug or id: any other account is refused (exit 3)'],
  ['NEWSLETTER_OUTPUT', 'json: data and errors as JSON'],
])}

What to do with the exit status:
${columns([
  ['0', 'go on'],
  ['2', 'mend the command line or the file'],
  ['3', 'mend the key'],
  ['6, 7', 'try again later: an import that is repeated does no harm'],
  ['8', 'look: rows came back, or something would change (--check)'],
  ['9', 'look before it is done again: it may have been done'],
])}

GitHub Actions:

${indented(githubActions)}

GitLab:

${indented(gitLab)}

What needs no account can be tried in a pipeline against a fresh one on the
runner itself: newsletter sandbox exec -- ./test.sh
`;
}
