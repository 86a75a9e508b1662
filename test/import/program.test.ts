import { spawn } from 'node:child_process';
import { closeSync, constants, existsSync, openSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { namedPipe } from '../support/home.ts';
import { limit } from '../support/load.ts';
import type { Ended } from '../support/run.ts';
import { account, lines, summaryOf } from './account.ts';

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

/** What import.md promises, typed a second time. */
const summaryKeys = words(`
  file rows accepted duplicates rejected suppressed created updated skipped failed unknown not_sent unchanged
  compared not_compared verified run account jobs mapping ignored_columns ignored reasons suppressions
  risks warnings files rejects_file rejects_files left_out_file shard resumed dry_run elapsed_seconds`);
const jobKeys = words('id status rows total_count created_count updated_count skipped_count error_message');
const good = lines(
  'Email,City,Status,Note',
  'a@x.org,Oslo,active,n',
  'b@x.org,Rome,active,',
  'A@x.org,,active,',
);
const mixed = `${good}bad,,active,\ngone@x.org,,unsubscribed,\n`;

const errorOf = ({ stderr }: Ended) => JSON.parse(stderr.trim().split('\n').at(-1) ?? '').error;

describe('the summary', () => {
  test('the JSON summary has exactly the promised keys, and adds up', async () => {
    const { run, write, emails } = await account();
    const ended = await run(['import', write('people.csv', mixed), '--output', 'json']);
    const summary = summaryOf(ended);
    expect(Object.keys(summary)).toEqual(summaryKeys);
    const [job] = summary.jobs;
    expect(Object.keys(job ?? {})).toEqual(jobKeys);
    expect(summary).toMatchObject({
      rows: 5,
      accepted: 2,
      duplicates: 1,
      rejected: 1,
      suppressed: 1,
      created: 2,
      updated: 0,
      skipped: 0,
      failed: 0,
      unknown: 0,
      mapping: { Email: 'email', City: 'fields.city', Status: 'status' },
      ignored_columns: ['Note'],
      reasons: [{ code: 'invalid_email', column: 'Email', count: 1, example: null, line: 5 }],
      resumed: false,
      dry_run: false,
      file: expect.stringContaining('people.csv'),
      rejects_file: expect.stringContaining('.rejects.csv'),
    });
    expect(ended.status).toBe(8);
    expect(errorOf(ended)).toMatchObject({ code: 'partly_done', exit: 8 });
    expect(await emails()).toEqual(['a@x.org', 'b@x.org']);
  });
});

describe('the exit status', () => {
  test('--allow-rejects makes rejected rows a success', async () => {
    const { run, write } = await account();
    expect((await run(['import', write('people.csv', mixed), '--allow-rejects'])).status).toBe(0);
  });

  test('a wrong key is exit 3, and leaves no file behind', async () => {
    const { run, write, folder } = await account();
    const ended = await run(['import', write('people.csv', mixed)], {
      env: { NEWSLETTER_API_KEY: 'wrong' },
    });
    expect(ended.status).toBe(3);
    expect(readdirSync(folder).filter(name => name !== 'config')).toEqual(['people.csv']);
  });

  test.each([
    ['--batch-size', '0'],
    ['--concurrency', '-1'],
    ['--delimiter', 'ab'],
    ['--duplicates', 'some'],
    ['--tag-id', 'vip'],
    ['--date-format', 'nonsense'],
    ['--encoding', 'klingon'],
  ])('%s %j is exit 2', async (flag, value) => {
    const { run, write, posts } = await account();
    expect((await run(['import', write('people.csv', good), `${flag}=${value}`])).status).toBe(2);
    expect(posts()).toBe(0);
  });
});

describe('flags', () => {
  test('flags of all kinds have their effect together', async () => {
    const { run, write, people, call, at } = await account();
    const tag = await call('POST', '/v1/tags', { name: 'by id' });
    write('people.csv', 'Wer;Ort;Status;Seit\na@x.org;Oslo;Kunde;03/04/2024\nbad;;;\n');
    const columns = '--map Wer=email --map Ort=fields.city --map Seit=Birthday --no-status-column';
    const reading = '--date-format DD/MM/YYYY --delimiter ;';
    const others = `--tag Moved --tag-id ${tag.id} --rejects out.csv --report report.ndjson -o json`;
    const ended = await run(words(`import people.csv ${columns} ${reading} ${others}`));
    expect(ended.status).toBe(8);
    expect(await people()).toEqual([
      {
        email: 'a@x.org',
        fields: { city: 'Oslo', birthday: '2024-04-03' },
        tags: expect.arrayContaining(['Moved', 'by id']),
      },
    ]);
    expect(readFileSync(at('out.csv'), 'utf8')).toContain('invalid_email');
    expect(JSON.parse(readFileSync(at('report.ndjson'), 'utf8'))).toMatchObject({
      line: 3,
      code: 'invalid_email',
    });
  });

  test('a dry run shows the people who would be sent, each once', async () => {
    const { run, write, call } = await account();
    await call('POST', '/v1/subscribers', { email: 'same@x.org' });
    const marked =
      'Email,Status\nsame@x.org,active\ngone@x.org,active\ntwice@x.org,active\nTWICE@x.org,active\n';
    const files = [write('a.csv', marked), write('b.csv', lines('Email,Status', 'gone@x.org,unsubscribed'))];
    const { stderr } = await run(['import', ...files, '--dry-run']);
    const shown = /would be sent:\n((?: {2}.*\n)*)/.exec(stderr)?.[1];
    expect(shown?.trim(), stderr).toBe('a.csv:4: {"email":"twice@x.org"}');
    expect(stderr).toContain('Would import 1 subscriber.');
    const json = await run(['import', ...files, '--dry-run', '-o', 'json']);
    const [request, ...others] = JSON.parse(json.stdout).requests;
    expect(request.body).toEqual({ subscribers: [{ email: 'twice@x.org' }] });
    expect(others).toEqual([]);
  });
});

describe('standard input', () => {
  test.each([
    ['plain', good],
    ['gzipped', gzipSync(good)],
  ])('a %s list on stdin is imported, and no copy stays', async (_what, stdin) => {
    const { run, emails, isThere, settings } = await account();
    const ended = await run(['import', '-', '-o', 'json'], { stdin });
    expect(ended.status).toBe(0);
    expect(summaryOf(ended)).toMatchObject({ file: '-', accepted: 2, created: 2 });
    expect(await emails()).toEqual(['a@x.org', 'b@x.org']);
    expect(readdirSync(join(settings, 'imports'))).toEqual([]);
    expect(isThere('stdin.rejects.csv')).toBe(false);
  });

  test('rejects of stdin are in a private file of this folder', async () => {
    const { run, at } = await account();
    expect((await run(['import', '-'], { stdin: mixed })).status).toBe(8);
    expect(statSync(at('stdin.rejects.csv')).mode & 0o777).toBe(0o600);
  });

  test('named pipes, as in <(…), are read like stdin, one of them as the list of --suppress', async () => {
    const { run, write, at, emails } = await account();
    const fill = (pipe: string, text: string) => {
      const words = ['-c', 'cat "$0" > "$1"', write(`${pipe}.csv`, text), namedPipe(at(pipe))];
      const writer = spawn('sh', words, { timeout: limit(20) });
      onTestFinished(() => void writer.kill());
    };
    fill('pipe', mixed);
    fill('gone', 'b@x.org\n');
    const ended = await run(['import', 'pipe', '--suppress', 'gone', '-o', 'json']);
    expect(ended.status).toBe(8);
    expect(summaryOf(ended)).toMatchObject({ file: '-', created: 1, rejects_file: 'stdin.rejects.csv' });
    expect(await emails()).toEqual(['a@x.org']);
  });

  test('empty stdin is an error', async () => {
    const { run, settings } = await account();
    const ended = await run(['import', '-', '-o', 'json']);
    expect(errorOf(ended)).toMatchObject({ code: 'empty_file', message: 'stdin is empty' });
    expect(readdirSync(join(settings, 'imports'))).toEqual([]);
  });

  test.each([
    ['blank lines', '\n\n', 'stdin has no rows'],
    ['an error', 'connection refused\n', 'no column looks like email addresses, and there are no rows'],
  ])('%s on stdin are no list', async (_what, stdin, message) => {
    const { run, posts } = await account();
    const ended = await run(['import', '-', '-o', 'json'], { stdin });
    expect(errorOf(ended).message).toBe(message);
    expect(posts()).toBe(0);
  });
});

describe('Ctrl-C', () => {
  test('Ctrl-C while a file is checked leaves no file behind', async () => {
    const { interrupted, write, posts, folder, sandbox } = await account();
    const people = Array.from({ length: 1_500_000 }, (_, i) => `p${i}@x.org`).join('\n');
    const path = write('people.csv', `Email\nbad\n${people}\n`);
    const ended = await interrupted(['import', path], {
      when: () => sandbox.requests()['GET /v1/fields'] === 1,
      signal: 'SIGINT',
    });
    expect(ended.status).toBe(130);
    expect(posts()).toBe(0);
    expect(readdirSync(folder).filter(name => name !== 'config')).toEqual(['people.csv']);
  });

  test('Ctrl-C while a pipe is silent ends the import at once', async () => {
    const { interrupted, at, settings } = await account();
    namedPipe(at('pipe'));
    const writer = openSync(at('pipe'), constants.O_RDWR | constants.O_NONBLOCK);
    onTestFinished(() => closeSync(writer));
    const copies = join(settings, 'imports');
    const ended = await interrupted(['import', at('pipe')], {
      when: () => existsSync(copies) && readdirSync(copies).some(name => name.startsWith('stdin-')),
      signal: 'SIGINT',
    });
    expect(ended.status).toBe(130);
    expect(readdirSync(copies)).toEqual([]);
  });
});
