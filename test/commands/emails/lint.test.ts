import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { account, draft } from '../../support/account.ts';
import { freshHome, temporaryFolder } from '../../support/home.ts';
import { newsletter, type ProgramOptions } from '../../support/program.ts';
import type { Plain } from '../../support/service.ts';

const front = 'subject: Twelve bridges\npreview: A morning on the line.';

/** A folder with an email file, and the program without an account in it. */
function fileWith(body: string, { head = front, name = 'issue.md' } = {}) {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, name), `---\n${head}\n---\n\n${body}\n`);
  const home = freshHome();
  const run = (flags = '', more: ProgramOptions = {}) =>
    newsletter(['emails', 'lint', name, ...flags.split(' ').filter(Boolean)], { cwd, home, ...more });
  const found = async (flags = '') => JSON.parse((await run(`${flags} -o json`)).stdout) as Plain[];
  return { cwd, run, found };
}

describe('emails lint <file>', () => {
  it('without an account, a file without faults is said to have none, and what was not looked at', async () => {
    const { run } = fileWith('Hello, [the timetable](https://slow-carriage.eu/).');
    const { status, stdout, stderr } = await run('--strict');
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
    expect(stderr).toContain("the account's physical address is checked when you send");
    expect(stderr).toContain('no problems found');
  });

  it('a file without a subject is told so, as information', async () => {
    const { run, found } = fileWith('Hello, reader.', { head: 'preview: A morning' });
    expect(await found()).toMatchObject([{ code: 'subject_missing', severity: 'info' }]);
    const { status, stderr } = await run('--strict');
    expect([status, stderr]).toEqual([0, expect.stringContaining('1 info\n')]);
  });

  it.each([
    ['issue.md', 'Hello\n\n- one\n- two [three](/about)\n\n<p>\n<a href="">four</a></p>'],
    ['issue.html', '<p>Hello\n\n\n<a href="/about">two</a></p>\n\n<p>\n<a href="">four</a></p>'],
  ])('when links of %s lead nowhere, then their lines are those of the file, exit 8', async (name, body) => {
    const { run } = fileWith(body, { name });
    const { status, stdout, stderr } = await run('-o ndjson');
    expect(status).toBe(8);
    const rows = stdout
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as Plain);
    expect(rows.map(({ code, line, severity, file }) => [code, line, severity, file])).toEqual([
      ['link_relative', 9, 'error', name],
      ['link_empty', 12, 'error', name],
    ]);
    expect(stderr).toContain('"code":"lint_failed"');
  });

  it.each([
    ['issue.md', 'Hello\n\n<!-- not for readers\n\nGood bye'],
    ['issue.md', 'Hello\n\nGood <!-- not for readers'],
    ['issue.html', '<!-- one --><p>Hello</p>\n\n<!-- not for readers\n<p>Good bye</p>'],
  ])('when a comment of %s is never closed, then that is an error, with its line', async (name, body) => {
    const { found } = fileWith(body, { name });
    expect(await found()).toContainEqual(
      expect.objectContaining({ code: 'comment_open', severity: 'error', line: 8 }),
    );
  });

  it.each([
    ['```js\na = 1\n\n# The rest', [6]],
    ['```\na\n```\n\n- ~~~~\n  b\n  ~~~\n\nThe rest', [10]],
    ['> ```js\n> a\n> ```\n\n1. ```\n   b\n   ```\n\n```a``` and\n\n~~~\n```\n~~~', []],
    ['```\n>>>>>>> june\n```\n\n<<<<<<< HEAD\nA\n\n>>>>>>> june', [10, 13]],
    ['The train[^1]\n\n[^1]: By an hour.\n\n[^gone]: Lost,\n    and more.\n\n[^none]:\n\n`[^gone]`', [10]],
  ])(
    'code that is never closed, a conflict of Git, and a lost footnote are found: %j',
    async (body, lines) => {
      const found = (await fileWith(body).found()).filter(({ code }) =>
        /markup_left|conflict|footnote_unused/.test(String(code)),
      );
      expect(found.map(({ line }) => line)).toEqual(lines);
    },
  );

  it.each(['latin1', 'utf16le'] as const)('a file in %s has to be saved as UTF-8', async encoding => {
    const { cwd, run } = fileWith('');
    writeFileSync(join(cwd, 'issue.md'), Buffer.from('Zürich', encoding));
    expect((await run()).stderr).toContain('issue.md is not UTF-8\nhint: save it as UTF-8 in your editor\n');
  });

  it('an image of this machine leads to the key that says where it is on the web', async () => {
    const [{ message } = {}] = await fileWith('![a](bridge.jpg){width=9}').found('--ignore image_only');
    expect(message).toContain('or set the server in the front matter: images: https://…');
  });

  it('when there are warnings only, then they fail with --strict, and not what --ignore names', async () => {
    const { run, found } = fileWith('Hello {{ name }}', { head: 'subject: Hello\npreview:' });
    expect(await found()).toMatchObject([
      { code: 'preview_missing', line: 3, severity: 'warning' },
      { code: 'token', line: 6, severity: 'warning' },
    ]);
    expect((await run()).status).toBe(0);
    expect((await run('--strict')).status).toBe(8);
    expect((await run('--strict --ignore token')).status).toBe(8);
    expect((await run('--strict --ignore token --ignore preview_missing')).status).toBe(0);
    expect((await run('--ignore tokens')).status).toBe(2);
  });

  it('when a person looks, then messages are whole, below the name of the file', async () => {
    const { run } = fileWith(`[two](/about${'/x'.repeat(60)})`);
    const { stdout } = await run('--no-color', { terminal: ['stdout', 'stderr'] });
    expect(stdout).toMatch(/^issue\.md\n +6 {2}error {4}the link to\s+"\/about/);
    expect(stdout).toMatch(/https:\/\/,\s+http:\/\/ or\s+mailto: \(link_relative\)\n$/);
    expect(Math.max(...stdout.split('\n').map(line => line.length))).toBeLessThanOrEqual(80);
    const fields = await run('--fields line,code', { terminal: ['stdout', 'stderr'] });
    expect(fields.stdout).toMatch(/^line +code/);
  });

  it('when an image beside the file is heavy, then that is found before it is on the web', async () => {
    const head = `${front}\nimages: https://slow-carriage.eu/`;
    const { cwd, found } = fileWith('![a](large.png)\n\n![b](small.png)\n\nThe night train to Prague', {
      head,
    });
    // The head of a PNG, 9 pixels wide and high.
    const png = Buffer.from('89504e470d0a1a0a0000000d494844520000000900000009080200000000000000', 'hex');
    writeFileSync(join(cwd, 'large.png'), Buffer.concat([png, Buffer.alloc(1_200_000)]));
    writeFileSync(join(cwd, 'small.png'), png);
    expect(await found()).toMatchObject([{ code: 'image_web' }, { code: 'image_heavy', line: 7 }]);
  });

  it.each(['', '{width=600 height=400}'])('an image%s without a file is found', async braces => {
    const head = `${front}\nimages: https://slow-carriage.eu/`;
    const { found } = fileWith(`The night train to Prague\n\n![a](gone.png)${braces}`, { head });
    const message = 'gone.png: no such image file beside issue.md';
    expect(await found('--ignore image_width')).toMatchObject([{ code: 'image_source', line: 9, message }]);
  });

  it('when it is a folder, then that is a usage error that says what to type', async () => {
    const { run } = fileWith('Hello');
    const { status, stderr } = await run('.');
    expect(status).toBe(2);
    expect(stderr).toContain('. is a folder: pass its files, such as *.md');
  });

  it('when several files are named, then each finding names its file', async () => {
    const { cwd, run } = fileWith('[a](/a)');
    writeFileSync(join(cwd, 'other.md'), `---\n${front}\n---\n\n[b](/b)\n`);
    const { stdout } = await run('other.md -o json');
    expect((JSON.parse(stdout) as Plain[]).map(({ file }) => file)).toEqual(['issue.md', 'other.md']);
  });
});

