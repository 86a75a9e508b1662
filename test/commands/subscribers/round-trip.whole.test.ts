import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { read, type WorkBook } from 'xlsx';
import { account } from '../../support/account.ts';
import { temporaryFolder } from '../../support/home.ts';
import type { Plain } from '../../support/service.ts';
import everybody from './hard-people.json' with { type: 'json' };

// Another account has no field for the first; an empty text is no value there.
const hard = everybody.filter(({ fields }) => !('source' in fields) && fields.first_name !== '');

/** People without what the service alone decides. */
const given = (people: readonly Plain[]) =>
  people.map(({ email, tags, fields }) => ({ email, tags, fields }));

describe.each(['csv', 'ndjson', 'json', 'xlsx'])('an export as %s', format => {
  async function exported() {
    const here = await account({ subscribers: 20 });
    for (const [i, person] of hard.entries())
      await here.call('POST', '/v1/subscribers', { email: `p${i}@example.org`, ...person });
    for (const [i, fields] of oddFields.entries())
      await here.call('POST', '/v1/subscribers', { email: `odd${i}@example.org`, fields });
    const file = join(temporaryFolder(), `people.${format}`);
    const ended = await here.run(['subscribers', 'export', file]);
    expect(ended).toEqual({
      status: 0,
      stdout: expect.stringMatching(/\nsubscribers\t\d+\nwithout\tstatus\n$/),
      stderr: expect.stringMatching(/^people who have unsubscribed are in it, too.*\n$/),
    });
    return { ...here, file };
  }

  it('when it is imported into its account, then nobody changes', async () => {
    const here = await exported();
    const before = await here.all('/v1/subscribers');
    const { status, stderr } = await here.run(['import', here.file, '--yes']);
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: expect.stringMatching(new RegExp(`${before.length} +unchanged`)),
    });
    expect(await here.all('/v1/subscribers')).toEqual(before);
  });

  it('when it is imported into another account, then that has the same people', async () => {
    const here = await exported();
    const there = await account({ subscribers: 0 });
    const { status, stderr } = await there.run(['import', here.file, '--yes', '--risky', 'keep']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.not.stringContaining('error') });
    expect(given(await there.all('/v1/subscribers'))).toEqual(given(await here.all('/v1/subscribers')));
  });
});

/** Values that a spreadsheet tends to change. */
const oddFields: readonly Plain[] = [
  { first_name: '_x0041_ \u0001 control', city: ' blanks ' },
  { first_name: '1-2', city: '3/4', orders: 1e21 },
  { first_name: '0x1F', city: '1E5', orders: 123456789012345 },
  { first_name: 'TRUE', city: 'line\r\nbreak', orders: -0.001 },
  { birthday: '1900-01-31', member_since: '1900-03-01' },
  { birthday: '1899-12-31', member_since: '9999-12-31' },
  { first_name: '<b>&amp;</b> ]]>', city: '😀'.repeat(100) },
];

describe('an exported workbook', () => {
  async function workbookOf(
    people: readonly Plain[],
  ): Promise<{ sheet: WorkBook['Sheets'][string]; stderr: string }> {
    const here = await account({ subscribers: 0 });
    for (const [i, person] of people.entries())
      await here.call('POST', '/v1/subscribers', { email: `p${i}@example.org`, ...person });
    const file = join(temporaryFolder(), 'people.xlsx');
    const { status, stderr } = await here.run(['subscribers', 'export', file]);
    expect(status).toBe(0);
    const book = read(readFileSync(file), { cellNF: true });
    return { sheet: book.Sheets.Subscribers ?? {}, stderr };
  }

  it('when another program reads it, then dates are dates, and text and numbers are what they are', async () => {
    const fields = { first_name: '=1+1', city: '007', birthday: '1990-01-02', orders: 7, vip: true };
    const { sheet } = await workbookOf([{ tags: ['a,b', 'c'], fields }]);
    const header = Object.entries(sheet).flatMap(([at, cell]) =>
      /^[A-Z]+1$/.test(at) ? [[String(cell.v), at.replace('1', '2')]] : [],
    );
    const cell = (name: string) => sheet[String(Object.fromEntries(header)[name])] ?? {};
    expect(cell('email')).toMatchObject({ t: 's', v: 'p0@example.org' });
    expect(cell('tags')).toMatchObject({ t: 's', v: '"a,b","c"' });
    expect(cell('fields.first_name')).toMatchObject({ t: 's', v: '=1+1' });
    expect(cell('fields.first_name').f).toBeUndefined();
    expect(cell('fields.city')).toMatchObject({ t: 's', v: '007' });
    expect(cell('fields.birthday')).toMatchObject({ t: 'n', v: 32_875, z: 'yyyy-mm-dd' });
    expect(cell('fields.orders')).toMatchObject({ t: 'n', v: 7 });
    expect(cell('fields.vip')).toMatchObject({ t: 'b', v: true });
    expect(cell('created_at')).toMatchObject({ t: 'n', z: 'yyyy-mm-dd hh:mm:ss' });
    expect(cell('fields.member_since').v).toBeUndefined();
  });

  it('when a text is longer than a cell, then it is left out, and that is said', async () => {
    const { stderr } = await workbookOf([{ fields: { city: 'x'.repeat(32_768) } }]);
    expect(stderr).toContain('no cell can hold them: fields.city (--format json keeps all)\n');
  });

  it('when nobody is on the list, then it has its header', async () => {
    const { sheet } = await workbookOf([]);
    expect(sheet.A1).toMatchObject({ v: 'email' });
  });

  it('goes to a pipe, but to no terminal', async () => {
    const here = await account();
    const line = ['subscribers', 'export', '--format', 'xlsx'];
    expect(await here.run(line, { terminal: ['stdout'] })).toMatchObject({ status: 2, stdout: '' });
    expect(await here.run(line)).toMatchObject({ status: 0, stdout: expect.stringMatching(/^PK/) });
  });
});
