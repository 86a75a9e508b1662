import { expect, test } from 'vitest';
import { lines } from '../account.ts';
import { firstPass } from '../first-pass.ts';

const swallowed = lines(
  'Email,City,Note',
  'a@x.org,"Oslo,first',
  'b@x.org,Rome,second',
  'c@x.org,Bonn,third',
  'd@x.org,Kiev,fourth"',
  'e@x.org,Bern,fifth',
);

test('lines that two stray quotes make one cell are named, and nobody in them is imported', async () => {
  const { loadText, emails } = firstPass();
  const { summary, said } = await loadText(swallowed);
  const message =
    'a cell in line 2 contains 3 lines, from line 3 on, like rows of this file, which are not imported';
  const hint = 'if a quote in line 2 is misplaced, fix it, then import the file again';
  expect(summary.warnings).toEqual([
    { code: 'rows_in_cell', column: null, count: 3, line: 2, message, hint },
  ]);
  expect(said).toContain(message);
  expect(await emails()).toEqual(['a@x.org', 'e@x.org']);
});

test('of a header without a known name, it is said which line is taken for it', async () => {
  const { loadText, emails } = firstPass();
  const { summary, said } = await loadText(lines('Kontakt,Wert', 'a@x.org,x', 'b@x.org,y'));
  const message = 'line 1 is used as the header: Kontakt, Wert';
  const hint = 'if it is a row, pass --no-header';
  expect(summary.warnings).toEqual([
    { code: 'header_assumed', column: null, count: 1, line: 1, message, hint },
  ]);
  expect(said).toContain(`${message}; ${hint}`);
  expect(await emails()).toHaveLength(2);
  expect((await loadText(lines('Subscriber,Wert', 'a@x.org,x'))).summary.warnings).toEqual([]);
});

test.each([
  [
    'a question mark that another program put for a letter',
    ['a@x.org,V?ra,Why?', 'b@x.org,?tefan,', 'c@x.org,Eva,?esk? T?š?n', 'd@x.org,Eva,x.org/a?b=c'],
    'a ? stands where a letter was lost in 3 rows, e.g. "V?ra" (line 2)',
    'to have the letters, export the list again, as UTF-8 or .xlsx',
  ],
  [
    'a long number that a spreadsheet has shortened',
    ['a@x.org,"4,41175E+11",', 'b@x.org,4.9170123456E+12,', 'c@x.org,,1.5E+3', 'd@x.org,44117496,E+'],
    'a spreadsheet has cut off the last digits of a number in 2 rows, e.g. "4,41175E+11" (line 2)',
    'to have the digits, export the list again, and do not save it in a spreadsheet',
  ],
])('%s is said once, with the number of rows', async (_, rows, message, remedy) => {
  const { loadText } = firstPass();
  const { summary, said } = await loadText(lines('Email,First name,City', ...rows));
  const hint = `${remedy}; to import without the column: --map 'First name=skip'`;
  const example = /"(.*)"/.exec(message)?.[1];
  expect(summary.warnings).toMatchObject([
    { code: 'letters_lost', column: 'First name', line: 2, message, hint, example },
  ]);
  expect(said).toContain(`${message}; ${hint}`);
});
