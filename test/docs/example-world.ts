/** Where examples are tried: an account of the sandbox, two profiles that are signed in to it, and files. */
import { chmodSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { exampleImport, exampleTag } from '../../src/cli/command.ts';
import { startSandbox } from '../../src/sandbox/server.ts';
import { zipOf } from '../import/files/outside-files.ts';
import { type Account, account, draft } from '../support/account.ts';
import { temporaryFolder } from '../support/home.ts';
import { newsletter } from '../support/program.ts';

export const apiKey = 'the-key-of-the-examples';

const files = {
  'people.csv': 'email,Vorname,Notes,city\nann@example.org,Ann,a,Oslo\nnew@harbour.org,Carl,b,Rome\n',
  'issue.html': '<p>May</p>',
  'tag.json': '{"name":"Book club"}',
  'key.txt': apiKey,
  'clients.txt': 'laptop a-token-of-the-examples\n',
  'audience_export.zip': zipOf({
    'unsubscribed_email_audience_export_1a2b3c.csv': 'Email Address\ngone@example.org\n',
    'subscribed_email_audience_export_1a2b3c.csv':
      'Email Address,First Name,Birthday,Shoe,MEMBER_RATING,OPTIN_TIME,LEID,EUID,TAGS\n' +
      'cy@example.org,Cy,04/01,9,2,"2023-05-01 10:00:00",11,a1,"""VIP"",""Paris Meetup"""\n',
  }),
  'substack_export.zip': zipOf({
    'email_list.acme.csv':
      'email,active_subscription,expiry,plan,email_disabled,created_at,first_payment_at\n' +
      'di@example.org,false,,other,false,2025-09-01T08:00:00.000Z,\n' +
      'ed@example.org,true,,yearly,true,2025-09-01T08:00:00.000Z,2025-09-01T08:00:00.000Z\n',
    'posts/1.opens.csv': 'post_id,email\n1,gone@example.org\n',
  }),
};

/** Two profiles, signed in with the key that every sandbox here takes. */
async function signedIn(): Promise<{ folder: string; baseUrl: string; id: string }> {
  const folder = temporaryFolder(afterAll);
  const sandbox = await startSandbox({ apiKey, subscribers: 0 });
  for (const profile of ['default', 'work']) {
    const words = ['login', '--api-key', '--profile', profile, '--base-url', sandbox.baseUrl];
    await newsletter(words, { home: folder, stdin: apiKey, cleanup: afterAll });
  }
  const headers = { authorization: `Bearer ${apiKey}` };
  const { id } = (await (await fetch(`${sandbox.baseUrl}/v1/account`, { headers })).json()) as { id: string };
  await sandbox.close();
  return { folder, baseUrl: sandbox.baseUrl, id };
}
let keeper: ReturnType<typeof signedIn> | undefined;

export interface World extends Account {
  /** Home and working folder. */
  readonly home: string;
  readonly baseUrl: string;
  /** What examples speak of that is another one in each account: the words of the line that is typed. */
  typed(line: string): string;
}

export async function world(): Promise<World> {
  keeper ??= signedIn();
  const { folder, baseUrl: stopped, id } = await keeper;
  const here = await account({ apiKey, sendSeconds: 0, subscribers: 240 });
  const baseUrl = here.env.NEWSLETTER_BASE_URL;
  const { id: own } = await here.call('GET', '/v1/account');
  const home = temporaryFolder();
  cpSync(folder, home, { recursive: true });
  // Newer versions of Node do not copy the modes of folders.
  chmodSync(join(home, 'settings'), 0o700);
  for (const name of ['settings/config.json', 'settings/credentials.json']) {
    const text = readFileSync(join(folder, name), 'utf8').replaceAll(stopped, baseUrl);
    writeFileSync(join(home, name), text.replaceAll(id, String(own)), { mode: 0o600 });
  }
  for (const [name, content] of Object.entries(files)) writeFileSync(join(home, name), content);
  const ann = { email: 'ann@example.org', fields: { first_name: 'Ann' }, tags: ['press'] };
  await here.call('POST', '/v1/subscribers', ann);
  const job = await here.call('POST', '/v1/subscriber-imports', {
    subscribers: [{ email: 'bob@example.org' }],
  });
  const typed = (line: string) =>
    line
      .replaceAll(exampleImport, String(job.id))
      .replaceAll('https://api.example.com', baseUrl)
      .replaceAll('your-api-key', apiKey)
      // As cron runs its line.
      .replace(/^(?:[\d*]+ ){5}(.*)\\%$/, '$1%')
      // Both profiles are there already.
      .replace(/(rename \w+) \w+$/, '$1 other')
      .replace('spamassassin -t', 'wc -c')
      .replace('npm test', 'newsletter --version');
  return { ...here, home, baseUrl, typed };
}

/** Does what an example of the help takes for granted. @returns the line with the run that it names */
export async function before(line: string, here: World): Promise<string> {
  const { home: cwd, baseUrl } = here;
  const does = async (words: readonly string[]) => {
    const options = { home: cwd, cwd, env: { NEWSLETTER_PROFILE: 'default', NEWSLETTER_BASE_URL: baseUrl } };
    const { status, stderr, stdout } = await newsletter(words, options);
    expect(status, stderr).toBe(0);
    return stdout;
  };
  if (/(?:issue|push may|push june)\.md/.test(line)) await pull(here);
  if (line.includes('push issues')) await does(['emails', 'pull', '--all', 'issues']);
  if (line.includes('tags update')) {
    const { id } = JSON.parse(await does(['tags', 'create', '--name', 'Book club', '--json']));
    return line.replace(exampleTag, id);
  }
  const own = join(cwd, 'own.csv');
  writeFileSync(own, 'email,city\nann@example.org,Oslo\nnew@harbour.org,Rome\n');
  if (!/ undo/.test(line)) return line;
  const { run } = JSON.parse(await does(['import', own, '--risky', 'keep', '-o', 'json'])) as { run: string };
  return line.replace('3f9c2a1e', run);
}

/** The draft as a file, with a change of its own. */
async function pull({ run, emailId, home }: World): Promise<void> {
  const pulled = await run(`emails pull ${await emailId(draft)} issue.md`, { cwd: home });
  expect(pulled.status, pulled.stderr).toBe(0);
  const file = join(home, 'issue.md');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^subject: .*$/m, 'subject: Eleven bridges'));
  cpSync(file, join(home, 'june.md'));
  writeFileSync(join(home, 'may.md'), '---\nauthor: Ada\n---\n\n# Hello\n');
}
