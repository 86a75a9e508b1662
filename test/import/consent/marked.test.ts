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
    { optOutValues: ['Naam=Wil geen mail meer'] },
    ['a', 'd'],
  ],
  ['no title among rows', sections, '--no-status-column', { statusColumn: false }, ['a', 'b', 'c', 'd']],
  [
    '# before an address',
    disabled,
    "'Email=#*' leaves out 1 of 3 rows",
    { optOutValues: ['Email=#*'] },
    ['a', 'c'],
  ],
  [
    'a mark before names',
    names,
    "'Jméno=ODHLÁŠENO*' leaves out 2 of 4",
    { optOutValues: ['Jméno=ODHLÁŠENO*'] },
    ['a', 'c'],
  ],
])('when %s is asked about, then the printed answer decides', async (_what, text, answer, given, letters) => {
  const { loadText, emails } = firstPass();
  const failure = await failureOf(loadText(text));
  expect(failure).toMatchObject({ code: 'consent_unclear', exit: 2 });
  expect(failure.hint).toContain(answer);
  await loadText(text, given);
  expect(await emails()).toEqual(letters.map(letter => `${letter}@x.org`));
});

test('when the name of a file is in doubt, then the printed answer leaves out everybody', async () => {
  const { loadText, emails } = firstPass();
  const text = lines('Name,Email', 'Ann,a@x.org', 'Bo,b@x.org');
  const failure = await failureOf(loadText(text, {}, 'abmeldungen.csv'));
  expect(failure.hint).toContain("--opt-out-value 'Email=*' leaves out everybody in it");
  const { summary } = await loadText(text, { optOutValues: ['Email=*'] }, 'abmeldungen.csv');
  expect([summary.accepted, summary.suppressed, await emails()]).toEqual([0, 2, []]);
});

test('when a value in brackets was not replaced, then it is refused', async () => {
  const { loadText } = firstPass();
  const failure = await failureOf(loadText(names, { optOutValues: ['Jméno=<value>'] }));
  expect(failure).toMatchObject({ code: 'invalid_value' });
});

/** A question about what is plainly one of many other matters would be in the way. */
test('when Confirmed stands beside other sacraments, then it is not asked about; alone it is', async () => {
  const { loadText, emails } = firstPass();
  const rows = ['a@x.org,Yes,Yes,No', 'b@x.org,No,Yes,Yes'];
  await loadText(lines('Email,Confirmed,Baptised,Married in church', ...rows));
  expect(await emails()).toEqual(['a@x.org', 'b@x.org']);
  const alone = failureOf(loadText(lines('Email,Confirmed', 'a@x.org,Yes', 'b@x.org,No')));
  expect(await alone).toMatchObject({ code: 'consent_unclear' });
});

test.each([
  ['Mail display', 'Newsletter'],
  ['Abonnement', 'Newsletter'],
])(
  'when %s is doubtful beside %s, which speaks for each person, then it is not asked about',
  async (header, clear) => {
    const { loadText, emails } = firstPass();
    await loadText(
      lines(`Email,${header},${clear}`, 'a@x.org,Friday,yes', 'b@x.org,Sunday,no', 'c@x.org,Friday,yes'),
    );
    expect(await emails()).toEqual(['a@x.org', 'c@x.org']);
  },
);
