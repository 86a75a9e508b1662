import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { SandboxOptions } from '../../../src/sandbox/server.ts';
import { account, type Line, wordsOf } from '../../support/account.ts';
import { casesOf } from '../../support/cases.ts';
import { type Cleanup, freshHome, temporaryFolder } from '../../support/home.ts';
import type { ProgramOptions } from '../../support/program.ts';
import type { Plain } from '../../support/service.ts';
import { undoing } from '../../support/undo.ts';

const patch = 'PATCH /v1/subscribers/{id}';
const get = 'GET /v1/subscribers';

/** Six people: three with the tag press, of whom one is in Rome; a home that keeps what runs leave. */
async function six(options: SandboxOptions = {}, cleanup: Cleanup = onTestFinished) {
  const own = await account({ subscribers: 0, ...options }, cleanup);
  const home = freshHome();
  const people = ['ann', 'bob', 'cem', 'dan', 'eve', 'fay'];
  for (const [i, name] of people.entries()) {
    const fields = { orders: i, ...(name === 'ann' ? { city: 'Rome' } : {}) };
    const tags = i < 3 ? ['press', 'member'] : [];
    await own.call('POST', '/v1/subscribers', { email: `${name}@example.org`, fields, tags });
  }
  const before = { ...own.sandbox.requests() };
  const came = (name: string) => (own.sandbox.requests()[name] ?? 0) - (before[name] ?? 0);
  const run = (line: Line, more: ProgramOptions = {}) => own.run(line, { home, ...more });
  /** The people with their tags, and what else was asked for. */
  const state = async (field?: string) =>
    (await own.all('/v1/subscribers')).map(({ email, tags, fields }) => {
      const name = String(email).replace('@example.org', '');
      return `${name}:${(tags as string[]).join('+')}${field === undefined ? '' : `:${(fields as Plain)[field] ?? ''}`}`;
    });
  const summary = async (line: Line, more: ProgramOptions = {}) => {
    const { status, stdout } = await run([...wordsOf(line), '--json'], more);
    return { status, ...(JSON.parse(stdout || '{}') as Plain) };
  };
  return { ...own, home, run, came, state, summary };
}

const update = 'subscribers update --yes';
const spelling = 'warning: the tag "Press" is new: "press" is in use, which differs in its spelling only';
const tagged = ['ann:press+member', 'bob:press+member', 'cem:press+member', 'dan:', 'eve:', 'fay:'];

describe('an update that ends before a change', () => {
  let here: Awaited<ReturnType<typeof six>>;
  beforeAll(async () => {
    here = await six({}, afterAll);
  });

  it.each(
    casesOf<[line: string, status: number, code: string]>(new URL('update-refused.tsv', import.meta.url)),
  )('when the line is "%s", then it ends with %d, and nobody is changed', async (line, status, code) => {
    const { run, came } = here;
    const ended = await run(`${line} --json`);
    expect(ended).toMatchObject({ status, stdout: '' });
    expect(JSON.parse(ended.stderr.trim().split('\n').at(-1) ?? '')).toMatchObject({ error: { code } });
    expect(came(patch)).toBe(0);
  });
});

