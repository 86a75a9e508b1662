import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { account, lines, records } from '../account.ts';

/** Spellings of one address. */
const spellings = [
  (n: number) => `p${n}@bücher.example.org`,
  (n: number) => `P${n}@BÜCHER.Example.ORG`,
  (n: number) => `mailto:p${n}@xn--bcher-kva.example.org`,
  (n: number) => `Somebody <p${n}@bücher.example.org>`,
  (n: number) => `\u200b p${n}@xn--bcher-kva.example.org\u00a0`,
] as const;
const address = fc
  .tuple(fc.nat(12), fc.nat(spellings.length - 1))
  .map(([n, how]) => spellings[how]?.(n) ?? '');
const row = fc.oneof(
  { weight: 6, arbitrary: address.map(text => `"${text}",subscribed`) },
  { weight: 1, arbitrary: address.map(text => `"${text}",unsubscribed`) },
  { weight: 1, arbitrary: address.map(text => `"${text}",bounced,too,many`) },
  { weight: 1, arbitrary: fc.nat(99).map(n => `p${n} at x.org,subscribed`) },
);
const counts = ['rows', 'accepted', 'duplicates', 'rejected', 'suppressed'] as const;

async function isTheSame(rows: readonly string[], of: number): Promise<void> {
  const text = lines('Email,Status', ...rows);
  const [whole, divided] = [await account(), await account()];
  try {
    const { summary: expected } = await whole.loadText(text, { wait: true });
    const summaries: string[] = [];
    for (let share = 1; share <= of; share++) {
      const summary = divided.at(`summary.${share}.json`);
      const rejects = divided.at(`rejects.${share}.csv`);
      await divided.loadText(text, { wait: true, shard: { share, of }, summary, rejects });
      summaries.push(summary);
    }
    const merged = await divided.run(['imports', 'merge', ...summaries, '-o', 'json']);
    const sums = JSON.parse(merged.stdout);
    for (const count of counts) expect(sums[count], count).toBe(expected[count]);
    expect(sums).toMatchObject({ missing: [], created: expected.created, failed: 0, unknown: 0 });
    expect(merged.status).toBe(expected.rejected > 0 ? 8 : 0);
    expect((await divided.emails()).map(email => email.toLowerCase()).sort()).toHaveLength(expected.created);
    const rejected = sums.rejects_files.flatMap((path: string) => records(readFileSync(path, 'utf8')));
    expect(rejected).toHaveLength(expected.rejected + expected.suppressed);
  } finally {
    await Promise.all([whole.sandbox.close(), divided.sandbox.close()]);
  }
}

/** Two shares of a list, imported, and their summaries. */
async function twoShares(of = 2, list = lines('Email', 'a@x.org', 'b@x.org', 'c@x.org', 'bad')) {
  const target = await account();
  target.write('people.csv', list);
  for (let share = 1; share <= of; share++) {
    await target.run([
      'import',
      'people.csv',
      '--shard',
      `${share}/${of}`,
      '--summary',
      `summary.${share}-of-${of}.json`,
    ]);
  }
  const merge = async (...names: string[]) => {
    const ended = await target.run(['imports', 'merge', ...names, '-o', 'json']);
    const error = ended.stderr === '' ? undefined : JSON.parse(ended.stderr).error;
    return {
      status: ended.status,
      error,
      merged: ended.stdout === '' ? undefined : JSON.parse(ended.stdout),
    };
  };
  const change = (name: string, as: string, changes: object) =>
    writeFileSync(
      target.at(as),
      JSON.stringify({ ...JSON.parse(readFileSync(target.at(name), 'utf8')), ...changes }),
    );
  return { ...target, merge, change };
}

test('when a list is divided, then the shares do what one import of it would have done', async () => {
  const lists = fc.array(row, { minLength: 1, maxLength: 40 });
  const property = fc.asyncProperty(lists, fc.integer({ min: 1, max: 5 }), isTheSame);
  await fc.assert(property, { numRuns: 12 });
}, 60_000);

test('when a share writes files, then all have its share in their names, but the summary is called as said', async () => {
  const { run, write, folder, settings } = await account({ importSeconds: 30 });
  write('people.csv', lines('Email', 'a@x.org', 'b@x.org', 'c@x.org', 'd@x.org', 'bad', 'worse', 'no'));
  const options = ['--rejects', 'left.csv', '--report', 'report.ndjson'];
  for (const share of ['1/2', '2/2']) {
    const summary = `sum-${share.charAt(0)}.json`;
    const more = ['--save-mapping', 'map.json', '--wait-timeout', '0.1', '--summary', summary];
    await run(['import', 'people.csv', '--shard', share, ...options, ...more]);
  }
  const own = ['left.1-of-2.csv', 'map.1-of-2.json', 'report.1-of-2.ndjson'];
  const expected = [
    ...own,
    ...own.map(name => name.replace('1-of', '2-of')),
    'people.csv',
    'sum-1.json',
    'sum-2.json',
  ].sort();
  expect(readdirSync(folder).filter(name => name !== 'config')).toEqual(expected);
  const journals = readdirSync(`${settings}/imports`).filter(name => name.endsWith('.journal'));
  expect(journals.map(name => name.replace(/^\w+/, '')).sort()).toEqual([
    '.1-of-2.journal',
    '.2-of-2.journal',
  ]);
});

