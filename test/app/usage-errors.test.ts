import { describe, expect, it } from 'vitest';
import { writesToService } from '../../src/cli/command-metadata.ts';
import { wordsOf } from '../support/account.ts';
import { newsletter } from '../support/program.ts';
import { commands } from '../support/tree.ts';

const errorOf = async (line: readonly string[] | string) => {
  const ended = await newsletter([...wordsOf(line), '--json']);
  expect(ended).toMatchObject({ status: 2, stdout: '' });
  const last = ended.stderr.trimEnd().split('\n').at(-1) ?? '';
  return (JSON.parse(last) as { error: { code: string; message: string; hint: string } }).error;
};

describe('what makes no sense on the command line', () => {
  it.each([
    ['gruops', 'unknown_command', 'did you mean groups?'],
    ['groups lsit', 'unknown_command', 'did you mean list?'],
    ['--json name,id groups list', 'unknown_command', expect.stringContaining('--json=name,id')],
    ['--json gruops', 'unknown_command', 'did you mean groups?'],
    ['frobnicate', 'unknown_command', 'newsletter --help'],
    ['gruops --help', 'unknown_command', 'did you mean groups?'],
    ['groups lsit --help', 'unknown_command', 'did you mean list?'],
    ['help gruops', 'unknown_command', 'did you mean groups?'],
    ['help exit-cods', 'unknown_command', 'did you mean exit-codes?'],
    ['help groups lsit', 'unknown_command', 'did you mean list?'],
    ['login --api-key SECRET', 'usage', expect.stringContaining('gives it on stdin')],
    ['login --base-url https://a.example/v1/', 'invalid_value', 'did you mean https://a.example?'],
    ['login --base-url https://a.example/x/v1/account', 'invalid_value', 'did you mean https://a.example/x?'],
    ['login --base-url localhost:80', 'invalid_value', 'did you mean http://localhost:80?'],
    ['login --auth-url https://a.example/oauth/token', 'invalid_value', 'did you mean https://a.example?'],
    ['groups', 'missing_argument', 'newsletter groups --help'],
    ['groups get', 'missing_argument', 'newsletter groups get --help'],
    ['groups list --limti 3', 'unknown_option', 'did you mean --limit?'],
    ['groups list --limti=3', 'unknown_option', 'did you mean --limit?'],
    ['groups list --quite', 'unknown_option', 'did you mean --quiet?'],
    ['groups list -x', 'unknown_option', 'newsletter groups list --help'],
    ['--profile sandbox groups list -x', 'unknown_option', 'newsletter groups list --help'],
    ['--profile sandbox groups list --limti 3', 'unknown_option', 'did you mean --limit?'],
    ['emails test', 'unknown_command', expect.stringContaining('newsletter emails export')],
    ['subs', 'unknown_command', 'newsletter subscribers list'],
    ['import --file x.csv', 'unknown_option', 'newsletter import x.csv --dry-run'],
    ['subscribers list --group Members', 'unknown_option', 'newsletter groups members Members'],
    [
      'subscribers list --status unsubscribed',
      'unknown_option',
      expect.stringContaining('newsletter emails stats'),
    ],
    ['emails list --sent', 'unknown_option', 'newsletter emails list --status sent'],
    ['emails stats --top 5', 'unknown_option', 'newsletter emails stats --limit 5'],
    ['groups list --format json', 'unknown_option', 'newsletter groups list --output json --json'],
    [
      'import x.csv --tags vip',
      'unknown_option',
      expect.stringMatching(/^newsletter import x.csv --tag vip --json; .*--existing-tags$/),
    ],
    [
      'import x.csv --tags=a,b',
      'unknown_option',
      expect.stringMatching(/^newsletter import x.csv --tag a --tag b --json; /),
    ],
    ['import x.csv --tags --yes', 'unknown_option', expect.stringMatching(/^--tag <tag>; /)],
    ['import x.csv --list vip', 'unknown_option', expect.stringMatching(/use --tag vip$/)],
    ['groups list --limit', 'missing_argument', 'newsletter groups list --help'],
    ['groups list --all=yes', 'usage', 'newsletter groups list --help'],
    ['groups list some', 'usage', 'newsletter groups list --help'],
    ['fields create --kind txt', 'invalid_value', 'newsletter fields create --help'],
    ['sandbox --port 99999', 'invalid_value', 'newsletter sandbox --help'],
    ['sandbox exec --port x', 'invalid_value', 'newsletter sandbox exec --help'],
    ['sandbox --subscribers x', 'invalid_value', 'newsletter sandbox --help'],
    ['broker --port 99999', 'invalid_value', 'newsletter broker --help'],
    ['sandbox --fail 2', 'invalid_value', 'newsletter sandbox --help'],
    ['--profile sandbox groups list --limti 3', 'unknown_option', 'did you mean --limit?'],
    ['groups list --timeout 0 --profile sandbox', 'invalid_value', 'newsletter groups list --help'],
    ['-o json --profile import', 'missing_argument', 'newsletter --help'],
    ['completion tcsh', 'invalid_value', 'newsletter completion --help'],
    ['login', 'missing_setting', expect.stringContaining('NEWSLETTER_BASE_URL')],
  ])('when it is "%s", then that is %s, with a hint', async (line, code, hint) => {
    expect(await errorOf(line)).toMatchObject({ code, hint });
  });

  it.each([
    ['emails get', 'newsletter emails get needs <email>'],
    ['profiles rename a', 'newsletter profiles rename needs <profile> <new-name>'],
    ['api', 'newsletter api needs [METHOD] <path>'],
    ['completion tcsh', 'invalid value "tcsh" for <shell>: expected one of bash, zsh, fish, powershell'],
  ])('when it is "%s", then the error says "%s"', async (line, message) => {
    expect(await errorOf(line)).toMatchObject({ message });
  });

  it.each(['login --api-key=SECRET', 'login --api-kye=SECRET', 'login --api-key SECRET', 'token -kSECRET'])(
    'when a secret is given as in "%s", then it is not repeated, not even with --verbose',
    async line => {
      const { status, stderr } = await newsletter([...wordsOf(line), '--verbose', '-o', 'json']);
      expect(status).toBe(2);
      expect(stderr).not.toContain('SECRET');
    },
  );
});

