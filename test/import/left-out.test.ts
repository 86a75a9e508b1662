/** What import.md promises of values and people that are left out: shown, counted, never silent. */
import {
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { failureOf } from '../support/failure.ts';
import { until } from '../support/run.ts';
import { account, lines, summaryOf } from './account.ts';
import { firstPass } from './first-pass.ts';

const mailchimp = lines(
  'Email Address,First Name,BIRTHDAY,MEMBER_RATING,OPTIN_TIME,LEID,EUID',
  'ann@x.org,Ann,04/01,2,2021-01-01 00:00:00,1,a',
  'bob@x.org,Bob,12/24,2,2021-01-01 00:00:00,2,b',
  'eva@x.org,Eva,,2,2021-01-01 00:00:00,3,c',
);

const named = 'subscribed_members_export_1a2b3c.csv';

test('digits in a new column are numbers, or a text where they name or reach somebody', async () => {
  const texts = ['Membership No', 'Kunden-Nr.', 'Mitgliedsnummer', 'customerID', 'Phone (mobile)', 'ZIP'];
  const numbers = ['Number of orders', 'Casino', 'Paid', 'Telefonate', 'Coding'];
  const { load, write, all } = await account();
  const names = [...texts, ...numbers];
  const rows = ['1000', '1001'].map((cell, n) => `p${n}@x.org,${names.map(() => cell).join()}`);
  await load(write('people.csv', lines(`Email,${names.join()}`, ...rows)), { createFields: true });
  const kindOf = new Map((await all('/v1/fields')).map(({ name, kind }) => [name, kind]));
  expect(texts.filter(name => kindOf.get(name) !== 'text')).toEqual([]);
  expect(numbers.filter(name => kindOf.get(name) !== 'number')).toEqual([]);
});

test('the fields of an export of this program are values, whatever their texts mention', async () => {
  const row = (i: number) =>
    `a${i}@x.org,,${i % 2 ? '' : 'said hello at the fair; unsubscribed her sister'},app,,,,${i}`;
  const { summary } = await firstPass().loadText(
    lines(
      'email,tags,fields.notes,source,emailed_at,created_at,updated_at,id',
      ...Array.from({ length: 20 }, (_, i) => row(i)),
    ),
  );
  expect([summary.accepted, summary.suppressed, summary.warnings]).toEqual([20, 0, []]);
});

describe('values that are left out', () => {
  test('birthdays without a year are counted, reported, and kept by the flag that is shown', async () => {
    const { loadText, at, people } = await account();
    const { summary, said } = await loadText(mailchimp, { report: at('report') }, named);
    const [warning] = summary.warnings;
    expect(warning).toMatchObject({ code: 'value_left_out', column: 'BIRTHDAY', count: 2, line: 2 });
    expect(said).toContain(
      'BIRTHDAY: values left out: a date without a year, e.g. "04/01" in line 2 (2 rows)',
    );
    const report = readFileSync(at('report'), 'utf8').trimEnd().split('\n');
    expect(report.map(line => JSON.parse(line))).toMatchObject([
      { line: 2, code: 'bad_value', reason: 'left out: BIRTHDAY: "04/01" is a date without a year' },
      { line: 3, code: 'bad_value', email: 'bob@x.org' },
    ]);
    const [, instruction = ''] = /--map '([^']+)'/.exec(warning?.hint ?? '') ?? [];
    const kept = await loadText(mailchimp, { map: [instruction] }, 'subscribed_email_audience_export_2.csv');
    expect(kept.summary.warnings).toEqual([]);
    expect((await people()).map(({ fields }) => fields.birthday_text)).toEqual(['04/01', '12/24', undefined]);
  });

  test('ignored days of signing up, and people left out for an empty cell, are warnings with a flag', async () => {
    const text = lines('Email,signed_up,Consent', 'a@x.org,2021-05-03,yes', 'b@x.org,2022-07-01,');
    const { summary } = await firstPass().loadText(text);
    const message = 'Consent: 1 row left out, as the cell is empty';
    const hint = 'to keep the days: --map signed_up=new:signed_up:date';
    expect(summary.warnings).toMatchObject([
      { code: 'empty_consent', column: 'Consent', count: 1, message, hint: optingOut('none') },
      { code: 'sign_up_ignored', count: 2, hint },
    ]);
  });

  const optingOut = (value: string) => `to import them: --opt-out-value Consent=${value}`;
  const says =
    'Consent: 1 row says that the person must not be emailed: "false" (1); --opt-out-value imports';

  test.each([
    [undefined, 'a', optingOut('false')],
    ['Consent=false', 'ac', undefined],
    ['Consent=true', 'bc', `${says} them; to leave them out, too: --opt-out-value Consent=false`],
    ['Consent=no', '', 'Consent: no row has the value "no" of --opt-out-value'],
  ])(
    '--opt-out-value %s of true, false and empty cells lets in "%s", and says: %s',
    async (value, sent, said) => {
      const { loadText, emails } = firstPass();
      const text = lines('Email,Consent', 'a@x.org,true', 'b@x.org,false', 'c@x.org,');
      const loading = loadText(text, { optOutValue: value === undefined ? [] : [value] });
      if (sent === '') {
        expect(await failureOf(loading)).toMatchObject({
          message: said,
          hint: 'its values: "false" (1), "true" (1), empty (1); to leave out who refuses: --opt-out-value Consent=false',
        });
        return;
      }
      const { summary } = await loading;
      expect((await emails()).map(([letter]) => letter).join('')).toBe(sent);
      const warned = summary.warnings.map(({ message, hint }) => `${message}; ${hint}`);
      expect(warned).toEqual(said === undefined ? [] : [expect.stringContaining(said)]);
    },
  );

  test('a birthday without a year rejects no row', async () => {
    const text = mailchimp
      .replace('MEMBER_RATING', 'MEMBER_RATING,Orders')
      .replace('04/01,2', '04/01,2,many');
    const { summary, rejects } = await firstPass().loadText(
      text.replaceAll(/(,2),2021/g, '$1,,2021'),
      {},
      named,
    );
    expect(summary).toMatchObject({ accepted: 2, rejected: 1 });
    expect(rejects[0]?._reason).toBe('Orders: "many" is not a number');
  });
});

