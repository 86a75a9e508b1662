/** Where CI is set, others can read the log: no message there shows an address whole, and data on stdout is never masked. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { account } from '../support/account.ts';
import { lines, obliging } from '../support/every-command.ts';
import { facing } from '../support/facing.ts';
import { temporaryFolder } from '../support/home.ts';
import { newsletter } from '../support/program.ts';
import { commands } from '../support/tree.ts';

/** In every text that the service sends. */
const local = 'annabelle.smith';
const address = `${local}@example.org`;
const texts = ['name', 'subject', 'preview'];

/** Every text of a record names the address. */
const revealing = (record: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(record).map(([key, value]) => [
      key,
      key === 'email' || key === 'email_address'
        ? address
        : texts.includes(key)
          ? `${String(value)} ${address}`
          : value,
    ]),
  );

describe.each(commands.filter(({ name }) => lines[name] !== undefined))('in CI, $name', ({ name }) => {
  it.each([['json'], ['table']])('shows no address in the messages beside %s', async format => {
    const words = (lines[name] ?? []).map(word => (word.includes('@') ? address : word));
    const line = [...name.split(' '), ...words, '-o', format, '--verbose'];
    const { stderr } = await facing(obliging(revealing), line, { env: { CI: 'true' } });
    expect(stderr).not.toContain(local);
  });
});

/** A list with a row to reject, one without consent, and one twice. */
const people = `email,city,status
${address},Oslo,active
annabelle.smith at example.org,Rome,active
annabelle.smith@example.com,Rome,unsubscribed
Annabelle.Smith@example.org,Bergen,active
`;

async function prepared() {
  const here = await account();
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'people.csv'), people);
  const env = { ...here.env, CI: 'true' };
  return { cwd, run: (line: string) => newsletter(line.split(' '), { cwd, env }) };
}

describe('in CI', () => {
  it.each([
    'import people.csv --dry-run --create-fields',
    'import people.csv --create-fields --yes',
    'sync people.csv --name customers --dry-run --create-fields',
    'sync people.csv --name customers --yes --create-fields --max-rejects 9',
    `subscribers update ${address} --add-tag vip`,
    `subscribers update --from people.csv --email-column email --add-tag vip --yes`,
  ])('the plan, examples, reasons and differences of %s are masked', async line => {
    const { run } = await prepared();
    const { stderr } = await run(line);
    expect(stderr).not.toBe('');
    expect(stderr.toLowerCase()).not.toContain(`${local}@`);
  });

  it('an error masks addresses, and no command with a masked address is offered to be run', async () => {
    const { run } = await prepared();
    const { stderr } = await run('subscribers get nobody.here@example.org -o json');
    expect(stderr).not.toContain('nobody.here');
    expect(JSON.parse(stderr).error.message).toContain('n***@example.org');
  });

  it('--show-addresses shows them', async () => {
    const { run } = await prepared();
    const { stderr } = await run('subscribers get nobody.here@example.org --show-addresses');
    expect(stderr).toContain('nobody.here@example.org');
  });

  it('data on stdout is not masked', async () => {
    const { run } = await prepared();
    await run('import people.csv --create-fields --yes');
    const { stdout } = await run('subscribers list --all --fields email');
    expect(stdout).toContain(address);
  });
});

it('outside CI, messages show addresses', async () => {
  const here = await account();
  const { stderr } = await here.run('subscribers get nobody.here@example.org');
  expect(stderr).toContain('nobody.here@example.org');
});