describe('emails lint <email>', () => {
  it('when the account has no physical address, then that is found, in lint, push and send', async () => {
    const { run, json: read, call, emailId } = await account();
    const id = await emailId(draft);
    expect(await read(`emails lint ${id}`)).toEqual([]);
    await call('PATCH', '/v1/account', { physical_address: '' });
    expect(await read(`emails lint ${id}`)).toMatchObject([{ code: 'address_missing', file: id }]);
    const cwd = temporaryFolder();
    expect((await run(`emails pull ${id} issue.html`, { cwd })).status).toBe(0);
    expect((await run('emails push issue.html --check', { cwd })).stderr).toContain('(address_missing)');
    const seen = await run('emails push issue.html --check --no-color', { cwd, terminal: ['stderr'] });
    expect(seen.stderr).toMatch(/^issue\.html\n +warning {2}the account has no physical address/m);
    const refused = await run(`emails send ${id} --yes --strict`);
    expect(refused.status).toBe(8);
    expect(refused.stderr).toMatch(
      /" \(\w{8}\) was not sent.*\n {2}warning: the account has no physical address/,
    );
    const shown = await run(`emails send ${id}`);
    expect(shown.stderr).toMatch(/goes to .*\n.*\(address_missing\)\n(?:.*\n)*error: /);
    expect((await run(`emails send ${id} --yes --strict --ignore address_missing`)).status).toBe(0);
  });
});

