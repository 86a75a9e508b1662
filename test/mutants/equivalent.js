import { inRequests } from './equivalent-requests.js';
import { inRows } from './equivalent-rows.js';

/**
 * Faults that no test can notice, because the program does the same with them, by module. `lines` are parts of the lines on
 * which they begin, `becomes` what a fault makes of the replaced part; without it all faults that begin on the line are meant.
 *
 * @typedef {Readonly<Record<string, readonly { why: string, lines: readonly string[], becomes?: string }[]>>} Equivalents
 * @type {Equivalents}
 */
export const equivalent = {
  'src/lib/lock.ts': [
    {
      why: 'a lock that is free here was released between two system calls, and then there is nothing to take away',
      lines: ["if (state === 'stale' && !observed.isTakenAway())"],
      becomes: 'true',
    },
  ],
  'src/lib/lock-owner.ts': [
    {
      why: 'root, as whom tests run, never gets the other error (EPERM); as another user the test of pid 1 notices it',
      lines: ["if (systemCode(error) === 'ESRCH') return 'gone';"],
      becomes: 'true',
    },
  ],
  'src/lib/files/atomic-file.ts': [
    {
      why: 'what is saved to the disk shows after a power cut only',
      lines: ['if (this.#handle !== undefined) fsyncSync(this.#handle);'],
    },
    { why: 'both say no', lines: ['this.#placed(temporary, 2, () => false)'], becomes: '() => undefined' },
    { why: 'words for Windows only', lines: ["const why = process.platform === 'win32'"], becomes: 'false' },
    {
      why: 'the file is always open here; the condition is for the compiler',
      lines: ['while (rest.length > 0 && this.#handle !== undefined)'],
      becomes: 'true',
    },
  ],
  'src/lib/files/file-id.ts': [
    {
      why: 'only inode numbers above 2^53 lose digits without it',
      lines: ['bigint: true'],
      becomes: 'false',
    },
    {
      why: 'the same on Linux, where tests run',
      lines: ["return ['win32', 'darwin'].includes(process.platform);"],
      becomes: '[]',
    },
  ],
  'src/lib/files/folder.ts': [
    {
      why: 'making a folder that is there fails, and is then no error; only the root of a drive (Windows) fails otherwise',
      lines: ['if (isFolder(folder)) return;'],
      becomes: 'false',
    },
    {
      why: 'only a drive that is not there (Windows) is its own parent and no folder',
      lines: ['if (parent !== folder)'],
      becomes: 'true',
    },
  ],
  'src/lib/files/place-file.ts': [
    {
      why: 'Windows only; elsewhere a rename does not fail because the file is open, and trying again ends in the same error',
      lines: ["process.platform === 'win32' ? retrying("],
    },
    {
      why: 'the waits never add up to the patience exactly',
      lines: ['waited >= patience'],
      becomes: 'waited > patience',
    },
    { why: 'Windows only', lines: ['function pause(time: number): void {', 'Atomics.wait('] },
    { why: 'Windows only', lines: ["if (process.platform === 'win32') return;"], becomes: 'false' },
    { why: 'what is saved to the disk shows after a power cut only', lines: ['fsyncSync(handle);'] },
    {
      why: 'of the one that saves a folder to the disk, which shows after a power cut only; the others are noticed',
      lines: ['try {'],
      becomes: '{}',
    },
  ],
  'src/lib/local-server.ts': [
    {
      why: 'words for ports that root, as whom tests run, may use',
      lines: ["code === 'EACCES'"],
      becomes: 'false',
    },
    {
      why: 'a response that has ended has sent its headers: keeping it costs memory only',
      lines: ['inProgress.delete(response)'],
    },
  ],
  'src/lib/files/record-file.ts': [
    { why: 'it keeps the memory of the process small', lines: ['limitNewSpace();'] },
  ],
  'src/changes/change.ts': [
    {
      why: 'what is undefined is neither sent nor stored',
      lines: ['...(wanted.status !== undefined', '...(status !== undefined'],
      becomes: 'true',
    },
  ],
  'src/changes/run-people.ts': [
    {
      why: 'an expected number of people: the index grows',
      lines: ['new DiskIndex<Change | CreatedPerson>(folder.path, run.changes ?? 1024)'],
    },
    {
      why: 'when people are read back, those created are looked up for nothing',
      lines: ['if (matters === undefined)'],
      becomes: 'true',
    },
  ],
  'src/changes/update.ts': [
    {
      why: 'an expected number of people: the index grows',
      lines: ['new DiskIndex<Change>(folder.path, run.changes ?? 1024)'],
    },
  ],
  'src/import/jobs/journal-contents.ts': [
    {
      why: 'for the compiler: a line without a range is none of those below',
      lines: ["if (line.type === 'start' || line.type === 'rejects') continue;"],
    },
    {
      why: 'the last of the types that are left',
      lines: ["else if (earlier !== undefined && line.type === 'end')"],
      becomes: 'true',
    },
  ],
  'src/import/jobs/other-imports.ts': [
    {
      why: 'a journal that another process removes between two system calls',
      lines: ['rmSync(path, { force: true });'],
    },
  ],
  'src/import/jobs/unfinished-import.ts': [
    {
      why: 'a journal that another process removes between two system calls',
      lines: ['rmSync(journal.path, { force: true });'],
    },
  ],
  'src/import/jobs/duplicate-rows.ts': [
    {
      why: 'an address is then stored once more, which only takes room',
      lines: ['if (place === 0) return false;'],
      becomes: 'true',
    },
    { why: 'the longer way gives the same', lines: ['if (isOne) yield'], becomes: 'false' },
  ],
  'src/import/jobs/batches.ts': [
    {
      why: 'what is known of a row is not asked again, which saves time only',
      lines: ['const isRow = (line: number)'],
    },
    {
      why: 'what is known of a row is not asked again, which saves time only',
      lines: ['dataRows(source, plan.dialect, { isRow })'],
      becomes: '{}',
    },
    {
      why: 'a plain row is parsed as all others then, with the same result',
      lines: ['if (plain.has(rowNumber)) {'],
    },
    {
      why: 'a row that is left out is parsed again, and again is none to send',
      lines: ['if (leftOut.has(rowNumber)) continue;'],
      becomes: 'false',
    },
    {
      why: 'for the compiler: what is no subscriber was left out by the first pass',
      lines: ["if (parsed.kind !== 'subscriber') continue;"],
      becomes: 'false',
    },
    { why: 'an empty list stands here; a range without numbers has nobody in it', lines: ['finished = [],'] },
    { why: 'names of fields that no row has', lines: ["target.to === 'field' ?"] },
  ],
  ...inRequests,
  ...inRows,
};
