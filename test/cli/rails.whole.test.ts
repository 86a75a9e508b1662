/**
 * Rails, the hardest way: every command and every spelling of a request, with every source of settings; a service writes
 * down what arrives. With `allow = read` nothing that writes does, with `draft` nothing that changes the audience.
 */
import { describe, expect, it } from 'vitest';
import { lines } from '../support/every-command.ts';
import { attempt, names, ways } from '../support/rails.ts';
import { commands } from '../support/tree.ts';

const asking = commands.filter(({ name }) => lines[name] !== undefined);
const writing = asking.filter(
  ({ name, spec }) => name !== 'api' && spec.requests.some(request => !/^(get|list)/.test(request)),
);

describe.each(['read', 'draft'])('allow = %s', level => {
  it.each(asking.map(({ name }, at) => [name, names[at % names.length] ?? '', at] as const))(
    '"%s" sends nothing beyond it, set by %s',
    async (name, source, at) => {
      const words = [...name.split(' '), ...(lines[name] ?? [])];
      const yes = words.includes('--yes') ? [] : ['--yes'];
      const { sent, status, stderr } = await attempt(
        [...words, ...yes],
        level,
        source,
        ways[at % ways.length],
      );
      const writes = sent.filter(one => level === 'read' || !one.startsWith('PATCH /v1/emails/'));
      expect(writes, stderr).toEqual([]);
      expect(sent.filter(one => one.endsWith('/send'))).toEqual([]);
      expect(status, stderr).not.toBe(1);
    },
  );
});

it.each(names)('allow = read set by %s ends a write with exit 3, naming who set it', async source => {
  const { status, stderr } = await attempt(['tags', 'create', '--name', 'x'], 'read', source);
  expect(status, stderr).toBe(3);
  const who = {
    flag: '--allow',
    environment: 'NEWSLETTER_ALLOW',
    folder: '.newsletterrc.json',
    profile: 'profile default',
  };
  expect(stderr).toContain('not allowed');
  expect(stderr).toContain(`set by `);
  expect(stderr).toContain(who[source as keyof typeof who]);
});

it('without a rail, a write arrives', async () => {
  expect(writing.length).toBeGreaterThan(12);
  const { sent } = await attempt(['tags', 'create', '--name', 'x'], 'all', 'flag');
  expect(sent).toEqual(['POST /v1/tags']);
});

const uuid = '7c9e6679-7425-40de-944b-000000000000';
const paths = [
  '/v1/subscribers',
  'v1/subscribers',
  '//v1/subscribers',
  '/v1//subscribers',
  '/v1/../v1/subscribers',
  '/V1/Subscribers',
  '/v1/%73ubscribers',
  `/v1/emails/..%2Fsubscribers%2F${uuid}`,
  `/v1/emails/../subscribers/${uuid}`,
  `/v1/emails/${uuid}/send`,
  `/v1/emails/${uuid}/send/`,
  `/v1/emails/${uuid}%2Fsend`,
  `/v1/emails/${uuid}/SEND?x=1`,
  '/v1/subscribers?_method=PATCH',
  '/v1/subscribers;a=b',
  '/v1/account',
  '/v1/groups',
  '/v1/unknown',
];
const methods = ['POST', 'PUT', 'PATCH', 'DELETE', 'patch', 'OPTIONS', 'GET'];

describe('api', () => {
  it.each(methods)('%s with any spelling of a path changes no subscribers', async method => {
    for (const [at, path] of paths.entries()) {
      for (const level of ['read', 'draft']) {
        const body =
          method === 'GET'
            ? ['--header', 'X-HTTP-Method-Override: DELETE']
            : ['--data', '{"email":"a@b.org"}'];
        const { sent, stderr } = await attempt(
          ['api', method, path, ...body, '--yes'],
          level,
          names[at % 2] ?? '',
        );
        expect(sent, `${method} ${path}: ${stderr}`).toEqual([]);
      }
    }
  });

  it('PATCH of an email by its plain path arrives under draft', async () => {
    const { sent, status, stderr } = await attempt(
      ['api', 'PATCH', `/v1/emails/${uuid}`, '--data', '{"subject":"A"}'],
      'draft',
      'flag',
    );
    expect(sent, stderr).toEqual([`PATCH /v1/emails/${uuid}`]);
    expect(status).toBe(0);
  });
});
