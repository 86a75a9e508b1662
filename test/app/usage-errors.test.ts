import { describe, expect, it } from 'vitest';
import { writesToService } from '../../src/cli/command-metadata.ts';
import { wordsOf } from '../support/account.ts';
import { casesOf } from '../support/cases.ts';
import { commandsIn } from '../support/declared.ts';
import { newsletter } from '../support/program.ts';
import { commands } from '../support/tree.ts';

const errorOf = async (line: readonly string[] | string) => {
  const ended = await newsletter([...wordsOf(line), '--json']);
  expect(ended).toMatchObject({ status: 2, stdout: '' });
  const last = ended.stderr.trimEnd().split('\n').at(-1) ?? '';
  return (JSON.parse(last) as { error: { code: string; message: string; hint: string } }).error;
};

const rowsOf = <Row extends readonly string[]>(file: string) => casesOf<Row>(new URL(file, import.meta.url));

/** A hint; between slashes, a pattern of one. */
const hintOf = (text: string) => {
  const [, pattern] = /^\/(.*)\/$/.exec(text) ?? [];
  return pattern === undefined ? text : expect.stringMatching(pattern);
};

describe('what makes no sense on the command line', () => {
  it.each(rowsOf<[line: string, code: string, hint: string]>('usage-errors.tsv'))(
    '"%s" is %s, with a hint',
    async (line, code, hint) => {
      expect(await errorOf(line)).toMatchObject({ code, hint: hintOf(hint) });
    },
  );

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

describe('what other tools call it', () => {
  it.each(rowsOf<[line: string, hint: string]>('near-misses.tsv'))(
    'leads from %s to %s',
    async (line, expected) => {
      const { hint } = await errorOf(line);
      expect(hint).toEqual(hintOf(expected));
    },
  );

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
