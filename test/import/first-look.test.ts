/** What somebody sees who tries the import for the first time. */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { recordSandbox } from '../../src/settings/own-sandbox.ts';
import { temporaryFolder } from '../support/home.ts';
import { newsletter } from '../support/program.ts';
import { account, lines } from './account.ts';

const people = lines('Email,Diet,Nothing,Status', 'a@x.org,vegan,,active', 'b@x.org,,,unsubscribed');

describe('a dry run without being signed in', () => {
  const folder = temporaryFolder(() => {});
  writeFileSync(join(folder, 'people.csv'), people);

  test('checks the file alone', async () => {
    const { status, stderr } = await newsletter(['import', 'people.csv', '--dry-run'], { cwd: folder });
    expect(status).toBe(0);
    expect(stderr).toContain('Not signed in: the file alone is checked');
    expect(stderr).toMatch(/1 {2}row left out +Status: unsubscribed 1/);
  });

  test('says first that a file is missing', async () => {
    const { status, stderr } = await newsletter(['import', 'nope.csv', '--dry-run'], { cwd: folder });
    expect(status).toBe(2);
    expect(stderr).toContain('cannot read nope.csv');
  });
});

describe('a dry run', () => {
  test('says what cannot be undone, which columns are empty, and what comes next', async () => {
    const { write, run } = await account();
    write('people.csv', people);
    const { stderr } = await run(['import', 'people.csv', '--dry-run', '--create-fields']);
    expect(stderr).toContain('1 custom field will be created, and cannot be deleted: Diet (text).');
    expect(stderr).toContain('not used: Nothing (empty)  (--map)');
    expect(stderr).toMatch(/To import into \S.*: newsletter import people.csv --create-fields/);
  });
});

test.each(['a@x.org,active\nbad,active', 'a@x.org,active\nb@x.org,unsubscribed'])(
  'of a dry run, the folder with addresses is to be deleted: %j',
  async rows => {
    const { write, run } = await account();
    write('people.csv', lines('Email,Status', rows));
    const { stderr } = await run(['import', 'people.csv', '--dry-run']);
    const [, written = ''] = /^Delete (.*) afterwards: it holds addresses$/m.exec(stderr) ?? [];
    expect(readdirSync(written)).toHaveLength(1);
    rmSync(written, { recursive: true });
    const named = await run(['import', 'people.csv', '--dry-run', '--rejects', 'r.csv']);
    expect(named.stderr).not.toContain('afterwards');
  },
);

test('where nobody is imported, a column for which a field was planned is not called empty', async () => {
  const { write, run } = await account();
  write('people.csv', lines('Email,Phone', 'bad,0123', 'worse,0444'));
  const { stderr } = await run(['import', 'people.csv', '--dry-run', '--create-fields']);
  expect(stderr).toContain('not used: Phone  (--map)');
});

test('what an import in a sandbox prints is about the own account only outside of it', async () => {
  const { sandbox, write, run } = await account();
  onTestFinished(recordSandbox(sandbox.baseUrl, () => expect.unreachable()));
  write('people.csv', lines('Email', 'a@x.org', 'bad'));
  const dry = await run(['import', 'people.csv', '--dry-run']);
  expect(dry.stderr).toContain(
    'To import into your own account, outside the sandbox: newsletter import people.csv',
  );
  const { stderr } = await run(['import', 'people.csv']);
  expect(stderr).toContain('This was the sandbox: outside it, the same commands are about your own account.');
});

test('with --quiet, an import that stops says the flags that answer', async () => {
  const { write, run } = await account();
  write('people.csv', lines('Email,Mailing', 'a@x.org,gesperrt', 'b@x.org,frei', 'c@x.org,frei'));
  const { status, stderr } = await run(['import', 'people.csv', '--quiet']);
  expect([status, stderr]).toEqual([2, expect.stringMatching(/^hint: .*--opt-out-value Mailing=gesperrt/m)]);
});

test('at a terminal, the mapping is shown once, and Ctrl-C at a prompt says that nothing was sent', async () => {
  const here = await account();
  here.write('people.csv', lines('Email,Mailing', 'a@x.org,gesperrt', 'b@x.org,frei', 'c@x.org,frei'));
  const running = here.atTerminal(['import', 'people.csv', '--dry-run']);
  await running.said(/none of these is about it/);
  running.type('\r');
  const answered = await running.ended;
  expect(answered.stderr.match(/header on line 1/g)).toHaveLength(1);
  expect(answered.stderr).toContain('opt-outs are read from: Mailing');

  const stopped = here.atTerminal(['import', 'people.csv']);
  await stopped.said(/none of these is about it/);
  stopped.type('\x03');
  const { status, stderr } = await stopped.ended;
  expect([status, here.posts()]).toEqual([130, 0]);
  expect(stderr).toContain('Stopped. Nothing was sent.');
});
