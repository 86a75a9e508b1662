import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { account, draft } from '../../support/account.ts';
import { temporaryFolder } from '../../support/home.ts';
import { newsletter } from '../../support/program.ts';

const markdown = `---
subject: "Zürich, 11 hours: ${'a long way '.repeat(12)}🚂"
preview: Seen from the window
---

# Grüezi

A [map](https://example.org/a?b=1&c=2) of Zürich.
`;

describe('emails export', () => {
  it('when a file is exported without an account, then another reader of messages finds everything', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'issue.md'), markdown);
    const { status, stderr } = await newsletter(['emails', 'export', 'issue.md'], { cwd });
    expect(status, stderr).toBe(0);
    expect(stderr).toContain('the sender is a placeholder');
    const message = readFileSync(join(cwd, 'issue.eml'), 'latin1');
    // RFC 5322, section 2.1.1: CRLF, lines of at most 998 characters; ASCII, as 7-bit mail needs.
    expect(message).toMatch(/^[\r\n\t\x20-\x7e]*$/);
    expect(message.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(Math.max(...message.split('\r\n').map(line => line.length))).toBeLessThan(998);
    const read = await PostalMime.parse(message);
    expect(read.subject).toMatch(/^Zürich, 11 hours: (a long way ){12}🚂$/);
    expect(read.from?.address).toMatch(/\.invalid$/);
    expect(read.text).toContain('A map <https://example.org/a?b=1&c=2> of Zürich.');
    expect(read.html).toMatch(/Seen from the window.*Grüezi/s);
    const headers = new Map(read.headers.map(({ key, value }) => [key, value]));
    expect(headers.get('content-type')).toMatch(/^multipart\/alternative/);
    expect(headers.get('list-unsubscribe')).toMatch(/^<https:\/\/[\w.]+\.invalid\/\w+>$/);
    expect(headers.get('x-unsent')).toBe('1');
    expect(Date.parse(read.date ?? '')).not.toBeNaN();
    expect(read.messageId).toMatch(/^<.+@.+>$/);
  });

  it('when an email of the service is exported, then the account is the sender; - is stdout', async () => {
    const { run, json, emailId } = await account();
    const { name, email_address } = (await json('account get')) as Record<string, string>;
    const id = await emailId(draft);
    const { stdout, status } = await run(`emails export ${id} - --to bob@example.org`);
    expect(status).toBe(0);
    const read = await PostalMime.parse(stdout);
    expect(read.from).toEqual({ name, address: email_address });
    expect(read.to).toMatchObject([{ address: 'bob@example.org' }]);
    expect(read.subject).toBe(draft);
  });

  it('when the file is there, then only an earlier export is overwritten', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'issue.md'), markdown);
    writeFileSync(join(cwd, 'mine.eml'), 'From: me\r\n\r\nHello');
    const run = (line: string) => newsletter(line.split(' '), { cwd });
    expect((await run('emails export issue.md mine.eml')).status).toBe(2);
    expect(readFileSync(join(cwd, 'mine.eml'), 'utf8')).toContain('Hello');
    expect((await run('emails export issue.md mine.eml --force')).status).toBe(0);
    expect((await run('emails export issue.md mine.eml')).status).toBe(0);
  });

  it.each(['issue.md test.txt', 'issue.md --from nobody', 'issue.md --to a@b,\nBcc:c@d'])(
    'when it is called with %j, then that is a usage error',
    async words => {
      const cwd = temporaryFolder();
      writeFileSync(join(cwd, 'issue.md'), markdown);
      expect((await newsletter(['emails', 'export', ...words.split(' ')], { cwd })).status).toBe(2);
    },
  );
});