test('when --summary names the summary of another share, then that is kept, and nothing is sent', async () => {
  const { run, write, at, posts } = await account();
  write('people.csv', lines('Email', 'a@x.org', 'b@x.org', 'c@x.org', 'd@x.org'));
  const share = (i: number) => ['import', 'people.csv', '--shard', `${i}/2`, '--summary', 's.json'];
  await run(share(1));
  const [before, sent] = [readFileSync(at('s.json'), 'utf8'), posts()];
  const { status, stderr } = await run(share(2));
  expect([status, posts(), readFileSync(at('s.json'), 'utf8')]).toEqual([2, sent, before]);
  expect(stderr).toContain('s.json is the summary of shard 1 of 2');
  expect(stderr).toContain('each shard needs its own: --summary s.2-of-2.json');
  expect((await run(share(1))).status).not.toBe(2);
});

test('when --summary names a file that is no summary, then it is kept, and nothing is sent', async () => {
  const { run, write, at, posts } = await account();
  const path = write('people.csv', lines('Email', 'a@x.org'));
  write('notes.txt', 'mine');
  for (const name of ['notes.txt', 'people.csv']) {
    expect((await run(['import', path, '--summary', name])).status).toBe(2);
  }
  expect(readFileSync(at('notes.txt'), 'utf8')).toBe('mine');
  expect(posts()).toBe(0);
});

describe('imports merge', () => {
  test('when a share is missing, then it is named, the others are added up, and the exit status is 8', async () => {
    const { merge } = await twoShares(3);
    const { status, error, merged } = await merge('summary.1-of-3.json', 'summary.3-of-3.json');
    expect(status).toBe(8);
    expect(merged).toMatchObject({ of: 3, missing: [2] });
    expect(JSON.stringify(error)).toContain('shard 2 of 3 is missing');
    expect(error.hint).toContain('newsletter import people.csv --shard 2/3');
  });

  test('when a share comes twice, then both files are named', async () => {
    const { merge, change } = await twoShares();
    change('summary.1-of-2.json', 'again.json', {});
    const { status, error, merged } = await merge('summary.1-of-2.json', 'again.json', 'summary.2-of-2.json');
    expect({ status, merged }).toEqual({ status: 2, merged: undefined });
    expect(error).toMatchObject({
      code: 'invalid_value',
      message: 'shard 1 of 2 comes twice',
      details: ['summary.1-of-2.json and again.json'],
    });
  });

  test('when a share is of another file, of another number or of a dry run, then it is named', async () => {
    const here = await twoShares();
    const other = await twoShares(2, lines('Email', 'z@x.org'));
    const odd = { shard: JSON.parse(readFileSync(other.at('summary.2-of-2.json'), 'utf8')).shard };
    const { shard } = JSON.parse(readFileSync(here.at('summary.2-of-2.json'), 'utf8'));
    here.change('summary.2-of-2.json', 'other.json', {
      rows: 0,
      accepted: 0,
      rejected: 0,
      created: 0,
      ...odd,
    });
    here.change('summary.2-of-2.json', 'of-three.json', { shard: { ...shard, of: 3 } });
    here.change('summary.2-of-2.json', 'dry.json', { dry_run: true });
    for (const [name, what] of [
      ['other.json', 'other.json is of another file'],
      ['of-three.json', 'of-three.json is one of 3 shards'],
      ['dry.json', 'dry.json is of a dry run'],
    ] as const) {
      const { status, error } = await here.merge('summary.1-of-2.json', 'summary.2-of-2.json', name);
      expect({ status, details: error.details.join() }).toEqual({
        status: 2,
        details: expect.stringContaining(what),
      });
    }
  });

  test('when rows are rejected, then the exit status is 8, unless that is allowed', async () => {
    const { merge } = await twoShares();
    const both = ['summary.1-of-2.json', 'summary.2-of-2.json'];
    const { status, error, merged } = await merge(...both);
    expect({ status, merged }).toMatchObject({ status: 8, merged: { rejected: 1, created: 3 } });
    expect(error.hint).toMatch(
      /^Fix the rows in people\.csv\.rejects\.[12]-of-2\.csv, then import that file$/,
    );
    expect(await merge(...both, '--allow-rejects')).toMatchObject({ status: 0, error: undefined });
  });

  test('when nobody knows what became of rows of a share, then the exit status is 9, and the share is named', async () => {
    const { merge, change } = await twoShares(2, lines('Email', 'a@x.org', 'b@x.org', 'c@x.org'));
    change('summary.2-of-2.json', 'two.json', { rows: 1, accepted: 1, created: 0, unknown: 1 });
    const { status, error } = await merge('summary.1-of-2.json', 'two.json');
    expect(status).toBe(9);
    expect(error.details.join()).toContain('two.json: 1 row may or may not be in the account');
  });

  test.each<[string, string]>([
    ['no JSON', 'Email\na@x.org\n'],
    ['another kind of JSON', '{"data": []}'],
    ['nothing', ''],
  ])('when a file holds %s, then it is refused', async (_what, content) => {
    const { merge, write } = await twoShares();
    write('odd.json', content);
    const { status, error } = await merge('summary.1-of-2.json', 'odd.json');
    expect({ status, message: error.message }).toEqual({
      status: 2,
      message: 'odd.json is not the summary of an import',
    });
  });

  test.each<[string, object, RegExp]>([
    ['of a whole import', { shard: null }, /of a whole import/],
    ['that does not add up', { duplicates: 7 }, /do not add up/],
    ['of rows more than sent', { created: 70 }, /do not add up/],
  ])('when a summary is one %s, then it is refused', async (_what, changes, message) => {
    const { merge, change } = await twoShares();
    change('summary.2-of-2.json', 'odd.json', changes);
    const { status, error } = await merge('summary.1-of-2.json', 'odd.json');
    expect({ status, message: error.message }).toEqual({
      status: 2,
      message: expect.stringMatching(message),
    });
  });
});
