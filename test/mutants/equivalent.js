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
];
