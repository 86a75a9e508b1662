import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../support/failure.ts';
import { account, lines, records } from './account.ts';

/** The lines of a report. */
const reportAt = (path: string) =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));

describe('several files', () => {
  test('several files are each read in their own way, and add up', async () => {
    const { loadFiles, people, at } = await account();
    const files = ['a.csv', 'b.tsv'].map(at);
    const { summary, failure } = await loadFiles(
      {
        'a.csv': lines('Email,First name', 'a@x.org,Ann', 'b@x.org,Bo'),
        'b.tsv': 'E-Mail\tVorname\tAlter\nc@x.org\tCem\t7\n',
      },
      { wait: true },
    );
    expect(failure).toBeUndefined();
    expect(summary).toMatchObject({ rows: 3, accepted: 3, created: 3, ignored_columns: ['Alter'] });
    expect(summary.file).toBe(files.join(', '));
    expect(summary.files).toMatchObject([
      { file: files[0], rows: 2, accepted: 2, mapping: { 'First name': 'fields.first_name' } },
      { file: files[1], rows: 1, accepted: 1, ignored_columns: ['Alter'] },
    ]);
    expect((await people()).map(({ fields }) => fields.first_name)).toEqual(['Ann', 'Bo', 'Cem']);
  });

  test('a person who is marked in any file is sent from none', async () => {
    const { loadFiles, emails } = await account();
    const { summary, rejects } = await loadFiles({
      'people.csv': lines('Email', 'a@x.org', 'b@x.org', 'c@x.org'),
      'status.csv': lines('Email,Status', 'b@x.org,unsubscribed', 'd@x.org,active'),
      'unsubscribed_members_export_1.csv': lines('Email Address', 'c@x.org'),
    });
    expect(summary).toMatchObject({ rows: 6, accepted: 2, suppressed: 4 });
    expect(await emails()).toEqual(['a@x.org', 'd@x.org']);
    // In one list, each column once, whatever the files call it.
    expect(rejects.map(row => [row.Email, row.Status, row._line, row._code])).toEqual([
      ['b@x.org', '', '3', 'suppressed'],
      ['c@x.org', '', '4', 'suppressed'],
      ['b@x.org', 'unsubscribed', '2', 'suppressed'],
      ['c@x.org', '', '2', 'suppressed'],
    ]);
  });

  test('the report of a row names the file of the first with its address, while others are still to be read', async () => {
    const { loadFiles, at } = await account();
    const files = { 'a.csv': lines('Email', 'a@x.org', 'A@x.org'), 'b.csv': lines('Email', 'b@x.org') };
    await loadFiles({ ...files, 'c.csv': lines('Email', 'c@x.org') }, { report: at('report') });
    expect(reportAt(at('report'))).toMatchObject([{ line: 3, of: 2, file: 'a.csv', of_file: 'a.csv' }]);
  });

  test('report and messages name file and line', async () => {
    const { loadFiles, at } = await account();
    const { summary, said } = await loadFiles(
      { 'a.csv': lines('Email', 'a@x.org', 'bad'), 'b.csv': lines('Email', '', 'worse', 'a@x.org') },
      { report: at('report'), showAddresses: true },
    );
    const invalid = { line: 3, code: 'invalid_email', email: null, of: null, of_file: null };
    const first = { email: 'a@x.org', of: 2, of_file: 'a.csv' };
    expect(reportAt(at('report'))).toEqual([
      { ...invalid, reason: expect.any(String), file: 'a.csv' },
      { ...invalid, reason: expect.any(String), file: 'b.csv' },
      { line: 4, code: 'duplicate', reason: 'same address as a.csv:2', file: 'b.csv', ...first },
    ]);
    expect(summary.reasons).toMatchObject([
      { file: 'a.csv', line: 3, example: 'bad' },
      { file: 'b.csv', line: 3, example: 'worse' },
    ]);
    expect(said).toContain('(2 rows), e.g. "bad" in a.csv:3');
  });

  test('rejects of files with the same columns are one file, which names them; of others one each', async () => {
    const { loadFiles, load, emails, at } = await account();
    const first = await loadFiles(
      {
        'a.csv': lines('Email,Name', 'a at x.org,Ann'),
        'b.csv': lines('Town;E-Mail;Name', 'Bonn;b at x.org;Bo'),
        'c.csv': lines('Email,Name', 'c at x.org,Cy'),
        'unsubscribes.csv': lines('Email', 'd@x.org'),
      },
      { rejects: at('rejects.csv') },
    );
    const fixes = first.failure?.hint
      ?.match(/newsletter import [^\s;]+/g)
      ?.map(text => text.split('/').at(-1));
    expect(fixes).toEqual(['rejects.csv', 'rejects-2.csv']);
    const paths = first.summary.rejects_files;
    expect(paths).toEqual(['rejects.csv', 'rejects-2.csv'].map(at));
    const texts = paths.map(path => readFileSync(path, 'utf8'));
    expect(texts.map(text => text.split('\n', 1)[0])).toEqual([
      'Email,Name,_file,_line,_code,_reason',
      'Town;E-Mail;Name;_file;_line;_code;_reason',
    ]);
    expect(records(texts[0] ?? '').map(({ _file }) => _file)).toEqual(['a.csv', 'c.csv']);
    for (const [i, text] of texts.entries()) writeFileSync(paths[i] ?? '', text.replaceAll(' at x', '@x'));
    const again = await load(paths[0] ?? '', { files: paths, rejects: at('again.csv') });
    expect(again.summary).toMatchObject({ rows: 3, accepted: 3 });
    expect(await emails()).toEqual(['a@x.org', 'b@x.org', 'c@x.org']);
  });

  test('an option about a column is about the files that have it; of none, it is refused', async () => {
    const { loadFiles, people } = await account();
    const files = {
      'a.csv': lines('Email,Town,Status', 'a@x.org,Rome,active'),
      'b.csv': lines('Email,Ort,Status', 'b@x.org,Bonn,shipped'),
    };
    await loadFiles(files, { map: ['Ort=fields.city', 'a.csv:Town=fields.city', 'b.csv:3=skip'] });
    expect(await people()).toMatchObject([{ fields: { city: 'Rome' } }, { fields: { city: 'Bonn' } }]);
    const near = await failureOf(loadFiles(files, { map: ['b.csv:Orte=skip'] }));
    expect(near.hint).toBe('did you mean "Ort"?');
    const refused = await failureOf(loadFiles(files, { map: ['Stadt=skip'] }));
    expect(refused).toMatchObject({
      code: 'invalid_value',
      message: '--map: none of the files has a column "Stadt"',
      details: ['columns: Email, Town, Status, Ort'],
    });
  });

  test('--create-fields makes one field of a column of two files, of a kind that fits both', async () => {
    const { loadFiles, people } = await account();
    await loadFiles(
      {
        'a.csv': lines('Email,Code', 'a@x.org,12'),
        'b.csv': lines('Email,Code', 'b@x.org,twelve'),
      },
      { createFields: true },
    );
    expect((await people()).map(({ fields }) => fields.code)).toEqual(['12', 'twelve']);
  });

  test('a file that is named twice is refused', async () => {
    const { write, load, at } = await account();
    write('a.csv', lines('Email', 'a@x.org'));
    const refused = await failureOf(load('', { files: [at('a.csv'), `${at('.')}/a.csv`] }));
    expect(refused).toMatchObject({ code: 'usage' });
    expect(refused.message).toContain('is named twice');
  });
});

