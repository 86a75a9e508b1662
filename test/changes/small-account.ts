/** A small account in memory, changed and undone without a service, for decisions that whole commands are too slow to table. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChangeSettings } from '../../src/changes/carry-out.ts';
import type { Change, PatchBody, RequestedChanges } from '../../src/changes/change.ts';
import { readJournal } from '../../src/changes/journal.ts';
import type { ChangeRun, ImportRun, UpdateRun } from '../../src/changes/run-facts.ts';
import { type FoundRun, RunFolder, runsFolder, runsOf } from '../../src/changes/runs.ts';
import { type UndoContext, type UndoSettings, undoRun } from '../../src/changes/undo.ts';
import { type UpdateTarget, updatePeople } from '../../src/changes/update.ts';
import type { Subscriber } from '../../src/contract/index.ts';
import type { Api } from '../../src/http/api.ts';
import { Failure } from '../../src/lib/failure.ts';
import { withLock } from '../../src/lib/lock.ts';
import { fileNameOf } from '../../src/people/local-account.ts';
import { AllSubscribers } from '../../src/people/read-all.ts';
import { testClock } from '../support/clock.ts';
import { temporaryFolder } from '../support/home.ts';
import { type ScreenOptions, screens } from '../terminal/screens.ts';

export type Person = Pick<Subscriber, 'id' | 'email' | 'tags' | 'fields'> & Partial<Subscriber>;

/** ann, bob and cem, each with the tag press. */
export const three = (): Person[] =>
  ['ann', 'bob', 'cem'].map(name => ({
    id: name,
    email: `${name}@example.org`,
    tags: ['press'],
    fields: { city: 'Bern' },
    source: 'api',
    created_at: '2026-01-01T12:00:00Z',
  }));

export interface Circumstances {
  /** What the person is after a change; a failure is thrown (default: the values that were sent). */
  readonly change?: (person: Person, body: PatchBody, count: number) => Partial<Person> | Failure;
  /** People, as the service counts them, if not as many as it lists. */
  readonly total?: number;
  /** The answer to the question (default: yes). */
  readonly agrees?: boolean;
  readonly screen?: ScreenOptions;
}

