/** What was answered at the prompts of a dry run is kept on this machine for the import itself. */
import { readFileSync, rmSync } from 'node:fs';
import { writeAtomically } from '../lib/files/atomic-file.ts';
import { isObject } from '../lib/json/is-object.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { type Answers, answerFlags } from './answers.ts';
import { firstLine, keptPath } from './kept-answers.ts';
import { isTexts } from './mapping-file.ts';
import type { ImportOptions } from './options.ts';

const lists = [
  'map',
  'optOutValues',
  'dateFormat',
  'decimalMark',
  'risky',
  'innocentNames',
  'chosenEncodings',
  'chosenSheets',
] as const satisfies readonly (keyof Answers)[];

type Asked = Partial<Pick<Answers, (typeof lists)[number] | 'rejectsBadValues' | 'leavesOutDates'>> &
  Pick<Partial<Answers>, 'statusColumn'>;

type Files = Pick<ImportOptions, 'files'>;

const pathFor = (configDir: string, { files }: Files) => keptPath(configDir, files, 'dry-run');

/** The files as they were: others at the same paths do not get the answers. */
const headersOf = ({ files }: Files) => files.map(firstLine).join('\n');

/**
 * Keeps the answers that were not on the command line.
 *
 * @param typed the answers on the command line and in the mapping file
 */
export function keepAsked(configDir: string, files: Files, typed: Answers, answers: Answers): void {
  const further = lists.flatMap(name => {
    const asked = answers[name].filter(text => !typed[name].includes(text));
    return asked.length === 0 ? [] : [[name, asked] as const];
  });
  const asked: Asked = {
    ...Object.fromEntries(further),
    ...(answers.rejectsBadValues && { rejectsBadValues: true }),
    ...(answers.leavesOutDates && { leavesOutDates: true }),
    ...(answers.statusColumn !== typed.statusColumn && { statusColumn: answers.statusColumn }),
  };
  if (Object.keys(asked).length === 0) return;
  try {
    const kept = JSON.stringify({ header: headersOf(files), asked });
    writeAtomically(pathFor(configDir, files), kept, { mode: 0o600 });
  } catch {
    // Standard input and folders; or the disk is full: then it is asked again.
  }
}

/** After the import the next file at these paths is asked about anew. */
export function forgetAsked(configDir: string, files: Files): void {
  rmSync(pathFor(configDir, files), { force: true });
}

/** Adds the answers to the dry run of these files. If a flag gives one of them, none of them are used. */
export function withAsked(
  answers: Answers,
  { files, given }: Pick<ImportOptions, 'files' | 'given'>,
  { configDir, terminal }: { readonly configDir: string; readonly terminal: Terminal },
): Answers {
  const asked = read(configDir, { files });
  if (asked === undefined || Object.keys(asked).some(name => given.includes(name))) return answers;
  const flags = answerFlags({ ...emptied(answers), ...asked });
  terminal.note(`using your answers to the dry run${flags === '' ? '' : `: ${flags}`}`);
  const joined = lists.map(name => [name, [...(asked[name] ?? []), ...answers[name]]]);
  return { ...answers, ...asked, ...Object.fromEntries(joined) };
}

function emptied(answers: Answers): Answers {
  return { ...answers, ...Object.fromEntries(lists.map(name => [name, []])), statusColumn: undefined };
}

function read(configDir: string, files: Files): Asked | undefined {
  try {
    const kept: unknown = JSON.parse(readFileSync(pathFor(configDir, files), 'utf8'));
    if (!isObject(kept) || kept.header !== headersOf(files) || !isObject(kept.asked)) return undefined;
    const { asked } = kept;
    const texts = lists.flatMap(name => (isTexts(asked[name]) ? [[name, asked[name]] as const] : []));
    return {
      ...Object.fromEntries(texts),
      ...(asked.rejectsBadValues === true && { rejectsBadValues: true }),
      ...(asked.leavesOutDates === true && { leavesOutDates: true }),
      ...(asked.statusColumn === false && { statusColumn: false }),
    };
  } catch {
    // Nothing is kept, or it is damaged: ask again.
    return undefined;
  }
}
