import { Failure } from '../../lib/failure.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import type { ChooseEncoding } from '../files/text/encoding.ts';
import type { EncodingCandidate } from '../files/text/legacy-encoding.ts';
import { noteAnswers } from './confirm-import.ts';

/**
 * Asks for the encoding of a file in which it is not certain, showing words of the file.
 *
 * @param file its path, or `-`
 * @returns a function that throws Failure bad_encoding when nobody can answer
 */
export function encodingPrompt(file: string, terminal: Terminal): ChooseEncoding {
  const shown = file === '-' ? 'standard input' : file;
  return async candidates => {
    const [likeliest] = candidates;
    if (likeliest === undefined || !terminal.asks) throw unclearEncoding(shown, candidates);
    const label = await terminal.choose(
      `The encoding of ${shown} is unclear. Which line shows the names correctly?`,
      candidates.map(({ name, label: value, samples }) => ({
        name: `${samples.join(', ')}  (${name})`,
        value,
      })),
      '--encoding',
    );
    noteAnswers([`--encoding ${label}`], terminal);
    return label;
  };
}

function unclearEncoding(shown: string, candidates: readonly EncodingCandidate[]): Failure {
  const flags = candidates.map(({ label }) => `--encoding ${label}`);
  return new Failure('bad_encoding', `the encoding of ${shown} is unclear`, {
    details: candidates.map(({ samples }, i) => `${flags[i]}: ${samples.join(', ')}`),
    hint:
      flags.length === 0
        ? 'save it as UTF-8, or name its encoding, for example --encoding windows-1252'
        : `choose the one that shows the names correctly: ${flags.join(', ')}`,
  });
}