describe('empty values', () => {
  it.each(['--profile', '--base-url', '--output', '--fields', '--timeout', '--expect-account'])(
    'when %s is empty, then that is a usage error',
    async flag => {
      const ended = await newsletter(['account', 'get', flag, '']);
      expect(ended).toMatchObject({ status: 2, stderr: expect.stringContaining(flag) });
    },
  );

  it.each([
    ['groups', 'get', ''],
    ['import', ' '],
    ['emails', 'send', '', '--yes'],
    ['subscribers', 'export', ''],
  ])('when an argument is empty (%s %s), then that is a usage error', async (...words) => {
    const ended = await newsletter(words);
    expect(ended).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^error: <\w+> of .* is empty\n/),
    });
  });

  it('when a variable is empty, then it is not set', async () => {
    const env = {
      NEWSLETTER_BASE_URL: 'https://127.0.0.1:1',
      NEWSLETTER_API_KEY: '',
      NEWSLETTER_OUTPUT: ' ',
    };
    const ended = await newsletter(['account', 'get'], { env: { ...env, NEWSLETTER_PROFILE: '' } });
    expect(ended).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('profile default is not signed in'),
    });
  });
});

it('when errors are shown to people, then there is no object and no stack trace, but with --verbose', async () => {
  const { stderr } = await newsletter(['account', 'get']);
  expect(stderr).toMatch(/^error: [^\n]+\n( {2}.*\n)*hint: [^\n]+\n$/);
  const verbose = await newsletter(['account', 'get', '-v']);
  expect(verbose.stderr).toMatch(/^ +at /m);
});

