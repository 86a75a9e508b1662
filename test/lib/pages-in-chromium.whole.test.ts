/** Every page that the program makes, in a real browser: read by axe, on a phone and on a desk, light and dark. */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { callbackPages } from '../../src/auth/callback-server.ts';
import { finding } from '../../src/emails/lint/finding.ts';
import { previewPage } from '../../src/emails/preview/page.ts';
import { statisticsPage } from '../../src/emails/statistics/page.ts';
import { type EmailStatistics, emailsOut } from '../../src/emails/statistics/statistics.ts';
import { consentPage } from '../../src/sandbox/oauth/consent-page.ts';
import { SignupCounter } from '../../src/subscribers/growth.ts';
import { growthPage } from '../../src/subscribers/growth-page.ts';
import { anEmail } from '../emails/an-email.ts';
import { sharedBrowser } from '../support/browser.ts';
import { temporaryFolder } from '../support/home.ts';
import { needs } from '../support/needs.ts';
import { sandboxService } from '../support/service.ts';

const day = 86_400_000;
const now = Date.parse('2026-11-22T12:00:00Z');

/** Emails that show all there is: marks, gaps, long subjects, impossible counts. */
const emails = Array.from({ length: 12 }, (_, i) =>
  anEmail({
    id: `e${i}`,
    subject: i % 5 === 0 ? `${'Donaudampfschifffahrtsgesellschaft'.repeat(3)} ${i}` : `Letter ${i} <&>`,
    sent_at: new Date(now - (12 - i) * 9 * day).toISOString(),
    sent_count: 12_345,
    delivery_count: i === 3 ? 99_999 : 12_000 + i * 10,
    bounce_count: i === 11 ? 400 : 40 + i,
    complaint_count: i === 11 ? 60 : i === 10 ? 20 : 0,
    like_count: 1500 + ((i * 37) % 11) * 20,
  }),
);

function growth() {
  const counter = new SignupCounter(['app', 'api', 'form']);
  for (let i = 0; i < 4000; i++) {
    const created_at = new Date(now - i * i * 5000).toISOString();
    counter.add({ created_at, source: ['app', 'api', 'form', 'a <b>source</b>'][i % 4] as 'app' });
  }
  const [rows, sources] = [counter.periods('week', now), counter.sources];
  return growthPage({ by: 'week', rows, sources, figures: counter.figures(now) }, 'A & B', new Date(now));
}

const all = emailsOut(emails);
const pages: Readonly<Record<string, string>> = {
  statistics: statisticsPage({
    all,
    one: all.at(-1) as EmailStatistics,
    before: all.slice(0, -1),
    account: 'A & B',
    now: new Date(now),
  }),
  growth: growth(),
  preview: previewPage({
    email: {
      subject: `Twelve bridges <&> ${'Donaudampfschiff'.repeat(6)}`,
      preview: '',
      html: '<p>Hello</p>',
      text: 'Hello',
    },
    firstWords: 'Hello',
    sender: 'The Slow Carriage',
    findings: [
      finding('link_relative', `the link to "/${'about-'.repeat(30)}" leads nowhere`, 12),
      finding('token', '{{ name }} goes out as it is'),
      finding('image_width', 'an image has no width'),
    ],
    unchecked: 'links',
    links: [
      { text: 'the map', address: `https://slow-carriage.eu/${'a'.repeat(200)}`, line: 3, isArea: false },
      { text: '', address: '/about', line: undefined, isArea: false },
    ],
    images: 3,
  }),
  'signed in': callbackPages.signedIn.body,
  'not signed in': callbackPages.failed.body,
  consent: String(
    consentPage({
      account: { name: 'The Slow Carriage', email_address: 'mira@example.org' } as never,
      client: { name: 'newsletter', description: 'A command line' } as never,
      redirectUri: 'http://127.0.0.1:8976/callback',
      formToken: 'a',
    }).body,
  ),
};

/** Pages that the sandbox serves, by what their address begins with: the first link that does is followed. */
const served = ['', 'emails', 'inbox/', 'groups/', 'subscribers/', 'imports', 'fields/'] as const;

const widths = [390, 1280] as const;

/** How each page is seen, and by which rules of axe (default: all). In the dark nothing differs but the colors. */
const contrast = { runOnly: ['color-contrast', 'link-in-text-block'] };
const sights = [
  [390, 'light', {}],
  [390, 'dark', contrast],
  [1280, 'light', {}],
  [1280, 'dark', contrast],
] as const;

