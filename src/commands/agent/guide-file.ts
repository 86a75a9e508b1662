/** The guide for coding agents as files where these look for skills (agentskills.io). */
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, realpathSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import guide from '../../../skills/newsletter/SKILL.md?raw';
import { Failure } from '../../lib/failure.ts';
import { writeAtomically } from '../../lib/files/atomic-file.ts';
import { unreadable, unwritable } from '../../lib/files/file-errors.ts';
import { makeFolder } from '../../lib/files/folder.ts';

/** Where agents look, below a project or a home. As their documentation says in 2026; most look into the first. */
export const places = [
  { folder: '.agents', agents: 'Codex, Cursor, Gemini CLI, GitHub Copilot, OpenCode and others' },
  { folder: '.claude', agents: 'Claude Code' },
] as const;

/** What becomes of a file. */
export interface GuideFile {
  readonly action: 'create' | 'update' | 'remove' | 'none' | 'keep';
  readonly file: string;
  readonly agents: string;
  /** Why it is not touched. */
  readonly why: string | null;
}

/** What this program notes in a guide that it writes: the version, and a checksum that shows edits. */
const note = /^metadata:\r?\n(?: {2}.*\r?\n)+/m;

const checksumOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** The guide as it is written. */
export function writtenGuide(version: string): string {
  const metadata = `metadata:\n  written-by: newsletter agent setup, ${version}\n  checksum: ${checksumOf(guide)}\n`;
  return guide.replace(/\n---\n/, () => `\n${metadata}---\n`);
}

/** Whether this program, of any version, wrote a text that nobody has edited since. Git may have changed its line ends. */
function isOurs(text: string): boolean {
  const [found = ''] = note.exec(text) ?? [];
  const own = text.replace(note, '').replaceAll('\r\n', '\n');
  return found.includes(`checksum: ${checksumOf(own)}`);
}

/** The repository of a folder, or the folder itself. */
export function projectOf(folder: string): string {
  for (let each = folder; ; each = dirname(each)) {
    if (existsSync(join(each, '.git'))) return each;
    if (each === dirname(each)) return folder;
  }
}

/**
 * What writing or removing the guide does.
 *
 * @param root a project or a home
 * @param text to write; undefined: to remove
 * @param force whether files that somebody edited are replaced, too
 * @throws Failure unreadable_file
 */
export function planFiles(root: string, text: string | undefined, force: boolean): readonly GuideFile[] {
  const seen = new Set<string>();
  return places.map(({ folder, agents }) => {
    const file = join(root, folder, 'skills', 'newsletter', 'SKILL.md');
    const planned = { file, agents };
    // One of the folders may be a link to the other.
    const real = realPath(file);
    if (seen.has(real)) return { ...planned, action: 'none', why: 'a link to the file above' };
    seen.add(real);
    const there = textIn(file);
    if (there === undefined) return { ...planned, action: text === undefined ? 'none' : 'create', why: null };
    if (there === text) return { ...planned, action: 'none', why: null };
    if (!isOurs(there) && !force) return { ...planned, action: 'keep', why: 'somebody edited it' };
    return { ...planned, action: text === undefined ? 'remove' : 'update', why: null };
  });
}

/** Where a path leads, as far as it exists. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return dirname(path) === path ? path : join(realPath(dirname(path)), path.slice(dirname(path).length));
  }
}

/** @returns undefined if there is no file @throws Failure unreadable_file */
function textIn(file: string): string | undefined {
  try {
    if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return undefined;
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return undefined;
    throw unreadable(file, error);
  }
}

/** @throws Failure write_failed */
export function carryOut(files: readonly GuideFile[], text: string | undefined): void {
  for (const { action, file } of files) {
    try {
      if (action === 'remove') remove(file);
      if (text === undefined || (action !== 'create' && action !== 'update')) continue;
      makeFolder(dirname(file), 0o777);
      writeAtomically(file, text);
    } catch (error) {
      throw error instanceof Failure ? error : unwritable(file, error);
    }
  }
}

/** Removes a guide, and the folders that hold nothing else: `newsletter`, `skills`, `.agents`. */
function remove(file: string): void {
  rmSync(file);
  for (let folder = dirname(file), left = 3; left > 0; folder = dirname(folder), left--) {
    try {
      rmdirSync(folder);
    } catch {
      return;
    }
  }
}
