import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { journaledOptionsOf, resumedOptions } from '../../../src/import/codec.ts';
import { importDefaults } from '../../../src/import/options.ts';
import { failureOf } from '../../support/failure.ts';
import { limit } from '../../support/load.ts';
import { lines } from '../account.ts';
import { firstPass } from '../first-pass.ts';

describe('a column that may mark people who must not be emailed, and is not understood', () => {
  test('a long text with a word for an opt-out is asked about, and answered by its beginning', async () => {
    const { loadText, emails } = firstPass();
    const text = 'She has had enough of all the mail about the roof: in May 2023 she unsubscribed';
    const file = lines('Email,Notes', 'b@x.org,nice', `a@x.org,"${text}"`);
    const failure = await failureOf(loadText(file));
    expect(failure).toMatchObject({ code: 'consent_unclear', message: expect.stringContaining('"Notes"') });
    const [, flag = ''] = /--opt-out-value '(.*?)' leaves/.exec(failure.hint ?? '') ?? [];
    expect(flag).toBe('Notes=She has had enough of all the mail about the roof: in May 20*');
    await loadText(file, { optOutValue: [flag] });
    expect(await emails()).toEqual(['b@x.org']);
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
