import { describe, expect, it } from 'vitest';
import { writesToService } from '../../src/cli/command-metadata.ts';
import { wordsOf } from '../support/account.ts';
import { commandsIn } from '../support/declared.ts';
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
    ['tag list', 'unknown_command', 'did you mean tags?'],
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
    ['groups list -x', 'unknown_option', 'newsletter groups list --help'],
    ['--profile sandbox groups list -x', 'unknown_option', 'newsletter groups list --help'],
    ['--profile sandbox groups list --limti 3', 'unknown_option', 'did you mean --limit?'],
    ['emails test', 'unknown_command', expect.stringContaining('newsletter emails preview')],
    ['groups list --limit', 'missing_argument', 'newsletter groups list --help'],
    ['groups list --all=yes', 'usage', 'newsletter groups list --help'],
    ['groups list some', 'usage', 'newsletter groups list --help'],
    ['groups list --json name', 'usage', expect.stringContaining('--json=name')],
    ['fields create --kind txt', 'invalid_value', 'newsletter fields create --help'],
    ['sandbox --port 99999', 'invalid_value', 'newsletter sandbox --help'],
    ['sandbox exec --port x', 'invalid_value', 'newsletter sandbox exec --help'],
    ['groups list --timeout 0 --profile sandbox', 'invalid_value', 'newsletter groups list --help'],
    ['-o json --profile import', 'missing_argument', 'newsletter --help'],
    ['login', 'missing_setting', expect.stringContaining('NEWSLETTER_BASE_URL')],
  ])('"%s" is %s, with a hint', async (line, code, hint) => {
    expect(await errorOf(line)).toMatchObject({ code, hint });
  });

  it.each([
    ['emails get', 'newsletter emails get needs <email>'],
    ['profiles rename a', 'newsletter profiles rename needs <profile> <new-name>'],
    ['api', 'newsletter api needs [METHOD] <path>'],
    ['completion tcsh', 'invalid value "tcsh" for <shell>: expected one of bash, zsh, fish, powershell'],
  ])('the error of "%s" says "%s"', async (line, message) => {
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
  it.each(['--profile', '--fields', '--timeout'])(
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
});

it('when errors are shown to people, then there is no object and no stack trace, but with --verbose', async () => {
  const { stderr } = await newsletter(['account', 'get']);
  expect(stderr).toMatch(/^error: [^\n]+\n( {2}.*\n)*hint: [^\n]+\n$/);
  const verbose = await newsletter(['account', 'get', '-v']);
  expect(verbose.stderr).toMatch(/^ +at /m);
});

/** What people and agents type who know other tools, and the hint. */
const typed: readonly (readonly [line: string, hint: string | RegExp])[] = [
  ['delete 7', /^the service cannot delete anything; .*--status unsubscribed$/],
  ['subscribers delete 7 -y', /^the service cannot delete people; .*--status unsubscribed$/],
  ['tags delete vip', /subscribers update --where 'tags has "old"' --add-tag new --remove-tag old$/],
  ['tags rename press media', /subscribers update --where 'tags has "old"' --add-tag new --remove-tag old$/],
  ['fields rm city', /newsletter fields update <field> --name "Unused: <name>"$/],
  ['groups delete Members', 'the service has no request that deletes'],
  ['groups rename Members X', /newsletter groups create --help$/],
  ['groups add-member a@b.org', /--filter tags:equals:<tag>$/],
  ['emails create --subject Hi', /newsletter emails pull <email>$/],
  ['emails schedule 7', /newsletter open emails$/],
  ['emails resend 7', /who opened an email/],
  ['emails send 7 --to me@example.org', /newsletter emails preview <email>$/],
  ['emails send 7 --at 9:00', /newsletter open emails$/],
  ['emails send 7 --force', 'newsletter emails send --help'],
  ['emails send 7 --yess', 'newsletter emails send --help'],
  ['emails push x.md --sent', 'newsletter emails push --help'],
  ['subscribers list --status unsubscribed', /newsletter emails stats$/],
  ['subscribers list --group Members', 'newsletter groups members <group>'],
  ['subscribers tag 7 vip', /^newsletter subscribers update <subscriber> --add-tag <tag>;/],
  ['subscribers unsubscribe 7', 'newsletter subscribers update <subscriber> --status unsubscribed'],
  ['subscribers list --filter country:is:DE', '--where <condition>: newsletter help filters'],
  ['tags add 7 vip', /^newsletter subscribers update <subscriber> --add-tag <tag>;/],
  ['groups create --name x --where country=DE', /^--filter tags:equals:<tag>: /],
  ['emails stats --opens', /newsletter emails stats$/],
  ['opens', /newsletter emails stats$/],
  ['subscribers export --file people.csv', 'newsletter subscribers export --help'],
  ['import people.csv --list vip', 'groups are filters: use --tag <tag>'],
  ['import people.csv --exclude left.csv', '--suppress <file>'],
  ['import people.csv --blacklist left.csv', '--suppress <file>'],
  ['import people.csv --upsert', /newsletter import <file> --dry-run$/],
  ['groups create --tag vip', /^--filter tags:equals:<tag>/],
  ['webhooks list', /no webhooks/],
  ['contacts list', /newsletter subscribers list$/],
  ['segments list', 'newsletter groups list'],
  ['campaigns list', 'newsletter emails list'],
  ['auth login', 'newsletter login'],
  ['send 7 --yes', 'newsletter emails send --help'],
  ['mcp', 'newsletter agent setup'],
  ['imports undo 7', 'newsletter undo'],
  ['subscribers undo', 'newsletter undo'],
  ['revert', 'newsletter undo'],
];

describe('what other tools call it', () => {
  it.each(typed)('leads from %s to %s', async (line, expected) => {
    const { hint } = await errorOf(line);
    expect(hint).toEqual(expected instanceof RegExp ? expect.stringMatching(expected) : expected);
  });

  it.each([['open'], ['frobnicate'], ['help frobnicate']])(
    'an unknown command does not print the list of all: %s',
    async line => {
      const { stderr } = await newsletter(line.split(' '));
      expect(stderr.split('\n')).toHaveLength(3);
    },
  );

  it('what a command that lacks something leads to changes nothing', async () => {
    for (const { name } of commands) {
      if (['sandbox', 'broker', 'agent'].includes(name.split(' ')[0] ?? '')) continue;
      const { stderr } = await newsletter([...name.split(' '), '--json']);
      const last = stderr.trimEnd().split('\n').at(-1) ?? '';
      if (!last.startsWith('{')) continue;
      const { hint } = (JSON.parse(last) as { error: { hint: string | null } }).error;
      for (const command of commandsIn(hint ?? '')) {
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
