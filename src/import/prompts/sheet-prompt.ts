/** Workbooks with several sheets of people: the user decides. */
import { Failure } from '../../lib/failure.ts';
import { shellWord } from '../../lib/shell-word.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import type { TableName } from '../files/source.ts';
import type { ChooseSheet } from '../files/workbook/workbook-source.ts';
import { noteAnswers } from './confirm-import.ts';

/**
 * Takes the sheet that is named, else the one with addresses; asks where there are several.
 *
 * @param named the value of `--sheet`
 * @param chosen what was chosen for workbooks in an earlier run; what is chosen now is added
 * @returns a function that throws Failure confirmation_needed when nobody can answer, invalid_value when the sheet is
 *   not there
 */
export function sheetPrompt(
  named: string | undefined,
  chosen: Map<string, string>,
  terminal: Terminal,
): (table: TableName) => ChooseSheet {
  return ({ id, name: file }) =>
    async sheets => {
      const wanted = named ?? chosen.get(id);
      const names = sheets.map(({ name }) => name);
      if (wanted !== undefined) {
        const found = names.find(name => name === wanted) ?? names.find(name => isAlike(name, wanted));
        if (found !== undefined) return found;
        throw new Failure('invalid_value', `--sheet: ${file} has no visible sheet "${wanted}"`, {
          details: [`its sheets: ${names.join(', ')}`],
        });
      }
      const [first = names[0] ?? '', ...others] = sheets.flatMap(one => (one.hasAddresses ? [one.name] : []));
      if (others.length === 0) return first;
      const answer = await askForSheet(file, [first, ...others], terminal);
      chosen.set(id, answer);
      return answer;
    };
}

async function askForSheet(file: string, names: readonly string[], terminal: Terminal): Promise<string> {
  if (!terminal.asks) {
    const message = `${file} has several sheets with addresses: ${names.join(', ')}`;
    const [hint] = names.map(name => `--sheet ${shellWord(name)}`);
    throw new Failure('confirmation_needed', message, { hint });
  }
  const answer = await terminal.choose(
    `Which sheet of ${file} has the subscribers?`,
    names.map(name => ({ name, value: name })),
    '--sheet',
  );
  noteAnswers([`--sheet ${shellWord(answer)}`], terminal);
  return answer;
}

const isAlike = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();