describe('--suppress', () => {
  test('addresses and domains on a list are not sent, whatever else the list says', async () => {
    const { write, load, emails } = await account();
    const file = write(
      'people.csv',
      lines(
        'Email',
        ...['a@x.org', 'B@x.org', 'c@gone.example.net', 'd@other.net', 'e@münchen.de', 'f@x.org'],
      ),
    );
    const suppress = [
      write('plain.txt', 'b@x.org\n@gone.example.net\nother.net\n*@xn--mnchen-3ya.de\n'),
      write('table.csv', lines('Owner email,Email,Status', 'a@x.org,"F Lee <f@x.org>",subscribed')),
    ];
    const { summary, rejects } = await load(file, { suppress });
    expect(summary).toMatchObject({ rows: 6, accepted: 1, suppressed: 5 });
    expect(await emails()).toEqual(['a@x.org']);
    expect(rejects.map(({ Email, _reason }) => [Email, _reason])).toEqual([
      ['B@x.org', 'on the list plain.txt'],
      ['c@gone.example.net', 'on the list plain.txt (@gone.example.net)'],
      ['d@other.net', 'on the list plain.txt (@other.net)'],
      ['e@münchen.de', 'on the list plain.txt (@xn--mnchen-3ya.de)'],
      ['f@x.org', 'on the list table.csv'],
    ]);
  });

  test('all columns of addresses and domains of a list count', async () => {
    const { write, load, emails } = await account();
    const file = write('people.csv', lines('Email', 'a@x.org', 'b@x.org', 'c@y.org', 'd@z.org'));
    const suppress = [
      write('two.csv', lines('Name,Email 1,Email 2', 'Ann,a@x.org,b@x.org')),
      write('domains.csv', lines('Domain', 'y.org')),
    ];
    const { summary } = await load(file, { suppress });
    expect(summary).toMatchObject({ accepted: 1, suppressed: 3 });
    expect(await emails()).toEqual(['d@z.org']);
  });

  test('a list without addresses or domains is refused', async () => {
    const { write, load, posts } = await account();
    const file = write('people.csv', lines('Email', 'a@x.org'));
    const { said } = await load(file, { suppress: [write('some.txt', 'b@x.org\nc at x.org\n')] });
    expect(said).toContain('some.txt: 1 row without an address or a domain, e.g. "c at x.org" (some.txt:2)');
    const before = posts();
    const none = await failureOf(load(file, { suppress: [write('none.txt', 'hello\nthere\n')] }));
    expect(none).toMatchObject({ code: 'no_email_column', exit: 2 });
    expect(await failureOf(load(file, { suppress: [file] }))).toMatchObject({ code: 'usage' });
    expect(posts()).toBe(before);
  });
});

