import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { account } from '../../support/account.ts';
import { namedPipe, temporaryFolder } from '../../support/home.ts';
import { newsletter } from '../../support/program.ts';
import { listening, type Plain } from '../../support/service.ts';

const latest = 'Letters from the branch line';
const first = 'Why we still take the 6:12';

describe('statistics of all emails', () => {
  it('when a program reads them, then rates are fractions of the counts, the latest email first', async () => {
    const here = await account({ subscribers: 2000 });
    const rows = (await here.json('emails stats')) as Plain[];
    expect(rows).toHaveLength(10);
    expect([rows[0]?.subject, rows.at(-1)?.subject]).toEqual([latest, first]);
    for (const row of rows) {
      expect(row.bounce_rate).toBe(Number(row.bounce_count) / Number(row.sent_count));
      expect(row).toMatchObject({ disagreeing: [] });
    }
    const csv = await here.run('emails stats -o csv');
    expect(csv.stdout).toContain(`,${rows[0]?.delivery_rate},`);
    expect(csv.stderr).toContain('are of those delivered');
  });

  it.each([40, 72, 80, 100, 120, 200])(
    'when the screen has %d columns, then the drawing fits, with all rates and bars to compare, without colours',
    async width => {
      const here = await account({ subscribers: 2000 });
      const { stdout } = await here.run('emails stats -o table', { env: { COLUMNS: String(width) } });
      for (const line of stdout.split('\n')) expect([...line].length, line).toBeLessThanOrEqual(width);
      for (const rate of ['delivered', 'bounced', 'complaints', 'likes', 'unsubscribed']) {
        expect(stdout).toMatch(new RegExp(`${rate}[^]*over time[^]*\\n${rate} +[▁-█]{10} `));
      }
      // The longest bar of deliveries.
      expect(stdout).toMatch(/9\d\.\d% {3}█{3}/);
      expect(stdout).toContain(latest.slice(0, 20));
      expect(stdout).not.toContain('\x1b');
    },
  );

  it('when nothing was sent, then that is an empty list, and there is no page', async () => {
    const { env } = await serviceOf([]);
    expect(await newsletter(['emails', 'stats', '--json'], { env })).toMatchObject({
      status: 0,
      stdout: '[]\n',
    });
    expect((await newsletter(['emails', 'stats', '--html', 'a.html'], { env })).status).toBe(4);
  });
});

describe('statistics of one email', () => {
  it('when it is the latest, then it stands beside the median of those before it', async () => {
    const here = await account({ subscribers: 2000 });
    const id = await here.emailId(latest);
    const one = (await here.json(`emails stats ${id}`)) as Plain;
    const before = ((await here.json('emails stats')) as Plain[]).slice(1).map(row => Number(row.like_rate));
    expect(one).toMatchObject({ id, compared_with: 9 });
    expect(one.median_like_rate).toBe(before.sort((a, b) => a - b)[4]);
    expect((await here.run(`emails stats ${id} -o table`)).stdout).toMatch(/points (?:above|below)/);
  });

  it('when it was not sent, or is not there, then the exit status is 4', async () => {
    const here = await account();
    const draft = await here.emailId('Notes for spring');
    expect(await here.run(`emails stats ${draft}`)).toMatchObject({
      status: 4,
      stderr: expect.stringContaining('it is not sent but draft'),
    });
    expect((await here.run('emails stats nothing')).status).toBe(4);
  });
});

describe('what mail providers act on', () => {
  it('when complaints and bounces are too many, then they are marked, and what that means is said', async () => {
    const { env, id } = await serviceOf([{ complaint_count: 4, bounce_count: 21, subject: 'A\x1b[2Jb' }]);
    const { stdout } = await newsletter(['emails', 'stats', '-o', 'table'], { env });
    expect(stdout).toContain('0.40%!!');
    expect(stdout).toContain('!! complaints above 0.3 %: Gmail and Yahoo');
    expect(stdout).toContain('!! bounces above 2 %');
    const cwd = temporaryFolder();
    await newsletter(['emails', 'stats', '--html', 'a.html'], { env, cwd });
    const page = readFileSync(join(cwd, 'a.html'), 'utf8');
    expect(page).toContain('0.40%<span class="sign">!!</span></td>');
    expect(stdout).not.toContain('nothing mail providers act on');
    expect(stdout).not.toContain('\x1b');
    const { stderr } = await newsletter(['emails', 'stats', id, '--json'], { env });
    expect(stderr).toContain("the service's own bounce_rate agrees with its counts neither as");
  });
});

