/** A file that somebody already has, brought to a draft. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { account } from '../../support/account.ts';
import { temporaryFolder } from '../../support/home.ts';
import { start } from '../../support/program.ts';

const own = `---
author: Ada # me
layout: [post, wide]
subject: 'May on the rails'
group: Everyone
---

# Hello

A *short* letter. <!-- for later -->
`;

/** An account with an empty draft, and a file that belongs to no email yet. */
async function may(text = own, name = 'may.md') {
  const here = await account({ subscribers: 8, sendSeconds: 0 });
  const drafts = (await here.all('/v1/emails')).filter(({ status }) => status === 'draft');
  const id = String(drafts[0]?.id);
  await here.call('PATCH', `/v1/emails/${id}`, { subject: 'Empty', body_html: '', body_text: '' });
  const cwd = temporaryFolder();
  const path = join(cwd, name);
  writeFileSync(path, text);
  const patches = () => (here.sandbox.requests()['PATCH /v1/emails/{id}'] ?? 0) - 1;
  const run = (line: string, terminal: readonly 'stdout'[] = []) => here.run(line, { cwd, terminal });
  const atTerminal = (line: string) =>
    start(line.split(' '), { env: here.env, cwd, terminal: ['stdin', 'stdout', 'stderr'], stdin: 'open' });
  const email = async () => (await here.all('/v1/emails')).find(each => each.id === id) ?? {};
  return {
    ...here,
    id,
    cwd,
    path,
    run,
    atTerminal,
    email,
    patches,
    read: (of = name) => readFileSync(join(cwd, of), 'utf8'),
  };
}

describe('a file without an id', () => {
  it('when nobody can be asked, then the command that works is named, and it works twice', async () => {
    const { run, read, email, id, patches } = await may();
    const refused = await run('emails push may.md');
    expect(refused).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('hint: newsletter emails push may.md --to <draft>'),
    });
    const push = await run('emails push may.md --to Empty');
    expect(push.status, push.stderr).toBe(0);
    expect(push.stderr).toContain('may.md: ignored keys author, layout\n');
    const { updated_at } = await email();
    expect(await email()).toMatchObject({
      subject: 'May on the rails',
      body_html: expect.stringContaining('<h1'),
    });
    const written = read();
    expect(written).toMatch(
      /^---\nauthor: Ada # me\nlayout: \[post, wide\]\nsubject: 'May on the rails'\ngroup: Everyone\nid: /,
    );
    expect(written).toContain(`\nid: ${id}\n`);
    expect(written).toContain(`\nupdated_at: "${updated_at}"\n`);
    expect(written).toMatch(
      /\nbackground_color: .*\nforeground_color: .*\nfont_id: .*\nlike_enabled: true\nupdated_at: .*\nrendered: .*\ndigest: .*\n---\n\n# Hello\n\nA \*short\* letter\. <!-- for later -->\n$/,
    );
    const again = await run('emails push may.md');
    expect(again, again.stderr).toMatchObject({ status: 0 });
    expect(again.stderr).toContain('nothing to push');
    expect(patches()).toBe(1);
    const pull = await run(`emails pull ${id} may.md`);
    expect(pull.status, pull.stderr).toBe(0);
    expect(read()).toBe(written);
  });

  it('when it has no front matter at all, then it gets what pull would write', async () => {
    const { run, read, id } = await may('# Hello\n');
    expect((await run(`emails push may.md --to ${id}`)).status).toBe(0);
    expect(read()).toMatch(new RegExp(`^---\nid: ${id}\nsubject: Empty\n[\\s\\S]*\n---\n\n# Hello\n$`));
    expect((await run('emails push may.md --check')).status).toBe(0);
  });

  it('when it is only looked at, then it stays as it is', async () => {
    const { run, read, id, patches } = await may();
    expect((await run(`emails push may.md --to ${id} --dry-run`)).status).toBe(0);
    const check = await run(`emails push may.md --to ${id} --check`);
    expect(check).toMatchObject({
      status: 8,
      stderr: expect.stringContaining(`hint: newsletter emails push may.md --to ${id.slice(0, 8)}\n`),
    });
    expect(read()).toBe(own);
    expect(patches()).toBe(0);
  });
});

