/**
 * What a service may answer to a change that can be repeated: where nobody knows whether it was carried out, that is
 * said, with what to check and the command that repeats it, and never that the address is to be checked.
 */
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { newsletter } from '../support/program.ts';
import { hangUp, json, type Responder, service, text } from '../support/service.ts';

const id = '0b6f1a52-3f0e-4d4e-9a57-7d1f3f1f2c11';
const html = { 'content-type': 'text/html' };
const half: Responder = (_request, response) => {
  response.writeHead(200, { 'content-length': '500' });
  response.write('{"id":"0b6f', () => response.destroy());
};

/** With the address that was asked for. */
const thePerson: Responder = (request, response, seen) =>
  json({ fields: {}, tags: [], ...JSON.parse(seen.body), id })(request, response, seen);

/** The answer, and the exit status. */
const answers: readonly (readonly [name: string, answer: Responder, exit: number])[] = [
  ['the person', thePerson, 0],
  ['a web page', text('<h1>Welcome</h1>', 200, html), 9],
  ['a web page, created', text('<h1>Welcome</h1>', 201, html), 9],
  ['nothing', text(''), 9],
  ['204', text('', 204), 9],
  ['half an object', text('{"id":'), 9],
  ['an object without an id', json({}), 9],
  ['a list', json([]), 9],
  ['null', json(null), 9],
  ['a page of a list', json({ data: [], meta: {} }), 9],
  ['bytes that are no text', text(Buffer.from([0x7b, 0xff, 0xfe, 0x7d])), 9],
  ['an unknown compression', text('{}', 200, { 'content-encoding': 'zstd-ng' }), 9],
  ['half a compression', text(gzipSync('{"id":1}').subarray(0, 12), 200, { 'content-encoding': 'gzip' }), 9],
  ['too deep an object', text(`${'{"a":'.repeat(600)}1${'}'.repeat(600)}`), 9],
  ['a redirect to see the person', text('', 303, { location: `/v1/subscribers/${id}` }), 9],
  ['a redirect to nowhere', text('', 302), 9],
  ['408', text('', 408), 9],
  ['499', text('', 499), 9],
  ['the beginning of an object', half, 9],
  ['hanging up', hangUp, 9],
  ['no HTTP', request => request.socket.end('garbage\r\n\r\n'), 9],
  ['silence', () => {}, 9],
  ['429', text('', 429), 6],
  ['500', text('', 500), 6],
  ['503', text('', 503), 6],
  ['401', text('', 401), 3],
  ['422', json({ message: 'no such tag' }, 422), 5],
];

const commands: readonly (readonly [line: string, check: string])[] = [
  ['subscribers create --email ann@example.org', 'subscribers get ann@example.org'],
  [`subscribers update ${id} --email bob@example.org`, `subscribers get ${id}`],
];

it.each(answers)('when it answers with %s, then what became of it is said truly', async (_, answer, exit) => {
  await Promise.all(
    commands.map(async ([line, check]) => {
      const { url } = await service(answer);
      const env = { NEWSLETTER_BASE_URL: url, NEWSLETTER_API_KEY: 'key' };
      const flags = ['--retries', '0', '--timeout', '0.5'];
      const { status, stdout, stderr } = await newsletter([...line.split(' '), ...flags], { env });
      expect({ status, hasData: stdout !== '' }, stderr).toEqual({ status: exit, hasData: exit === 0 });
      if (exit !== 9) return;
      expect(stderr).toMatch(/^error: unknown whether the subscriber was (?:created or )?updated: /);
      expect(stderr).toContain(`  to check: newsletter ${check}\n`);
      expect(stderr).toContain(`hint: running it again is safe: newsletter ${line} ${flags.join(' ')}\n`);
      expect(stderr).not.toContain('address:');
    }),
  );
});

it('a response with another person leaves the outcome unknown', async () => {
  const { url } = await service(json({ id: id.replace('0b6f', 'ffff'), email: 'bob@example.org' }));
  const env = { NEWSLETTER_BASE_URL: url, NEWSLETTER_API_KEY: 'key' };
  const line = ['subscribers', 'update', id, '--email', 'bob@example.org'];
  const { status, stdout, stderr } = await newsletter(line, { env });
  expect({ status, stdout }).toEqual({ status: 9, stdout: '' });
  expect(stderr).toContain('another record, with the id ffff1a52');
});

it('when the person comes back with the old address, then the address was not changed', async () => {
  const { url } = await service(json({ id, email: 'ann@example.org', fields: {}, tags: [] }));
  const env = { NEWSLETTER_BASE_URL: url, NEWSLETTER_API_KEY: 'key' };
  const line = ['subscribers', 'update', id, '--email', 'bob@example.org'];
  const { status, stderr } = await newsletter(line, { env });
  expect(status).toBe(8);
  expect(stderr).toContain('expected email "bob@example.org", got "ann@example.org"');
});

it.each([
  ['bob@example.org', 'ann@example.org', 9],
  ['Ann@Bücher.example', 'ann@xn--bcher-kva.example', 0],
])('when %s is created and %s comes back, then the exit status is %i', async (sent, got, exit) => {
  const { url } = await service(json({ id, email: got, fields: {}, tags: [] }));
  const env = { NEWSLETTER_BASE_URL: url, NEWSLETTER_API_KEY: 'key' };
  const { status, stderr } = await newsletter(['subscribers', 'create', '--email', sent], { env });
  expect(status, stderr).toBe(exit);
  if (exit === 9) expect(stderr).toContain(`another person, ${got}`);
});

it('a lost response from a service that is then down leaves the outcome unknown', async () => {
  const { url, stop } = await service((request, response, seen) => {
    stop();
    hangUp(request, response, seen);
  });
  const env = { NEWSLETTER_BASE_URL: url, NEWSLETTER_API_KEY: 'key' };
  const line = ['subscribers', 'create', '--email', 'ann@example.org', '--retries', '1'];
  const { status, stderr } = await newsletter(line, { env });
  expect({ status, stderr }).toEqual({
    status: 9,
    stderr: expect.stringContaining('no response to the first attempt; then: connection refused'),
  });
});

it('when the service keeps failing, then the command that checks is named', async () => {
  const { url } = await service(text('', 500));
  const env = { NEWSLETTER_BASE_URL: url, NEWSLETTER_API_KEY: 'key' };
  const line = ['subscribers', 'create', '--email', 'ann@example.org', '--retries', '0'];
  const { status, stderr } = await newsletter(line, { env });
  expect({ status, stderr }).toEqual({
    status: 6,
    stderr: expect.stringContaining('to check: newsletter subscribers get ann@example.org'),
  });
});
