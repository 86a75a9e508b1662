import { describe, expect, it } from 'vitest';
import { type Account, account, draft } from '../support/account.ts';
import { temporaryFolder } from '../support/home.ts';

/** Every write there is, as it would be typed; `<email>` stands for a draft, `<tag>` for a tag's id. */
const writes: readonly string[][] = [
  ['account update --name Other'],
  ['groups create --name Readers'],
  ['emails update <email> --subject Other'],
  ['emails update <email> --group Members'],
  ['emails send <email> --yes'],
  ['subscribers create --email ann@example.org --field orders=3'],
  ['subscribers update emma@example.org --add-tag press'],
  ['fields create --name Shoe --kind number'],
  ['fields update city --name Town'],
  ['tags create --name Readers'],
  ['tags update <tag> --name Readers'],
];

async function prepared(): Promise<{ here: Account; fill: (line: string) => string }> {
  const here = await account();
  await here.call('POST', '/v1/subscribers', { email: 'emma@example.org' });
  const tag = await here.call('POST', '/v1/tags', { name: 'old' });
  const email = await here.emailId(draft);
  return { here, fill: line => line.replace('<email>', email).replace('<tag>', String(tag.id)) };
}

describe('every write', () => {
  it.each(writes)(
    'when "%s" expects another account, then nothing but the account is asked for',
    async line => {
      const { here, fill } = await prepared();
      const before = here.requests();
      const env = { NEWSLETTER_EXPECT_ACCOUNT: 'somebody-else' };
      expect(await here.run(fill(line), { env })).toMatchObject({
        status: 3,
        stdout: '',
        stderr: expect.stringContaining('these credentials belong to slow-carriage, not to somebody-else'),
      });
      expect(here.requests()).toBe(before + 1);
      expect(here.sandbox.requests()['GET /v1/account']).toBe(1);
    },
  );
});

describe('the expected account', () => {
  it('the expected account, by slug or id, lets the write through', async () => {
    const { call, run, writes: count } = await account();
    const { id } = await call('GET', '/v1/account');
    expect((await run(`groups create --name A --expect-account ${id}`)).status).toBe(0);
    expect(await run('tags create --name B --expect-account slow-carriage')).toMatchObject({
      status: 0,
      stderr: '',
    });
    expect(count()).toBe(2);
  });

  it('the expected account of a profile needs no flag', async () => {
    const { run, writes: count } = await account();
    const env = { NEWSLETTER_CONFIG_DIR: temporaryFolder() };
    await run('config set expect-account nobody', { env });
    expect((await run('groups create --name A', { env })).status).toBe(3);
    expect(count()).toBe(0);
  });
});
