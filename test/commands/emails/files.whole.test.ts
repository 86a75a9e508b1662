import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { account, draft } from '../../support/account.ts';
import { temporaryFolder } from '../../support/home.ts';

const markdown = `# Good morning

A *short* letter with a [link](https://example.org/a?b=1&c=2), ![a bridge](https://example.org/b.png) and a list:

- one
- two <!-- a remark -->

| train | leaves |
| --- | ---: |
| 6:12 | late |

[//]: # (unused)
`;

/** An account, its draft in a file, and what can be done to both. */
async function pulled(name = 'issue.md') {
  const here = await account({ subscribers: 8, sendSeconds: 0 });
  const id = await here.emailId(draft);
  const cwd = temporaryFolder();
  const path = join(cwd, name);
  const run = (line: string, more = {}) => here.run(line, { cwd, ...more });
  const pull = await run(`emails pull ${id} ${name}`);
  expect(pull.status, pull.stderr).toBe(0);
  const read = () => readFileSync(path, 'utf8');
  const edit = (change: (text: string) => string) => writeFileSync(path, change(read()));
  const email = async () => (await here.all('/v1/emails')).find(each => each.id === id) ?? {};
  const inWebEditor = (body: object) => here.call('PATCH', `/v1/emails/${id}`, body);
  const patches = () => here.sandbox.requests()['PATCH /v1/emails/{id}'] ?? 0;
  /** Replaces the body by Markdown. */
  const compose = (text = markdown) =>
    edit(file =>
      file
        .replace(/^format: html\n/m, '')
        .replace(/^text: [\s\S]*?\n(?=updated_at)/m, '')
        .replace(/(\n---\n)[\s\S]*$/, (_, end) => `${end}\n${text}\n`),
    );
  return { ...here, id, cwd, path, run, read, edit, email, inWebEditor, patches, compose };
}