describe('the page', () => {
  it('when it is written, then it is whole, fetches nothing and says nothing it was told to run', async () => {
    const { env } = await serviceOf([{ subject: '</script><img src=x onerror=alert(1)>' }, {}]);
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'a.html'), 'before');
    const ended = await newsletter(['emails', 'stats', '--html', 'a.html'], { env, cwd });
    expect(ended).toMatchObject({ status: 0, stdout: '', stderr: expect.stringContaining('wrote a.html') });
    expect(readdirSync(cwd)).toEqual(['a.html']);
    const page = readFileSync(join(cwd, 'a.html'), 'utf8');
    expect(page).toMatch(/^<!doctype html>[\s\S]*<\/html>\n$/);
    expect(page).toContain("default-src 'none'");
    expect(page).not.toMatch(/(?:src|href)="?(?:https?:)?\/\//);
    expect(page).not.toContain('<img');
    expect(page.match(/<\/script>/g)).toHaveLength(3);
  });

  it('when something else than a file stands there, then it stays', async () => {
    const { env } = await serviceOf([{}]);
    const cwd = temporaryFolder();
    namedPipe(join(cwd, 'pipe'));
    symlinkSync('pipe', join(cwd, 'a.html'));
    const ended = await newsletter(['emails', 'stats', '--html', 'a.html'], { env, cwd });
    expect(ended).toMatchObject({ status: 2, stderr: expect.stringContaining('no ordinary file') });
    symlinkSync('real.html', join(cwd, 'b.html'));
    writeFileSync(join(cwd, 'real.html'), '');
    await newsletter(['emails', 'stats', '--html', 'b.html'], { env, cwd });
    expect(readFileSync(join(cwd, 'real.html'), 'utf8')).toContain('</html>');
    expect(readdirSync(cwd)).toEqual(['a.html', 'b.html', 'pipe', 'real.html']);
  });

  it('when it cannot be written, then nothing stays behind', async () => {
    const { env } = await serviceOf([{}]);
    const cwd = temporaryFolder();
    for (const file of ['none/a.html', '.']) {
      const ended = await newsletter(['emails', 'stats', '--html', file], { env, cwd });
      expect(ended).toMatchObject({ status: 1, stderr: expect.stringContaining(`cannot write ${file}`) });
    }
    expect(existsSync(join(cwd, 'none'))).toBe(false);
    expect(readdirSync(cwd)).toEqual([]);
  });
});

/** A service with nothing but these sent emails, each to a thousand. */
async function serviceOf(emails: readonly Plain[]) {
  const counts = {
    delivery_count: 979,
    bounce_count: 1,
    complaint_count: 0,
    like_count: 0,
    unsubscribe_count: 0,
  };
  const own = {
    delivery_rate: 0.979,
    bounce_rate: 0.001,
    complaint_rate: 0,
    like_rate: 0,
    unsubscribe_rate: 0,
  };
  const id = (place: number) => `3f0d2c1e-5b7a-4c1d-9e2f-0a1b2c3d4e5${place}`;
  const data = emails.map((email, i) => ({
    ...{ id: id(i), status: 'sent', subject: 'May', sent_count: 1000, ...counts, ...own },
    ...{ sent_at: `2026-05-0${i + 1}T08:00:00Z`, ...email },
  }));
  const server = createServer((_, response) => {
    const meta = { current_page: 1, per_page: 50, total: data.length, last_page: 1 };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data, meta }));
  });
  const port = await listening(server);
  onTestFinished(() => server.closeAllConnections());
  return { id: id(0), env: { NEWSLETTER_BASE_URL: `http://127.0.0.1:${port}`, NEWSLETTER_API_KEY: 'key' } };
}