describe('people who are left out', () => {
  const text = lines(
    'Email,Status',
    'a@x.org,active',
    'b@x.org,unsubscribed',
    'c@x.org,bounced',
    'd@x.org,unsubscribed',
    'bad,active',
  );

  test('people whom a column marks are counted by cause, beside the reasons', async () => {
    const { summary, said } = await firstPass().loadText(text);
    expect(summary.suppressions).toEqual([
      { cause: 'unsubscribed', column: 'Status', count: 2 },
      { cause: 'bounced', column: 'Status', count: 1 },
    ]);
    expect(summary.reasons).toEqual([
      { code: 'invalid_email', column: 'Email', count: 1, example: null, line: 6 },
    ]);
    expect(said).not.toContain('suppressed');
  });

  test('who was left out stays so when the rejects file is imported by its name alone', async () => {
    const { loadText, people } = await account();
    await loadText(text);
    const corrected = lines('Email,Status', 'B@x.org,active', 'e@x.org,active');
    const { summary } = await loadText(corrected, {}, 'people.csv.rejects.csv');
    expect(summary).toMatchObject({ accepted: 1, suppressed: 1 });
    expect((await people()).map(({ email }) => email)).toEqual(['a@x.org', 'e@x.org']);
  });

  test('the list of people left out is found beside a rejects file of any name, and by its number', async () => {
    const { write, run, at, emails } = await account();
    write('people.csv', text);
    await run(['import', 'people.csv', '--rejects', 'out.csv']);
    expect(readFileSync(at('out.left-out.csv'), 'utf8')).toContain('b@x.org');
    write('out-2.csv', lines('Email,Status', 'b@x.org,active', 'e@x.org,active'));
    const { stderr } = await run(['import', 'out-2.csv']);
    expect(stderr).toContain('people in out.left-out.csv are left out, too');
    expect(await emails()).toEqual(['a@x.org', 'e@x.org']);
  });

  /** An import of which b@x.org was left out; its rejects file, fixed by hand, has another name or place. */
  async function renamed(name: string) {
    const here = await account();
    here.write('people.csv', text);
    await here.run(['import', 'people.csv']);
    const fixed = readFileSync(here.at('people.csv.rejects.csv'), 'utf8').replace('bad,', 'b@x.org,');
    mkdirSync(dirname(here.at(name)), { recursive: true });
    writeFileSync(here.at(name), `${fixed}new@x.org,active,7,invalid_email,\n`);
    return here;
  }

  test('a rejects file that was renamed leaves out the people of every list of ours in its folder', async () => {
    const { write, run, emails } = await renamed('Fixed rows.csv');
    write('other.left-out.csv', lines('Email', 'new@x.org'));
    const { stderr, status } = await run(['import', 'Fixed rows.csv']);
    expect(status, stderr).toBe(0);
    expect(stderr).toContain('people in people.csv.left-out.csv are left out, too');
    expect(await emails()).toEqual(['a@x.org', 'new@x.org']);
  });

  test('a list of people left out that cannot be read stops the import of a renamed rejects file', async () => {
    const { at, run, emails } = await renamed('Fixed rows.csv');
    mkdirSync(at('old.left-out.csv'));
    const { stderr, status } = await run(['import', 'Fixed rows.csv']);
    expect([status, stderr]).toEqual([
      2,
      expect.stringMatching(/^error: cannot read old.left-out.csv: it is a folder\nhint: it may list/m),
    ]);
    expect(await emails()).toEqual(['a@x.org']);
  });

  test('a rejects file that was moved is not imported without the list of people left out', async () => {
    const name = 'elsewhere/people.csv.rejects.csv';
    const { run, emails, write } = await renamed(name);
    const unlisted = [2, expect.stringContaining('name it with --suppress <file>')];
    const { stderr, status } = await run(['import', name]);
    expect([status, stderr]).toEqual(unlisted);
    // That of another import.
    write('elsewhere/people.csv.left-out-2.csv', lines('Email,_line,_code,_reason', 'c@x.org,2,suppressed,'));
    const beside = await run(['import', name]);
    expect([beside.status, beside.stderr]).toEqual(unlisted);
    const known = await run(['import', name, '--suppress', 'people.csv.left-out.csv']);
    expect(known.status, known.stderr).toBe(0);
    expect(await emails()).toEqual(['a@x.org', 'new@x.org']);
    const without = await run(['import', name, '--suppress', 'none', '--dry-run']);
    expect([without.status, without.stderr]).toEqual([0, expect.not.stringContaining('warning')]);
  });

  test('on a terminal, a rejects file without its list is asked about, and stops first', async () => {
    const name = 'elsewhere/fixed.csv';
    const { atTerminal, emails } = await renamed(name);
    const running = atTerminal(['import', name], { env: { TERM: 'xterm' }, columns: 400 });
    await until(() => running.screen().includes('import without a list'));
    running.type('\r');
    const { status } = await running.ended;
    expect(status).toBe(5);
    expect(await emails()).toEqual(['a@x.org']);
  });

  test('the command for rejects of which nobody was left out goes on without a list', async () => {
    const { write, run, at } = await account();
    write('people.csv', lines('Email', 'a@x.org', 'bad'));
    const { stderr } = await run(['import', 'people.csv', '--rejects', 'out.csv']);
    const [, flags = ''] = /newsletter import out\.csv (.*)$/m.exec(stderr) ?? [];
    writeFileSync(at('out.csv'), readFileSync(at('out.csv'), 'utf8').replace('bad,', 'good@x.org,'));
    const { status } = await run(['import', 'out.csv', ...flags.split(' ')]);
    expect([flags, status]).toEqual(['--suppress none', 0]);
  });

  test('a rejects file beside the imported file, of which nobody was left out, warns of nothing', async () => {
    const { write, run, at } = await account();
    write('people.csv', lines('Email', 'a@x.org', 'bad'));
    await run(['import', 'people.csv']);
    const fixed = readFileSync(at('people.csv.rejects.csv'), 'utf8').replace('bad,', 'good@x.org,');
    writeFileSync(at('people.csv.rejects.csv'), fixed);
    const { stderr, status } = await run(['import', 'people.csv.rejects.csv']);
    expect([status, stderr]).toEqual([0, expect.not.stringContaining('warning')]);
  });

  test('two rejects files of one file are imported together', async () => {
    const { write, run, at, emails } = await account();
    write('people.csv', lines('Email', 'bad'));
    await run(['import', 'people.csv']);
    write('people.csv', lines('Email', 'worse'));
    await run(['import', 'people.csv']);
    const names = ['people.csv.rejects.csv', 'people.csv.rejects-2.csv'];
    for (const name of names)
      writeFileSync(at(name), readFileSync(at(name), 'utf8').replace(/^(bad|worse),/m, '$1@x.org,'));
    const { stderr, status } = await run(['import', ...names]);
    expect(status, stderr).toBe(0);
    expect(await emails()).toEqual(['bad@x.org', 'worse@x.org']);
  });

  test('a list of people left out may have no valid address', async () => {
    const { write, run, emails } = await account();
    write('people.csv', lines('Email,Status', 'a@x.org,active', 'gone at x.org,unsubscribed', 'bad,active'));
    await run(['import', 'people.csv']);
    write('people.csv.rejects.csv', lines('Email,Status', 'c@x.org,active'));
    const { stderr, status } = await run(['import', 'people.csv.rejects.csv']);
    expect([status, stderr]).toEqual([0, expect.not.stringContaining('warning')]);
    expect(await emails()).toEqual(['a@x.org', 'c@x.org']);
  });

  test('the printed answer about a file’s name leaves out everybody', async () => {
    const { loadText, emails } = firstPass();
    const text = lines('Name,Email', 'Ann,a@x.org', 'Bo,b@x.org');
    const failure = await failureOf(loadText(text, {}, 'abmeldungen.csv'));
    expect(failure.hint).toContain("--opt-out-value 'Email=*' (leave out everybody in it)");
    const { summary } = await loadText(text, { optOutValue: ['Email=*'] }, 'abmeldungen.csv');
    expect([summary.accepted, summary.suppressed, await emails()]).toEqual([0, 2, []]);
  });

  test('days of leaving are one cause', async () => {
    const days = ['2024-01-05', '2023-11-30', '2022-02-02'].map((day, i) => `p${i}@x.org,${day}`);
    const { summary } = await firstPass().loadText(lines('Email,Unsubscribed at', ...days, 'a@x.org,'));
    expect(summary.suppressions).toEqual([{ cause: 'a date', column: 'Unsubscribed at', count: 3 }]);
  });

  test('addresses of a file that all are left out are one cause', async () => {
    const { write, run } = await account();
    write('people.csv', lines('Email', 'a@x.org'));
    write('no.csv', lines('Email', 'b@x.org', 'c@x.org'));
    const answer = ['--opt-out-value', 'no.csv:Email=*', '-o', 'json'];
    const { suppressions } = summaryOf(await run(['import', 'people.csv', 'no.csv', ...answer]));
    expect(suppressions).toEqual([{ file: 'no.csv', cause: 'an address', column: 'Email', count: 2 }]);
  });

  test('an address that a later row marks is sent from no row, and values are counted once', async () => {
    const { summary, rejects } = await firstPass().loadText(
      lines('Email,Status,Diet', 'a@x.org,active,vegan', 'b@x.org,active,none', 'a@x.org,unsubscribed,none'),
    );
    expect(summary).toMatchObject({ rows: 3, accepted: 1, suppressed: 2, rejected: 0 });
    expect(rejects.map(({ _line, _code }) => [_line, _code])).toEqual([
      ['2', 'suppressed'],
      ['4', 'suppressed'],
    ]);
    expect(summary.ignored).toEqual([
      {
        column: 'Diet',
        values: [
          { value: 'none', count: 2 },
          { value: 'vegan', count: 1 },
        ],
      },
    ]);
  });

  test('people left out are counted before the rows to fix, and the command names what it imports', async () => {
    const { write, run } = await account();
    write('people.csv', text);
    const { stderr, status } = await run(['import', 'people.csv', '--tag', 'Moved']);
    expect(stderr.replace(/ +/g, ' ').match(/^.*(?:rows? left out|rows? to fix|hint).*$/gm)).toEqual([
      ' 0 of the 3 rows left out are in the account',
      ' 3 rows left out Status: unsubscribed 2, Status: bounced 1',
      ' 1 row to fix',
      ' rows to fix:',
      '3 rows left out are listed in people.csv.left-out.csv (nothing to do)',
      '! 1 row to fix: people.csv.rejects.csv',
      'hint: Fix the rows (see the last column, _reason). To import them: newsletter import people.csv.rejects.csv --tag Moved',
    ]);
    expect(status).toBe(8);
  });

  const command = 'newsletter subscribers update --from left.csv --status unsubscribed';
  const hint = `the service does not show whether they are unsubscribed there, so this comes at each import. To unsubscribe them, which undo does not take back: copy people.csv.left-out.csv to left.csv, delete from the copy the rows of people who did not leave, or came back (_reason says why each is in it), then: ${command}`;
  test.each(['unsubscribed', 'cleaned', '', 'pending', 'not subscribed', 'archived', 'no'])(
    'a person left out for "%s" who is in the account is a warning',
    async status => {
      const { write, run, people, at } = await account();
      write('before.csv', lines('Email', 'b@x.org', 'c@x.org'));
      await run(['import', 'before.csv']);
      const left = ['b@x.org,unsubscribed', `c@x.org,${status}`, 'e@x.org,unsubscribed'];
      write('people.csv', lines('Email,Status', 'a@x.org,active', ...left, 'd@x.org,active'));
      const ended = await run(['import', 'people.csv', '-o', 'json', '--show-addresses']);
      const message = '2 people left out are in the account: b@x.org (line 3), c@x.org (line 4)';
      expect(ended.stderr).toContain(`warning: ${message}; ${hint}\n`);
      const warning = { code: 'left_in_account', column: null, count: 2, line: 3, message, hint };
      expect(summaryOf(ended).warnings).toContainEqual(warning);
      copyFileSync(at('people.csv.left-out.csv'), at('left.csv'));
      // Whoever is not there is as wanted.
      const remedy = await run(command.split(' ').slice(1).concat('--yes'));
      expect(remedy).toMatchObject({ status: 0, stderr: expect.stringContaining('1 not in the account') });
      expect(await people()).toHaveLength(4);
    },
  );

  test('people of the account on a list of --suppress are a warning, but not those of its domains', async () => {
    const { write, run } = await account();
    write('before.csv', lines('Email', 'b@x.org', 'c@x.org', 'd@y.org'));
    await run(['import', 'before.csv']);
    write('people.csv', lines('Email', 'a@x.org', 'c@x.org'));
    write('no.txt', lines('b@x.org', 'C@x.org', 'gone@x.org', '@y.org'));
    const words = ['import', 'people.csv', '--suppress', 'no.txt', '-o', 'json', '--show-addresses'];
    const { compared, warnings } = summaryOf(await run(words));
    const remedy = 'newsletter subscribers update --from no.txt --status unsubscribed';
    expect([compared?.left, warnings]).toMatchObject([
      1,
      [
        { message: '1 person on the list no.txt is in the account: b@x.org', file: 'no.txt' },
        { message: '1 person left out is in the account: c@x.org (line 3)' },
      ],
    ]);
    expect(warnings[0]).toMatchObject({ code: 'left_in_account', hint: expect.stringMatching(`${remedy}$`) });
    const never = await run([...words, '--compare', 'never']);
    expect(summaryOf(never).warnings).toEqual([]);
  });

  test.skipIf(process.platform === 'win32')(
    'a list of a process substitution is named in words',
    async () => {
      const { write, run } = await account();
      await run(['import', write('before.csv', lines('Email', 'b@x.org'))]);
      const list = openSync(write('no.txt', lines('b@x.org')), 'r');
      onTestFinished(() => closeSync(list));
      write('people.csv', lines('Email', 'a@x.org'));
      const { stderr } = await run(['import', 'people.csv', '--suppress', `/dev/fd/${list}`]);
      expect(stderr).toContain('newsletter subscribers update --from <that list> --status unsubscribed');
    },
  );

  test('a file of people who left is compared with the account, and says nothing of it if it is not', async () => {
    const { write, run } = await account();
    write('before.csv', lines('Email', 'b@x.org'));
    await run(['import', 'before.csv']);
    write('unsubscribed.csv', lines('Email', 'a@x.org', 'b@x.org'));
    const { stderr } = await run(['import', 'unsubscribed.csv']);
    expect(stderr).toContain('1 person left out is in the account: b@x.org (line 3)');
    const never = await run(['import', 'unsubscribed.csv', '--compare', 'never']);
    expect(never.stderr).toContain(
      'not compared with the account (--compare never): people left out may be in it',
    );
    expect(stderr + never.stderr).not.toContain('nothing to do');
  });

  test('a file of people left out has no command that imports it', async () => {
    const { write, run } = await account();
    const path = write('people.csv', lines('Email,Status', 'a@x.org,active', 'b@x.org,unsubscribed'));
    const { stderr, status } = await run(['import', path, '--tag', 'Moved']);
    expect(stderr).toContain(`listed in ${path}.left-out.csv (nothing to do)`);
    expect(stderr).not.toMatch(/rejects|import people.csv.left-out/);
    expect(status).toBe(0);
  });
});