describe('an email as a file', () => {
  it('when it is pulled, then front matter and the HTML are in a file named after the subject', async () => {
    const { run, cwd, id, email } = await pulled();
    expect((await run(`emails pull ${id}`)).status).toBe(0);
    const text = readFileSync(join(cwd, 'twelve-bridges-before-breakfast.html'), 'utf8');
    const { body_html, updated_at } = await email();
    expect(text).toContain(
      `id: ${id}\nsubject: ${draft}\npreview: A morning on the Bernina line.\ngroup: Everyone\n`,
    );
    expect(text).toContain(`like_enabled: true\n`);
    expect(text).toContain(`updated_at: "${updated_at}"\n`);
    expect(text.endsWith(`---\n\n${body_html}\n`)).toBe(true);
  });

  it('when Markdown is pushed, then it goes as HTML and text, and comes back as it was', async () => {
    const { run, compose, read, email, patches, id, cwd } = await pulled();
    compose();
    const push = await run('emails push issue.md');
    expect(push.status, push.stderr).toBe(0);
    expect(push.stderr).toContain('pushed: body_html, body_text');
    expect(push.stdout).toBe(`id\t${id}\nsubject\t${draft}\nstatus\tdraft\nchanged\tbody_html, body_text\n`);
    const { body_html, body_text } = await email();
    expect(body_html).toContain('<h1 style=');
    expect(body_html).toContain('href="https://example.org/a?b=1&amp;c=2"');
    expect(body_html).toMatch(
      /<img src="https:\/\/example.org\/b.png" alt="a bridge" style="max-width: 100%/,
    );
    expect(body_html).not.toMatch(/remark|<!--(?!\[if mso\])|data-/);
    expect(body_text).toContain('Good morning\n\nA short letter with a link <https://example.org/a?b=1&c=2>');
    expect(body_text).toContain('[a bridge]');
    expect(String(body_text)).not.toMatch(/<(p|h1|!--)|remark/);
    expect(read()).toContain(`\n---\n\n${markdown}\n`);
    const pushed = read();
    const again = await run(`emails pull ${id} issue.md`);
    expect(again.status, again.stderr).toBe(0);
    expect(read()).toBe(pushed);
    expect((await run(`emails pull ${id} again.md`)).status).toBe(0);
    expect(readFileSync(join(cwd, 'again.md'), 'utf8')).toContain(`format: html\n`);
    expect(await run('emails push issue.md --check')).toMatchObject({ status: 0, stdout: '' });
    expect(await run('emails push issue.md')).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('nothing to push'),
    });
    expect(patches()).toBe(1);
  });

  it('HTML pulled into a Markdown file is named, as is a draft without a subject', async () => {
    const { run, id, inWebEditor } = await pulled();
    const kept = await run(`emails pull ${id} other.md`);
    expect(kept.stderr).toContain(
      "other.md holds the email's HTML (format: html); delete that line to write Markdown\n",
    );
    await inWebEditor({ subject: '' });
    const unnamed = await run(`emails pull ${id} issue.html`, { terminal: ['stdout', 'stderr'] });
    expect(unnamed.stdout).toContain(`Pulled the draft without a subject (${id.slice(0, 8)}) to issue.html.`);
    expect(unnamed.stderr).not.toContain('format: html');
  });

  it('a push sends only what differs, and keeps the comments of the file', async () => {
    const { run, edit, read, id } = await pulled();
    edit(text => text.replace(`subject: ${draft}`, '# the third try\nsubject: "Bridges: eleven"'));
    const dry = await run('emails push issue.md --dry-run -o json');
    expect(JSON.parse(dry.stdout)).toMatchObject({ method: 'PATCH', body: { subject: 'Bridges: eleven' } });
    expect(Object.keys(JSON.parse(dry.stdout).body)).toEqual(['subject']);
    const pushed = await run('emails push issue.md -o json');
    expect(JSON.parse(pushed.stdout)).toMatchObject({ id, subject: 'Bridges: eleven' });
    expect(read()).toContain('# the third try\n');
    expect(read()).toContain(`updated_at: "${JSON.parse(pushed.stdout).updated_at}"\n`);
    expect((await run('emails push issue.md --check')).status).toBe(0);
  });

  it('when checked, then the changes are listed, exit 8, and nothing is sent', async () => {
    const { run, edit, patches } = await pulled();
    edit(text => text.replace(draft, 'Eleven bridges'));
    const check = await run('emails push issue.md --check -o json');
    expect(check.status).toBe(8);
    expect(JSON.parse(check.stdout)).toEqual([{ field: 'subject', before: draft, after: 'Eleven bridges' }]);
    expect(check.stderr).toContain('"code":"would_change"');
    // Nothing failed, and the hint can be pasted.
    const said = await run('emails push issue.md --check');
    expect(said.stdout).toBe(`subject\n- ${draft}\n+ Eleven bridges\n`);
    expect(said.stderr).toMatch(
      /^! a push of issue\.md would change subject\nhint: newsletter emails push issue\.md$/m,
    );
    expect(patches()).toBe(0);
  });

  it.each(['get', 'watch', 'stats', 'update --subject x', 'pull', 'send --yes'])(
    'emails %s takes the file of an email for its name',
    async verb => {
      const { run, id } = await pulled();
      const [name, ...flags] = verb.split(' ');
      if (name === 'stats' || name === 'watch') await run(`emails send ${id} --yes --wait`);
      const { status, stderr } = await run(`emails ${name} issue.md ${flags.join(' ')}`.trim());
      expect(status, stderr).toBe(0);
    },
  );

  it('emails send refuses a file that is not what the service has, and says what to type', async () => {
    const { run, edit, inWebEditor, cwd } = await pulled();
    writeFileSync(join(cwd, 'own.md'), '# Hello\n');
    expect(await run('emails send own.md --yes')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('hint: newsletter emails push own.md --to <draft>\n'),
    });
    await inWebEditor({ preview: 'theirs' });
    expect(await run('emails send issue.md --yes')).toMatchObject({
      status: 5,
      stderr: expect.stringContaining('newsletter emails push issue.md --check'),
    });
    await run('emails push issue.md --force');
    edit(text => text.replace(draft, 'Eleven bridges'));
    // It would be the first reason otherwise, whatever the file says.
    await inWebEditor({ subject: '' });
    const edited = await run('emails send issue.md --yes --expect-recipients 8');
    expect(edited).toMatchObject({
      status: 5,
      stderr: expect.stringContaining(
        'hint: newsletter emails push issue.md --yes --expect-recipients 8 --send\n',
      ),
    });
    expect((await run('emails send nowhere.md --yes')).stderr).toContain('cannot read nowhere.md');
  });

  it('when HTML made from Markdown is changed in the web editor, then it comes back as HTML', async () => {
    const { run, compose, email, inWebEditor, read, id } = await pulled();
    compose();
    await run('emails push issue.md');
    const { body_html } = await email();
    await inWebEditor({ body_html: String(body_html).replace('short', 'long') });
    const kept = await run(`emails pull ${id} issue.md`);
    expect(kept).toMatchObject({ status: 2, stderr: expect.stringContaining('cannot be converted back') });
    expect((await run(`emails pull ${id} issue.md --force`)).status).toBe(0);
    expect(read()).toContain('format: html\n');
    expect(read()).toContain('A <em>long</em> letter');
    expect((await run('emails push issue.md --check')).status).toBe(0);
  });

  it('when the HTML changes, then the text part is made from it, unless the file gives one', async () => {
    const { run, edit, email } = await pulled('issue.html');
    edit(text => text.replace('Bernina line.</p>', 'Bernina line, at dawn.</p>'));
    const made = await run('emails push issue.html');
    expect(made.stderr).toContain('pushed: body_html, body_text');
    expect(String((await email()).body_text)).toContain('A morning on the Bernina line, at dawn.');
    edit(text => text.replace('at dawn', 'at noon').replace(/^updated_at/m, 'text: At dawn.\nupdated_at'));
    const own = await run('emails push issue.html');
    expect(own.stderr).toMatch(/the text part differs from the body: only the body has/);
    expect(await email()).toMatchObject({ body_text: 'At dawn.' });
    expect(own.stderr).toContain('delete the key "text" of the file, and push makes it from the body');
    edit(text => text.replace(/^text: .*\n/m, ''));
    expect((await run('emails push issue.html')).stderr).toContain('pushed: body_text\n');
    expect((await run('emails push issue.html --check')).status).toBe(0);
    expect(String((await email()).body_text)).toContain('at noon');
  });

  it('a push renews the text part if the same change was made to the HTML alone', async () => {
    const { run, compose, edit, email, inWebEditor } = await pulled();
    compose();
    await run('emails push issue.md');
    const { body_html } = await email();
    await inWebEditor({ body_html: String(body_html).replace('Good morning', 'Dear') });
    edit(text => text.replace('Good morning', 'Dear'));
    expect(await run('emails push issue.md --check')).toMatchObject({ status: 8 });
    expect((await run('emails push issue.md --force')).stderr).toContain('pushed: body_text\n');
    expect((await email()).body_text).toMatch(/^Dear\n/);
    expect((await run('emails push issue.md --check')).status).toBe(0);
  });

  it('when the body has images of this machine, then nothing is pushed, and it is said what to do', async () => {
    const { run, cwd, compose, edit, patches, email } = await pulled();
    const gif = Buffer.from('47494638396100024001000000003b', 'hex');
    writeFileSync(join(cwd, 'bridge.gif'), gif);
    compose('A bridge:\n\n![a bridge](bridge.gif)\n\n![gone](gone.gif)');
    const refused = await run('emails push issue.md');
    expect(refused.status).toBe(2);
    const gone = 'gone.gif: no such image file beside issue.md';
    expect(refused.stderr).toMatch(new RegExp(`line \\d+: bridge\\.gif\n.*line \\d+: ${gone}`));
    expect(refused.stderr).toContain('{width=512 height=320}');
    expect(patches()).toBe(0);
    edit(text => text.replace('---\n', '---\nimages: https://cdn.example.org/may/\n'));
    const { stderr } = await run('emails push issue.md');
    expect(stderr).toMatch(new RegExp(`line \\d+: ${gone}`));
    expect(stderr).not.toContain('images:');
    edit(text => text.replace(/\n!\[gone.*/, ''));
    const there = 'warning: 1 image must be on the web: https://cdn.example.org/may/bridge.gif (image_web)\n';
    for (const line of ['push issue.md', 'send issue.md --dry-run'])
      expect((await run(`emails ${line}`)).stderr).toContain(there);
    expect((await email()).body_html).toContain(
      '<img src="https://cdn.example.org/may/bridge.gif" width="512" height="320" alt="a bridge"',
    );
  });

  it.each([
    ['subject', 'subject: Bridges # 42', 'subject: "Bridges # 42"'],
    ['id', '', 'the front matter has no id'],
    ['group', 'group:', 'a group cannot be removed'],
  ])('when %s becomes "%s", then that is a usage error', async (key, line, named) => {
    const { run, edit, patches } = await pulled();
    edit(text => text.replace(new RegExp(`^${key}: .*$`, 'm'), line));
    const refused = await run('emails push issue.md');
    expect(refused).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining(named) });
    expect(patches()).toBe(0);
  });

  it('when a draft got its first group elsewhere, then a push says what changed there', async () => {
    const { run, read, edit, json, emailId, call } = await pulled();
    const id = await emailId('Notes for spring');
    await run(`emails pull ${id} issue.md --force`);
    expect(read()).toContain('\ngroup: ""\n');
    const [group] = (await json('groups list')) as { id: string }[];
    await call('PATCH', `/v1/emails/${id}`, { group_id: group?.id, body_html: '<p>Theirs</p>' });
    edit(text => `${text}\nMine\n`);
    const refused = await run('emails push issue.md -o json');
    expect(refused).toMatchObject({ status: 5, stderr: expect.stringContaining('"changed_elsewhere"') });
  });

  it('the group of a file is sent as its id, or not found', async () => {
    const { run, edit, json } = await pulled();
    const other = ((await json('groups list')) as { id: string; name: string }[]).find(
      each => each.name !== 'Everyone',
    );
    edit(text => text.replace('group: Everyone', `group: ${JSON.stringify(other?.name)}`));
    const dry = await run('emails push issue.md --dry-run -o json');
    expect(JSON.parse(dry.stdout).body).toEqual({ group_id: other?.id });
    expect((await run('emails push issue.md')).stderr).toMatch(
      new RegExp(`^group: Everyone \\([\\d,]+\\) → ${other?.name} \\([\\d,]+\\)$`, 'm'),
    );
    edit(text => text.replace(/^group: .*$/m, 'group: Nobody'));
    expect((await run('emails push issue.md')).status).toBe(4);
  });

  it.each(['--send', '--send --yes --expect-recipients many'])(
    'when %s cannot end in a sending, then nothing is pushed either',
    async flags => {
      const { run, compose, patches } = await pulled();
      compose();
      expect((await run(`emails push issue.md ${flags}`)).status).toBe(2);
      expect(patches()).toBe(0);
    },
  );

  it('when pushed with --send, then it is sent with the gate of `emails send`', async () => {
    const { run, compose, email } = await pulled();
    compose();
    expect((await run('emails push issue.md --send --yes --max-recipients 1')).status).toBe(5);
    expect((await run('emails push issue.md --send')).status).toBe(2);
    expect((await run('emails push issue.md --wait')).status).toBe(2);
    expect(await email()).toMatchObject({ status: 'draft' });
    const sent = await run('emails push issue.md --send --yes --wait -o json');
    expect(sent.status, sent.stderr).toBe(0);
    expect(JSON.parse(sent.stdout)).toMatchObject({ status: 'sent' });
  });

  it('when previewed again, then the page takes the place of the one before, and old ones go', async () => {
    const { run, id, compose } = await pulled();
    const settings = temporaryFolder();
    const env = { NEWSLETTER_CONFIG_DIR: settings };
    const preview = async (what: string) => (await run(`emails preview ${what}`, { env })).stdout.trim();
    const old = await preview(id);
    const first = await preview('issue.md');
    const longAgo = new Date(Date.now() - 8 * 86_400_000);
    utimesSync(old, longAgo, longAgo);
    compose('Another text.');
    expect(await preview('issue.md')).toBe(first);
    expect(readFileSync(first, 'utf8')).toContain('Another text.');
    expect(readdirSync(join(settings, 'previews'))).toEqual([basename(first)]);
    expect(statSync(join(settings, 'previews')).mode & 0o777).toBe(0o700);
  });
});