/** The account, what is kept of its runs, and what was said. */
export function smallAccount(people: Person[], circumstances: Circumstances = {}) {
  const configDir = temporaryFolder();
  const account = { id: 'a', baseUrl: 'https://api.example.org' };
  const stop = new AbortController();
  const log: string[] = [];
  const lastWords: (() => string)[] = [];
  let {
    change = (_: Person, body: PatchBody) => body as Partial<Person>,
    total,
    agrees = true,
  } = circumstances;
  let beforeList = () => {};
  let sent = 0;
  async function* pages() {
    log.push('list');
    beforeList();
    const numbers = { current: 1, last: 1, perPage: 500, total: total ?? people.length };
    yield { data: people.map(one => structuredClone(one)), meta: {}, numbers };
  }
  async function call(_: string, { id, body }: { id: string; body: PatchBody }) {
    log.push(`change ${id} ${JSON.stringify(body)}`);
    const person = people.find(one => one.id === id);
    if (person === undefined) throw new Failure('not_found', 'not found');
    const changed = change(person, body, ++sent);
    if (changed instanceof Failure) throw changed;
    return structuredClone(Object.assign(person, changed));
  }
  const limits = { retries: 0, maxWait: 30, signal: stop.signal, clock: testClock() };
  const api = { pages, call, limits } as unknown as Api;
  const screen = screens({ color: false, ...circumstances.screen });
  const terminal = {
    ...screen.terminal,
    confirm: async (question: string) => {
      log.push(`ask ${question}`);
      return agrees;
    },
  };
  const context: UndoContext = {
    terminal,
    stop: stop.signal,
    deferExit: words => void lastWords.push(words),
    configDir,
    account,
    accountName: 'Acme',
    profile: 'work',
    typed: ['undo', 'r1', '--concurrency', '1'],
    reader: () => new AllSubscribers(api),
    api,
    beforeWrite: async () => void log.push('before write'),
    addressKey: email => email.toLowerCase(),
    hold: async ({ id }) => {
      log.push(`hold ${id}`);
      return { forget: () => void log.push('forget'), release: () => void log.push('release') };
    },
  };
  const report = join(configDir, 'report.ndjson');
  const plain: ChangeSettings = { concurrency: 1, maxChanges: undefined, report, dryRun: false };
  const nothing: RequestedChanges = { tags: {}, fields: {}, status: undefined };
  const runs = () => runsOf(configDir, account);
  const latest = (): FoundRun => {
    const [found] = runs();
    if (found === undefined) throw new Error('no run is kept');
    return found;
  };
  return {
    log,
    configDir,
    lastWords,
    terminal,
    said: screen.err,
    stop: () => stop.abort(),
    edit: (id: string, more: Partial<Person>) => Object.assign(people.find(one => one.id === id) ?? {}, more),
    people: () => people,
    tags: () => people.map(({ tags }) => tags.join('+')),
    become: (more: Circumstances & { readonly beforeList?: () => void }) => {
      change = more.change ?? change;
      total = more.total ?? total;
      agrees = more.agrees ?? agrees;
      beforeList = more.beforeList ?? beforeList;
    },
    update: (
      requested: Partial<RequestedChanges>,
      settings: Partial<ChangeSettings> = {},
      { missing = () => [], ...target }: Partial<UpdateTarget> = {},
    ) =>
      updatePeople(
        { ...nothing, ...requested },
        { what: 'add tag "x"', missing, undone: () => missing().length, ...target },
        { ...plain, ...settings },
        context,
      ),
    undo: (settings: Partial<UndoSettings> = {}, found = latest()) =>
      undoRun(found, { status: undefined, ...plain, ...settings }, context),
    /** While another process changes people of the account. */
    whileBusy: <T>(work: () => Promise<T>) => {
      mkdirSync(runsFolder(configDir), { recursive: true });
      const busy = () => new Failure('already_running', 'the test cannot take the lock');
      return withLock(`${runsFolder(configDir)}/${fileNameOf(account)}.lock`, { busy }, work);
    },
    latest,
    run: (): ChangeRun => latest().run,
    done: () => readJournal(latest().folder.journal).done.size,
    kept: () =>
      existsSync(runsFolder(configDir))
        ? readdirSync(runsFolder(configDir)).filter(name => /^[0-9a-f]{8}$/.test(name))
        : [],
    files: () => readdirSync(latest().folder.path).sort(),
    reported: () =>
      existsSync(report)
        ? readFileSync(report, 'utf8')
            .split('\n')
            .slice(0, -1)
            .map(line => JSON.parse(line) as { email: string; outcome: string; reason: string | null })
            .map(({ email, outcome }) => `${email.split('@')[0]} ${outcome}`)
        : undefined,
    /** A run of which the files are given. */
    keep: (
      run: Partial<ImportRun> | Partial<UpdateRun>,
      changes: readonly Partial<Change>[],
      created: readonly string[] = [],
    ): FoundRun => {
      const folder = new RunFolder(configDir, '0123abcd');
      mkdirSync(folder.path, { recursive: true, mode: 0o700 });
      const facts = {
        started_at: '2026-01-01T12:00:00.000Z',
        ended_at: null,
        undone_at: null,
        changes: changes.length,
      };
      const whose = { base_url: account.baseUrl, account: account.id, account_name: null, profile: 'work' };
      const imported = { files: ['people.csv'], not_compared: null, tag_ids: 0, tags: 'add', variables: {} };
      const of = run.kind === 'import' ? imported : {};
      folder.save({ id: folder.id, what: 'people.csv', ...facts, ...whose, ...of, ...run } as ChangeRun);
      const stored = changes.map((one, place) => ({
        place,
        before: {},
        after: {},
        email: `${one.id}@example.org`,
        ...one,
      }));
      writeFileSync(folder.changes, stored.map(one => `${JSON.stringify(one)}\n`).join(''));
      if (created.length > 0)
        writeFileSync(folder.created, created.map(name => `${name}@example.org\n`).join(''));
      return latest();
    },
  };
}
