import { describe, expect, it } from 'vitest';
import { type Account, account, draft, wordsOf } from '../support/account.ts';
import { testClock } from '../support/clock.ts';
import { startProcess } from '../support/process.ts';
import { newsletter } from '../support/program.ts';
import { until } from '../support/run.ts';
import { type Trouble, troubled } from '../support/service.ts';

const handled = ({ sandbox }: Account, name: string) => sandbox.requests()[name] ?? 0;

const hangUp = (about: Trouble) => about.hangUp();
const never = () => {};

describe('Ctrl-C during a send', () => {
  it('before the answer says that the outcome is open', async () => {
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

  it('while its end is awaited ends only the waiting, and says so', async () => {
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
    await newsletter(wordsOf('groups create --name New --force --yes'), { env, clock: testClock() }),
  ).toMatchObject({
    status: 9,
    stdout: '',
    stderr: expect.stringContaining('it was not found so far'),
  });
});
