import { describe, expect, it } from 'vitest';
import { account, draft, wordsOf } from '../support/account.ts';
import { newsletter } from '../support/program.ts';
import { json, service } from '../support/service.ts';

const lines = (text: string) => text.trimEnd().split('\n');

describe('a list of seven on pages of three', () => {
  const seven = () => account({ subscribers: 7, pageSize: 3 });
  const list = 'subscribers list --fields email';

  it.each([
    ['', 3, `3 of 7 shown; all: --all\nnext page: newsletter ${list} --page 2\n`],
    [' --page 2', 3, `3 of 7 shown\nnext page: newsletter ${list} --page 3\n`],
    [' --page=2', 3, `3 of 7 shown\nnext page: newsletter ${list} --page 3\n`],
    [' --page 3', 1, '1 of 7 shown\n'],
    [' --page 9', 0, '0 of 7 shown\n'],
    [' --page 9 -o ndjson', 0, '0 of 7 shown\n'],
    [' --per-page 2', 2, `2 of 7 shown; all: --all\nnext page: newsletter ${list} --per-page 2 --page 2\n`],
    [' --limit 5', 5, '5 of 7 shown; all: --all\n'],
    [' --limit 50', 7, ''],
    [' --all', 7, ''],
    [
      ' --param per_page=1',
      1,
      `1 of 7 shown; all: --all\nnext page: newsletter ${list} --param per_page=1 --page 2\n`,
    ],
  ])('"%s" shows %d', async (flags, count, said) => {
    const { run } = await seven();
    const { status, stdout, stderr } = await run(list + flags);
    expect({ status, stderr }).toEqual({ status: 0, stderr: said });
    expect(new Set(lines(stdout).filter(Boolean)).size).toBe(count);
  });

  it('a list of one page is one request', async () => {
    const { run, requests } = await seven();
    await run(list);
    expect(requests()).toBe(1);
  });

  it.each([
    ['--page 2 --all', '--page cannot be combined'],
    ['--page 2 --limit 3', '--page cannot be combined'],
    ['--page 0', 'invalid value "0" for --page: expected a whole number from 1'],
    ['--limit many', 'invalid value "many" for --limit'],
    ['--per-page 1.5', 'invalid value "1.5" for --per-page'],
    ['--param colour', 'invalid --param "colour": expected key=value'],
    ['people', "too many arguments for 'list'"],
  ])('a list with %s is a usage error', async (flags, said) => {
    const { run } = await seven();
    expect(await run(`${list} ${flags}`)).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining(said),
    });
  });

  it('--envelope says which page of a list it is', async () => {
    const { json: read } = await seven();
    expect(await read('subscribers list --envelope --page 2 --json=id')).toEqual({
      data: [1, 2, 3].map(() => ({ id: expect.any(String) })),
      meta: expect.objectContaining({ current_page: 2, total: 7 }),
    });
  });
});

it('a service that ignores the page parameter ends a list with an error, not with repeats', async () => {
  const { url, seen } = await service(
    json({ data: [{ id: '1', name: 'a' }], meta: { current_page: 1, per_page: 1, total: 2, last_page: 2 } }),
  );
  const env = { NEWSLETTER_BASE_URL: url, NEWSLETTER_API_KEY: 'key' };
  const run = await newsletter(wordsOf('groups list --all --fields name'), { env });
  expect(run).toMatchObject({ status: 1, stdout: 'a\n' });
  expect(run.stderr).toMatch(/returned page 1\nhint: newsletter config set page-param /);
  expect(seen).toHaveLength(2);
});

describe('a table', () => {
  it('names of people and times of emails have columns', async () => {
    const { run, call } = await account();
    await call('POST', '/v1/subscribers', { email: 'a@example.org', fields: { first_name: 'Ada' } });
    const { stdout } = await run('subscribers list -o table --all', { columns: 200 });
    expect(stdout).toMatch(/^a@example\.org +Ada/m);
    // Addresses are not cut.
    expect(stdout).toContain('ifeoma.okafor@nordpost.example');
    expect((await run('emails list -o table --all')).stdout).toMatch(/^The winter .*scheduled +in 2 d/m);
    expect((await run('emails list --all -o tsv')).stdout.split('\n')[0]?.split('\t')).toHaveLength(8);
  });

  it('an email is shown with the name of its group', async () => {
    const { run, emailId } = await account();
    const shown = await run(`emails get ${await emailId(draft)} -o table`);
    expect(shown.stdout).toMatch(/^group +Everyone$/m);
    expect((await run(`emails get ${await emailId(draft)} -o json`)).stdout).not.toContain('Everyone');
  });
});
