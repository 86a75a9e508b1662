/** The copy of standard input: docs/importing.md, "Resume". */
import { readFileSync, statSync } from 'node:fs';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { spoolStdin } from '../../../src/import/files/stdin-spool.ts';
import { temporaryFolder } from '../../support/home.ts';

describe('a copy of standard input', () => {
  it('has every byte, and can be read by no other user', async () => {
    const folder = temporaryFolder();
    const stdin = Readable.from([Buffer.from('email\n'), Buffer.from('ann@example.org')]);
    const path = await spoolStdin(stdin, folder, new AbortController().signal);
    expect(readFileSync(path, 'utf8')).toBe('email\nann@example.org');
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });
});
