import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileNamesFor } from '../../../src/emails/files/file-names.ts';
import { account, draft } from '../../support/account.ts';
import { temporaryFolder } from '../../support/home.ts';
import type { Plain } from '../../support/service.ts';

/** An account, all of whose emails are in the folder `issues`. */
async function pulledFolder() {
  const here = await account();
  const cwd = temporaryFolder();
  const folder = join(cwd, 'issues');
  const run = (line: string) => here.run(line, { cwd });
  const first = await run('emails pull --all issues -o json');
  expect(first.status, first.stderr).toBe(0);
  const rows = JSON.parse(first.stdout) as Plain[];
  const path = join(cwd, String(rows.find(({ subject }) => subject === draft)?.file));
  const edit = (change: (text: string) => string) => writeFileSync(path, change(readFileSync(path, 'utf8')));
  const patches = () => here.sandbox.requests()['PATCH /v1/emails/{id}'] ?? 0;
  const id = await here.emailId(draft);
  return { ...here, run, folder, path, rows, edit, patches, id };
}

describe('emails pull --all', () => {
  it('when pulled, then every email has a file, and pulled again nothing changes', async () => {
    const { run, rows, all, folder } = await pulledFolder();
    const ids = (await all('/v1/emails')).map(({ id }) => id);
    expect(rows.map(({ id }) => id)).toEqual(ids);
    expect(rows.every(({ action }) => action === 'create')).toBe(true);
    expect(readdirSync(folder)).toHaveLength(ids.length);
    const again = JSON.parse((await run('emails pull --all issues -o json')).stdout) as Plain[];
    expect(again.every(({ action }) => action === 'none')).toBe(true);
    expect((await run('emails pull --all issues --check')).status).toBe(0);
  });

  it('when two emails have one subject, then each has a file of its own', async () => {
    const { run, call, rows, folder } = await pulledFolder();
    for (const { id, status } of rows) {
      if (status === 'draft') await call('PATCH', `/v1/emails/${id}`, { subject: 'Same/../again' });
    }
    const { status, stdout } = await run('emails pull --all other -o json');
    expect(status).toBe(0);
    const files = (JSON.parse(stdout) as Plain[]).map(({ file }) => String(file));
    expect(new Set(files).size).toBe(rows.length);
    const drafts = rows.filter(each => each.status === 'draft').map(({ id }) => String(id).slice(0, 8));
    const named = files.filter(file => file.startsWith(join('other', 'same-again-')));
    expect(named.map(file => /-([0-9a-f]{8})\.\w+$/.exec(file)?.[1]).sort()).toEqual(drafts.sort());
    // Where an email has a file already, that stays its file.
    expect((await run('emails pull --all issues')).status).toBe(0);
    expect(readdirSync(folder).sort()).toEqual(rows.map(({ file }) => String(file).slice(7)).sort());
  });

  it('when a file has changes of its own, then it is kept and named, exit 8; the others are written', async () => {
    const { run, edit, path, rows, call } = await pulledFolder();
    edit(text => text.replace(draft, 'Mine'));
    const other = rows.find(({ status, subject }) => status === 'draft' && subject !== draft);
    await call('PATCH', `/v1/emails/${other?.id}`, { preview: 'New preview' });
    const check = await run('emails pull --all issues --check');
    expect(check.status).toBe(8);
    const { status, stderr } = await run('emails pull --all issues');
    expect(status).toBe(8);
    expect(stderr).toMatch(/twelve-bridges-before-breakfast\.\w+: it has changed/);
    expect(readFileSync(path, 'utf8')).toContain('Mine');
    expect(readFileSync(join(path, '..', '..', String(other?.file)), 'utf8')).toContain('New preview');
    expect((await run('emails pull --all issues --force')).status).toBe(0);
    expect(readFileSync(path, 'utf8')).toContain(draft);
  });

  it('when another file has the name, then it stays', async () => {
    const { run, cwd } = await (async () => {
      const here = await account();
      const folder = temporaryFolder();
      return { cwd: folder, run: (line: string) => here.run(line, { cwd: folder }) };
    })();
    for (const extension of ['md', 'html']) {
      writeFileSync(join(cwd, `twelve-bridges-before-breakfast.${extension}`), 'my notes');
    }
    expect((await run('emails pull --all .')).status).toBe(0);
    expect(readFileSync(join(cwd, 'twelve-bridges-before-breakfast.md'), 'utf8')).toBe('my notes');
    expect(readdirSync(cwd).filter(name => name.startsWith('twelve-bridges'))).toHaveLength(3);
  });

  it.each(['--all', '--all a b', '', 'x --check'])(
    'when it is called with "%s", then that is a usage error',
    async words => {
      const { run } = await account();
      expect((await run(`emails pull ${words}`.trim())).status).toBe(2);
    },
  );
});

