import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { wordsOf } from '../support/account.ts';
import { temporaryFolder } from '../support/home.ts';
import { newsletter } from '../support/program.ts';
import { service } from '../support/service.ts';

/** Numbers that JavaScript would round or write in another way. */
const numbers = ['12345678901234567890', '0.1000', '1e400', '1.0', '-0', '0.0000001', '9007199254740993'];
const variables = numbers.map((_, at) => `n${at}`);

const subscriberWith = (fields: string) =>
  `{"id":"0b6f1a52-93d4-4c1e-8f60-2a7d4e9b1c01","email":"ann@example.org","source":"api","emailed_at":null,` +
  `"created_at":"2026-03-09T10:00:00.000Z","updated_at":"2026-03-09T10:00:00.000Z","fields":${fields},"tags":[]}`;
const subscriber = (values: readonly string[]) =>
  subscriberWith(
    `{${values.map((number, at) => `"n${at}": ${number}`).join(', ')},"list":[1.0,2],"deep":{"in":[{"n":1.50}]}}`,
  );
const field = (variable: string) =>
  `{"id":"0b6f1a52-93d4-4c1e-8f60-2a7d4e9b1c02","name":"${variable}","variable":"${variable}","kind":"number","position":1.0,` +
  `"created_at":"2026-03-09T10:00:00.000Z","updated_at":"2026-03-09T10:00:00.000Z"}`;
const page = (...records: string[]) =>
  `{"data":[${records.join()}],"meta":{"current_page":1,"per_page":50.0,"total":${records.length}.0,"last_page":1}}`;

/** A service that writes numbers in its own way. @param changed what it answers to a PATCH */
async function peculiar(values: readonly string[] = numbers, changed = subscriber(values)) {
  const { url, seen } = await service((_request, response, { method, url: asked }) => {
    if (asked.startsWith('/v1/fields')) response.end(page(...variables.map(field)));
    else if (method === 'GET' && !asked.includes('-')) response.end(page(subscriber(values)));
    else response.end(method === 'PATCH' ? changed : subscriber(values));
  });
  const env = { NEWSLETTER_BASE_URL: url, NEWSLETTER_API_KEY: 'key' };
  return {
    seen,
    env,
    run: async (line: string, more: Record<string, string> = {}) => {
      const { status, stdout, stderr } = await newsletter(wordsOf(line), { env: { ...env, ...more } });
      expect({ status, stderr }).toEqual({ status: 0, stderr: expect.not.stringMatching(/error/) });
      return stdout;
    },
  };
}

const chosen = `--fields ${variables.map(name => `fields.${name}`).join()}`;

