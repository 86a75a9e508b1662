/** `--mask`: addresses are for reading in all that a command prints, and are refused where they would be data. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { viewsOf } from '../../src/cli/command.ts';
import { account } from '../support/account.ts';
import { testClock } from '../support/clock.ts';
import { lines, obliging, prepareFiles } from '../support/every-command.ts';
import { temporaryFolder } from '../support/home.ts';
import { newsletter } from '../support/program.ts';
import { service } from '../support/service.ts';
import { commands } from '../support/tree.ts';

/** In every text that the service sends. */
const own = 'annabelle.smith';
const address = `${own}@example.org`;

const printing = commands.filter(
  ({ name, spec }) => lines[name] !== undefined && viewsOf(spec).length > 0 && !spec.keepsAddresses,
);

async function run(name: string, more: readonly string[], terminal: readonly ('stdout' | 'stderr')[] = []) {
  const cwd = temporaryFolder();
  const { url } = await service(
    obliging(record =>
      Object.fromEntries(
        Object.entries(record).map(([key, value]) => [
          key,
          key === 'email' || key === 'email_address'
            ? address
            : ['name', 'subject', 'preview'].includes(key)
              ? `${String(value)} ${address}`
              : value,
        ]),
      ),
    ),
  );
  prepareFiles(cwd, url);
  const env = {
    NEWSLETTER_BASE_URL: url,
    NEWSLETTER_API_KEY: 'key',
    NEWSLETTER_RETRIES: '0',
    NEWSLETTER_CONFIG_DIR: join(cwd, 'settings'),
  };
  const words = (lines[name] ?? []).map(word => (word.includes('@') ? address : word));
  return await newsletter([...name.split(' '), ...words, ...more], {
    cwd,
    env,
    terminal,
    clock: testClock(),
  });
}

describe.each(printing)('$name', ({ name }) => {
  it.each([['json'], ['table'], ['csv']])(
    'when addresses are masked in %s, then none is whole',
    async format => {
      const { stdout, stderr, status } = await run(name, ['--mask', '-o', format, '--verbose']);
      expect(stdout + stderr).not.toContain(own);
      if (format === 'json' && status === 0 && stdout.startsWith('{')) JSON.parse(stdout);
    },
  );

  it('when it is a terminal, then neither', async () => {
    const { stdout, stderr } = await run(name, ['--mask'], ['stdout', 'stderr']);
    expect(stdout + stderr).not.toContain('annabelle');
  });
});

it('when a command prints no records, or writes addresses that are used again, then it refuses --mask', async () => {
  const refusing = commands.filter(({ spec }) => viewsOf(spec).length === 0 || spec.keepsAddresses);
  expect(refusing.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['import', 'sync', 'emails pull', 'emails export', 'token', 'completion']),
  );
  for (const { name } of refusing.filter(each => lines[each.name] !== undefined)) {
    const { status, stderr } = await run(name, ['--mask']);
    expect([status, stderr]).toEqual([2, expect.stringMatching(/--mask is not supported/)]);
  }
});

describe('a masked export', () => {
  it.each(['csv', 'ndjson', 'json'])('when it is %s, then its file has no whole address', async format => {
    const here = await account();
    const cwd = temporaryFolder();
    await here.call('POST', '/v1/subscribers', { email: address, tags: [] });
    const file = join(cwd, `people.${format}`);
    expect((await here.run(['subscribers', 'export', file, '--mask'])).status).toBe(0);
    const text = readFileSync(file, 'utf8');
    expect(text).toContain('a***@example.org');
    expect(text).not.toContain(own);
  });

  it('when it is imported, then each row is rejected, with the reason', async () => {
    const here = await account();
    const cwd = temporaryFolder();
    await here.call('POST', '/v1/subscribers', { email: address, tags: [] });
    await here.run(['subscribers', 'export', 'people.csv', '--mask'], { cwd });
    const before = here.writes();
    const { status, stdout } = await here.run(
      ['import', 'people.csv', '--yes', '-o', 'json', '--show-addresses'],
      { cwd },
    );
    const summary = JSON.parse(stdout);
    expect([status, summary.accepted]).toEqual([8, 0]);
    expect(summary.reasons[0]).toMatchObject({ code: 'invalid_email' });
    expect(readFileSync(join(cwd, 'people.csv.rejects.csv'), 'utf8')).toContain('masked (--mask)');
    expect(here.writes()).toBe(before);
  });

  it('when a masked address is named, then nobody is created or looked for', async () => {
    const here = await account();
    const before = here.writes();
    for (const line of [
      'subscribers create --email a***@example.org',
      'subscribers get a***@example.org',
      'subscribers update a***@example.org --add-tag x',
    ]) {
      const { status, stderr } = await here.run(line);
      expect([status, stderr]).toEqual([2, expect.stringContaining('is a masked address')]);
    }
    expect(here.writes()).toBe(before);
  });
});

it('when people are to be fixed from a file, then their addresses are not masked in it', async () => {
  const here = await account();
  const { status, stderr } = await here.run('subscribers check --fixes fixes.csv --mask');
  expect([status, stderr]).toEqual([2, expect.stringContaining('--mask cannot be combined with --fixes')]);
});

it('when a response of api is masked, then JSON stays JSON, and text is masked too', async () => {
  const { url } = await service((_, response) => response.end(`<p>${address}</p>`));
  const env = { NEWSLETTER_BASE_URL: url, NEWSLETTER_API_KEY: 'key' };
  expect((await newsletter(['api', '/v1/x', '--mask'], { env })).stdout).toBe('<p>a***@example.org</p>\n');
  const json = await service((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ note: `mail:\n${address}`, id: 1 }));
  });
  const { stdout } = await newsletter(['api', '/v1/x', '--mask', '-o', 'json'], {
    env: { ...env, NEWSLETTER_BASE_URL: json.url },
  });
  expect(JSON.parse(stdout)).toEqual({ note: 'mail:\na***@example.org', id: 1 });
});

it('when an error names an address, then it is masked, and no command with it is offered to be run', async () => {
  const here = await account();
  const { stderr } = await here.run('subscribers get nobody.here@example.org --mask -o json');
  expect(stderr).not.toContain('nobody.here');
  expect(JSON.parse(stderr).error.message).toContain('n***@example.org');
});