needs('chromium').describe('pages in a browser', () => {
  const folder = temporaryFolder(afterAll);
  /** What left for other machines, by whatever means, through a proxy; less what the browser asks for itself. */
  const left: string[] = [];
  const note = (address: unknown) => {
    if (!/^(http:\/\/)?[\w.-]+\.(google|googleapis|gstatic|gvt1)\.com[:/]/.test(String(address)))
      left.push(String(address));
  };
  const proxy = createServer((request, response) => {
    note(request.url);
    response.end();
  });
  proxy.on('connect', ({ url }, socket) => {
    note(url);
    socket.destroy();
  });
  beforeAll(async () => await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve)));
  afterAll(() => void proxy.close());
  const browser = sharedBrowser(() => [
    `--proxy-server=http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
  ]);

  async function opened(name: string, width: number) {
    const file = join(folder, `${name.replaceAll(' ', '-')}.html`);
    writeFileSync(file, pages[name] ?? '');
    return await openedAt(pathToFileURL(file).href, width);
  }

  async function openedAt(address: string, width: number) {
    const page = await browser().newPage({ viewport: { width, height: 900 } });
    onTestFinished(() => page.close());
    const [complaints, asked] = [[], []] as [string[], string[]];
    page.on('console', message => void complaints.push(message.text()));
    page.on('request', request => void asked.push(request.url()));
    await page.goto(address);
    return { page, complaints, asked, address };
  }

  /** Evaluated as text: the tests know no DOM. */
  const ask = async <T>(page: Page, script: string) => (await page.evaluate(script)) as T;

  /** A page of the sandbox. */
  async function sandboxPage(name: (typeof served)[number]) {
    const { sandbox } = await sandboxService();
    const section = `${sandbox.baseUrl}/${name.replace('/', '')}`;
    if (!name.endsWith('/')) return await openedAt(section, 390);
    const [, link = ''] =
      new RegExp(` href="(/${name}[^"]+)"`).exec(await (await fetch(section)).text()) ?? [];
    return await openedAt(sandbox.baseUrl + link, 390);
  }

  it.each([...Object.keys(pages), ...served.map(name => `sandbox/${name}` as const)])(
    'when "%s" is seen on a phone or a desk, light or dark, then nobody is shut out',
    async name => {
      const at = served.find(path => name === `sandbox/${path}`);
      const { page, complaints, asked, address } =
        at === undefined ? await opened(name, 390) : await sandboxPage(at);
      await page.evaluate(axe.source);
      for (const [width, colorScheme, rules] of sights) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        const findings = await ask<string[]>(
          page,
          `axe.run(document, ${JSON.stringify({ iframes: false, resultTypes: ['violations'], ...rules })})
            .then(({ violations }) => violations.flatMap(({ id, nodes }) => [id, ...nodes.map(n => n.html)]))`,
        );
        expect(findings, `${width} ${colorScheme}`).toEqual([]);
        const wide = await ask<number>(page, 'document.documentElement.scrollWidth');
        expect(wide, 'nothing reaches beyond the screen').toBeLessThanOrEqual(width);
      }
      expect(complaints).toEqual([]);
      // The sandbox shows the body of an email in a frame.
      const own = [address, 'about:', 'data:', `${new URL(address).origin}/emails/`];
      expect(asked.filter(url => !own.some(start => url.startsWith(start)))).toEqual([]);
      expect(left).toEqual([]);
    },
  );

  it('when a page asks another machine, then that is noticed', async () => {
    const file = join(folder, 'asks.html');
    writeFileSync(file, '<link rel="stylesheet" href="http://elsewhere.example/a.css">');
    const { asked } = await openedAt(pathToFileURL(file).href, 390);
    expect(asked).toContain('http://elsewhere.example/a.css');
    expect(left.splice(0)).toEqual(['http://elsewhere.example/a.css']);
  });

  it.each(['statistics', 'growth'].flatMap(name => widths.map(width => [name, width] as const)))(
    'when the charts of "%s" are drawn %d pixels wide, then no label is cut or covers another',
    async (name, width) => {
      const { page } = await opened(name, width);
      const labels = await ask<{ text: string; outside: boolean; covers: boolean }[]>(
        page,
        `[...document.querySelectorAll('svg.chart')]
          .filter(svg => svg.getClientRects().length > 0)
          .flatMap(svg => {
            const frame = svg.getBoundingClientRect();
            const all = [...svg.querySelectorAll('text')].map(text => ({ text, box: text.getBoundingClientRect() }));
            return all.map(({ text, box }, at) => ({
              text: text.textContent,
              outside: box.left < frame.left || box.right > frame.right || box.top < frame.top || box.bottom > frame.bottom,
              covers: all.some(({ box: other }, i) => i > at && box.left < other.right && other.left < box.right &&
                box.top < other.bottom && other.top < box.bottom),
            }));
          })`,
      );
      expect(labels.length).toBeGreaterThan(8);
      expect(labels.filter(({ outside, covers }) => outside || covers)).toEqual([]);
      const hidden = await ask<number>(page, `document.querySelectorAll('svg.chart').length`);
      const shown = await ask<number>(
        page,
        `[...document.querySelectorAll('svg.chart')].filter(svg => svg.getClientRects().length > 0).length`,
      );
      expect(shown).toBe(hidden / 2);
    },
  );

  it('when a page is printed from a dark screen, then it is dark ink on white', async () => {
    const { page } = await opened('statistics', 1280);
    await page.emulateMedia({ colorScheme: 'dark' });
    const colors = () =>
      ask<string[]>(page, `(s => [s.backgroundColor, s.color])(getComputedStyle(document.body))`);
    expect(await colors()).toEqual(['rgb(23, 21, 19)', 'rgb(240, 235, 228)']);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await colors()).toEqual(['rgb(255, 255, 255)', 'rgb(34, 32, 29)']);
  });

  it('when the keyboard is used, then the collapsed table of the growth opens', async () => {
    const { page } = await opened('growth', 390);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.getByRole('table').isVisible()).toBe(true);
    expect(await page.getByRole('rowheader').first().textContent()).toContain('2026-W47 (incomplete)');
  });
});
