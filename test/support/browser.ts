import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { limit } from './load.ts';
import { pathOf } from './needs.ts';
import type { Service } from './service.ts';

/**
 * A browser for the tests of a `describe`, as long as they run.
 *
 * @param args of its command line
 * @example const browser = sharedBrowser(); // and in a test: browser().newPage()
 */
export function sharedBrowser(args: () => readonly string[] = () => []): () => Browser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    const executablePath = pathOf('chromium') ?? '';
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', ...args()] });
  });
  afterAll(async () => await browser?.close());
  return () => browser ?? expect.unreachable();
}

/**
 * What a page asked a service for: what it had begun has ended, and a request of another page, sent after that, has
 * arrived. (A frame whose address is refused may never count as loaded: waiting for a quiet network can wait for ever.)
 *
 * @param browser  which shows the page
 * @returns the paths, in the order in which they came
 */
export async function askedBy(browser: Browser, page: Page, { url, seen }: Service): Promise<string[]> {
  await page.evaluate(`new Promise(done => requestIdleCallback(done, { timeout: ${limit(1)} }))`);
  const other = await browser.newPage();
  try {
    await other.evaluate(`fetch('${url}/asked-after', { mode: 'no-cors' }).then(() => null)`);
  } finally {
    await other.close();
  }
  return seen.map(each => each.url).filter(path => path !== '/asked-after');
}
