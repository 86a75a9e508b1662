import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newRunFolder } from '../../src/changes/runs.ts';
import { temporaryFolder } from '../support/home.ts';

describe('values that the service stored differently', () => {
  it('when they cannot be written, then it is a failure of this machine', () => {
    const folder = newRunFolder(temporaryFolder());
    mkdirSync(join(folder.path, 'others.ndjson'), { recursive: true });
    expect(() => folder.noteStored({ place: 0, fields: {} })).toThrow(
      expect.objectContaining({ code: 'write_failed' }),
    );
  });
});
