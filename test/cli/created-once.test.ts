/** What a service may do around a creation: never a second record of that name, and no verdict that is not true. */
import { expect, it } from 'vitest';
import { wordsOf } from '../support/account.ts';
import { testClock } from '../support/clock.ts';
import { type Behaviour, mailService } from '../support/mail-service.ts';
import { newsletter } from '../support/program.ts';
import { hangUp, service, text } from '../support/service.ts';

const busy = (status: number, headers?: Record<string, string>) => text('', status, headers);
const soon = { 'retry-after': '0' };
const gzip = { 'content-encoding': 'gzip' };
const never = Number.POSITIVE_INFINITY;

/** The behaviour, the exit status, how many requests come, and the exit status of what has no list to look in. */
const behaviours: readonly (readonly [
  name: string,
  behaviour: Behaviour,
  status: number,
  posts: number,
  unlisted: number,
])[] = [
  ['creates it', {}, 0, 1, 0],
  ['creates it, cuts the connection', { answer: hangUp }, 0, 1, 9],
  ['creates it, cuts, never shows it', { answer: hangUp, visibleAfter: never }, 9, 1, 9],
  ['cuts the connection', { carriesOut: false, answer: hangUp }, 9, 1, 9],
  ['creates it, answers 503 for now', { answer: busy(503, soon) }, 0, 1, 9],
  ['answers 503 for now', { carriesOut: false, answer: busy(503, soon) }, 9, 1, 9],
  ['creates it, answers 429', { answer: busy(429, soon), visibleAfter: 200 }, 0, 1, 9],
  ['answers 429', { carriesOut: false, answer: busy(429, soon) }, 6, 3, 9],
  ['answers 403', { carriesOut: false, answer: busy(403) }, 3, 1, 3],
  ['creates it, redirects', { answer: busy(307, { location: '/v1/tags' }) }, 0, 1, 9],
  ['creates it, answers with a page', { answer: text('<h1>Welcome</h1>') }, 0, 1, 9],
  ['creates it, never answers', { answer: () => {} }, 0, 1, 9],
  ['creates it, answers nothing', { answer: text('', 204) }, 0, 1, 9],
  ['creates it, answers what is no gzip', { answer: text('{}', 200, gzip) }, 0, 1, 9],
  ['creates it, answers what is no HTTP', { answer: ({ socket }) => socket.end('x\r\n\r\n') }, 0, 1, 9],
];
const records = [
  ['groups create --name New --yes', true],
  ['fields create --name New --kind text', true],
  ['tags create --name New', false],
] as const;

it.each(behaviours)('nothing is created twice by a service that %s', async (name, behaviour, ...expected) => {
  const [status, posts, unlisted] = expected;
  await Promise.all(
    records.map(async ([line, isListed]) => {
      const clock = testClock();
      const mail = await mailService(behaviour, undefined, clock);
      const options = '--timeout 0.5 --max-wait 1 --retries 2 -o tsv';
      const ended = await newsletter(wordsOf(`${line} ${options}`), { env: mail.env, clock });
      const what = `${name}, ${line}: ${ended.stderr}`;
      expect(ended.status, what).toBe(isListed ? status : unlisted);
      expect(mail.posts(), what).toBe(isListed ? posts : 1);
      if (ended.status === 0) expect(ended.stdout, what).toContain('name\tNew\n');
      else expect(ended.stdout).toBe('');
      if (name.startsWith('creates it,') && ended.status === 0)
        expect(ended.stderr).toMatch(/^warning: .*, but the (?:group|field) "New" was created$/m);
      if (ended.status === 9)
        expect(ended.stderr).toContain(isListed ? 'it was not found so far' : 'no list of tags');
    }),
  );
});

it('what no list shows is not created if credentials are refused for reads, too', async () => {
  const { url, seen } = await service(busy(401));
  const env = { NEWSLETTER_BASE_URL: url, NEWSLETTER_API_KEY: 'revoked' };
  expect(await newsletter(wordsOf('tags create --name New'), { env })).toMatchObject({ status: 3 });
  expect(seen.map(({ method }) => method)).toEqual(['POST', 'GET']);
});
