import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { journaledOptionsOf, resumedOptions } from '../../../src/import/codec.ts';
import { importDefaults } from '../../../src/import/options.ts';
import { failureOf } from '../../support/failure.ts';
import { limit } from '../../support/load.ts';
import { lines } from '../account.ts';
import { firstPass } from '../first-pass.ts';

describe('a column that may mark people who must not be emailed, and is not understood', () => {
  test('a text that mentions an opt-out is reported, and no mark', async () => {
    const { loadText, emails } = firstPass();
    const text = 'She asked what happens if one wants to unsubscribe later, and we told her how';
    const { summary, said } = await loadText(
      lines(
        'Email,Notes',
        'b@x.org,nice',
        `a@x.org,"${text}"`,
        'c@x.org,"er wollte sich abmelden, dann aber doch nicht mehr"',
      ),
    );
    expect(await emails()).toEqual(['a@x.org', 'b@x.org', 'c@x.org']);
    expect(summary.warnings).toEqual([
      expect.objectContaining({
        code: 'mentions_opt_out',
        column: 'Notes',
        count: 2,
        example: text,
        line: 3,
      }),
    ]);
    expect(said.replaceAll(/\s+/g, ' ')).toContain('Notes: 2 texts mention an opt-out');
  });

  test('the flag of a column with quotes and blanks can be pasted into a shell', async () => {
    const { loadText, emails } = firstPass();
    const text = lines("Email,Ann's $mailing", 'a@x.org,"gesperrt (!)"', 'b@x.org,frei');
    const failure = await failureOf(loadText(text));
    const flag = /--opt-out-value ('.*?') leaves/.exec(failure.hint ?? '')?.[1] ?? '';
    const printed = execFileSync('sh', ['-c', `printf %s ${flag}`], { encoding: 'utf8', timeout: limit(5) });
    expect(printed).toBe("Ann's $mailing=gesperrt (!)");
    await loadText(text, { optOutValue: [printed] });
    expect(await emails()).toEqual(['b@x.org']);
  });
});

test('--resume has the answers of the import that was cut off', () => {
  const typed = importDefaults(['people.csv']);
  const answered = { ...typed, optOutValue: ['2=gesperrt'] };
  expect(resumedOptions(typed, journaledOptionsOf(answered))).toEqual(answered);
});