/** What people and agents type who know other tools, and what to type instead; null: there is no such thing. */
const typed: readonly (readonly [line: string, instead: string | null | RegExp])[] = [
  ['subscribers show ann@example.org', 'newsletter subscribers get ann@example.org'],
  ['subscribers view', /newsletter subscribers get <subscriber>$/],
  ['subscribers add ann@example.org', 'newsletter subscribers create --email ann@example.org'],
  ['subscribers create ann@example.org', 'newsletter subscribers create --email ann@example.org --json'],
  ['subscribers get --email ann@example.org', 'newsletter subscribers get ann@example.org --json'],
  ['subscribers get --id 7', 'newsletter subscribers get 7 --json'],
  ['subscribers list --email ann@example.org', 'newsletter subscribers get ann@example.org'],
  ['subscribers list --tags press', 'newsletter subscribers list --tag press --json'],
  ['subscribers list --columns email', 'newsletter subscribers list --fields email --json'],
  ['subscribers list -n 5', 'newsletter subscribers list --limit 5 --json'],
  ['subscribers list --created-after 2026-01', 'newsletter subscribers list --since 2026-01 --json'],
  ['subscribers list --order-by=email', 'newsletter subscribers list --sort email --json'],
  ['subscribers list --json email,tags', 'newsletter subscribers list --json=email,tags --json'],
  ['subscribers stats', 'newsletter subscribers growth'],
  ['subscribers dedupe', 'newsletter subscribers check'],
  ['subscribers import people.csv', 'newsletter import people.csv --dry-run'],
  ['subscribers tag ann@example.org vip', 'newsletter subscribers update ann@example.org --add-tag vip'],
  ['subscribers unsubscribe 7', 'newsletter subscribers update 7 --status unsubscribed'],
  ['subscribers update 7 --set city=Lisbon', 'newsletter subscribers update 7 --field city=Lisbon --json'],
  ['subscribers update 7 --unsubscribe', 'newsletter subscribers update 7 --status unsubscribed --json'],
  ['subscribers update 7 --nickname Emil', /^newsletter subscribers update --help$/],
  ['subscribers export --file people.csv', 'newsletter subscribers export people.csv --json'],
  ['subscribers delete 7 -y', null],
  ['list subscribers', 'newsletter subscribers list --json'],
  ['get group Members', 'newsletter group get Members --json'],
  ['create subscriber ann@example.org', 'newsletter subscriber create --email ann@example.org --json'],
  ['delete subscriber 7', null],
  ['send email 7 --yes', 'newsletter emails send --help'],
  ['add tag vip', 'newsletter tags create --name vip'],
  ['tags create vip', 'newsletter tags create --name vip --json'],
  ['tags delete vip', /newsletter tags remove --help$/],
  ['groups show Members', 'newsletter groups get Members'],
  ['groups export Members', 'newsletter subscribers export --group Members'],
  ['groups create --name X --tag press', /--filter tags:equals:press/],
  ['groups delete Members', null],
  ['fields create --name X --type date', 'newsletter fields create --name X --kind date --json'],
  ['emails send 7 --to me@example.org', /newsletter emails export 7 test\.eml$/],
  ['emails send 7 --force', 'newsletter emails send --help'],
  ['emails create --subject Hi', /newsletter emails pull <email>$/],
  ['emails copy 7', /newsletter emails pull 7$/],
  ['emails report', 'newsletter emails stats'],
  ['import people.csv --preview', 'newsletter import people.csv --dry-run --json'],
  ['import people.csv --upsert', /newsletter import people\.csv --dry-run$/],
  ['imports status', 'newsletter imports list'],
  ['undo --last', 'newsletter undo'],
  ['profiles switch other', 'newsletter profiles use other'],
  ['config show', 'newsletter config list'],
  ['auth list', 'newsletter profiles list'],
  ['validate people.csv', 'newsletter import people.csv --dry-run'],
  ['lint 7', 'newsletter emails lint 7'],
  ['growth', 'newsletter subscribers growth'],
  ['webhooks list', /no webhooks/],
  ['api /v1/groups --method POST', /^the method comes first/],
  ['fields create Birthday --kind date', 'newsletter fields create --name Birthday --kind date --json'],
  ['fields rename city Town', 'newsletter fields update city --name Town'],
  ['import people.csv --columns email', 'newsletter import --help'],
  ['import people.csv --has-header', /without one: --no-header$/],
  ['emails update 7 --title Hi', 'newsletter emails update 7 --subject Hi --json'],
  ['emails update 7 --body=@x.html', 'newsletter emails update 7 --body-html @x.html --json'],
  ['subscribers growth --monthly', 'newsletter subscribers growth --by month --json'],
  [
    'subscribers create --email a@b.org --fname Ana',
    /create --email a@b\.org --field first_name=Ana --json$/,
  ],
  ['groups rename Members X', 'the service shows no request that changes a group'],
  ['groups list --name Members', 'newsletter groups get Members'],
  ['tags get press', 'newsletter subscribers list --tag press'],
  ['tags rename press --to media', 'newsletter tags rename press media --json'],
  ['tags remove press --from 7', 'newsletter subscribers update 7 --remove-tag press'],
  ['rename tag press media', 'newsletter tag rename press media --json'],
  ['profiles set other', 'newsletter profiles use other'],
  ['login --url https://a.example', 'newsletter login --base-url https://a.example --json'],
  ['sandbox start', 'newsletter sandbox'],
  ['update --from people.csv', 'newsletter subscribers update --help'],
  ['subscribers update 7 --new-email a@b.org', 'newsletter subscribers update 7 --email a@b.org --json'],
  ['groups list --template {{.name}}', /^newsletter groups list --jq '\.\[\]\.name' --json; /],
  [
    'groups list --format={{range.}}{{.ID}}{{.name}}',
    /^newsletter groups list --jq '\.\[\] \| "\\\(\.id\)\\t\\\(\.name\)"' --json; /,
  ],
  [
    'account get --go-template {{.name}}',
    /^newsletter account get --jq \.name --json; newsletter help formats$/,
  ],
  ['groups list --template SECRET', /^--jq <expression>; newsletter help formats$/],
];

describe('what other tools call it', () => {
  it.each(typed)('when typed: %s, then the hint is %s', async (line, instead) => {
    const { hint } = await errorOf(line);
    if (instead === null) expect(hint).toBe('the API has no request that deletes');
    else expect(hint).toEqual(instead instanceof RegExp ? expect.stringMatching(instead) : instead);
  });

  it('when a command lacks what it needs, then the commands that follow change nothing', async () => {
    for (const { name } of commands) {
      if (['sandbox', 'broker', 'agent'].includes(name.split(' ')[0] ?? '')) continue;
      const { stderr } = await newsletter([...name.split(' '), '--json']);
      const last = stderr.trimEnd().split('\n').at(-1) ?? '';
      if (!last.startsWith('{')) continue;
      const { next } = (JSON.parse(last) as { error: { next: { command: string }[] } }).error;
      for (const { command } of next) {
        const words = command.split(' ').slice(1);
        const other = commands.find(each => `${words.join(' ')} `.startsWith(`${each.name} `));
        const isSafe = words.some(word => word === '--help' || word === '--dry-run');
        expect(isSafe || other === undefined || !writesToService(other.spec), `${name}: ${command}`).toBe(
          true,
        );
      }
    }
  });
});
