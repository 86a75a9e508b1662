/** What an import finds of earlier ones, and what it then does: import.md, "Nothing lost". */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ImportRun } from '../../../src/changes/run-facts.ts';
import type { SubscriberImport } from '../../../src/contract/index.ts';
import type { Api } from '../../../src/http/api.ts';
import { type Decided, type ImportSession, openSession } from '../../../src/import/jobs/import-session.ts';
import {
  holdImport,
  type ImportIdentity,
  journalPath,
  lockImport,
  storedJournals,
} from '../../../src/import/jobs/imports-folder.ts';
import { type JournalStart, readJournal } from '../../../src/import/jobs/journal.ts';
import { type ImportOptions, importDefaults } from '../../../src/import/options.ts';
import type { Shard } from '../../../src/import/rows/shard.ts';
import { testClock } from '../../support/clock.ts';
import { failureOf } from '../../support/failure.ts';
import { temporaryFolder } from '../../support/home.ts';
import { journalStart as start } from './importing.ts';

const identity: ImportIdentity = { files: ['/a.csv'], service: 'https://a.example', account: 'a' };
const shard = (share: number, of: number): Shard => ({ share, of });

/** A folder with the journals of unfinished imports. */
function kept(...starts: readonly Partial<JournalStart>[]) {
  const configDir = temporaryFolder();
  mkdirSync(join(configDir, 'imports'), { mode: 0o700 });
  const paths = starts.map(more => {
    const whole = { ...start, ...more };
    const whose = { files: whole.files, service: whole.base_url, account: whole.account };
    const path = journalPath(configDir, whose, whole.options.shard as Shard | undefined);
    writeFileSync(path, `${JSON.stringify({ type: 'start', ...whole })}\n`);
    return path;
  });
  return { configDir, paths };
}

/** A service with jobs. */
function service(pages: readonly (readonly Partial<SubscriberImport>[])[] = []): Api {
  return {
    limits: { clock: testClock() },
    async *pages() {
      for (const data of pages) yield { data };
    },
  } as unknown as Api;
}

const typed = (given: Partial<ImportOptions> = {}): ImportOptions => ({
  ...importDefaults(['a.csv']),
  ...given,
});
const open = (configDir: string, given: Partial<ImportOptions> = {}, who = identity) =>
  openSession({ configDir }, who, typed(given), testClock());
const decided: Decided = {
  digest: 'd',
  accepted: 3,
  fields: [],
  decisions: 'd',
  run: 'r',
  options: { tags: [] },
};
/** Journals what nobody has decided before. */
const begin = (session: ImportSession) => session.journal(decided);

describe('an unfinished import, and another one', () => {
  it.each<[of: string, detail: string, hint: string]>([
    [
      'b',
      'Bolt (bolt), profile bolt',
      'newsletter import a.csv --resume --profile bolt (not in a folder that is linked to another account)',
    ],
    [
      'c',
      'account c at https://a.example',
      'newsletter login --profile <new name> --base-url https://a.example',
    ],
  ])('of account %s is not resumed in another', async (of, detail, hint) => {
    const { configDir } = kept({ account: of });
    const bolt = { 'base-url': 'https://a.example', account: 'Bolt (bolt)', 'account-id': 'b' };
    writeFileSync(join(configDir, 'config.json'), JSON.stringify({ profiles: { sandbox: bolt, bolt } }));
    const failure = await failureOf(
      openSession({ configDir }, identity, typed({ resume: true }), testClock()),
    );
    expect(failure).toMatchObject({
      code: 'unfinished_import',
      message: 'the unfinished import of this file goes to another account',
      details: [detail],
      hint,
    });
  });

  it.each<[what: string, starts: readonly Partial<JournalStart>[], given: Partial<ImportOptions>]>([
    ['another shard', [{ options: { shard: shard(1, 2) } }], { shard: shard(2, 2) }],
    ['the same file in another account', [{ account: 'b' }], {}],
    ['another file', [{ files: ['/b.csv'] }], { resume: true }],
  ])('an unfinished import of %s stops no other', async (_, starts, given) => {
    const { configDir, paths } = kept(...starts);
    const session = await open(configDir, given);
    expect(session.previous).toBeUndefined();
    await session.close(true);
    expect(paths.map(path => existsSync(path))).toEqual([true]);
  });

  it('an unreadable journal of another import does not matter', async () => {
    const { configDir } = kept();
    const path = join(configDir, 'imports', 'x.journal');
    mkdirSync(path);
    writeFileSync(join(configDir, 'imports', 'y.journal'), 'nothing\n');
    await (await open(configDir)).close(true);
    expect(storedJournals(configDir)).toEqual([]);
    expect(storedJournals(temporaryFolder())).toEqual([]);
  });
});

