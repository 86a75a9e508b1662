/** Emails in a browser, images blocked: as wide as a phone and as a window, and no word of a table is broken. */
import { expect, it } from 'vitest';
import { renderMarkdown } from '../../src/emails/markdown/markdown.ts';
import { sharedBrowser } from '../support/browser.ts';
import { needs } from '../support/needs.ts';

const five = `| Leaves | From | Arrives | Price | Notes |
|--------|------|---------|------:|-------|
| 22:04 | Amsterdam Centraal | 08:19 | 129.00 | Sleeping car, breakfast |
| 21:40 | Wien Hauptbahnhof | 09:02 | 1,129.00 | Reservation compulsory |`;

const seven = `| Day | Leaves | Price | To | More | Bed | No. |
|---|---|---|---|---|---|---|
| Wednesday | 22:04 | 1,129.00 | Amsterdam | none | yes | 12 |`;

const withAddress = `| Day | Page | Price | Seats |
|---|---|---|---|
| Monday | https://slow-carriage.eu/timetables/summer/amsterdam-wien | 129.00 | 42 |`;

const image = '![The sea](https://images.invalid/sea.jpg){width=600 height=400}';

/** Words on more than one line, and pixels by which the page is wider than the screen. */
const look = `(() => {
  const broken = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node.parentElement.closest('th, .nl-cell, table table td, td[style*="border-bottom"]') === null) continue;
    for (const { 0: word, index } of node.data.matchAll(/\\S+/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word);
    }
  }
  return { broken, wider: document.documentElement.scrollWidth - innerWidth };
})()`;

needs('chromium').describe('an email', () => {
  const browser = sharedBrowser();

  it.each([
    ['five columns', five, 390, []],
    ['five columns', five, 700, []],
    ['seven columns', seven, 390, []],
    ['seven columns', seven, 700, []],
    ['a URL', withAddress, 390, ['https://slow-carriage.eu/timetables/summer/amsterdam-wien']],
    ['an image that is not loaded', image, 390, []],
  ] as const)('with %s, %#: whole words, as wide as the screen', async (_, markdown, width, broken) => {
    const page = await browser().newPage({ viewport: { width, height: 600 } });
    try {
      await page.setContent(
        `<!doctype html><body style="margin:0;font-family:sans-serif">${renderMarkdown(markdown)}`,
      );
      expect(await page.evaluate(look)).toEqual({ broken, wider: 0 });
    } finally {
      await page.close();
    }
  });
});
