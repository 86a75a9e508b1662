/** What an import says of the file and the account, before and after it sends. */
import { describe, expect, test } from 'vitest';
import { comparedText } from '../../src/import/screen/counts-text.ts';
import { paintFor } from '../../src/terminal/shown-text.ts';
import { account, lines } from './account.ts';

test('a comparison that is older than the run says so', () => {
  const counts = { subscribers: 240, new: 1176, changed: 0, unchanged: 0, left: 0, fields: {}, replaced: {} };
  const [title] = comparedText(counts, [], 0, true, paintFor(false)).split('\n');
  expect(title).toBe('compared with the account when the import began (240 subscribers):');
});

describe('an import says', () => {
  async function said(text: string, ...flags: string[]) {
    const here = await account();
    here.write('people.csv', text);
    const { stderr } = await here.run(['import', 'people.csv', ...flags]);
    return { ...here, text: stderr.replace(/ +/g, ' ') };
  }

  test('the variable that a new field then has', async () => {
    const colours = lines('Email,Favourite Colour', 'a@x.org,red', 'b@x.org,');
    const { text, people, run } = await said(colours, '--dry-run', '--create-fields');
    expect(text).toContain('Favourite Colour → fields.favourite_colour (new, text)');
    await run(['import', 'people.csv', '--create-fields']);
    expect((await people())[0]?.fields).toEqual({ favourite_colour: 'red' });
  });

  test('how many people lose another value, and the first of them', async () => {
    const { write, run, text } = await said(
      lines('Email,City', 'a@x.org,Rome', 'b@x.org,'),
      '--create-fields',
    );
    expect(text).not.toContain('another value');
    write('people.csv', lines('Email,City', 'b@x.org,Bonn', 'a@x.org,Oslo'));
    const { stderr } = await run(['import', 'people.csv', '--dry-run']);
    expect(stderr).toContain(
      '  2  changed  fields.city 2 (1 replaces another value)\n  a@x.org\n    fields.city: Rome → Oslo\nwould',
    );
  });

  const city = ' 1 address with other values fields.city:';
  const [rome, oslo] = ['"Rome" (line 4)', '"Oslo" (line 2)'];
  test.each([
    ['merge', 'merged with', 'later values win', `${rome} wins over ${oslo}`],
    ['first', 'same address as', 'the earlier row wins', `${oslo} wins over ${rome}`],
    ['last', 'same address as', 'the later row wins', `${rome} wins over ${oslo}`],
  ])('what becomes of a duplicate, and which value counts (--duplicates %s)', async (rule, is, row, wins) => {
    const rows = lines('Email,City', 'a@x.org,Oslo', 'b@x.org,', 'A@x.org,Rome', 'b@x.org,');
    const { text } = await said(rows, '--duplicates', rule, '--dry-run');
    const says = `${is} an earlier row (such as line 4 and line 2); ${row}`;
    expect(text).toContain(`2 duplicates ${says}\n${city} ${wins}`);
  });

  test('each field whose value is lost with a row', async () => {
    const rows = lines('Email,City,Number', 'a@x.org,Oslo,', 'a@x.org,Rome,77');
    const { text } = await said(rows, '--duplicates', 'first', '--create-fields', '--dry-run');
    expect(text).toContain(
      'over "Rome" (line 3); fields.number: "77" (line 3) is lost, as the other row is empty',
    );
  });

  test('the file of each value in which two files differ', async () => {
    const { write, run } = await said(lines('Email,City', 'a@x.org,Oslo'), '--dry-run');
    write('more.csv', lines('Email,City', 'a@x.org,Rome'));
    const { stderr, stdout } = await run(['import', 'people.csv', 'more.csv', '--output', 'json']);
    const expected = 'fields.city: "Rome" (more.csv:2) wins over "Oslo" (people.csv:2)';
    const of = { code: 'rows_differ', column: 'City', count: 1, line: 2, file: 'more.csv' };
    expect(JSON.parse(stdout).warnings).toMatchObject([
      { ...of, message: expect.stringContaining(expected) },
    ]);
    expect(stderr).not.toContain('differ');
  });

  test('nothing of sending when nothing would be sent', async () => {
    const { run } = await said(lines('Email', 'a@gmial.com', 'b@x.org'));
    const { stderr } = await run(['import', 'people.csv', '--dry-run']);
    expect(stderr).toContain(
      'Nothing to change in The Slow Carriage (slow-carriage): all fields and tags are up to date.',
    );
    expect(stderr).not.toMatch(/would be sent|risky, but|To import|Would import/);
  });
});
