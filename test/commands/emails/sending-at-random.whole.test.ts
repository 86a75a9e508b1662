import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { account, draft } from '../../support/account.ts';
import { newsletter } from '../../support/program.ts';
import { type Trouble, troubled } from '../../support/service.ts';

/** What becomes of one request: carried out or not, and when; then how it is answered, and when. */
const answers: readonly (readonly [name: string, give: (about: Trouble) => void])[] = [
  ['hangs up', ({ hangUp }) => hangUp()],
  ['never answers', () => {}],
  ['500', reply(500)],
  ['502', reply(502, {}, '<h1>Bad gateway</h1>')],
  ['503', reply(503)],
  ['503 with Retry-After', reply(503, { 'retry-after': '1' })],
  ['429', reply(429, { 'retry-after': '1' })],
  ['nonsense', reply(200, {}, '{"data":')],
  ['half an answer', half],
];

function reply(status: number, headers: Record<string, string> = {}, body = '') {
  return ({ response }: Trouble) => void response.writeHead(status, headers).end(body);
}

function half({ response, hangUp }: Trouble): void {
  response.writeHead(200, { 'content-length': '500' }).write('{"id":', hangUp);
}

/** Carried out before the answer, while it is on its way, or not at all. */
const orders = ['before', 'during', 'never'] as const;

/** Milliseconds until it is carried out, and from then until it is answered. */
const delays = fc.sample(fc.tuple(fc.nat(120), fc.nat(120)), answers.length * orders.length);

describe('sending, over and over, to a service in trouble', () => {
  it.each(answers)(
    'when it %s, then no email goes out twice, and the verdict is true',
    async (name, give) => {
      await Promise.all(
        orders.map(async (order, at) => {
          const here = await account();
          const id = await here.emailId(draft);
          const which = answers.findIndex(([each]) => each === name) * orders.length + at;
          const drawn = delays[which] ?? [0, 0];
          const carriedOut: Promise<{ readonly status: number }>[] = [];
          const { env } = await troubled(here, `POST /v1/emails/${id}/send`, async about => {
            await wait(drawn[0]);
            if (order !== 'never') carriedOut.push(about.carryOut());
            if (order === 'before') await carriedOut.at(-1);
            else await wait(order === 'during' ? drawn[1] / 40 : drawn[1]);
            give(about);
          });
          const line = ['emails', 'send', id, '--yes', '--json', '--timeout', '1', '--max-wait', '1'];
          const ended = await newsletter(line, { env });
          const sendings = (await Promise.all(carriedOut)).filter(({ status }) => status < 300).length;
          const what = `${name}, ${order}, ${drawn.join(' ms, ')} ms: ${ended.stderr}`;
          expect(sendings, what).toBe(order === 'never' ? 0 : 1);
          // 0: it is sent. 9: unknown. Anything else: it certainly is not.
          if (ended.status === 0) expect(sendings, what).toBe(1);
          else if (ended.status !== 9) expect(sendings, what).toBe(0);
          else expect(ended.stderr, what).toContain(`newsletter emails get ${id} --json=status`);
          if (order === 'before') expect(ended.status, what).toBe(0);
        }),
      );
    },
  );
});
