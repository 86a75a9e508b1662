/** The values that fit at the cursor, by their kind. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { summaryOf, viewsOf } from '../cli/command.ts';
import type { ValueKind } from '../cli/option.ts';
import { type CommandShape, type Reading, readWords, unknownWord } from '../cli/read-words.ts';
import { topics } from '../cli/topics/index.ts';
import type { Context } from '../context.ts';
import { fieldsOf } from '../terminal/fields.ts';
import { type Candidate, type CandidateList, noCandidates, shortDescription } from './shells.ts';

/** The position of the cursor. No request is sent to find candidates. */
export interface Cursor {
  /** The words before the cursor. */
  readonly before: Reading;
  /** The word at the cursor, or the value in it, up to the cursor. */
  readonly current: string;
  /** The top-level commands; that on the line as its record says. */
  readonly commands: readonly CommandShape[];
  readonly context: Context;
}

export async function valuesOf(
  kind: ValueKind,
  { before, current, commands, context }: Cursor,
): Promise<CandidateList> {
  switch (kind) {
    case 'file':
      return { ...noCandidates, files: true };
    case 'profile':
      return listOf(plain(profileNames(context)));
    case 'setting': {
      const { settings } = await import('../settings/schema.ts');
      return listOf(Object.entries(settings).map(([word, { meaning }]) => described(word, meaning)));
    }
    case 'setting-value':
      return listOf(plain(await choicesOfSetting(before.operands[0] ?? '')));
    case 'shown-fields': {
      const { output = 'text' } = before.command;
      const fields = [...new Set(viewsOf({ output }).flatMap(fieldsOf))];
      return { ...listOf(plain(fields)), prefixLength: current.lastIndexOf(',') + 1 };
    }
    case 'service': {
      const { presetNames } = await import('../import/columns/detect-preset.ts');
      return listOf(plain(presetNames()));
    }
    case 'topic':
      return listOf(helpTopics(before, commands));
  }
}

/** None when there is no file, or a damaged one. */
function profileNames({ configDir }: Context): readonly string[] {
  try {
    const { profiles } = JSON.parse(readFileSync(join(configDir, 'config.json'), 'utf8'));
    return Object.keys(profiles).filter(name => /^[\w.@-]+$/.test(name));
  } catch {
    return [];
  }
}

/** All values of a setting that has only a few; else none. */
export async function choicesOfSetting(name: string): Promise<readonly string[]> {
  const { isSettingName, settings } = await import('../settings/schema.ts');
  const setting = isSettingName(name) ? settings[name] : undefined;
  return setting?.kind === 'choice' ? setting.values : [];
}

function listOf(candidates: readonly Candidate[]): CandidateList {
  return { ...noCandidates, candidates };
}

const described = (word: string, text: string): Candidate => ({ word, description: shortDescription(text) });

/** Words without a description. */
export function plain(words: readonly string[]): Candidate[] {
  return words.map(word => ({ word, description: '' }));
}

/** Commands, then their subcommands; topics. */
function helpTopics({ operands }: Reading, commands: readonly CommandShape[]): readonly Candidate[] {
  const reading = readWords(commands, ['--', ...operands]);
  if (unknownWord(reading) !== undefined) return [];
  const known = subcommands(reading.command.commands);
  return operands.length > 0
    ? known
    : [...known, ...topics.map(({ name, summary }) => described(name, summary))];
}

export function subcommands(commands: readonly CommandShape[] = []): Candidate[] {
  return commands.map(({ name, summary, description = '' }) =>
    described(name, summaryOf({ summary, description }).replace(/[.:]$/, '')),
  );
}
