/** Addresses in domains that look misspelt: the user decides. */
import { shellWord } from '../../lib/shell-word.ts';
import { counted } from '../../terminal/numbers.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import type { Answers } from '../answers.ts';
import type { CheckedImport } from '../plan/checked-file.ts';
import { isDecided } from '../rows/risk/risk-rules.ts';
import { declined, noteAnswers } from './confirm-import.ts';

/** The tag for those that are to be looked at later. */
const tag = 'Misspelt domain';

/**
 * Asks what to do with addresses in domains that look misspelt. Elsewhere than on a terminal they are sent and reported.
 *
 * @returns all answers; undefined when nothing is to be asked
 * @throws Failure declined
 */
export async function answerMisspelt(
  { validation, answers }: Pick<CheckedImport, 'validation' | 'answers'>,
  terminal: Terminal,
): Promise<Answers | undefined> {
  const cause = 'misspelt_domain';
  const found = validation.risks.list().find(risk => risk.cause === cause);
  if (found === undefined || !terminal.asks || isDecided(answers.risky, cause)) return undefined;
  const { count, example, suggestion } = found;
  const looks = count === 1 ? 'looks' : 'look';
  const meant = suggestion === undefined ? '' : ` (${suggestion}?)`;
  const answer = await terminal.choose(
    `${counted(count, 'address', 'addresses')} ${looks} misspelt, e.g. ${example}${meant}. What should be done?`,
    [
      { name: 'reject them: fix them in the rejects file', value: 'reject' },
      { name: 'send them anyway', value: 'keep' },
      { name: `send them with the tag "${tag}"`, value: `tag:${tag}` },
      { name: 'cancel: send nothing', value: 'cancel' },
    ],
    '--risky',
  );
  if (answer === 'cancel') throw declined();
  noteAnswers([`--risky ${shellWord(`${cause}=${answer}`)}`], terminal);
  return { ...answers, risky: [...answers.risky, `${cause}=${answer}`] };
}
