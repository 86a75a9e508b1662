/**
 * Faults that no test can notice, because the program does the same with them. `text` is part of the line, `becomes` what a
 * fault makes of the replaced part; without it all faults that begin on the line are meant.
 *
 * @type {readonly { module: string, text: string, becomes?: string, why: string }[]}
 */
export const equivalent = [
  {
    module: 'src/lib/lock.ts',
    text: "if (state === 'stale' && !observed.isTakenAway())",
    becomes: 'true',
    why: 'a lock that is free here was released between two system calls, and then there is nothing to take away',
  },
  {
    module: 'src/lib/lock-owner.ts',
    text: "if (systemCode(error) === 'ESRCH') return 'gone';",
    becomes: 'true',
    why: 'root, as whom tests run, never gets the other error (EPERM); as another user the test of pid 1 notices it',
  },
  {
    module: 'src/lib/files/atomic-file.ts',
    text: 'if (this.#handle !== undefined) fsyncSync(this.#handle);',
    why: 'what is saved to the disk shows after a power cut only',
  },
  {
    module: 'src/lib/files/atomic-file.ts',
    text: 'this.#placed(temporary, 2, () => false)',
    becomes: '() => undefined',
    why: 'both say no',
  },
  {
    module: 'src/lib/files/atomic-file.ts',
    text: "const why = process.platform === 'win32'",
    becomes: 'false',
    why: 'words for Windows only',
  },
  {
    module: 'src/lib/files/atomic-file.ts',
    text: 'while (rest.length > 0 && this.#handle !== undefined)',
    becomes: 'true',
    why: 'the file is always open here; the condition is for the compiler',
  },
  {
    module: 'src/lib/files/file-id.ts',
    text: 'bigint: true',
    becomes: 'false',
    why: 'only inode numbers above 2^53 lose digits without it',
  },
  {
    module: 'src/lib/files/file-id.ts',
    text: "return ['win32', 'darwin'].includes(process.platform);",
    becomes: '[]',
    why: 'the same on Linux, where tests run',
  },
  {
    module: 'src/lib/files/folder.ts',
    text: 'if (isFolder(folder)) return;',
    becomes: 'false',
    why: 'making a folder that is there fails, and is then no error; only the root of a drive (Windows) fails otherwise',
  },
  {
    module: 'src/lib/files/folder.ts',
    text: 'if (parent !== folder)',
    becomes: 'true',
    why: 'only a drive that is not there (Windows) is its own parent and no folder',
  },
  {
    module: 'src/lib/files/place-file.ts',
    text: "process.platform === 'win32' ? retrying(",
    why: 'Windows only; elsewhere a rename does not fail because the file is open, and trying again ends in the same error',
  },
  {
    module: 'src/lib/files/place-file.ts',
    text: 'waited >= patience',
    becomes: 'waited > patience',
    why: 'the waits never add up to the patience exactly',
  },
  {
    module: 'src/lib/files/place-file.ts',
    text: 'function pause(time: number): void {',
    why: 'Windows only',
  },
  {
    module: 'src/lib/files/place-file.ts',
    text: 'Atomics.wait(',
    why: 'Windows only',
  },
  {
    module: 'src/lib/files/place-file.ts',
    text: "if (process.platform === 'win32') return;",
    becomes: 'false',
    why: 'Windows only',
  },
  {
    module: 'src/lib/files/place-file.ts',
    text: 'fsyncSync(handle);',
    why: 'what is saved to the disk shows after a power cut only',
  },
  {
    module: 'src/lib/files/place-file.ts',
    text: 'try {',
    becomes: '{}',
    why: 'of the one that saves a folder to the disk, which shows after a power cut only; the others are noticed',
  },
  {
    module: 'src/lib/local-server.ts',
    text: "code === 'EACCES'",
    becomes: 'false',
    why: 'words for ports that root, as whom tests run, may use',
  },
  {
    module: 'src/lib/local-server.ts',
    text: 'inProgress.delete(response)',
    why: 'a response that has ended has sent its headers: keeping it costs memory only',
  },
  {
    module: 'src/http/sender.ts',
    text: 'accepted: readonly number[] = []',
    why: 'a text equals no status',
  },
  {
    module: 'src/http/sender.ts',
    text: 'bearer !== undefined && mayRenew',
    becomes: 'true',
    why: 'without a bearer there are no credentials to ask for another one; the condition is for the compiler',
  },
  {
    module: 'src/http/sender.ts',
    text: 'renewed = await this.#credentials?.renew(bearer);',
    becomes: 'this.#credentials.renew',
    why: 'there is a bearer, so there are credentials',
  },
  {
    module: 'src/http/sender.ts',
    text: 'if (known !== undefined) return known;',
    becomes: 'false',
    why: 'joining signals again costs time only',
  },
  {
    module: 'src/http/sender.ts',
    text: 'this.#signals.set(own, joined);',
    why: 'joining signals again costs time only',
  },
  {
    module: 'src/http/undici/transport.ts',
    text: 'keepParserSimple();',
    why: 'it only makes the end of the process faster, on Node 20',
  },
  {
    module: 'src/http/undici/transport.ts',
    text: 'function keepParserSimple(): void {',
    why: 'it only makes the end of the process faster, on Node 20',
  },
  {
    module: 'src/http/undici/transport.ts',
    text: "process.versions.node.startsWith('20.')",
    why: 'it only makes the end of the process faster, on Node 20',
  },
  {
    module: 'src/http/undici/transport.ts',
    text: 'return bytes <= chunkSize ?',
    why: 'a small body in pieces takes more packets; for a large one in one piece `true` is noticed',
  },
  {
    module: 'src/http/undici/transport.ts',
    text: 'at < part.byteLength',
    becomes: 'at <= part.byteLength',
    why: 'an empty piece changes nothing',
  },
  {
    module: 'src/http/undici/transport.ts',
    text: 'if (status < 100)',
    becomes: 'status <= 100',
    why: 'undici does not pass 100 on: it closes the connection',
  },
  {
    module: 'src/http/undici/transport.ts',
    text: 'if (head === undefined) return;',
    becomes: 'false',
    why: 'a response does not end before it has begun; the condition is for the compiler',
  },
  {
    module: 'src/changes/run-people.ts',
    text: 'new DiskIndex<Change | CreatedPerson>(folder.path, run.changes ?? 1024)',
    why: 'an expected number of people: the index grows',
  },
  {
    module: 'src/changes/update.ts',
    text: 'new DiskIndex<Change>(folder.path, run.changes ?? 1024)',
    why: 'an expected number of people: the index grows',
  },
  {
    module: 'src/changes/run-people.ts',
    text: 'if (matters === undefined)',
    becomes: 'true',
    why: 'when people are read back, those created are looked up for nothing',
  },
  {
    module: 'src/changes/run-people.ts',
    text: "run.kind === 'import' ? run.variables : {}",
    becomes: 'true',
    why: 'an update has no variables, for which the default is the same',
  },
  {
    module: 'src/import/jobs/journal-contents.ts',
    text: "if (line.type === 'start' || line.type === 'rejects') continue;",
    why: 'for the compiler: a line without a range is none of those below',
  },
  {
    module: 'src/import/jobs/journal-contents.ts',
    text: "else if (earlier !== undefined && line.type === 'end')",
    becomes: 'true',
    why: 'the last of the types that are left',
  },
  {
    module: 'src/import/jobs/other-imports.ts',
    text: 'rmSync(path, { force: true });',
    why: 'a journal that another process removes between two system calls',
  },
  {
    module: 'src/import/jobs/unfinished-import.ts',
    text: 'rmSync(journal.path, { force: true });',
    why: 'a journal that another process removes between two system calls',
  },
  {
    module: 'src/import/jobs/duplicate-rows.ts',
    text: 'if (place === 0) return false;',
    becomes: 'true',
    why: 'an address is then stored once more, which only takes room',
  },
  {
    module: 'src/import/jobs/duplicate-rows.ts',
    text: 'if (isOne) yield',
    becomes: 'false',
    why: 'the longer way gives the same',
  },
  {
    module: 'src/import/jobs/batches.ts',
    text: 'const isRow = (line: number)',
    why: 'what is known of a row is not asked again, which saves time only',
  },
  {
    module: 'src/import/jobs/batches.ts',
    text: 'dataRows(source, plan.dialect, { isRow })',
    becomes: '{}',
    why: 'what is known of a row is not asked again, which saves time only',
  },
  {
    module: 'src/import/jobs/batches.ts',
    text: 'if (plain.has(rowNumber)) {',
    why: 'a plain row is parsed as all others then, with the same result',
  },
  {
    module: 'src/import/jobs/batches.ts',
    text: 'if (leftOut.has(rowNumber)) continue;',
    becomes: 'false',
    why: 'a row that is left out is parsed again, and again is none to send',
  },
  {
    module: 'src/import/jobs/batches.ts',
    text: "if (parsed.kind !== 'subscriber') continue;",
    becomes: 'false',
    why: 'for the compiler: what is no subscriber was left out by the first pass',
  },
  {
    module: 'src/import/jobs/batches.ts',
    text: 'finished = [],',
    why: 'an empty list stands here; a range without numbers has nobody in it',
  },
  {
    module: 'src/import/jobs/batches.ts',
    text: "target.to === 'field' ?",
    why: 'names of fields that no row has',
  },
];
