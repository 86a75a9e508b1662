import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { changelogProblems, notesOf } from '../../.config/release/changelog.js';
import { versionLine } from '../../.config/version-line.js';
import manifest from '../../package.json' with { type: 'json' };
import { newsletterProcess } from '../support/process.ts';
import { newsletter } from '../support/program.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const commit = '0123456789abcdef0123456789abcdef01234567';

describe('the version', () => {
  it('when the build names commit and time, then it says both, the date in UTC', () => {
    const environment = { NEWSLETTER_BUILD_COMMIT: commit, SOURCE_DATE_EPOCH: '1763769599' };
    expect(versionLine('1.2.3', environment)).toBe('1.2.3 (0123456789ab, 2025-11-21)');
  });

  it('when the build names no commit, then it is the plain version, whatever else is set', () => {
    expect(versionLine('1.2.3', {})).toBe('1.2.3');
    expect(versionLine('1.2.3', { SOURCE_DATE_EPOCH: '1763769599', GITHUB_SHA: commit })).toBe('1.2.3');
    expect(versionLine('1.2.3', { NEWSLETTER_BUILD_COMMIT: '' })).toBe('1.2.3');
  });

  it.each([
    [{ NEWSLETTER_BUILD_COMMIT: 'main', SOURCE_DATE_EPOCH: '1' }, 'not the hash of a commit: main'],
    [{ NEWSLETTER_BUILD_COMMIT: commit }, 'not a time in seconds: not set'],
    [{ NEWSLETTER_BUILD_COMMIT: commit, SOURCE_DATE_EPOCH: '2025-11-22' }, 'not a time in seconds'],
  ])('when %o is malformed, then the build fails', (environment, message) => {
    expect(() => versionLine('1.2.3', environment)).toThrow(message);
  });

  it('when it is asked for, then both ways to it say the same, and other places name the version alone', async () => {
    const built = readFileSync(join(root, 'dist', 'version.txt'), 'utf8');
    expect(built).toMatch(
      new RegExp(
        `^${manifest.version.replaceAll('.', '\\.')}( \\([0-9a-f]{12}, \\d{4}-\\d\\d-\\d\\d\\))?\\n$`,
      ),
    );
    expect((await newsletterProcess(['--version'])).stdout).toBe(built);
    expect((await newsletterProcess(['--version', '--json'])).stdout).toBe(built);
    const line = '0.0.0-test (0123456789ab, 2026-11-22)';
    expect(await newsletter(['--version'])).toMatchObject({ status: 0, stdout: `${line}\n` });
    expect(JSON.parse((await newsletter(['commands', '--json'])).stdout)).toMatchObject({
      version: '0.0.0-test',
    });
  });
});

describe('the changelog', () => {
  const head = '# Changelog\n\n## [Unreleased]\n';

  it('begins with what is not released, then names each release with its date, the newest first', () => {
    const text = readFileSync(join(root, 'docs', 'changelog.md'), 'utf8');
    expect(changelogProblems(text)).toEqual([]);
    expect(manifest.version).toMatch(/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/);
  });

  it.each([
    ['# Changelog\n\n## [1.0.0] - 2026-01-01\n', 'does not begin with'],
    [`${head}## 1.0.0\n`, 'not of the form'],
    [`${head}## [1.0] - 2026-01-01\n`, 'not of the form'],
    [`${head}## [1.0.0] - 2026-01-01\n\n## [1.1.0] - 2026-02-01\n`, 'not the first'],
    [`${head}## [1.0.0] - 2026-01-01\n\n## [1.0.0] - 2026-01-01\n`, 'twice'],
  ])('when it is %j, then that is a problem', (text, problem) => {
    expect(changelogProblems(text)).toEqual([expect.stringContaining(problem)]);
  });

  it('when a release is tagged, then tag, package and changelog name the same version', () => {
    const text = `${head}\n## [1.1.0] - 2026-02-01\n\n- New.\n\n## [1.0.0] - 2026-01-01\n\n- First.\n`;
    expect(notesOf('v1.1.0', '1.1.0', text)).toBe('- New.');
    expect(() => notesOf('v1.1.1', '1.1.0', text)).toThrow('the tag is v1.1.1');
    expect(() => notesOf('1.1.0', '1.1.0', text)).toThrow('the tag is 1.1.0');
    expect(() => notesOf('v1.0.0', '1.0.0', text)).toThrow('is 1.1.0, not 1.0.0');
    expect(() => notesOf('v0.1.0', '0.1.0', head)).toThrow('is none, not 0.1.0');
    expect(() => notesOf('v1.0.0', '1.0.0', `${head}## [1.0.0] - 2026-01-01\n`)).toThrow('says nothing');
  });
});