describe('nobody', () => {
  test.each([
    ['everybody is left out', lines('Email,Status', 'a@x.org,unsubscribed'), '1 row left out'],
    ['no row is good', lines('Email', 'bad', 'worse'), '2 rows to fix'],
  ])('an import is no success, rejects allowed or not, when %s', async (_what, text, parts) => {
    const { loadText, posts } = await account();
    const { failure } = await loadText(text, { allowRejects: true });
    expect(failure).toMatchObject({
      code: 'nothing_accepted',
      exit: 8,
      message: expect.stringContaining(parts),
    });
    expect(posts()).toBe(0);
  });

  test('--min-rows makes a file without rows an error', async () => {
    const { loadText, posts, folder } = await account();
    const { summary, failure, said } = await loadText(lines('Email,City'));
    expect(failure).toBeUndefined();
    expect(summary.warnings).toMatchObject([{ code: 'no_rows', column: null, count: 0 }]);
    expect(said).toContain('the file has no rows, only a header');
    const refused = await failureOf(loadText(lines('Email', 'bad', 'a@x.org'), { minRows: 3 }));
    expect(refused).toMatchObject({
      code: 'too_few_rows',
      exit: 2,
      message: 'the file has 2 rows, --min-rows is 3',
    });
    expect([posts(), readdirSync(folder)]).toEqual([0, ['people.csv']]);
  });
});

