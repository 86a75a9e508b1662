import { command } from '../cli/command.ts';
import { negative } from '../cli/option.ts';
import { pageView, showPage } from '../cli/show-page.ts';
import type { Context } from '../context.ts';
import { Failure } from '../lib/failure.ts';

/** Pages by the service's own words for its resources; service.txt shows no web addresses. */
const pages = ['subscribers', 'groups', 'emails', 'imports', 'fields'] as const;

export const open = command({
  name: 'open',
  summary: "Open the account's page in the browser (not who opened an email: the API has no opens).",
  description: `Open the account's page in the browser; without one, or in a pipe, print its address. The API documentation does not show that address: set it once, with \`newsletter config set web-url <url>\`. A page (${pages.join(', ')}) is added to it as the last part of the path. Of a sandbox the address is known.`,
  arguments: [{ name: '[page]', description: 'page of the account', choices: pages }],
  options: { browser: negative('--no-browser', 'print the address instead of opening it') },
  requests: [],
  output: pageView,
  prints: 'record',
  codes: ['missing_setting'],
  examples: [
    ['the account', 'newsletter open'],
    ['where a new draft is made', 'newsletter open emails'],
  ],
  run: async (context, [page], { browser }) => {
    const url = new URL(await webAddress(context));
    if (page !== undefined) url.pathname = `${url.pathname.replace(/\/$/, '')}/${page}`;
    await showPage(context, { url: url.href, browser });
  },
});

/** @throws Failure missing_setting without a terminal */
async function webAddress(context: Context): Promise<string> {
  const known = (await context.settings()).get('web-url');
  if (known !== undefined) return known;
  const hint = 'open your account in the browser, then: newsletter config set web-url https://…';
  const { terminal } = context;
  if (!terminal.asks)
    throw new Failure('missing_setting', 'web-url is not set: the API does not show the web address', {
      hint,
    });
  const [{ askSetting }, { parseSetting }] = await Promise.all([
    import('./auth/conversation.ts'),
    import('../settings/parse.ts'),
  ]);
  const typed = await askSetting(context, 'web-url');
  const address = String(parseSetting('web-url', typed));
  terminal.note(`To keep it: newsletter config set web-url ${address}`);
  return address;
}