describe('numbers that JavaScript cannot hold', () => {
  it.each([
    ['tsv', `${numbers.join('\t')}\n`],
    ['csv', `${variables.map(name => `fields.${name}`).join()}\n${numbers.join()}\n`],
    ['ndjson', `{${variables.map((name, at) => `"fields.${name}":${numbers[at]}`).join()}}\n`],
    [
      'yaml',
      variables.map((name, at) => `${at === 0 ? '- ' : '  '}fields.${name}: ${numbers[at]}\n`).join(''),
    ],
    [
      'json',
      `[\n  {\n${variables.map((name, at) => `    "fields.${name}": ${numbers[at]}`).join(',\n')}\n  }\n]\n`,
    ],
  ])('when they are chosen as %s, then they come out as they were sent', async (format, text) => {
    const { run } = await peculiar();
    expect(await run(`subscribers list ${chosen} -o ${format}`)).toBe(text);
  });

  it('when they are in a table, then they stand to the right, as they were sent', async () => {
    const { run } = await peculiar();
    const [titles = '', values = ''] = (
      await run(`subscribers list ${chosen} -o table`, { COLUMNS: '120' })
    ).split('\n');
    expect(values.trim().split(/ +/)).toEqual(numbers);
    expect(values.length).toBe(titles.length);
  });

  it.each([
    ['subscribers list -o json', /"n0": 12345678901234567890,\n/],
    ['subscribers list -o ndjson', /"n1":0\.1000,.*"list":\[1\.0,2\],"deep":\{"in":\[\{"n":1\.50\}\]\}/],
    ['subscribers list -o yaml', /\n {4}n2: 1e400\n[\s\S]*\n {6}- 1\.0\n[\s\S]* "n": 1\.50\n/],
    [
      'subscribers list -o csv',
      /,12345678901234567890,0\.1000,1e400,1\.0,-0,0\.0000001,9007199254740993,"?1\.0,2"?,/,
    ],
    ['subscribers list --json --envelope', /"per_page": 50\.0,\n/],
    ['subscribers get ann@example.org --json', /"n3": 1\.0,/],
    ['subscribers get 0b6f1a52-93d4-4c1e-8f60-2a7d4e9b1c01 -o table', /fields\.n0 +12345678901234567890\n/],
    ['subscribers update 0b6f1a52-93d4-4c1e-8f60-2a7d4e9b1c01 --status x --json', /"n2": 1e400,/],
    ['subscribers export --format csv', /,12345678901234567890,0\.1000,1e400,1\.0,-0,/],
    ['subscribers export --format ndjson', /"n3":1\.0,/],
    ['fields list -o json', /"position": 1\.0,/],
  ])('when the command is "%s", then they are as they were sent', async (line, text) => {
    const { run } = await peculiar();
    expect(await run(line)).toMatch(text);
  });

  it('when counts come as 7.0, then lists and reports calculate with them all the same', async () => {
    const { run } = await peculiar();
    expect(await run('subscribers list --all --fields email')).toBe('ann@example.org\n');
    expect(await run('subscribers growth --json=signups')).toBe('[\n  {\n    "signups": 1\n  }\n]\n');
    expect(await run('subscribers update ann@example.org --field n3=1 --json=email')).toContain('ann@');
  });

  it('when a file holds the same values in other words, then an import of it would change nothing', async () => {
    const { run } = await peculiar(['1.0', '2.50', '1e3', '0.1000']);
    const file = join(temporaryFolder(), 'people.csv');
    writeFileSync(file, 'email,n0,n1,n2,n3\nann@example.org,1,2.5,1000,0.1\n');
    expect(JSON.parse(await run(`subscribers diff ${file} --json`))).toMatchObject({
      changed: 0,
      unchanged: 1,
    });
  });

  it('when they are in a body that is sent, then they leave as they were written', async () => {
    const fields = '{"n0":12345678901234567890,"n1":0.1000,"deep":[1.0,{"n":1e400}]}';
    const { run, seen } = await peculiar(numbers, subscriberWith(fields));
    const body = `{"fields":${fields}}`;
    const line = `subscribers update 0b6f1a52-93d4-4c1e-8f60-2a7d4e9b1c01 --data ${body}`;
    await run(`${line} --status x`);
    expect(seen.at(-1)?.body).toBe(body.replace(/}$/, ',"status":"x"}'));
    expect(await run(`${line} --dry-run -o ndjson`)).toContain('12345678901234567890');
  });

  it('when others are stored than were sent, then both are said as they were written', async () => {
    const { env } = await peculiar(numbers, subscriberWith('{"n0":7,"n1":0.1}'));
    const line =
      'subscribers update 0b6f1a52-93d4-4c1e-8f60-2a7d4e9b1c01 --data {"fields":{"n0":12345678901234567890,"n1":0.1000}}';
    const { status, stderr } = await newsletter(wordsOf(line), { env });
    expect(status).toBe(8);
    expect(stderr).toContain(': expected fields.n0 12345678901234567890, got 7\n');
  });

  it('when a text looks like such a number, then it stays a text', async () => {
    const { run } = await peculiar(['"1.0"', '"12345678901234567890"', '1.0']);
    expect(await run('subscribers list --json=fields.n0,fields.n1,fields.n2')).toBe(
      '[\n  {\n    "fields.n0": "1.0",\n    "fields.n1": "12345678901234567890",\n    "fields.n2": 1.0\n  }\n]\n',
    );
  });
});
