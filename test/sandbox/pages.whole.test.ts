/** What a person sees who opens the sandbox in a browser. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { askedBy, sharedBrowser } from '../support/browser.ts';
import { dayClock } from '../support/clock.ts';
import { hostileEmail } from '../support/hostile-email.ts';
import { needs } from '../support/needs.ts';
import { sandboxService, service, text } from '../support/service.ts';

type Plain = Readonly<Record<string, unknown>>;

/** A sandbox, its pages as text, and its records by name. */
async function opened(options: Parameters<typeof sandboxService>[0] = {}) {
  const there = await sandboxService(options);
  const page = async (path: string) => await (await fetch(there.sandbox.baseUrl + path)).text();
  const records = async (kind: string) => (await there.call('GET', `/v1/${kind}?per_page=500`)).data;
  const draft = async () =>
    String((await records('emails')).find(each => each.subject === 'Twelve bridges before breakfast')?.id);
  return { ...there, page, records, draft };
}

const strings = (records: readonly Plain[], name: string) => records.map(each => String(each[name]));
const escaped = (one: string) =>
  one.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');

/** Addresses of people in a page. */
const people = (html: string) => [...html.matchAll(/>([^<>@\s]+@[^<>\s]+\.example)</g)].map(([, one]) => one);

describe("the sandbox's pages", () => {
  it('the button of the emails makes a draft, which a file can be pushed to', async () => {
    const { page, request, records } = await opened();
    expect(await page('/emails')).toContain('<form method="post"><button>New draft</button></form>');
    const { status, headers } = await request('POST', '/emails');
    const { id, ...draft } = (await records('emails'))[0] ?? {};
    expect([status, headers.get('location')]).toEqual([303, `/emails/${id}`]);
    expect(draft).toMatchObject({ status: 'draft', subject: null, body_html: null, group_id: null });
  });

  it('when the address is opened, then every page is a link away', async () => {
    const { sandbox, page, records } = await opened();
    const seen = new Set<string>();
    const open = ['/'];
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      if (seen.has(path)) continue;
      seen.add(path);
      const response = await fetch(sandbox.baseUrl + path);
      expect(response.status, path).toBe(200);
      const html = await response.text();
      if (html.includes('<nav')) expect(html, path).toContain('Try next');
      // One subscriber and the next page stand for all.
      const links = [...html.matchAll(/ (?:href|src)="([^"]+)"/g)].map(([, to = '']) =>
        new URL(to.replaceAll('&amp;', '&'), sandbox.baseUrl + path).href.replace(sandbox.baseUrl, ''),
      );
      const one = links.filter(link => /\/subscribers\/.|page=/.test(link)).slice(0, 2);
      open.push(...links.filter(link => !/\/subscribers\/.|page=/.test(link)), ...one);
    }
    for (const kind of ['emails', 'groups', 'fields']) {
      for (const id of strings(await records(kind), 'id')) expect(seen).toContain(`/${kind}/${id}`);
    }
    expect((await page('/emails')).match(/<a href="\/emails\//g)).toHaveLength(15);
  });

  it('when an email is sent, then it is shown as its readers get it', async () => {
    const clock = dayClock();
    const { call, page, draft } = await opened({ clock: clock.now });
    const id = await draft();
    await call('PATCH', `/v1/emails/${id}`, { body_html: '<h1>Seven & eight</h1>', body_text: 'Seven & 8' });
    await call('POST', `/v1/emails/${id}/send`);
    clock.move(6000);
    const letter = await page(`/emails/${id}`);
    expect(letter).toMatch(/Everyone<\/bdi><\/a>/);
    expect(letter).toMatch(/<dt>Sent count<\/dt><dd>232</);
    expect(letter).toContain('newsletter emails stats &#39;Twelve bridges before breakfast&#39;');
    const body = await page(`/emails/${id}/body`);
    expect(body).toContain('<h1>Seven &amp; eight</h1>');
    expect(body).toContain('Gleisdreieck 9');
  });

  it('when a group is opened, then it shows its members, and no page leaves one out', async () => {
    const { page, records } = await opened();
    const groups = await records('groups');
    const members = groups.find(({ name }) => name === 'Members');
    const expected = (await records('subscribers')).filter(({ tags }) => String(tags).includes('member'));
    const first = await page(`/groups/${members?.id}`);
    const second = await page(`/groups/${members?.id}?page=2`);
    const found = [...people(first), ...people(second)];
    expect(found).toHaveLength(Number(members?.subscribers_count));
    // Those who unsubscribed are in no group.
    expect(strings(expected, 'email')).toEqual(expect.arrayContaining(found));
    expect(first).toContain('rel="next"');
    expect(second).toContain('Page 2 of 2');
  });

  it('a subscriber is shown with all that is known of them', async () => {
    const { page, records } = await opened();
    const [first] = await records('subscribers');
    const one = await page(`/subscribers/${first?.id}`);
    for (const value of Object.values(first?.fields as Plain)) {
      if (typeof value === 'string') expect(one).toContain(escaped(value));
    }
  });

  it('an import job is shown with its counts', async () => {
    const { call, page, records } = await opened();
    await call('POST', '/v1/subscriber-imports', { subscribers: [{ email: 'a@b.example' }] });
    const [job] = await records('subscriber-imports');
    expect(await page('/imports')).toContain(`/imports/${job?.id}`);
    const one = await page(`/imports/${job?.id}`);
    expect(one).toMatch(/<dt>Created count<\/dt><dd>1</);
    expect(one).toContain(`newsletter imports get ${job?.id}`);
  });

  it('when the account is new and empty, then the pages say what to do', async () => {
    const { page } = await opened({ subscribers: 0 });
    expect(await page('/subscribers')).toContain('newsletter import people.csv');
    expect(await page('/')).toContain('<a href="/subscribers">0</a>');
  });

  it('when texts have markup in them, then they are shown as text', async () => {
    const { call, page, draft } = await opened();
    const nasty = `<script>alert(1)</script><img src=x onerror=alert(1)>"'`;
    const id = await draft();
    await call('PATCH', '/v1/account', { name: nasty, physical_address: nasty });
    await call('PATCH', `/v1/emails/${id}`, { subject: nasty, preview: nasty, body_text: nasty });
    const group = await call('POST', '/v1/groups', {
      name: nasty,
      filters: [{ field: 'email', operator: 'contains', value: nasty }],
    });
    const tagged = await call('POST', '/v1/subscribers', {
      email: 'a@b.example',
      tags: [nasty],
      fields: { city: nasty },
    });
    const paths = ['', '/emails', `/emails/${id}`, '/groups', '/subscribers'];
    for (const path of [...paths, `/groups/${group.body.id}`, `/subscribers/${tagged.body.id}`]) {
      const html = await page(path || '/');
      expect(html, path).toContain('&lt;script&gt;alert(1)');
      expect(html, path).not.toMatch(/<script|<img/);
    }
  });

  it('when a page is asked for that is not there, or in another way than by GET, then it is refused, and says what to try', async () => {
    const { request } = await opened();
    for (const path of ['/', '/subscribers']) expect((await request('POST', path)).status).toBe(405);
    for (const odd of ['/emails/1', '/groups/1/2', '/groups/1/2/3']) {
      const response = await request('GET', odd);
      expect([response.status, response.headers.get('content-type')]).toEqual([
        404,
        'text/html; charset=utf-8',
      ]);
      expect(await response.text(), odd).toContain('Try next');
    }
  });

  it('when a page is sent, then its policy lets nothing run and nothing come from elsewhere', async () => {
    const { sandbox, draft } = await opened();
    const policyOf = async (path: string) =>
      (await fetch(sandbox.baseUrl + path)).headers.get('content-security-policy') ?? '';
    const page = await policyOf(`/emails/${await draft()}`);
    expect(page).toMatch(
      /^default-src 'none'; style-src 'sha256-\S+'; .*frame-src 'self'.*frame-ancestors 'none'$/,
    );
    const body = await policyOf(`/emails/${await draft()}/body`);
    expect(body).toMatch(/^default-src 'none'.*sandbox allow-popups.*frame-ancestors 'self'$/);
    expect(body).toContain('img-src data:;');
    for (const policy of [page, body]) expect(policy).not.toContain('script');
  });
});

needs('chromium').describe('an email on a page of the sandbox', () => {
  const browser = sharedBrowser();

  it('an email that tries everything runs nothing, and asks for nothing', async () => {
    const { sandbox, call, draft } = await opened();
    const there = await service(text('', 200, { 'content-type': 'image/png' }));
    const id = await draft();
    await call('PATCH', `/v1/emails/${id}`, { body_html: hostileEmail(there.url) });
    const page = await browser().newPage();
    onTestFinished(() => page.close());
    await page.goto(`${sandbox.baseUrl}/emails/${id}`);
    const email = page.frameLocator('iframe');
    await email.locator('p').click();
    expect(await askedBy(browser(), page, there)).toEqual([]);
    expect(await page.title()).not.toBe('owned');
  });
});
