/**
 * Rails, the hardest way: every command, with every source of settings; a service writes down what arrives. With
 * `allow = read` nothing that writes does, with `draft` nothing that changes the audience. Requests of every spelling:
 * test/http/rails.test.ts.
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
