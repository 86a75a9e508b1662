import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { account, draft } from '../../support/account.ts';
import { askedBy, sharedBrowser } from '../../support/browser.ts';
import { freshHome, temporaryFolder } from '../../support/home.ts';
import { hostileEmail } from '../../support/hostile-email.ts';
import { needs } from '../../support/needs.ts';
import { newsletter } from '../../support/program.ts';
import { until } from '../../support/run.ts';
import { service, text } from '../../support/service.ts';

const front = 'subject: The <b>bridges</b>\npreview: A morning on the line.';

function fileWith(body: string, name = 'issue.html') {
  const cwd = temporaryFolder();
  const path = join(cwd, name);
  const write = (text: string) => writeFileSync(path, `---\n${front}\n---\n\n${text}\n`);
  write(body);
  return { cwd, write, home: freshHome(), name };
}

async function previewOf(body: string, name?: string): Promise<string> {
  const { cwd, home, name: file } = fileWith(body, name);
  const { stdout, status, stderr } = await newsletter(['emails', 'preview', file], { cwd, home });
  expect(status, stderr).toBe(0);
  return stdout.trim();
}

describe('emails preview', () => {
  it('when a file is previewed, then a page that only this user may read shows all there is to know', async () => {
    const path = await previewOf('Hello [two](/about), {{ name }}', 'issue.md');
    expect(existsSync(path)).toBe(true);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const page = readFileSync(path, 'utf8');
    expect(page).toContain('<h1>The &lt;b&gt;bridges&lt;/b&gt;</h1>');
    expect(page).toContain('A morning on the line.');
    expect(page).toContain('<code>link_relative</code>');
    expect(page).toContain('<code>token</code>');
    expect(page).toMatch(/HTML [\d.]+ kB of the 102 kB/);
    // A link that leads nowhere is not clickable.
    expect(page).not.toContain('<a href="/about"');
  });

  it('--json prints where the page is as JSON', async () => {
    const { cwd, home, name } = fileWith('Hello');
    const { stdout } = await newsletter(['emails', 'preview', name, '--json'], { cwd, home });
    const { path, url } = JSON.parse(stdout);
    expect(url).toBe(pathToFileURL(path).href);
    expect(existsSync(path)).toBe(true);
  });

  it('when an email of the service is previewed, then the account is its sender', async () => {
    const { run, emailId, json } = await account();
    const { name } = (await json('account get')) as { name: string };
    const { stdout } = await run(`emails preview ${await emailId(draft)}`);
    const page = readFileSync(stdout.trim(), 'utf8');
    expect(page).toContain(`<b class="cut">${name}</b>`);
    expect(page).toContain(`<h1>${draft}</h1>`);
  });
});

needs('chromium').describe('a preview in a browser', () => {
  const browser = sharedBrowser();

  async function opened(address: string, width = 1280) {
    const page = await browser().newPage({ viewport: { width, height: 900 } });
    onTestFinished(() => page.close());
    await page.goto(address);
    /** Evaluated as text: the tests know no DOM. */
    const ask = async (script: string) => await page.evaluate(script);
    return { page, ask };
  }

  const shown = `[...document.querySelectorAll('iframe')].filter(each => each.getClientRects().length > 0)`;

  it('when the email tries everything, then nothing of it runs or loads until images are asked for', async () => {
    const there = await service(text('', 200, { 'content-type': 'image/png' }));
    const { url, seen } = there;
    const { page, ask } = await opened(pathToFileURL(await previewOf(hostileEmail(url))).href);
    await page.click('label[for="dark"]');
    await page.click('label[for="phone"]');
    await page.frameLocator('iframe[title="The email on a phone"]').locator('p').click();
    expect(await askedBy(browser(), page, there)).toEqual([]);
    expect(await page.title()).toBe('The <b>bridges</b> · preview');
    await page.click('#images');
    await until(() => seen.some(each => each.url === '/image.png'));
    const asked = new Set(await askedBy(browser(), page, there));
    for (const path of ['/background', '/list', '/set', '/cursor', '/source', '/srcset', '/table'])
      asked.delete(path);
    expect([...asked]).toEqual(['/image.png']);
    expect(await page.title()).toBe('The <b>bridges</b> · preview');
    expect(await ask(`document.querySelector('#images')`)).toBeNull();
  });

  it('when the email is long, then its frame is as tall, on each width', async () => {
    const body = Array.from({ length: 80 }, (_, n) => `<p>${'A long paragraph. '.repeat(9)}${n}</p>`).join(
      '',
    );
    const { page, ask } = await opened(pathToFileURL(await previewOf(body)).href);
    const heights = `(() => { const frame = ${shown}[0];
      return [frame.clientHeight, frame.contentDocument.documentElement.scrollHeight, frame.clientWidth]; })()`;
    const [wide, wideContent, width] = (await ask(heights)) as number[];
    expect(wide).toBeGreaterThanOrEqual(wideContent ?? 0);
    await page.click('label[for="phone"]');
    const [phone = 0, content = 0, narrow = 0] = (await ask(heights)) as number[];
    expect(narrow).toBeLessThan(width ?? 0);
    expect(phone).toBeGreaterThanOrEqual(content);
    expect(phone).toBeGreaterThan(wide ?? 0);
  });

  it('when views are chosen by keyboard, then one is shown at a time', async () => {
    const { page, ask } = await opened(pathToFileURL(await previewOf('<p>Hello</p>')).href, 390);
    await page.focus('#wide');
    const seen: unknown[] = [];
    for (let n = 0; n < 4; n++) {
      seen.push(
        await ask(
          `[...document.querySelectorAll('.view')].filter(v => v.getClientRects().length > 0).map(v => v.className)`,
        ),
      );
      await page.keyboard.press('ArrowRight');
    }
    expect(seen).toEqual([['view wide'], ['view phone'], ['view dark'], ['view text']]);
    expect(await ask('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  });
});
