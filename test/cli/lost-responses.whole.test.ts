import { describe, expect, it } from 'vitest';
import { type Account, account, draft, wordsOf } from '../support/account.ts';
import { testClock } from '../support/clock.ts';
import { startProcess } from '../support/process.ts';
import { newsletter } from '../support/program.ts';
import { until } from '../support/run.ts';
import { type Trouble, troubled } from '../support/service.ts';

const handled = ({ sandbox }: Account, name: string) => sandbox.requests()[name] ?? 0;

const answer =
  (status: number, body = '', headers: Record<string, string> = {}) =>
  ({ response }: Trouble) => {
    response.writeHead(status, headers).end(body);
  };
const after = (trouble: (about: Trouble) => void) => async (about: Trouble) => {
  await about.carryOut();
  trouble(about);
};
const hangUp = (about: Trouble) => about.hangUp();
const never = () => {};

describe('sending, when the answer is lost', () => {
  async function send(trouble: (about: Trouble) => void | Promise<void>, more = '') {
    const here = await account();
    const id = await here.emailId(draft);
    const { env, came } = await troubled(here, `POST /v1/emails/${id}/send`, trouble);
    const ended = await newsletter(
      wordsOf(`emails send ${id} --yes --fields id,status --max-wait 1${more}`),
      { env, clock: testClock() },
    );
    return { ...ended, id, came: came(), handled: handled(here, 'POST /v1/emails/{id}/send') };
  }

  it.each([
    ['the connection is cut', hangUp],
    ['the answer is 500', answer(500)],
    ['the answer is 502', answer(502, '<h1>Bad gateway</h1>', { 'content-type': 'text/html' })],
    ['the answer is 503 without Retry-After', answer(503)],
    ['the answer is 503 with Retry-After', answer(503, '', { 'retry-after': '1' })],
    ['the answer is 429', answer(429, '', { 'retry-after': '1' })],
    ['the answer is nonsense', answer(200, 'ok')],
    ['the answer is empty', answer(202)],
  ])('after it was carried out, and %s, then it counts as sent, once', async (_, trouble) => {
    const ended = await send(after(trouble));
    expect(ended).toMatchObject({ status: 0, came: 1, handled: 1 });
    expect(ended.stderr).toMatch(
      /^warning: (the response was lost|the service is busy) \(.*\), but the email has the status reviewing$/m,
    );
    expect(ended.stdout).toBe(`id\t${ended.id}\nstatus\treviewing\n`);
  });

  it.each([
    ['the connection is cut', hangUp, ''],
    ['the answer is 500', answer(500), ''],
    ['the answer is 503 without Retry-After', answer(503), ''],
    ['the answer is 503 with Retry-After', answer(503, '', { 'retry-after': '1' }), ''],
    ['the answer is a redirect', answer(307, '', { location: '/v1/elsewhere' }), ''],
    ['no answer comes in time', never, ' --timeout 0.2'],
  ])(
    'before it is carried out, and %s, then it is not sent, and the outcome is unknown',
    async (_, trouble, more) => {
      const ended = await send(trouble, more);
      expect(ended).toMatchObject({ status: 9, stdout: '', came: 1, handled: 0 });
      expect(ended.stderr).toContain('  it is still a draft\n');
      expect(ended.stderr).toContain(
        `hint: check its status before you send it again: newsletter emails get`,
      );
    },
  );

  it.each([
    ['429', answer(429, '', { 'retry-after': '1' }), 6],
    ['422', answer(422, '{"message":"No."}'), 5],
    ['401', answer(401), 3],
  ])('when the answer is %s, then it certainly was not sent', async (_, trouble, status) => {
    expect(await send(trouble)).toMatchObject({
      status,
      came: 1,
      handled: 0,
      stderr: expect.stringMatching(/^error: nothing was sent: /m),
    });
  });

  it('when Ctrl-C comes before the answer, then the program says that the outcome is open', async () => {
    const here = await account();
    const id = await here.emailId(draft);
    const { env, came } = await troubled(here, `POST /v1/emails/${id}/send`, never);
    const { ended, signal } = startProcess(wordsOf(`emails send ${id} --yes`), { env });
    await until(() => came() > 0);
    signal('SIGINT');
    expect(await ended).toMatchObject({
      status: 130,
      stderr: expect.stringMatching(
        new RegExp(`email ${id} may or may not have been sent\\nhint: newsletter emails watch ${id}`),
      ),
    });
  });

  it('Ctrl-C while an outcome is awaited ends only the waiting, and says so', async () => {
    const here = await account({ sendSeconds: 600 });
    const id = await here.emailId(draft);
    const { ended, signal } = startProcess(wordsOf(`emails send ${id} --yes --wait`), { env: here.env });
    await until(() => handled(here, 'POST /v1/emails/{id}/send') > 0);
    // The first look after it was sent.
    const looks = handled(here, 'GET /v1/emails');
    await until(() => handled(here, 'GET /v1/emails') > looks);
    signal('SIGINT');
    expect(await ended).toMatchObject({
      status: 130,
      stderr: expect.stringContaining('interrupted, but the service continues to review'),
    });
  });
});

it('a group that was there before does not count as the new one', async () => {
  const here = await account();
  await here.call('POST', '/v1/groups', { name: 'New' });
  const { env } = await troubled(here, 'POST /v1/groups', hangUp);
  expect(
    await newsletter(wordsOf('groups create --name New --force'), { env, clock: testClock() }),
  ).toMatchObject({
    status: 9,
    stdout: '',
    stderr: expect.stringContaining('it was not found so far'),
  });
});