describe('the names of files', () => {
  const named = (...subjects: (string | null)[]) => [
    ...fileNamesFor(subjects.map((subject, at) => ({ id: `${at}0000000-aaaa`, subject }))).values(),
  ];

  it('when a subject is missing, a device of Windows or only signs, then the id is the name', () => {
    expect(named(null, 'CON', '…!')).toEqual(['email-00000000', 'email-10000000', 'email-20000000']);
  });

  it('when names differ only in case or the way an accent is stored, then both get their id', () => {
    expect(named('Straße', 'STRASSE', 'caf\u00e9', 'cafe\u0301', 'Other')).toEqual([
      'straße-00000000',
      'strasse-10000000',
      'café-20000000',
      'café-30000000',
      'other',
    ]);
  });

  it('when a subject is long, then its name with id and extension fits a file system', () => {
    for (const sign of ['x', '漢', '𠀋']) {
      const [name = ''] = named(sign.repeat(500), sign.repeat(500));
      expect(Buffer.byteLength(`${name}.markdown`)).toBeLessThan(255);
    }
  });
});

describe('emails push <folder>', () => {
  it('when one file differs, then only that is pushed, and pushed again nothing is', async () => {
    const { run, edit, patches, call: _, all, id } = await pulledFolder();
    edit(text => text.replace(draft, 'Eleven bridges'));
    const check = await run('emails push issues --check -o json');
    expect(check.status).toBe(8);
    const planned = (JSON.parse(check.stdout) as Plain[]).filter(({ action }) => action !== 'none');
    expect(planned).toMatchObject([{ action: 'update', id, changes: ['subject'] }]);
    const dry = await run('emails push issues --dry-run -o json');
    expect(JSON.parse(dry.stdout)).toMatchObject([{ method: 'PATCH', body: { subject: 'Eleven bridges' } }]);
    expect(patches()).toBe(0);
    const push = await run('emails push issues');
    expect(push.status, push.stderr).toBe(0);
    expect((await all('/v1/emails')).find(email => email.id === id)?.subject).toBe('Eleven bridges');
    expect((await run('emails push issues --check')).status).toBe(0);
    expect((await run('emails push issues')).status).toBe(0);
    expect(patches()).toBe(1);
  });

  it('when files are in doubt, then each is named with its reason, and the others are pushed', async () => {
    const { run, edit, folder, call, rows, patches, path } = await pulledFolder();
    edit(text => text.replace(draft, 'Eleven bridges'));
    const other = rows.find(({ status, subject }) => status === 'draft' && subject !== draft);
    const elsewhere = join(folder, '..', String(other?.file));
    writeFileSync(elsewhere, readFileSync(elsewhere, 'utf8').replace(/^preview: .*$/m, 'preview: Mine'));
    await call('PATCH', `/v1/emails/${other?.id}`, { preview: 'Theirs' });
    const sent = join(folder, '..', String(rows.find(({ status }) => status === 'sent')?.file));
    writeFileSync(join(folder, 'copy.html'), readFileSync(sent, 'utf8'));
    writeFileSync(join(folder, 'gone.md'), '---\nid: 11111111-2222-4333-8444-555555555555\n---\n\nHello\n');
    writeFileSync(join(folder, 'new.md'), '---\nsubject: x\n---\n\nHello\n');
    writeFileSync(join(folder, 'wrong.md'), '---\nsubjekt: x\n---\n\nHello\n');
    writeFileSync(join(folder, 'README.md'), '# About these files\n');
    const before = patches();
    const { status, stderr } = await run('emails push issues');
    expect(status, stderr).toBe(8);
    expect(stderr).toMatch(/^skipped, no front matter: .*README\.md$/m);
    expect(stderr).toMatch(/: the email has changed at the service/);
    expect(stderr).toMatch(/copy\.html: .* has the same id/);
    expect(stderr).toMatch(/gone\.md: email 1111/);
    expect(stderr).toMatch(/new\.md: its front matter has no id/);
    expect(stderr).toMatch(/wrong\.md: .*subjekt/);
    expect(patches() - before).toBe(1);
    expect(readFileSync(path, 'utf8')).toContain('Eleven bridges');
  });

  it('when the service refuses one, then it is kept with the reason, and the others are pushed', async () => {
    const { run, edit, folder, rows, patches, path } = await pulledFolder();
    const sent = rows.find(({ status }) => status === 'sent');
    const refused = join(folder, '..', String(sent?.file));
    writeFileSync(refused, readFileSync(refused, 'utf8').replace(/^preview: .*$/m, 'preview: Mine'));
    // Comes after the sent one, in whatever order files are pushed.
    const late = join(folder, 'zz.html');
    edit(text => text.replace(draft, 'Eleven bridges'));
    renameSync(path, late);
    const { status, stdout, stderr } = await run('emails push issues -o json');
    expect(status, stderr).toBe(8);
    const rest = (JSON.parse(stdout) as Plain[]).filter(({ action }) => action !== 'none');
    expect(rest).toMatchObject([
      {
        action: 'keep',
        id: sent?.id,
        why: expect.stringMatching(/rejected the request \(409.*this one is sent/),
      },
      { action: 'update', file: join('issues', 'zz.html'), changes: ['subject'], why: null },
    ]);
    expect(stderr).toContain(`not pushed: 1 of ${rows.length} files`);
    expect(readFileSync(refused, 'utf8')).toContain('preview: Mine');
    expect(patches()).toBe(2);
  });

  it('when a folder holds no emails, or an option takes one file, then that is a usage error', async () => {
    const { run } = await account();
    const cwd = temporaryFolder();
    expect((await run('emails push .', { cwd })).stderr).toContain('no email files in .');
    for (const flags of ['--send --yes', '--to x']) {
      expect((await run(`emails push . ${flags}`, { cwd })).status).toBe(2);
    }
  });
});

describe('emails push of a folder with an email that was sent', () => {
  it('when it is checked, then no push is hinted at, and why is said', async () => {
    const { run, rows, folder } = await pulledFolder();
    const sent = rows.find(({ status }) => status === 'sent');
    const files = readdirSync(folder).map(name => join(folder, name));
    const file = files.find(path => readFileSync(path, 'utf8').includes(String(sent?.id))) ?? '';
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^subject: .*$/m, 'subject: Other'));
    const { status, stderr } = await run(`emails push ${folder} --check`);
    expect(status, stderr).toBe(8);
    expect(stderr).toContain('its status is sent: the service may refuse changes');
    expect(stderr).not.toMatch(/hint: .*emails push/);
  });
});

