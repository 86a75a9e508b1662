/** The catalogue of errors, and how they are said: to people, and as an object. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { failures } from '../../src/lib/failure.ts';
import { faultIn } from '../support/declared.ts';
import { temporaryFolder } from '../support/home.ts';
import { newsletter } from '../support/program.ts';
import type { Ended } from '../support/run.ts';
import { json, type Responder, service, text } from '../support/service.ts';

const source = fileURLToPath(new URL('../../src', import.meta.url));
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.ts'));
const textOf = (file: string) => readFileSync(join(source, file), 'utf8');

describe('the catalogue of errors', () => {
  it('when a code is in it, then the program uses it', () => {
    const used = files
      .filter(file => !['lib/failure.ts', 'cli/command-metadata.ts'].includes(file))
      .map(file => textOf(file).replaceAll(/^ *requests\([^;]*;/gm, ''))
      .join('\n');
    const unused = Object.keys(failures).filter(code => !used.includes(`'${code}'`));
    expect(unused).toEqual([]);
  });

  it('every failure code but declined and interrupted has a hint', () => {
    const without = Object.entries(failures).filter(([, { hint }]) => hint === null);
    expect(without.map(([code]) => code)).toEqual(['declined', 'interrupted']);
    for (const { hint } of Object.values(failures)) expect(hint ?? 'none').toMatch(/^\S.*[^.]$/);
  });

  it('when a hint is a command, then there is that command, with those options', () => {
    const typed = Object.values(failures).flatMap(({ hint }) =>
      [...(hint ?? '').matchAll(/newsletter (?!<)[^,:;…]*/g)].map(([line]) => line),
    );
    expect(typed.length).toBeGreaterThan(20);
    expect(typed.flatMap(line => faultIn(line) ?? [])).toEqual([]);
  });
});

/** The error object on the last line of stderr; undefined when there is none. */
function errorIn({ stderr }: Ended): Record<string, unknown> | undefined {
  const last = stderr.trimEnd().split('\n').at(-1) ?? '';
  return last.startsWith('{') ? (JSON.parse(last) as { error: Record<string, unknown> }).error : undefined;
}

const keys = 'code details exit hint message method notes path request_id status'.split(' ');

describe('an error for programs', () => {
  it.each([
    'gruops -o json',
    'gruops -ojson',
    'gruops -o=json',
    'gruops -qojson',
    '--output=json gruops',
    'gruops --json',
    '--json gruops',
    'groups list --limti 3 --json',
    'groups get --json',
    'groups list --output json --timeout never',
    'sandbox exec --json',
  ])('when the line is wrong, wherever JSON is asked for (%s), then stderr is the object', async line => {
    const ended = await newsletter(line.split(' '));
    expect(ended).toMatchObject({ status: 2, stdout: '', stderr: expect.stringMatching(/^\{.*\}\n$/) });
    expect(Object.keys(errorIn(ended) ?? {}).sort()).toEqual(keys);
  });

  it.each(['gruops', 'gruops -o yaml', 'gruops --json -o table', 'sandbox exec -- no-such-program --json'])(
    'when JSON is not what is asked for (%s), then there is no object',
    async line => {
      const ended = await newsletter(line.split(' '));
      const status = line.startsWith('sandbox exec') ? 127 : 2;
      expect(ended).toMatchObject({ status, stderr: expect.stringMatching(/^error: /) });
      expect(errorIn(ended)).toBeUndefined();
    },
  );

  it('when the environment or the profile says JSON, then so it is, though the line is wrong', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'settings'));
    const profiles = { default: { output: 'json' }, work: { output: 'table' } };
    writeFileSync(join(folder, 'settings', 'config.json'), JSON.stringify({ profiles }));
    const env = { NEWSLETTER_CONFIG_DIR: join(folder, 'settings') };
    const coded = async (line: string, more = {}) =>
      errorIn(await newsletter(line.split(' '), { env: { ...env, ...more } }))?.code;
    expect(await coded('gruops')).toBe('unknown_command');
    expect(await coded('groups list --limti')).toBe('unknown_option');
    expect(await coded('gruops --profile work')).toBeUndefined();
    expect(await coded('gruops --profile work', { NEWSLETTER_OUTPUT: 'json' })).toBe('unknown_command');
    expect(await coded('gruops -o tsv')).toBeUndefined();
    expect(await coded('gruops', { NEWSLETTER_OUTPUT: 'table' })).toBeUndefined();
  });

  it('damaged settings are no second error', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'config.json'), '{');
    const ended = await newsletter(['gruops'], {
      env: { NEWSLETTER_CONFIG_DIR: folder, NEWSLETTER_OUTPUT: 'json' },
    });
    expect(errorIn(ended)?.code).toBe('unknown_command');
  });
});

describe('what the service says of it', () => {
  const problem = { 'content-type': 'application/problem+json' };
  const page = { 'content-type': 'text/html' };
  it.each<[shape: string, answer: Responder, lines: string[]]>([
    [
      'problem+json',
      text(JSON.stringify({ title: 'Bad', detail: 'No such colour', status: 422 }), 422, problem),
      ['Bad', 'No such colour'],
    ],
    ['errors by field', json({ errors: { name: ['Taken.', 'Odd.'] } }, 422), ['name: Taken.', 'name: Odd.']],
    ['a page', text('<title>Sorry</title><p>Not <b>today</b></p>', 422, page), ['Sorry', 'Not today']],
  ])('%s is shown whole, to people and in the object', async (_, answer, lines) => {
    const { url } = await service(answer);
    const env = { NEWSLETTER_BASE_URL: url, NEWSLETTER_API_KEY: 'the-key' };
    const line = 'account update --name A';
    const ended = await newsletter(`${line} -o json`.split(' '), { env });
    expect(ended.status).toBe(5);
    expect(errorIn(ended)).toMatchObject({ code: 'refused', details: lines, status: 422, method: 'PATCH' });
    const [, ...said] = (await newsletter(line.split(' '), { env })).stderr.trimEnd().split('\n');
    expect(said.slice(0, lines.length)).toEqual(lines.map(line => `  ${line}`));
  });

  it('an id of the request is shown', async () => {
    const { url } = await service(text('', 422, { 'x-request-id': 'abc-123' }));
    const env = { NEWSLETTER_BASE_URL: url, NEWSLETTER_API_KEY: 'the-key' };
    const line = 'account update --name A';
    const ended = await newsletter(`${line} -o json`.split(' '), { env });
    expect(errorIn(ended)).toMatchObject({ request_id: 'abc-123' });
    expect((await newsletter(line.split(' '), { env })).stderr).toContain('\n  request id: abc-123\n');
  });
});