describe('files without people to import', () => {
  test('--create-fields creates no field for files without people to import', async () => {
    const { loadFiles, all } = await account();
    const { summary } = await loadFiles(
      {
        'in.csv': lines('Email,Shoe', 'a@x.org,40'),
        'unsubscribed_members_export_1.csv': lines('Email Address,Left because', 'b@x.org,too many'),
      },
      { createFields: true },
    );
    expect(summary.mapping).not.toHaveProperty('Left because');
    expect(summary.ignored_columns).not.toContain('Left because');
    const names = (await all('/v1/fields')).map(({ name }) => name);
    expect(names).toContain('Shoe');
    expect(names).not.toContain('Left because');
  });
});

describe('a rejects file', () => {
  test('files of an audience that a glob names: the fixed row is imported as printed, and ours are no lists', async () => {
    const { write, run, at, emails } = await account();
    const [cleaned, people] = ['cleaned', 'subscribed'].map(
      kind => `${kind}_email_audience_export_8f2c1a.csv`,
    );
    const files = [write(cleaned ?? '', lines('Email,CLEAN_TIME', 'gone@x.org,', 'g,,h@x.org'))];
    files.push(write(people ?? '', lines('Email', 'a@x.org', 'b at x.org', 'h@x.org')));
    const first = await run(['import', ...files]);
    const commands = [...first.stderr.matchAll(/(?<=To import them: newsletter )[^;\n]*/g)].map(
      ([text]) => text,
    );
    const ours = ['rejects-2', 'rejects'].map(kind => at(`${people}.${kind}.csv`));
    expect(commands.sort()).toEqual(ours.map(path => `import ${path}`));
    for (const path of ours)
      writeFileSync(path, readFileSync(path, 'utf8').replace(' at ', '@').replace(/^g,/m, 'g@x.org,'));
    const again = await run(['import', ...files, ...ours, at(`${people}.left-out.csv`)]);
    expect(again.stderr).toMatch(/skipped \(written by an earlier import; .*rejects\.csv, .*left-out\.csv/);
    for (const command of commands) await run(command.split(' '));
    // The other row to fix comes from the file of those who bounced.
    expect(await emails()).toEqual(['a@x.org', 'b@x.org']);
  });

  test('a rejects file keeps the status of rows that get an address', async () => {
    const { write, load, emails } = await account();
    const { summary } = await load(
      write(
        'a.csv',
        lines('Email,Status', 'a@x.org,subscribed', ',', ',subscribed', 'b@x.org,unsubscribed', 'c@x.org,'),
      ),
    );
    const rejects = summary.rejects_file ?? '';
    const text = readFileSync(rejects, 'utf8');
    writeFileSync(
      rejects,
      text.replace(/^,,/m, 'empty@x.org,,').replace(/^,subscribed/m, 'good@x.org,subscribed'),
    );
    await load(rejects);
    expect(await emails()).toEqual(['a@x.org', 'good@x.org']);
  });
});