describe('emails push --to', () => {
  it('when the draft is empty, then it gets what the file says, and the file stays as it was', async () => {
    const { run, all, path, rows, call } = await pulledFolder();
    const empty = rows.find(({ status, subject }) => status === 'draft' && subject !== draft);
    await call('PATCH', `/v1/emails/${empty?.id}`, { subject: 'Empty', body_html: '', body_text: '' });
    const before = readFileSync(path, 'utf8');
    const push = await run(`emails push ${path} --to Empty`);
    expect(push.status, push.stderr).toBe(0);
    const emails = await all('/v1/emails');
    const from = emails.find(({ subject, id }) => subject === draft && id !== empty?.id);
    const to = emails.find(({ id }) => id === empty?.id);
    expect(to).toMatchObject({ subject: draft, body_html: from?.body_html, group_id: from?.group_id });
    expect(readFileSync(path, 'utf8')).toBe(before);
  });

  it('when the email already has a body or is no draft, then it is left alone', async () => {
    const { run, path, rows, patches, call } = await pulledFolder();
    const other = rows.find(({ status, subject }) => status === 'draft' && subject !== draft);
    await call('PATCH', `/v1/emails/${other?.id}`, { body_html: '<p>Mine</p>' });
    const before = patches();
    const sent = rows.find(({ status }) => status === 'sent');
    for (const { id } of [other, sent] as Plain[]) {
      expect((await run(`emails push ${path} --to ${id}`)).status).toBe(5);
    }
    expect(patches()).toBe(before);
    expect((await run(`emails push ${path} --to ${other?.id} --force`)).status).toBe(0);
  });
});
