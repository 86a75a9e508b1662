import { describe, expect, test } from 'vitest';
import type { CheckedFile } from '../../src/import/checked-file.ts';
import { promptUnfit } from '../../src/import/prompts.ts';
import type { ColumnReason } from '../../src/import/reject-flags.ts';
import type { Terminal } from '../../src/terminal/terminal.ts';
import { failureOf } from '../support/failure.ts';

const birthday: ColumnReason = {
  code: 'bad_value',
  cause: 'not a full date',
  column: 1,
  count: 297,
  example: '04/01',
  line: 2,
};
const checked = {
  options: { map: ['Name=skip'], given: ['map'] },
  plan: { dialect: { header: ['Email', 'Birthday'], names: ['Email', 'Birthday'] } },
} as unknown as CheckedFile;

/** Asks somebody who chooses this answer. */
async function asked(answer: string) {
  const questions: string[] = [];
  const choose = async (question: string) => {
    questions.push(question);
    return answer;
  };
  const terminal = { asks: true, choose } as unknown as Terminal;
  return { questions, options: await promptUnfit(checked, [birthday], terminal) };
}

describe('on a terminal, a column of which no value fits', () => {
  test('when it is asked about, then the question says which, how many, and shows one', async () => {
    const { questions } = await asked('skip');
    expect(questions).toEqual([
      'Birthday: none of 297 values fits: not a full date, e.g. "04/01" (line 2). What should be done?',
    ]);
  });

  test('when it is to be left out, then that is one more --map', async () => {
    expect((await asked('skip')).options.map).toEqual(['Name=skip', '2=skip']);
  });

  test('when the rows are to be rejected, then it is not asked again', async () => {
    expect((await asked('reject')).options.given).toContain('badValues');
  });

  test('when nothing is to be sent, then that ends the import', async () => {
    expect((await failureOf(asked('cancel'))).code).toBe('declined');
  });
});
