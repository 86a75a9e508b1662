/** What was answered about the columns of a file, kept for the file of its rejected rows. */
import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { writeAtomically } from '../lib/files/atomic-file.ts';
import { isObject } from '../lib/is-object.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { type Answers, answerFlags } from './answers.ts';
import { importsFolder } from './jobs/imports-folder.ts';
import type { ImportOptions } from './options.ts';

const lists = ['map', 'optOutValues', 'dateFormat', 'decimalMark', 'risky'] as const;
const names = ['statusColumn', ...lists] as const;

type KeptAnswers = Pick<Answers, (typeof names)[number]>;

function pathOf(configDir: string, rejectsFile: string): string {
  const name = createHash('sha256').update(resolve(rejectsFile)).digest('hex').slice(0, 20);
  return join(importsFolder(configDir), `${name}.answers.json`);
}

/**
 * Keeps the answers for a later import of a rejects file, which has the same columns. They are kept with its first line:
 * another file that is put in its place is asked about.
 *
 * @throws Failure write_failed
 */
export function keepAnswers(configDir: string, rejectsFile: string, answers: KeptAnswers): void {
  const { statusColumn = null } = answers;
  const texts = Object.fromEntries(lists.map(name => [name, answers[name]]));
  const kept = { header: firstLine(rejectsFile), statusColumn, ...texts };
  writeAtomically(pathOf(configDir, rejectsFile), JSON.stringify(kept), { mode: 0o600 });
}

/**
 * With the answers that were given for the file that a rejects file comes from. When one of them is given on the command
 * line, nothing that was kept is used.
 */
export function withKeptAnswers(
  answers: Answers,
  { files, given }: ImportOptions,
  { configDir, terminal }: { readonly configDir: string; readonly terminal: Terminal },
): Answers {
  const [file = '-', ...others] = files;
  if (file === '-' || others.length > 0 || names.some(name => given.includes(name))) return answers;
  const kept = read(pathOf(configDir, file), file);
  if (kept === undefined) return answers;
  const answered = { ...answers, ...kept };
  terminal.note(`using your answers for the original file: ${answerFlags(answered)}`);
  return answered;
}

function read(path: string, file: string): KeptAnswers | undefined {
  try {
    const kept: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (!isObject(kept) || kept.header !== firstLine(file)) return undefined;
    const [map, optOutValues, dateFormat, decimalMark, risky] = lists.map(name => kept[name]);
    if (!isTexts(map) || !isTexts(optOutValues)) return undefined;
    const { statusColumn } = kept;
    const isAnswer = typeof statusColumn === 'string' || statusColumn === false;
    return {
      map,
      optOutValues,
      statusColumn: isAnswer ? statusColumn : undefined,
      dateFormat: isTexts(dateFormat) ? dateFormat : [],
      decimalMark: isTexts(decimalMark) ? decimalMark : [],
      risky: isTexts(risky) ? risky : [],
    };
  } catch {
    // There is none, or it is damaged: the questions are asked again.
    return undefined;
  }
}

/** The first line of a file, its bytes as they are; of a very long one the beginning. */
function firstLine(file: string): string {
  const bytes = Buffer.alloc(64 * 1024);
  const open = openSync(file, 'r');
  try {
    const text = bytes.toString('latin1', 0, readSync(open, bytes));
    return text.split(/[\r\n]/, 1)[0] ?? '';
  } finally {
    closeSync(open);
  }
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(item => typeof item === 'string');
}
