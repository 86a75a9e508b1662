/** What is kept of a run, and read again: docs/audience.md, "Undo". */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CreatedPeople, openJournal, readCreatedPeople, readJournal } from '../../src/changes/journal.ts';
import { type ChangeRun, changesMade, type ImportRun } from '../../src/changes/run-facts.ts';
import {
  changeRunWithId,
  localRuns,
  newRunFolder,
  RunFolder,
  removeOldRuns,
  runsOf,
  runsOfProfile,
  whyNotUndone,
} from '../../src/changes/runs.ts';
import { temporaryFolder } from '../support/home.ts';

describe('what is left of a run', () => {
  const facts = {
    ...{ id: 'x', what: 'people.csv' },
    ...{ started_at: '2026-01-01T00:00:00Z', ended_at: null, undone_at: null },
    ...{ base_url: 'https://a.example', account: 'a', account_name: 'Acme', profile: 'default' },
  };
  const imported: ImportRun = {
    ...facts,
    kind: 'import',
    changes: null,
    files: [],
    ...{ accepted: 3, created: null, updated: null, unchanged: null },
    compared: { subscribers: 3, new: 0, changed: 0, unchanged: 3, left: 0, fields: {}, replaced: {} },
    not_compared: null,
    ...{ given_tags: [], tag_ids: 2, tags: null },
    variables: {},
  };
  const update: ChangeRun = { ...facts, kind: 'update', changes: 0, statuses: 0 };

  const ended = '2026-01-01T00:01:00Z';
  const none = { ...imported, changes: 0 };
  it.each<[what: string, run: ChangeRun, noted: number, made: number | null]>([
    ['an update that was interrupted', { ...update, changes: 9 }, 4, 4],
    ['an update that was killed during its first request', { ...update, changes: 9 }, 0, null],
    [
      'an update that was stopped, since the service did damage',
      { ...update, changes: 9, ended_at: ended },
      1,
      1,
    ],
    ['an import', { ...imported, changes: 9, created: 5, updated: 3, ended_at: ended }, 0, 8],
    ['an import that was interrupted', { ...imported, changes: 9, created: 5, updated: 0 }, 0, 5],
    ['an import that was killed', { ...imported, changes: 9 }, 0, null],
    [
      'an import that nobody waited for',
      { ...imported, changes: 9, created: 0, updated: 0, ended_at: ended },
      0,
      null,
    ],
    ['an import without a change', { ...none, created: 0, updated: 0, ended_at: ended }, 0, 0],
  ])('when it is %s, then so many people were changed', (_, run, noted, made) => {
    expect(changesMade(run, noted)).toBe(made);
  });

  it('when several runs are kept, then they are listed, latest first, and those of one account alone', () => {
    const configDir = temporaryFolder();
    const keep = (id: string, run: object) => {
      mkdirSync(join(configDir, 'runs', id), { recursive: true });
      writeFileSync(join(configDir, 'runs', id, 'run.json'), JSON.stringify({ ...imported, id, ...run }));
    };
    const now = Date.now();
    const at = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
    keep('00000001', { started_at: at(3), profile: 'work' });
    keep('00000002', { started_at: at(1), base_url: 'https://b.example' });
    keep('00000003', { started_at: at(2), account: 'b', profile: 'home' });
    expect(localRuns(configDir).map(({ run }) => run.id)).toEqual(['00000002', '00000003', '00000001']);
    expect(runsOf(configDir, { id: 'a' }).map(({ run }) => run.id)).toEqual(['00000002', '00000001']);
    runsOfProfile(configDir, 'work').remove();
    expect(localRuns(configDir).map(({ run }) => run.id)).toEqual(['00000002', '00000003']);
  });

  it('a run that is damaged, or no run, is not listed', () => {
    const configDir = temporaryFolder();
    expect(localRuns(configDir)).toEqual([]);
    const damaged = new RunFolder(configDir, '0000000c');
    damaged.make();
    mkdirSync(join(configDir, 'runs', '0000000d'));
    mkdirSync(join(configDir, 'runs', 'account.lock'));
    for (const facts of ['{"id":', 'null', '{"id":"x"}', '{"id":"x","started_at":5}']) {
      writeFileSync(damaged.file('run.json'), facts);
      expect(localRuns(configDir)).toEqual([]);
    }
  });

  it('a run is private, and its facts are changed one by one', () => {
    const configDir = temporaryFolder();
    const folder = newRunFolder(configDir);
    folder.update({ changes: 1 });
    expect(existsSync(folder.path)).toBe(false);
    folder.make();
    folder.save(update);
    folder.update({ changes: 7 });
    expect(folder.read()).toEqual({ ...update, changes: 7 });
    const modes = [join(configDir, 'runs'), folder.path, folder.file('run.json')].map(
      path => statSync(path).mode & 0o777,
    );
    expect(modes).toEqual([0o700, 0o700, 0o600]);
  });

  it('a folder that cannot be made or deleted is a failure with a reason', () => {
    const configDir = temporaryFolder();
    const failed = (why: string) =>
      expect.objectContaining({ code: 'write_failed', message: expect.stringContaining(why) });
    newRunFolder(configDir).make();
    // What cannot be there, below a file, counts as deleted from Node 24 on.
    expect(() => new RunFolder(configDir, 'x'.repeat(300)).remove()).toThrow(failed('cannot delete'));
    writeFileSync(join(configDir, 'file'), '');
    expect(() => new RunFolder(join(configDir, 'file'), '00000001').make()).toThrow(failed('cannot write'));
  });

  it.each([
    ['0123abcd', '0123abcd'],
    ['0123', '0123abcd'],
    ['01', 'several runs begin with "01"'],
    ['9', 'no run "9" on this machine'],
    ['', 'no run "" on this machine'],
  ])('the run named %j is %s', (id, expected) => {
    const configDir = temporaryFolder();
    for (const name of ['0123abcd', '01ffabcd']) {
      const folder = new RunFolder(configDir, name);
      folder.make();
      folder.save({ ...update, id: name });
    }
    if (expected === '0123abcd') expect(changeRunWithId(configDir, id).run.id).toBe(expected);
    else
      expect(() => changeRunWithId(configDir, id)).toThrow(
        expect.objectContaining({ code: 'not_found', message: expected, hint: 'newsletter undo' }),
      );
  });

  it('runs are deleted after 90 days, also those that never began or are damaged', () => {
    const configDir = temporaryFolder();
    const now = Date.parse('2026-06-01T00:00:00Z');
    const daysAgo = (days: number) => new Date(now - days * 86_400_000);
    for (const [id, days, isDamaged] of [
      ['00000001', 89, false],
      ['00000002', 91, false],
      ['00000003', 89, true],
      ['00000004', 91, true],
    ] as const) {
      const folder = new RunFolder(configDir, id);
      folder.make();
      if (!isDamaged) folder.save({ ...update, started_at: daysAgo(days).toISOString() });
      else writeFileSync(folder.file('run.json'), '{');
      if (isDamaged) utimesSync(folder.path, daysAgo(days), daysAgo(days));
    }
    mkdirSync(join(configDir, 'runs', 'account.lock'));
    removeOldRuns(configDir, now);
    expect(readdirSync(join(configDir, 'runs'))).toEqual(['00000001', '00000003', 'account.lock']);
  });

  it('the next run deletes old ones', () => {
    const configDir = temporaryFolder();
    const old = newRunFolder(configDir);
    old.make();
    old.save({ ...update, started_at: '2020-01-01T00:00:00Z' });
    newRunFolder(configDir);
    expect(localRuns(configDir)).toEqual([]);
  });

  it('when a folder is read, then an import is told from an update', () => {
    const configDir = temporaryFolder();
    let count = 0;
    const folderOf = (run: object) => {
      const folder = new RunFolder(configDir, `r${count++}`);
      mkdirSync(join(configDir, 'runs', folder.id), { recursive: true });
      writeFileSync(folder.file('run.json'), JSON.stringify(run));
      return folder;
    };
    expect(folderOf(imported).readImport()).toEqual(imported);
    const other = folderOf(update);
    expect(other.readImport()).toBeUndefined();
    expect(new RunFolder(configDir, 'none').readImport()).toBeUndefined();
    expect(whyNotUndone({ run: { ...update, undone_at: '2026-02-03T04:05:06Z' }, folder: other })).toBe(
      'undone 2026-02-03',
    );
  });

  it('the journal is read without a line that was cut, and each change counts once', () => {
    const path = join(temporaryFolder(), 'journal');
    expect(readJournal(path).done.size).toBe(0);
    const journal = openJournal(path);
    journal.append({ done: 12 });
    journal.append({ refused: 7 });
    for (const begun of [7, 9, 12]) journal.append({ begun });
    journal.append({ stored: 8, tags: ['a'] });
    expect(readJournal(path)).toEqual({
      done: new Set([12]),
      refused: new Set([7]),
      unknown: new Set([9]),
      stored: new Map([[8, { tags: ['a'] }]]),
    });
    journal.close();
    expect(() => journal.append({ done: 13 })).toThrow(/cannot write /);
    expect(() => openJournal(join(`${path}-none`, 'journal'))).toThrow(
      expect.objectContaining({
        code: 'write_failed',
        hint: expect.stringContaining('NEWSLETTER_CONFIG_DIR'),
      }) as Error,
    );
    mkdirSync(`${path}.2`);
    expect(() => readJournal(`${path}.2`)).toThrow(
      expect.objectContaining({ code: 'unreadable_file' }) as Error,
    );
    writeFileSync(path, 'x\n{"done":34}\n{"done":34}\n{"done":17}\n{"refused":18}\n{"done":1');
    expect(readJournal(path).done.size).toBe(2);
  });

  it('when people were created, then a resumed run notes only the others', async () => {
    const path = join(temporaryFolder(), 'created.txt');
    const read = async () => {
      const all: string[] = [];
      for await (const email of readCreatedPeople(path)) all.push(email);
      return all;
    };
    expect(await read()).toEqual([]);
    const first = new CreatedPeople(path);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    first.add('ann');
    first.add('bob');
    expect(await read()).toEqual([]);
    first.flush();
    first.flush();
    expect(await read()).toEqual(['ann', 'bob']);
    writeFileSync(path, 'ann\nbob\nzo');
    const again = new CreatedPeople(path);
    for (const email of ['ann', 'bob', 'zoe']) again.add(email);
    again.flush();
    expect(await read()).toEqual(['ann', 'bob', 'zoe']);
    const many = new CreatedPeople(`${path}.2`);
    for (let at = 0; at < 2000; at++) many.add(`${at}`);
    expect(readFileSync(`${path}.2`, 'utf8')).toBe('');
    many.add('2000');
    expect(readFileSync(`${path}.2`, 'utf8').split('\n')).toHaveLength(2002);
    expect(() => new CreatedPeople(join(path, 'no'))).toThrow(
      expect.objectContaining({ code: 'write_failed' }) as unknown as Error,
    );
  });
});