describe('an error of lint', () => {
  /** A draft with a link that has no address, and its file. */
  async function withEmptyLink() {
    const here = await account({ sendSeconds: 0 });
    const id = await here.emailId(draft);
    const cwd = temporaryFolder();
    await here.run(`emails pull ${id} issue.html`, { cwd });
    const file = join(cwd, 'issue.html');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/<\/body>|$/, '<p><a href="">the map</a></p>$&'));
    const sends = () => here.sandbox.requests()['POST /v1/emails/{id}/send'] ?? 0;
    return { ...here, id, sends, run: (line: string) => here.run(line, { cwd }) };
  }

  it('stops a push that would send unattended, before anything is pushed, unless it is named', async () => {
    const { run, sends, writes } = await withEmptyLink();
    const stopped = await run('emails push issue.html --send --yes');
    expect(stopped, stopped.stderr).toMatchObject({ status: 8, stdout: '' });
    expect(stopped.stderr).toMatch(/^error: .*nothing was pushed.*\n {2}issue\.html:\d+: .*\(link_empty\)/m);
    const dry = await run('emails push issue.html --send --dry-run --json');
    const { findings, requests } = JSON.parse(dry.stdout);
    const of = { file: 'issue.html', line: expect.any(Number), severity: 'error', code: 'link_empty' };
    expect([dry.status, findings, requests.length]).toEqual([8, [expect.objectContaining(of)], 2]);
    expect([sends(), writes()]).toEqual([0, 0]);
    expect((await run('emails push issue.html --send --yes --ignore link_empty')).status).toBe(0);
    expect(sends()).toBe(1);
  });

  it('does not stop a push, but then an unattended send, unless it is named', async () => {
    const { run, sends, id } = await withEmptyLink();
    const pushed = await run('emails push issue.html');
    expect(pushed).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(/^issue\.html:\d+: error: .* \(link_empty\)$/m),
    });
    const stderr = expect.stringContaining('(link_empty)');
    expect(await run(`emails send ${id} --yes`)).toMatchObject({ status: 8, stdout: '', stderr });
    const dry = await run(`emails send ${id} --dry-run --json`);
    expect(dry).toMatchObject({ status: 8, stderr });
    const linted = JSON.parse((await run(`emails lint ${id} --json`)).stdout);
    expect(JSON.parse(dry.stdout)).toMatchObject({ findings: linted, recipients: expect.any(Number) });
    expect(sends()).toBe(0);
    expect((await run(`emails send ${id} --yes`)).stderr).toContain(
      `hint: if a person agrees: newsletter emails send ${id} --yes --ignore link_empty\n`,
    );
    expect((await run(`emails send ${id} --yes --ignore link_empty`)).status).toBe(0);
    expect(sends()).toBe(1);
  });
});