describe('one run of an import', () => {
  it('has a journal of its own by account and shard', () => {
    const path = journalPath('/config', identity, undefined);
    expect(journalPath('/config', identity, shard(1, 2))).not.toBe(path);
    expect(journalPath('/config', { ...identity, account: 'b' }, undefined)).not.toBe(path);
  });

  it('an import whose journal cannot be written does not begin', async () => {
    const configDir = temporaryFolder();
    writeFileSync(join(configDir, 'imports'), '');
    expect(await failureOf(open(configDir))).toMatchObject({
      code: 'write_failed',
      message: expect.stringContaining(`cannot write to ${join(configDir, 'imports')}: `),
    });
  });

  it('an import that another process runs is refused', async () => {
    const { configDir } = kept();
    const first = await open(configDir);
    expect(await failureOf(open(configDir))).toMatchObject({ code: 'already_running', exit: 6 });
    const other = await open(configDir, {}, { ...identity, files: ['/b.csv'] });
    await other.close(true);
    await begin(first);
    await first.close(false);
    expect(await failureOf(open(configDir))).toMatchObject({
      code: 'unfinished_import',
      message: expect.stringMatching(
        /^this file has an unfinished import, started \d{4}-\d\d-\d\d [\d:]+ UTC$/,
      ),
      details: ['0 of 3 subscribers are done'],
      hint: 'to resume it: newsletter import a.csv --resume; to start over, add --restart instead',
    });
    await (await open(configDir, { resume: true })).close(false);
  });

  it('--restart begins a new journal', async () => {
    const { configDir, paths } = kept({ digest: 'then' });
    const session = await open(configDir, { restart: true });
    expect(session.previous).toBeUndefined();
    await begin(session);
    await session.close(false);
    expect(readJournal(paths[0] ?? '')?.start.digest).toBe('d');
  });
});

describe('an import that is undone', () => {
  const run = {
    id: 'r1',
    ended_at: null,
    accepted: 3,
    created: null,
    updated: null,
    unchanged: null,
  } as ImportRun;
  const ended = { ...run, ended_at: '2026-01-01T00:00:00Z' };
  const job = { id: 'j', status: 'processing' } as const;

  it.each<[what: string, run: ImportRun, pages: Parameters<typeof service>[0], isRefused: boolean]>([
    [
      'has no job under way',
      run,
      [
        [
          { ...job, status: 'completed' },
          { ...job, status: 'failed' },
        ],
      ],
      false,
    ],
    ['may have a job under way', run, [[{ ...job, status: 'completed' }, job]], true],
    ['may have a job that waits, on a later page', run, [[], [{ ...job, status: 'pending' }]], true],
    ['has ended, with everybody in', { ...ended, created: 1, updated: 1, unchanged: 1 }, [[job]], false],
    ['has ended, with somebody missing', { ...ended, created: 1, updated: 1, unchanged: 0 }, [[job]], true],
    ['has ended, without counts', ended, [[job]], true],
    ['was interrupted, with everybody in', { ...run, created: 3 }, [[job]], true],
  ])('of a run that %s, whether it is undone is known', async (_, of, pages, isRefused) => {
    const { configDir, paths } = kept({ run: 'r2' }, { run: 'r1', files: ['/b.csv'] });
    const holding = holdImport(configDir, service(pages), of);
    const [other = '', own = ''] = paths;
    if (isRefused) {
      const failure = await failureOf(holding);
      expect(failure).toMatchObject({
        code: 'already_running',
        exit: 6,
        hint: expect.stringContaining('imports watch j'),
      });
    } else {
      // While it is held, the import cannot be resumed.
      const { release } = await holding;
      expect((await failureOf(lockImport(own, testClock()))).code).toBe('already_running');
      release();
    }
    (await lockImport(own, testClock()))();
    (await lockImport(other, testClock()))();
    expect([existsSync(own), existsSync(other)]).toEqual([true, true]);
  });

  it('an import that was undone cannot be resumed', async () => {
    const { configDir, paths } = kept({ run: 'r2' }, { run: 'r1', files: ['/b.csv'] });
    writeFileSync(join(configDir, 'imports', '0.journal'), 'damaged\n');
    (await holdImport(configDir, service(), run)).forget();
    expect(paths.map(path => existsSync(path))).toEqual([true, false]);
  });

  it('undoing a finished import makes no folder', async () => {
    const configDir = temporaryFolder();
    (await holdImport(configDir, service(), run)).forget();
    expect(existsSync(join(configDir, 'imports'))).toBe(false);
  });
});
