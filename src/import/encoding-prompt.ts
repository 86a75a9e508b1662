import { Failure } from '../lib/failure.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { ChooseEncoding } from './source/encoding.ts';

/**
 * Asks for the encoding of a file in which it is not certain, showing words of the file.
 *
 * @param file its path, or `-`
 * @returns a function that throws Failure bad_encoding when nobody can answer
 */
export function encodingPrompt(file: string, terminal: Terminal): ChooseEncoding {
  const shown = file === '-' ? 'standard input' : file;
  return async candidates => {
    const samples = (words: readonly string[]) => words.join(', ');
    if (terminal.asks && candidates.length > 0) {
      return await terminal.choose(
        `The encoding of ${shown} is unclear. Which of these is right?`,
        candidates.map(({ name, label, samples: words }) => ({
          name: `${samples(words)}  (${name})`,
          value: label,
        })),
        '--encoding',
      );
    }
    throw new Failure('bad_encoding', `the encoding of ${shown} is unclear`, {
      details: candidates.map(({ label, samples: words }) => `--encoding ${label}: ${samples(words)}`),
      hint: `newsletter import ${file} --encoding <name>`,
    });
  };
}