describe('addresses in the summary', () => {
  const text = lines('Email,Notes', 'a@gmial.com,write to x@y.org', 'jane at x.org,', 'b@x.org,see b@x.org');

  test('are left out unless they are asked for', async () => {
    const { write, run } = await account();
    write('people.csv', text);
    const { stdout } = await run(['import', 'people.csv', '--json']);
    expect(stdout).not.toMatch(/@|jane/);
    expect(JSON.parse(stdout)).toMatchObject({ risks: [{ example: null }] });
  });

  test('are the examples with --show-addresses', async () => {
    const { write, run } = await account();
    write('people.csv', text);
    const { stdout } = await run(['import', 'people.csv', '--json', '--show-addresses']);
    expect(JSON.parse(stdout)).toMatchObject({
      reasons: [{ example: 'jane at x.org' }],
      risks: [{ example: 'a@gmial.com' }],
    });
  });
});

describe('addresses at which mail would bounce', () => {
  const list = lines('Email', 'a@gmial.com', 'b@hotmial.com');

  test('a list of misspelt addresses only stops, unless a flag decides', async () => {
    const { loadText, posts } = await account();
    expect(await failureOf(loadText(list))).toMatchObject({
      code: 'would_bounce',
      exit: 2,
      hint: expect.stringContaining('--risky misspelt_domain=reject'),
    });
    expect(posts()).toBe(0);
    const { summary, failure } = await loadText(list, { risky: ['misspelt_domain=keep'] });
    expect([failure, summary.accepted, summary.warnings]).toEqual([undefined, 2, []]);
  });
});

test('people who asked Substack to be deleted are left out', async () => {
  const here = await account();
  here.write('people.csv', lines('Email', 'ann@a-house.org', 'u1@deletion-request.substack.com'));
  const { stdout } = await here.run(['import', 'people.csv', '--dry-run', '-o', 'json']);
  expect(JSON.parse(stdout)).toMatchObject({ accepted: 1, suppressed: 1 });
});
