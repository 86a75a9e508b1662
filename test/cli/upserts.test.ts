/**
 * What a service may answer to a change that can be repeated: where nobody knows whether it was carried out, that is
 * said, with the command that repeats it, and never that the address is to be checked.
 */
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

/** The answer, and the exit status. Which outcome each answer has: test/http/outcome.test.ts. */
const answers: readonly (readonly [name: string, answer: Responder, exit: number])[] = [
  ['the person', thePerson, 0],
  ['a web page', text('<h1>Welcome</h1>', 200, html), 9],
  ['an object without an id', json({}), 9],
  ['a redirect to see the person', text('', 303, { location: `/v1/subscribers/${id}` }), 9],
  ['the beginning of an object', half, 9],
  ['hanging up', hangUp, 9],
  ['silence', () => {}, 9],
  ['429', text('', 429), 6],
  ['503', text('', 503), 6],
  ['401', text('', 401), 3],
  ['422', json({ message: 'no such tag' }, 422), 5],
];

const commands = [
  'subscribers create --email ann@example.org',
  `subscribers update ${id} --email bob@example.org`,
];

it.each(answers)(
  'an upsert answered with %s ends with its exit status, and says how to repeat it',
  async (_, answer, exit) => {
    await Promise.all(
      commands.map(async line => {
        const { url } = await service(answer);
        const env = { NEWSLETTER_BASE_URL: url, NEWSLETTER_API_KEY: 'key' };
        const flags = ['--retries', '0', '--timeout', '0.5'];
        const { status, stdout, stderr } = await newsletter([...line.split(' '), ...flags], { env });
        expect({ status, hasData: stdout !== '' }, stderr).toEqual({ status: exit, hasData: exit === 0 });
        if (exit !== 9) return;
        expect(stderr).toMatch(/^error: unknown whether the subscriber was (?:created or )?updated: /);
        expect(stderr).toContain(`hint: running it again is safe: newsletter ${line} ${flags.join(' ')}\n`);
        expect(stderr).not.toContain('address:');
      }),
    );
  },
);

const run = async (answer: Responder, line: string) => {
  const { url } = await service(answer);
  return await newsletter(line.split(' '), { env: { NEWSLETTER_BASE_URL: url, NEWSLETTER_API_KEY: 'key' } });
};
const update = `subscribers update ${id} --email bob@example.org`;
const create = 'subscribers create --email ann@example.org';

it('a response with another person leaves the outcome unknown', async () => {
  const other = { id: id.replace('0b6f', 'ffff'), email: 'bob@example.org' };
  const { status, stdout, stderr } = await run(json(other), update);
  expect({ status, stdout }).toEqual({ status: 9, stdout: '' });
  expect(stderr).toContain('another record, with the id ffff1a52');
});

it('a response with the old address ends with 8', async () => {
  const { status, stderr } = await run(json({ id, email: 'ann@example.org', fields: {}, tags: [] }), update);
  expect(status).toBe(8);
  expect(stderr).toContain('expected email "bob@example.org", got "ann@example.org"');
});

it.each([
  ['bob@example.org', 'ann@example.org', 9],
  ['Ann@Bücher.example', 'ann@xn--bcher-kva.example', 0],
])('creating %s, answered with %s, ends with %i', async (sent, got, exit) => {
  const record = { id, email: got, fields: {}, tags: [] };
  const { status, stderr } = await run(json(record), `subscribers create --email ${sent}`);
  expect(status, stderr).toBe(exit);
  if (exit === 9) expect(stderr).toContain(`another person, ${got}`);
});

it('a lost response from a service that is then down leaves the outcome unknown', async () => {
  const { url, stop } = await service((request, response, seen) => {
    stop();
    hangUp(request, response, seen);
  });
  const env = { NEWSLETTER_BASE_URL: url, NEWSLETTER_API_KEY: 'key' };
  expect(await newsletter(`${create} --retries 1`.split(' '), { env })).toMatchObject({
    status: 9,
    stderr: expect.stringContaining('no response to the first attempt; then: connection refused'),
  });
});