describe('a file whose draft is asked for', () => {
  it('is checked before the question', async () => {
    const { atTerminal, cwd } = await may('# Hello\n\n**very **good ![a](local.png)\n');
    const { stderr } = await atTerminal('emails push may.md').ended;
    expect(stderr).toContain('may.md has local images');
    expect(stderr).not.toContain('Which draft?');
    writeFileSync(join(cwd, 'may.md'), '# Hello\n\n**very **good\n');
    const asked = atTerminal('emails push may.md');
    await asked.said(/markup_left[\s\S]*Which draft\?/);
    asked.type('\x03');
    await asked.ended;
  });

  it('a draft without a subject is named by its id, which finds it', async () => {
    const { atTerminal, call, id, read } = await may();
    await call('PATCH', `/v1/emails/${id}`, { subject: '', body_html: '<p>Before</p>' });
    const name = id.slice(0, 8);
    const asked = atTerminal('emails push may.md');
    await asked.said(/Which draft\?/);
    asked.type(name);
    await asked.said(
      new RegExp(`❯ ${name}, no subject {2}\\(draft with text, changed \\d{4}-\\d\\d-\\d\\d\\)`),
    );
    asked.type('\r');
    await asked.said(
      new RegExp(`The draft without a subject \\(${name}\\) already has text\\. Replace it\\?`),
    );
    asked.type('y\r');
    expect((await asked.ended).status).toBe(0);
    expect(read()).toContain(`\nid: ${id}\n`);
  });

  it('what a push would replace is shown above the question', async () => {
    const { atTerminal, call, id, email } = await may('Hello\n');
    await call('PATCH', `/v1/emails/${id}`, { body_text: 'Before' });
    const asked = atTerminal('emails push may.md --to Empty');
    await asked.said(
      /text part\s+- Before\s+\+ Hello[\s\S]*"Empty" \(\w{8}\) already has text\. Replace it\?/,
    );
    asked.type('n\r');
    expect((await asked.ended).status).toBe(5);
    expect(await email()).toMatchObject({ body_text: 'Before' });
  });

  it('a copy of its file is asked about, and refused where nobody can be asked', async () => {
    const { atTerminal, run, email, id, cwd, read } = await may();
    await run(`emails push may.md --to ${id}`);
    const june = read().replace('May on', 'June on').replace('A *short* letter', 'Another letter');
    writeFileSync(join(cwd, 'june.md'), june);
    const refused = await run('emails push june.md');
    expect([refused.status, refused.stderr]).toEqual([
      5,
      expect.stringMatching(
        /june\.md was not pushed: may\.md belongs to the same draft\nhint: .* --to <draft>/,
      ),
    ]);
    const asked = atTerminal('emails push june.md');
    await asked.said(/- A short letter\.\s+\+ Another letter[\s\S]* belongs to may\.md, too\. Replace it\?/);
    asked.type('n\r');
    expect((await asked.ended).status).toBe(5);
    expect(await email()).toMatchObject({ subject: 'May on the rails' });
    expect((await run('emails push june.md --force')).stderr).toContain('the replaced email is kept');
    writeFileSync(join(cwd, 'june.md'), read('june.md').replace('Another', 'A third'));
    expect((await run('emails push june.md')).status).toBe(0);
  });

  it('an email that was edited since is asked about as well', async () => {
    const { atTerminal, run, call, id, email, path, read } = await may();
    await run(`emails push may.md --to ${id}`);
    await call('PATCH', `/v1/emails/${id}`, { subject: 'Theirs', body_html: '<p>Theirs' });
    const asked = atTerminal('emails push may.md');
    await asked.said(
      /- Theirs\s+\+ Hello[\s\S]*at the service: subject "Theirs", the text\n.*"Theirs" \(\w{8}\) has changed at the service\. Replace it\?/,
    );
    asked.type('n\r');
    expect((await asked.ended).status).toBe(5);
    writeFileSync(path, read().replace(/\n# Hello[\s\S]*/, '\n'));
    const empty = await run('emails push may.md --force');
    expect(empty).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('it has no text, but "Theirs"'),
    });
    expect(await email()).toMatchObject({ subject: 'Theirs', body_html: '<p>Theirs' });
  });

  it('what others save while the question is open is shown, asked about, and kept', async () => {
    const { atTerminal, run, call, id, email, path, read } = await may();
    await run(`emails push may.md --to ${id}`);
    writeFileSync(path, read().replace('Hello', 'Mine'));
    const theirs = (text: string) => call('PATCH', `/v1/emails/${id}`, { body_html: `<p>${text}</p>` });
    await theirs('Mira one');
    const asked = atTerminal('emails push may.md');
    await asked.said(/- Mira one\s+\+ Mine[\s\S]*Replace it\?/);
    await theirs('Mira two');
    asked.type('y\r');
    await asked.said(/not pushed yet: somebody changed it[\s\S]*- Mira two\s+\+ Mine[\s\S]*Replace it\?/);
    expect(await email()).toMatchObject({ body_html: '<p>Mira two</p>' });
    const editing = atTerminal('emails push may.md');
    await editing.said(/Replace it\?/);
    writeFileSync(path, read().replace('Mine', 'Mine again'));
    editing.type('y\r');
    const { status, stderr } = await editing.ended;
    expect([status, stderr]).toEqual([
      5,
      expect.stringContaining('may.md was not pushed: it was edited a moment ago'),
    ]);
    writeFileSync(path, read().replace('Mine again', 'Mine'));
    asked.type('y\r');
    expect((await asked.ended).status).toBe(0);
    expect(await email()).toMatchObject({ body_html: expect.stringContaining('Mine') });
    expect(read('may-on-the-rails.html')).toContain('Mira two');
  });

  it('an email that goes out by itself is asked about, and refused where nobody can be asked', async () => {
    const { atTerminal, run, all, cwd } = await may();
    const scheduled = async () => (await all('/v1/emails')).find(({ status }) => status === 'scheduled');
    const { id, scheduled_at, subject } = (await scheduled()) ?? {};
    await run(`emails pull ${id} next.html`);
    const [text, path] = [readFileSync(join(cwd, 'next.html'), 'utf8'), join(cwd, 'next.html')];
    writeFileSync(path, text.replace(`subject: ${subject}`, 'subject: Mine'));
    const goesOut = `is scheduled for ${scheduled_at}: it goes out by itself, to Everyone \\(8\\)`.replaceAll(
      ' ',
      '\\s+',
    );
    for (const [line, force] of [
      ['emails push next.html', 'emails push next.html --force'],
      [`emails push may.md --to ${id}`, '--force replaces it'],
      ['emails push next.html --dry-run', 'emails push next.html --force'],
    ] as const) {
      const refused = await run(line);
      expect(refused.status).toBe(5);
      expect(refused.stderr).toMatch(new RegExp(goesOut));
      expect(refused.stderr).toContain(force);
    }
    expect((await run('emails push next.html --check')).status).toBe(8);
    const asked = atTerminal('emails push next.html');
    await asked.said(new RegExp(`${goesOut}[\\s\\S]*\\+ Mine[\\s\\S]* is scheduled\\. Replace it\\?`));
    asked.type('\r');
    expect((await asked.ended).status).toBe(5);
    expect(await scheduled()).toMatchObject({ subject });
    const forced = await run('emails push next.html --force');
    expect([forced.status, forced.stderr]).toEqual([0, expect.stringMatching(new RegExp(goesOut))]);
    expect(forced.stderr).not.toContain('is kept');
    expect(await scheduled()).toMatchObject({ subject: 'Mine' });
    writeFileSync(path, readFileSync(path, 'utf8').replace('subject: Mine', 'subject: Yours'));
    const sent = await run('emails push next.html --send --yes');
    expect([sent.status, sent.stderr]).toEqual([5, expect.stringContaining('its status is scheduled')]);
  });
});

