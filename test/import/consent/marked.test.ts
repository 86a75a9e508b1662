/** Marks that stand outside a column of answers: titles among rows, names of files, signs before addresses and names. */
import { expect, test } from 'vitest';
import { failureOf } from '../../support/failure.ts';
import { lines, type Typed } from '../account.ts';
import { firstPass } from '../first-pass.ts';

const sections = lines(
  'Naam,E-mail',
  'Krijgt de nieuwsbrief,',
  'Ann,a@x.org',
  'Wil geen mail meer,',
  'Bo,b@x.org',
  'Cy,c@x.org',
  'Krijgt de nieuwsbrief,',
  'Di,d@x.org',
);
const disabled = lines('Name,Email', 'Ann,a@x.org', 'Bo,#b@x.org', 'Cy,c@x.org');
const names = lines(
  'Jméno,Email',
  'Ann,a@x.org',
  'ODHLÁŠENO – Bo,b@x.org',
  'ODHLÁŠENO – Di,d@x.org',
  'Cy,c@x.org',
);

test.each<[what: string, text: string, answer: string, given: Typed, letters: string[]]>([
  [
    'a title among rows',
    sections,
    "'Naam=Wil geen mail meer'",
    { optOutValue: ['Naam=Wil geen mail meer'] },
    ['a', 'd'],
  ],
  ['no title among rows', sections, '--no-status-column', { statusColumn: false }, ['a', 'b', 'c', 'd']],
  [
    '# before an address',
    disabled,
    "'Email=#*' leaves out 1 of 3 rows",
    { optOutValue: ['Email=#*'] },
    ['a', 'c'],
  ],
  [
    'a mark before names',
    names,
    "'Jméno=ODHLÁŠENO*' leaves out 2 of 4",
    { optOutValue: ['Jméno=ODHLÁŠENO*'] },
    ['a', 'c'],
  ],
])('%s is asked about, and the printed answer decides', async (_what, text, answer, given, letters) => {
  const { loadText, emails } = firstPass();
  const failure = await failureOf(loadText(text));
  expect(failure).toMatchObject({ code: 'consent_unclear', exit: 2 });
  expect(failure.hint).toContain(answer);
  await loadText(text, given);
  expect(await emails()).toEqual(letters.map(letter => `${letter}@x.org`));
});

test('the printed answer about a file’s name leaves out everybody', async () => {
  const { loadText, emails } = firstPass();
  const text = lines('Name,Email', 'Ann,a@x.org', 'Bo,b@x.org');
  const failure = await failureOf(loadText(text, {}, 'abmeldungen.csv'));
  expect(failure.hint).toContain("--opt-out-value 'Email=*' (leave out everybody in it)");
  const { summary } = await loadText(text, { optOutValue: ['Email=*'] }, 'abmeldungen.csv');
  expect([summary.accepted, summary.suppressed, await emails()]).toEqual([0, 2, []]);
});

test.each(['Jméno=<value>', 'Jméno'])('--opt-out-value %s is refused', async optOutValue => {
  const failure = await failureOf(firstPass().loadText(names, { optOutValue: [optOutValue] }));
  expect(failure).toMatchObject({
    code: 'invalid_value',
    message: expect.stringContaining('--opt-out-value'),
  });
});

test('parts of names of people, companies and places are no marks', async () => {
  const { loadText, emails } = firstPass();
  const rows = [
    'Ann,Nomail,a@x.org,Baja,Mailstop Inc,Email Marketing Manager,@nomail',
    'Bo,Junk,b@x.org,Ende,No Spam Ltd,Head of Opt-Out,@bo',
  ];
  await loadText(lines('First Name,Last Name,Email,City,Company,Job title,Twitter', ...rows));
  expect(await emails()).toEqual(['a@x.org', 'b@x.org']);
});