describe('many people at once', () => {
  it.each<[string, readonly string[], Plain, readonly string[]]>([
    [
      '--all',
      ['--add-tag', 'x'],
      { matched: 6, changed: 6 },
      tagged.map(one => one.replace(/\+member|$/, '$&+x').replace(':+', ':')),
    ],
    [
      '--where',
      ['tags has press', '--remove-tag', 'press'],
      { matched: 3, changed: 3 },
      tagged.map(one => one.replace('press+', '')),
    ],
    [
      '--where',
      ['fields.orders >= 2', '--add-tag', 'member'],
      { matched: 4, changed: 3, unchanged: 1 },
      [...tagged.slice(0, 3), 'dan:member', 'eve:member', 'fay:member'],
    ],
    [
      '--where',
      ['email = "nobody@example.org"', '--add-tag', 'x'],
      { run: null, matched: 0, changed: 0 },
      tagged,
    ],
  ])(
    'when they are chosen by %s %j, then they alone are changed, after one look at the list',
    async (way, more, counts, after) => {
      const { summary, state, came } = await six();
      const ended = await summary([...wordsOf(update), way, ...more]);
      expect(ended).toMatchObject({
        status: 0,
        failed: 0,
        missing: [],
        dry_run: false,
        ...counts,
      });
      expect(came(patch)).toBe(counts.changed);
      expect(came(get)).toBe(1);
      expect(await state()).toEqual(after);
    },
  );

  it('when fields are set and erased, then they take the kind of the field, and the others stay', async () => {
    const { run, all } = await six();
    const line = [
      ...wordsOf(update),
      '--where',
      'fields.orders < 2',
      '--field',
      'orders=9',
      '--field',
      'city=',
    ];
    expect((await run(line)).status).toBe(0);
    const values = (await all('/v1/subscribers')).map(({ fields }) => fields);
    expect(values.slice(0, 3)).toEqual([{ orders: 9 }, { orders: 9 }, { orders: 2 }]);
  });

  it('of whom more would change than --max-changes, a dry run shows the plan and ends as the run would', async () => {
    const { run, summary } = await six();
    await run(`${update} --all --add-tag y`);
    const words = await undoing(run);
    for (const [line, most] of [
      [wordsOf('subscribers update --all --add-tag x'), '5'],
      [words, '4'],
    ] as const) {
      const dry = [...line, '--dry-run', '--max-changes'];
      const { status, stdout, stderr } = await run([...dry, most]);
      expect([status, stdout]).toEqual([5, expect.stringMatching(/^to_change\t6$|^restored\t6$/m)]);
      const refused = `error: 6 people would change, more than --max-changes ${most}\n  changes: 6, limit: ${most}\nhint: if this is right: --max-changes 6\n`;
      expect(stderr).toMatch(/^ {2}ann@example\.org$[\s\S]*^ {2}… and 3 more$/m);
      expect(stderr.endsWith(refused), stderr).toBe(true);
      expect(await summary([...dry, most])).toMatchObject({ status: 5, to_change: 6, dry_run: true });
      expect((await run([...dry, '6'])).status).toBe(0);
    }
  });

  it('who would change are in the JSON of a dry run with their addresses, the first three of them', async () => {
    const { summary } = await six();
    const shown = await summary('subscribers update --all --add-tag x --dry-run');
    const [before, after] = [{ tags: ['press', 'member'] }, { tags: ['press', 'member', 'x'] }];
    const changes = ['ann', 'bob', 'cem'].map(name => ({
      ...{ do: 'change', email: `${name}@example.org`, id: expect.any(String), before, after },
    }));
    expect(shown).toMatchObject({ to_change: 6, changes, not_shown: 3 });
  });

  it.each([
    ['--all --add-tag Press', true],
    ['--where fields.orders=5 --add-tag Press', true],
    ['--all --add-tag press', false],
    ['--all --add-tag Press --remove-tag press', false],
    ['--all --add-tag new', false],
  ])('with %s, a tag that is in use in another spelling is warned about: %s', async (flags, isSaid) => {
    const { run } = await six();
    const { stderr } = await run(`subscribers update ${flags} --dry-run`);
    expect(stderr.includes(spelling)).toBe(isSaid);
  });

  const left = (name: string) =>
    `warning: 3 people do not match the group "${name}" any more, and its filters cannot be changed (for another group: newsletter groups create)`;

  it.each<[string, readonly string[]]>([
    ['--where fields.orders<3 --add-tag pr --remove-tag press', [left('Press'), left('Part')]],
    ['--where fields.orders<3 --add-tag presses --remove-tag press', [left('Press')]],
    ['--all --remove-tag member', [left('Members')]],
    ['--all --add-tag pr', []],
  ])('with %s, groups that people leave are named, in JSON, too', async (flags, said) => {
    const { run, call, came } = await six();
    const groups = {
      Press: ['equals', 'press'],
      Part: ['contains', 'press'],
      Others: ['not_equals', 'press'],
    };
    for (const [name, [operator, value]] of Object.entries(groups))
      await call('POST', '/v1/groups', { name, filters: [{ field: 'tags', operator, value }] });
    for (const more of [' --dry-run', ' --dry-run --json', '']) {
      const { status, stderr } = await run(`${update} ${flags}${more}`);
      expect([status, stderr.match(/^warning: .*/gm) ?? []]).toEqual([0, said]);
    }
    expect(came('GET /v1/groups')).toBe(flags.includes('remove') ? 3 : 0);
  });

  it('when a file names people, then those who are not in the account are listed, and the status is 8', async () => {
    const { run, state } = await six();
    const folder = temporaryFolder();
    const [file, report] = [join(folder, 'people.csv'), join(folder, 'report.ndjson')];
    writeFileSync(
      file,
      '\uFEFFName;x,E-Mail\r\nDan,DAN@example.org\r\nNo,nobody@example.org\r\nodd,line\r\n',
    );
    const ended = await run([...wordsOf(update), '--from', file, '--add-tag', 'x', '--report', report]);
    expect(ended).toMatchObject({
      status: 8,
      stderr: expect.stringContaining('    nobody@example.org\n    line 4: odd,line\n'),
    });
    expect((await state())[3]).toBe('dan:x');
    const lines = readFileSync(report, 'utf8')
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line) as Plain);
    expect(lines.map(({ email, outcome }) => `${email} ${outcome}`)).toEqual([
      'nobody@example.org missing',
      'line 4: odd,line missing',
      'dan@example.org changed',
    ]);
    const { status } = await run([...wordsOf(update), '--from', '-', '--remove-tag', 'x'], {
      stdin: 'dan@example.org\n',
    });
    expect([status, (await state())[3]]).toEqual([0, 'dan:']);
    const strangers = [1, 2, 3, 4, 5].map(i => `no${i}@example.org`);
    const stdin = strangers.join('\n');
    const missing = async (...words: string[]) =>
      (await run([...wordsOf(update), '--from', '-', '--remove-tag', 'x', ...words], { stdin })).stdout;
    expect(await missing()).toContain(`missing\t${strangers.slice(0, 3).join()},and 2 more\n`);
    expect(JSON.parse(await missing('--json'))).toMatchObject({ missing: strangers });
  });

  it.each<[string, string | Buffer, string]>([
    [
      'a table with the address of somebody else first',
      'invited_by,email\nann@example.org,dan@example.org\n',
      'dan',
    ],
    ['a table of the owner and the member', 'owner email,contact\nann@example.org,dan@example.org\n', 'dan'],
    ['JSON', '[{"id": 7, "email": "dan@example.org"}]', 'dan'],
    [
      'what Excel calls Unicode text',
      Buffer.from('\ufeffName\tEmail\nJörg\tdan@example.org\n', 'utf16le'),
      'dan',
    ],
    ['addresses with names', 'Dan <dan@example.org>\n"eve@example.org"\n', 'dan+eve'],
    ['several addresses a line', 'dan@example.org, eve@example.org\n', 'error'],
    ['two columns that may be meant', 'one,other\ndan@example.org,\n,eve@example.org\n', 'error'],
  ])('when a file is %s, then those who are meant are changed, or nobody', async (_, content, who) => {
    const { run, state } = await six();
    const file = join(temporaryFolder(), 'people');
    writeFileSync(file, content);
    const { status, stderr } = await run([...wordsOf(update), '--from', file, '--add-tag', 'x']);
    const changed = (await state()).filter(one => /[:+]x$/.test(one)).map(one => one.replace(/:.*/, ''));
    expect({ stderr, status, changed: changed.join('+') }).toMatchObject(
      who === 'error' ? { status: 2, changed: '' } : { status: 0, changed: who },
    );
  });

  it.each<[string, string, number, string]>([
    ['a column of addresses', 'email,new\nann@example.org,anna@example.org\n', 0, 'anna bob cem dan eve fay'],
    ['an email column that is new', 'who,email\nann@example.org,a@example.org\n', 0, 'a bob cem dan eve fay'],
    ['somebody twice', 'email,new\nann@example.org,a@x.org\nANN@example.org,b@x.org\n', 2, ''],
    [
      'an empty cell',
      'email,new\nann@example.org,\nbob@example.org,rob@example.org\n',
      0,
      'ann rob cem dan eve fay',
    ],
    ['no address', 'email,new\nann@example.org,anna at example.org\n', 2, ':2: invalid new address "anna at'],
    ['no such column', 'email,correct\nann@example.org,anna@example.org\n', 2, 'stdin has no column "New"'],
    ['no header', 'ann@example.org,anna@example.org\n', 2, 'stdin has no column "New"'],
  ])(
    'when a file with new addresses has %s, then it is taken or refused',
    async (_, content, status, after) => {
      const { run, all } = await six();
      const column = content.startsWith('who') ? 'email' : 'New';
      const line = [...wordsOf(update), '--from', '-', '--email-column', column];
      const ended = await run(line, { stdin: content });
      const names = (await all('/v1/subscribers')).map(({ email }) => String(email).split('@')[0]).join(' ');
      expect(ended.status, ended.stderr).toBe(status);
      if (status === 0) {
        expect(names).toBe(after);
        // People who have moved are not missing.
        expect((await run(line, { stdin: content })).status).toBe(0);
      } else {
        expect(ended.stderr).toContain(after);
        expect(names).toBe('ann bob cem dan eve fay');
      }
    },
  );
});
