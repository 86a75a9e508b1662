/**
 * Every command against every fault of a service, at its first request and at its last: the exit status is one of the
 * table, nothing is called a defect of the program, and what is printed is complete or said not to be.
 */
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { lines, obliging } from '../support/every-command.ts';
import { facing, lineOf } from '../support/facing.ts';
import { temporaryFolder } from '../support/home.ts';
import { hangUp, json, type Responder, text } from '../support/service.ts';
import { commands } from '../support/tree.ts';

const half: Responder = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
  response.write('{"data":[{"id":"0b6f1a52');
  setImmediate(() => response.destroy());
};
const packed = gzipSync('{"data":[]}');
const wrongPage = { current_page: 7, per_page: 50, total: 1, last_page: 9 };

const faults: readonly (readonly [string, Responder])[] = [
  ['answers 500', json({ message: 'out of order' }, 500)],
  ['answers 503, later', text('', 503, { 'retry-after': '0' })],
  ['answers 429', text('', 429, { 'retry-after': '0' })],
  ['answers 401', json({ message: 'who are you?' }, 401)],
  ['answers 403', json({ message: 'not you' }, 403)],
  [
    'answers 404 as a web page',
    text('<!doctype html><title>Not here</title>', 404, { 'content-type': 'text/html' }),
  ],
  ['answers 422', json({ errors: { name: ['is taken'] } }, 422)],
  [
    'answers 200 with a web page',
    text('<!doctype html><h1>Sign in to the hotel</h1>', 200, { 'content-type': 'text/html' }),
  ],
  ['answers 200 with nothing', text('')],
  ['answers 204', text('', 204)],
  ['answers with a list', json([1, 2, 3])],
  ['answers with a text', json('hello')],
  ['answers with null', json(null)],
  ['answers with an empty object', json({})],
  ['answers with a page of nulls', json({ data: [null, null], meta: wrongPage })],
  ['answers with another page', json({ data: [], meta: wrongPage })],
  ['answers with a page without numbers', json({ data: [], meta: {} })],
  ['answers with a very deep list', text(`${'['.repeat(5000)}${']'.repeat(5000)}`)],
  ['redirects to another host', text('', 302, { location: 'http://127.0.0.1:9/v1/account' })],
  [
    'redirects to itself',
    (request, response) =>
      text('', 307, { location: request.url ?? '/' })(request, response, {
        method: '',
        url: '',
        headers: {},
        body: '',
      }),
  ],
  ['redirects to nowhere', text('', 302)],
  ['breaks its compression', text(packed.subarray(0, 12), 200, { 'content-encoding': 'gzip' })],
  ['uses an unknown compression', text('{}', 200, { 'content-encoding': 'zstd-ng' })],
  ['sends bytes, not text', text(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]))],
  ['ends in the middle', half],
  ['hangs up', hangUp],
];

const nonsense =
  /\bbug\b|\bdefect\b|\bundefined\b|\bNaN\b|\[object |TypeError|not iterable|not a function|Cannot read/;

const asking = commands.filter(({ name }) => lines[name] !== undefined);

async function run(name: string, cwd: string, responder: (number: number) => Responder) {
  let number = 0;
  return await facing((...request) => responder(number++)(...request), lineOf(name), {
    cwd,
    env: { NEWSLETTER_TIMEOUT: '5' },
  });
}

/** What a run prints, without how long it took. */
const untimed = (printed: string) =>
  printed.replace(/[\d.]+ (?:ms|s)\b/g, '').replaceAll(/127\.0\.0\.1:\d+/g, '');

/** After a request that may have been carried out, these look for seconds at what became of it. */
const patient = ['groups create', 'fields create', 'emails send'];

/** An import looks for a lost job for eight seconds, and one of a file at a time: it gets a part of the faults. */
const faultsFor = (name: string) => (name === 'import' ? faults.filter((_, at) => at % 5 === 0) : faults);

describe.each(asking)('$name', ({ name }) => {
  it('ends with an exit status of the table at every fault of a service', async () => {
    const cwd = temporaryFolder();
    const good = obliging();
    const honest = await run(name, cwd, () => good);
    const wrong: string[] = [];
    const attempt = async (place: number, [fault, responder]: (typeof faults)[number]) => {
      const fresh = obliging();
      const { status, stdout, stderr } = await run(name, cwd, at => (at < place ? fresh : responder));
      const said = nonsense.exec(stdout + stderr)?.[0];
      const isWhole = status !== 0 || untimed(stdout) === untimed(honest.stdout);
      if (status === null || said !== undefined || !isWhole) {
        wrong.push(
          `request ${place + 1} ${fault}: ${status}, "${said}", ${isWhole}: ${stderr.slice(0, 200)}`,
        );
      }
    };
    for (const place of new Set([0, honest.came.length - 1])) {
      if (patient.includes(name)) await Promise.all(faultsFor(name).map(fault => attempt(place, fault)));
      else for (const fault of faultsFor(name)) await attempt(place, fault);
    }
    expect(wrong).toEqual([]);
  });
});
