/** A real browser, from the consent page to the page that the program answers with. */
import type { Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { sharedBrowser } from '../../support/browser.ts';
import { needs } from '../../support/needs.ts';
import { startProcess } from '../../support/process.ts';
import { newsletter } from '../../support/program.ts';
import { hasIPv6, shownAddress, signInService } from './sign-in.ts';

needs('chromium').describe('in a browser', () => {
  const browser = sharedBrowser();

  /** A login that waits, and a page that complains of everything a browser complains of. */
  async function waiting(host: string) {
    const made = await signInService({ host });
    const login = startProcess(['login'], {
      home: made.folder,
      env: { ...made.env, ...made.secret },
      stdin: 'open',
    });
    const page = await browser().newPage();
    onTestFinished(() => page.close());
    const complaints: string[] = [];
    page.on('console', message => void complaints.push(message.text()));
    page.on('pageerror', error => void complaints.push(error.message));
    const asked: string[] = [];
    page.on('request', request => void asked.push(new URL(request.url()).host));
    await page.goto(await shownAddress(login));
    return { ...made, login, page, complaints, asked };
  }

  const heading = (page: Page) => page.locator('h1').textContent();

  it.each(['127.0.0.1', 'localhost', ...(hasIPv6 ? ['[::1]'] : [])])(
    'when the person approves, then %s says so',
    async host => {
      const { folder, login, page, complaints, asked, env, redirectUri } = await waiting(host);
      expect(await heading(page)).toBe('Let newsletter use The Slow Carriage?');
      await page.getByRole('button', { name: 'Approve' }).click();
      await page.getByRole('heading', { name: 'You are signed in' }).waitFor();
      expect((await login.ended).status).toBe(0);
      expect((await newsletter(['whoami'], { home: folder, env })).status).toBe(0);
      // Nothing but the two pages: no scripts, fonts or pictures from anywhere.
      const hosts = [new URL(env.NEWSLETTER_AUTH_URL).host, new URL(redirectUri).host];
      expect([...new Set(asked)].filter(one => !hosts.includes(one))).toEqual([]);
      expect(complaints).toEqual([]);
    },
  );
});