describe('pull --force', () => {
  it('keeps Markdown whose HTML is unchanged at the service, and a copy of what it overwrites', async () => {
    const { run, call, id, path, read, cwd } = await may(own.replace('author: Ada', 'lang: de'));
    await run(`emails push may.md --to ${id}`);
    await call('PATCH', `/v1/emails/${id}`, { subject: 'Theirs' });
    writeFileSync(path, read().replace('Hello', 'Good day').replace('May on', 'Mine on'));
    const edited = read();
    const refused = await run('emails pull may.md -o json');
    expect(refused).toMatchObject({ status: 2, stderr: expect.stringContaining('"code":"local_changes"') });
    expect(refused.stderr).toContain('--force to overwrite it; --force keeps a copy');
    expect(read()).toBe(edited);
    writeFileSync(join(cwd, 'notes.md'), 'my notes');
    expect((await run(`emails pull ${id} notes.md`)).status).toBe(2);
    expect(read('notes.md')).toBe('my notes');
    const forced = await run('emails pull may.md --force');
    expect(forced.stderr).toContain('the file as it was is kept: may.before.md\n');
    expect(readFileSync(join(cwd, 'may.before.md'), 'utf8')).toBe(edited);
    expect(read()).toMatch(/\nlang: de.*\n[\s\S]*\nsubject: 'Theirs'\n[\s\S]*# Good day\n/);
    expect((await run('emails push may.md')).stderr).toContain('pushed: body_html, body_text\n');
    await call('PATCH', `/v1/emails/${id}`, { body_html: '<p>Theirs</p>' });
    const pushed = read();
    expect((await run('emails pull may.md --force')).stderr).toContain('kept: may.before-2.md\n');
    expect(readFileSync(join(cwd, 'may.before-2.md'), 'utf8')).toBe(pushed);
    expect(read()).toContain('format: html\n');
    writeFileSync(path, Buffer.from('Zürich', 'latin1'));
    expect((await run(`emails pull ${id} may.md --force`)).status).toBe(2);
  });

  it('gives up edited HTML, and keeps a copy', async () => {
    const { run, id, path, read, cwd } = await may('---\nsubject: May\n---\n\n<p>Hello</p>\n', 'may.html');
    await run(`emails push may.html --to ${id}`);
    const pushed = read();
    writeFileSync(path, pushed.replace('Hello', 'Good day'));
    const pull = await run('emails pull may.html', ['stdout']);
    expect(pull.stdout).toBe('Nothing is newer at the service: may.html stays as it is.\n');
    expect(pull.stderr).toContain('may.html keeps the text that you changed\n');
    expect(read()).toContain('Good day');
    expect((await run('emails pull may.html --force')).stderr).toContain('kept: may.before.html\n');
    expect(read()).toContain('Hello');
    expect(readFileSync(join(cwd, 'may.before.html'), 'utf8')).toContain('Good day');
  });
});

it('push --send that is stopped at its question says whether the push was made', async () => {
  const { atTerminal, run, id, path, read } = await may();
  await run(`emails push may.md --to ${id}`);
  writeFileSync(path, read().replace('Hello', 'Good **very **day'));
  for (const said of ['! Pushed, not sent.\n', '! Stopped. Nothing was sent.\n']) {
    const asked = atTerminal('emails push may.md --send');
    await asked.said(/1 error(?:, \d warnings?)? above\. Send "/);
    asked.type('\x03');
    expect((await asked.ended).stderr).toContain(said);
  }
});

describe('a check that finds changes', () => {
  it('when the push would be refused, then the hint is another command, and that works', async () => {
    const { run, call, id, path, read, cwd, email } = await may();
    await run(`emails push may.md --to ${id}`);
    writeFileSync(path, read().replace('Hello', 'Good day'));
    expect((await run('emails push may.md --check')).stderr).toContain(
      'hint: newsletter emails push may.md\n',
    );
    await call('PATCH', `/v1/emails/${id}`, { preview: 'Theirs' });
    expect(await run('emails push may.md -o json')).toMatchObject({
      status: 5,
      stderr: expect.stringContaining('"code":"changed_elsewhere"'),
    });
    expect((await run('emails push may.md')).stderr).toContain(
      '  at the service: preview "Theirs"\nhint: to take that, and keep your text: newsletter emails pull may.md; to replace what is there: newsletter emails push may.md --force\n',
    );
    const check = await run('emails push may.md --check');
    expect(check).toMatchObject({ status: 8 });
    expect(check.stderr).toContain(
      'may.md would not be pushed: the email has changed at the service since the file was pulled, or the file is older than your last push\n',
    );
    expect(check.stderr).toContain('hint: to take that, and keep your text: newsletter emails pull may.md;');
    expect((await run('emails push may.md --check --force')).stderr).toContain(
      'hint: newsletter emails push may.md --force\n',
    );
    expect((await run('emails pull may.md')).status).toBe(0);
    expect(read()).toMatch(/\npreview: Theirs\n[\s\S]*# Good day\n/);
    expect((await run('emails push may.md')).stderr).toContain('pushed: body_html, body_text\n');
    expect(await email()).toMatchObject({ preview: 'Theirs', body_text: expect.stringMatching(/^Good day/) });
    await call('PATCH', `/v1/emails/${id}`, { subject: 'Theirs', body_html: '<p>Theirs' });
    writeFileSync(path, read().replace('Good day', 'Good evening'));
    expect((await run('emails push may.md')).stderr).toContain(
      '  at the service: subject "Theirs", the text\nhint: to save that first: newsletter emails pull may.md other.html; to see the difference: newsletter emails push may.md --check;',
    );
    expect((await run('emails pull may.md')).status).toBe(2);
    expect((await run('emails push may.md --force')).stderr).toContain(
      'the replaced email is kept; to take it back: newsletter emails push theirs.html --force\n',
    );
    expect(readFileSync(join(cwd, 'theirs.html'), 'utf8')).toContain('<p>Theirs');
    writeFileSync(join(cwd, 'new.md'), own.replace('group: Everyone\n', ''));
    const replaced = await run(`emails push new.md --to ${id} --check`);
    expect(replaced.stderr).toContain(`  to save that text first: newsletter emails pull ${id}\n`);
    const again = `newsletter emails push new.md --to ${id.slice(0, 8)} --force`;
    expect(replaced.stderr).toContain(`hint: to replace it: ${again}\n`);
    expect((await run(again.replace('newsletter ', ''))).stderr).toMatch(
      /added to new\.md from the draft: id, preview: .*, group: Everyone, .*, digest\n/,
    );
  });

  it('a copy of the file of an email that was sent is pushed to another draft, and then belongs to it', async () => {
    const { run, call, id, path, read, all, atTerminal, patches, cwd } = await may();
    await run(`emails push may.md --to ${id}`);
    expect((await run(`emails send ${id} --yes --wait`)).status).toBe(0);
    await run('emails pull may.md');
    writeFileSync(path, read().replace('Hello', 'June'));
    const before = patches();
    const to = 'hint: to use it for another draft: newsletter emails push may.md --to <draft>\n';
    const text = read();
    writeFileSync(path, text.replace('group: Everyone', 'group:'));
    expect((await run('emails push may.md')).stderr).toContain('which is already sent');
    writeFileSync(path, text);
    for (const [flags, status, would] of [
      ['', 5, 'was'],
      ['--force', 5, 'was'],
      ['--check', 8, 'would'],
    ] as const) {
      const refused = await run(`emails push may.md ${flags}`.trim());
      expect(refused.status, refused.stderr).toBe(status);
      expect(refused.stderr).toMatch(
        new RegExp(
          `may\\.md ${would} not .*: it belongs to "May on the rails" \\(.{8}\\), which is already sent`,
        ),
      );
      expect(refused.stderr).toContain(to);
    }
    expect(patches()).toBe(before);
    const other = (await all('/v1/emails')).find(({ status }) => status === 'draft')?.id;
    const members = (await all('/v1/groups')).find(({ name }) => name === 'Members')?.id;
    const next = { subject: 'Next', body_html: '<p>Before</p>', group_id: members };
    await call('PATCH', `/v1/emails/${other}`, next);
    const asked = atTerminal('emails push may.md --to Next');
    await asked.said(
      /- Before\s+\+ June[\s\S]*\nthis replaces the text "Before…"\ngroup: Members \(\d+\) → Everyone \(\d+\)\n.*"Next" \(\w{8}\) already has text\. Replace it\?/,
    );
    asked.type('y\r');
    const { status, stderr, stdout } = await asked.ended;
    expect(status, stderr).toBe(0);
    expect(stdout).toMatch(/^Pushed may\.md to "Next" \(\w{8}\): subject, /m);
    expect(stderr).toMatch(/is kept; to take it back:\s+newsletter emails push next\.html --force\n/);
    expect(readFileSync(join(cwd, 'next.html'), 'utf8')).toMatch(/\nsubject: Next\n[\s\S]*<p>Before<\/p>\n$/);
    expect((await run('emails push next.html --force')).status).toBe(0);
    expect((await all('/v1/emails')).find(each => each.id === other)).toMatchObject(next);
    expect((await run('emails push may.md --force')).status).toBe(0);
    expect(stderr).toMatch(/may\.md belongs to "May on the rails" \(\w{8}\) now/);
    expect(read()).toContain(`\nid: ${other}\n`);
    expect((await run('emails push may.md --check')).status).toBe(0);
  });

  it('a terminal shows the groups by name and size', async () => {
    const { run, id } = await may(own.replace('Everyone', 'Members'));
    const shown = await run(`emails push may.md --to ${id} --check -o table`);
    expect(shown.stdout).toMatch(/\ngroup\n- Everyone \(8\)\n\+ Members \(\d+\)\n/);
    const unknown = await may(own.replace('Everyone', 'Member'));
    expect((await unknown.run(`emails push may.md --to ${id}`)).stderr).toContain(
      'no group "Member"\nhint: did you mean "Members"?',
    );
  });

  it('a draft that gets no group is said to have none', async () => {
    const { run, call } = await may(own.replace('group: Everyone\n', ''));
    const drafts = (await call('GET', '/v1/emails')).data as { id: string; group_id: string | null }[];
    const without = drafts.find(({ group_id }) => group_id === null);
    await call('PATCH', `/v1/emails/${without?.id}`, { subject: 'Nobodys', body_html: '', body_text: '' });
    for (const line of ['emails push may.md --to Nobodys', 'emails push may.md']) {
      const pushed = await run(line);
      expect(pushed, pushed.stderr).toMatchObject({ status: 0 });
      expect(pushed.stderr).toContain(
        'the email has no group: to send it, write "group: <name>" into may.md\n',
      );
    }
  });

  it('a key with a time leads to where an email is scheduled', async () => {
    const { run, cwd } = await may();
    writeFileSync(join(cwd, 'keys.md'), `---\ndate: 2026-12-01\nsubject: May\n---\n\n# Hello\n`);
    expect((await run('emails lint keys.md')).stderr).toContain(
      'keys.md: ignored key date; to schedule the email: newsletter open emails\n',
    );
  });

  it('when a file has keys of other programs, then lint and preview name them too', async () => {
    const { run, cwd } = await may();
    writeFileSync(join(cwd, 'keys.md'), `---\nauthor: Ada\nsubject: May\n---\n\n# Hello\n`);
    for (const line of ['emails lint keys.md', 'emails preview keys.md --no-browser']) {
      expect((await run(line)).stderr, line).toContain('keys.md: ignored key author');
    }
  });
});
