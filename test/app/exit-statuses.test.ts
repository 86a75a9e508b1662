import { describe, expect, it } from 'vitest';
import { wordsOf } from '../support/account.ts';
import { startProcess } from '../support/process.ts';
import { newsletter } from '../support/program.ts';
import { type Ended, until } from '../support/run.ts';
import { json, type Responder, service, text } from '../support/service.ts';

const run = (line: string, url: string): Promise<Ended> =>
  newsletter(wordsOf(line), { env: { NEWSLETTER_BASE_URL: url, NEWSLETTER_API_KEY: 'the-key' } });

/** The error object, which is all that stderr holds. */
function errorIn({ stderr }: Ended): Record<string, unknown> {
  return (JSON.parse(stderr) as { error: Record<string, unknown> }).error;
}

const asPage = { 'content-type': 'text/html' };
const silent: Responder = () => {};
const broken: Responder = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
  response.write('{"id":', () => response.destroy());
};
const failedJob = json({ id: '1', status: 'failed', error_message: 'too many rows' });
const refusal = json({ message: 'No.', errors: { name: ['Taken.'] } }, 422);

const get = 'account get';
const update = 'account update --name A';

describe('what a service may answer', () => {
  it.each<[what: string, line: string, answer: Responder, exit: number, code: string, said: string]>([
    ['a web page', get, text('<h1>Wi-Fi</h1>', 200, asPage), 1, 'unexpected_answer', 'a web page, not JSON'],
    ['the wrong form', 'groups list', json({ data: 'none' }), 1, 'unexpected_answer', 'no list of records'],
    ['401', get, text('', 401), 3, 'credentials_refused', 'hint: set NEWSLETTER_API_KEY to'],
    [
      '404 to a group',
      'groups get 00000000-0000-0000-0000-000000000000',
      text('', 404),
      4,
      'not_found',
      'hint: newsletter groups list\n',
    ],
    ['403', get, text('', 403), 3, 'forbidden', 'permission denied'],
    ['404', 'imports get 1', text('', 404), 4, 'not_found', 'not found: GET /v1/subscriber-imports/1'],
    ['422', update, refusal, 5, 'refused', '\n  name: Taken.\n'],
    ['413', update, text('', 413), 5, 'too_large', 'too large'],
    ['429', get, text('', 429, { 'retry-after': '1' }), 6, 'overloaded', 'the service is busy (429'],
    ['503', get, text('', 503), 6, 'service_failing', 'the service failed (503'],
    ['half an answer', get, broken, 7, 'cut_off', 'was lost'],
    ['silence', `${get} --timeout 0.2`, silent, 7, 'timeout', 'for 0.2 s'],
    ['a failed job', 'imports watch 1', failedJob, 8, 'import_failed', 'too many rows'],
    ['500 to a create', 'tags create --name A', text('', 500), 9, 'outcome_unknown', 'tag "A"'],
  ])('%s (%s) is one line on stderr and an exit status', async (...row) => {
    const [, line, answer, exit, code, said] = row;
    const { url } = await service(answer);
    const ended = await run(`${line} --retries 0`, url);
    expect(ended.status, ended.stderr).toBe(exit);
    expect(ended.stderr).toMatch(/^error: \S/m);
    expect(ended.stderr).toContain(said);
    expect(ended.stderr).not.toMatch(/^\s+at /m);
    expect(errorIn(await run(`${line} --retries 0 -o json`, url))).toMatchObject({
      code,
      exit,
      message: expect.any(String),
      details: expect.any(Array),
    });
  });
});

describe('what is missing', () => {
  it.each([
    [
      {},
      3,
      'not_signed_in',
      /NEWSLETTER_BASE_URL .*[\s\S]*\nhint: set NEWSLETTER_BASE_URL .*; or newsletter login --api-key < key-file\n/,
    ],
    [
      { NEWSLETTER_API_KEY: 'key' },
      2,
      'missing_setting',
      /base-url is not set.*\nhint: newsletter config set base-url <value>; or/,
    ],
    [
      { NEWSLETTER_BASE_URL: 'https://127.0.0.1:1' },
      3,
      'not_signed_in',
      /hint: set .*; or newsletter login --api-key </,
    ],
    [{ NEWSLETTER_BASE_URL: 'http://example.com' }, 2, 'invalid_value', /plain http .* use https/],
    [{ NEWSLETTER_PROFILE: 'work' }, 2, 'unknown_profile', /unknown profile "work"/],
  ])('when the environment is %j, then it ends with %d', async (env, status, code, said) => {
    const ended = await newsletter(wordsOf(get), { env });
    expect(ended).toMatchObject({ status, stdout: '', stderr: expect.stringMatching(said) });
    expect(errorIn(await newsletter(wordsOf(`${get} -o json`), { env }))).toMatchObject({ code });
  });
});

describe('Ctrl-C', () => {
  async function interrupted(line: string) {
    const { url, seen } = await service(silent);
    const env = { NEWSLETTER_BASE_URL: url, NEWSLETTER_API_KEY: 'the-key' };
    const { ended, signal } = startProcess(wordsOf(line), { env });
    await until(() => seen.length > 0);
    signal('SIGINT');
    return await ended;
  }

  it('Ctrl-C during a read ends the program with 130', async () => {
    expect(await interrupted(get)).toEqual({ status: 130, stdout: '', stderr: 'error: interrupted\n' });
  });

  it('Ctrl-C during a write reports an unknown outcome', async () => {
    expect(await interrupted('tags create --name A')).toEqual({
      status: 130,
      stdout: '',
      stderr: 'error: interrupted\n  POST /v1/tags may or may not have been carried out\n',
    });
  });
});
