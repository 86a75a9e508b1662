import { describe, expect, it } from 'vitest';
import { account } from '../support/account.ts';
import { needs } from '../support/needs.ts';
import { start } from '../support/program.ts';
import { onTerminal } from '../support/pseudo-terminal.ts';
import { service } from '../support/service.ts';

/** What a terminal of that width shows of a line, without colours. */
async function shownOn(
  columns: number,
  line: string,
  env: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const terminal = ['stdin', 'stdout', 'stderr'] as const;
  const running = start(line.split(' '), { env, terminal, columns, stdin: 'open' });
  await running.ended;
  return running.screen().split('\n').slice(0, -1);
}

describe('on a terminal', () => {
  const group = { color_id: 'red', color_hex: '#f00', image_id: 'a', filters: [], description: null };
  const time = '2025-03-09T10:00:00.000Z';
  const email = {
    id: '5282b819-65d9-45d2-922e-58c22022e538',
    group_id: null,
    status: 'sent',
    subject: 'Letters from the branch line',
    preview: null,
    body_html: '<p>Hi</p>',
    body_text: null,
    like_enabled: true,
    background_color: '#fff',
    foreground_color: '#000',
    font_id: 'serif',
    sent_count: 12_860,
    delivery_count: 12_770,
    delivery_rate: 99.3,
    bounce_count: 90,
    bounce_rate: 0.7,
    complaint_count: 0,
    complaint_rate: 0,
    like_count: 1811,
    like_rate: 14.08,
    unsubscribe_count: 45,
    unsubscribe_rate: 0.35,
    scheduled_at: null,
    sent_at: time,
    completed_at: time,
    created_at: time,
    updated_at: time,
  };
  const unsent = {
    ...email,
    status: 'draft',
    subject: null,
    sent_count: 0,
    delivery_count: 0,
    unsubscribe_count: 0,
    sent_at: null,
  };
  const lists: Readonly<Record<string, readonly object[]>> = {
    emails: [email, { ...unsent, id: '6998188e-f2f7-45d6-a352-c61e699270c6' }],
    groups: [
      {
        id: email.id,
        name: 'Everyone',
        subscribers_count: 12_860,
        ...group,
        created_at: time,
        updated_at: time,
      },
      {
        id: email.id,
        name: '日本語の読者 👩‍👩‍👧',
        subscribers_count: 7,
        ...group,
        created_at: time,
        updated_at: time,
      },
    ],
    subscribers: [
      {
        id: email.id,
        email: 'ifeoma.okafor@nordpost.example',
        source: 'form',
        emailed_at: null,
        created_at: time,
        updated_at: time,
        fields: { city: 'Rome' },
        tags: ['night trains', 'photography'],
      },
    ],
  };
  async function shown(line: string, columns: number) {
    const { url } = await service((_request, response, { url: asked }) => {
      const data = lists[/\/v1\/(\w+)/.exec(asked)?.[1] ?? ''] ?? [];
      const meta = { current_page: 1, per_page: 50, total: data.length, last_page: 1 };
      response.end(JSON.stringify({ data, meta }));
    });
    const env = { NEWSLETTER_BASE_URL: url, NEWSLETTER_API_KEY: 'key' };
    return { env, lines: await shownOn(columns, line, env) };
  }

  it.each([
    [
      'emails list',
      120,
      `
                                                    sent  delivery  unsubscribe
subject                       status  sent_at      count     count        count  updated_at  id
Letters from the branch line  sent    2025-03-09  12,860    12,770           45  2025-03-09  5282b819…
–                             draft   –                0         0            0  2025-03-09  6998188e…`,
    ],
    [
      'emails list -q',
      80,
      `
                                                    sent  delivery
subject                       status  sent_at      count     count  id
Letters from the branch line  sent    2025-03-09  12,860    12,770  5282b819…
–                             draft   –                0         0  6998188e…`,
    ],
    [
      'groups list',
      80,
      `
                 subscribers
name                   count  description  created_at
Everyone              12,860  –            2025-03-09
日本語の読者 👩‍👩‍👧            7  –            2025-03-09
hint: Hidden columns: id. Use --fields to choose columns`,
    ],
    [
      'subscribers list -q',
      80,
      `
                                                                         emailed
email                           tags                 source  created_at  at
ifeoma.okafor@nordpost.example  night trains, phot…  form    2025-03-09  –`,
    ],
    [
      'emails get 5282b819 --fields id,subject,body_html,like_enabled,delivery_rate,like_count,bounce_rate',
      80,
      `
id             5282b819-65d9-45d2-922e-58c22022e538
subject        Letters from the branch line
body_html      <p>Hi</p>
like_enabled   yes
delivery_rate  99.3
like_count     1,811
bounce_rate    0.7`,
    ],
  ])('"%s" on %d columns is the screen expected', async (line, columns, screen) => {
    expect(`\n${(await shown(line, columns)).lines.join('\n')}`).toBe(screen);
  });

  needs('script').it('a real terminal shows the same screen', async () => {
    const { env, lines } = await shown('groups list', 80);
    const screen = await onTerminal('groups list', { env, columns: 80 }).ended;
    expect(screen.split('\n').slice(0, -1)).toEqual([...lines, 'exit 0']);
  });

  it.each([
    ['emails list', 'no emails yet', 'create a draft in the web editor: newsletter open emails'],
    ['groups list', 'no groups yet', 'newsletter groups create'],
    ['subscribers list', 'no subscribers yet', 'newsletter import people.csv'],
    ['subscribers list --page 2', 'no subscribers here', 'newsletter import people.csv'],
    ['imports list', 'no imports yet', 'newsletter import <file.csv>'],
    ['fields list', 'no fields yet', 'newsletter fields create'],
    ['tags list', 'no tags yet', 'newsletter subscribers update <email> --add-tag'],
    ['emails stats', 'no sent emails yet', 'newsletter emails send <id>'],
    ['subscribers growth', 'no sign-ups yet', 'newsletter import people.csv'],
  ])('"%s" that finds nothing says what to do next', async (line, what, next) => {
    const { url } = await service((_request, response) => {
      const meta = { current_page: 1, per_page: 50, total: 0, last_page: 1 };
      const page = { data: [], meta: line.includes('--page 2') ? { ...meta, current_page: 2 } : meta };
      response.end(JSON.stringify(page));
    });
    const env = { NEWSLETTER_BASE_URL: url, NEWSLETTER_API_KEY: 'key' };
    const lines = await shownOn(100, line, env);
    expect(lines.at(-2)).toContain(what);
    expect(lines.at(-1)).toContain(`hint: ${next}`);
  });

  it('sign-ups that a filter leaves out are no reason to import', async () => {
    const { env } = await account({ subscribers: 7 });
    const screen = (await shownOn(80, 'subscribers growth --where email=nobody', env)).join('\n');
    expect(screen).toContain('no sign-ups here');
    expect(screen).not.toContain('import');
  });

  it('a page behind the last names the last one', async () => {
    const { env } = await account({ subscribers: 7, pageSize: 3 });
    const lines = await shownOn(80, 'subscribers list --page 9', env);
    expect(lines).toContain('hint: the last page is 3: use --page 3');
  });
});
