import type { Browser, Page } from 'playwright-core';
import { limit } from './load.ts';
import type { Service } from './service.ts';

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
