/** The README's commands, in order, as somebody types them who has just cloned the project. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { zipOf } from '../import/files/outside-files.ts';
import { account } from '../support/account.ts';
import { temporaryFolder } from '../support/home.ts';
import { needs } from '../support/needs.ts';
import { blocksOf, pages, project } from '../support/pages.ts';
import { shell } from '../support/shell.ts';

const [readme] = pages;
const blocks = readme === undefined ? [] : blocksOf(readme, 'sh');
const { scripts } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as {
  scripts: Readonly<Record<string, string>>;
};

/** The files that the README speaks of, as the services write them. */
const files = {
  'people.csv': 'Email Address,First Name\nann@example.org,Ann\nbo@example.org,Bo\n',
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

/** Stands before npm: installs where the test says, without the network; what takes minutes is tested elsewhere. */
const npm = `#!/bin/sh
PATH=\${PATH#"$HOME/bin:"}
case $1 in
  install) exec npm "$@" --offline --no-audit --no-fund ;;
  pack) printf '%s/' "$HOME"; exec npm "$@" --ignore-scripts --pack-destination "$HOME" ;;
esac
`;

describe('the commands of the README', () => {
  needs('bash').it(
    'when they are typed in order, then each does what it should',
    async () => {
      const { sandbox, all } = await account();
      const home = temporaryFolder();
      for (const [name, content] of Object.entries(files)) writeFileSync(join(home, name), content);
      const lines = blocks
        .map(block => (/^npm /.test(block) ? `cd "${project}"\n${block}cd ~\n` : block))
        .join('')
        .replaceAll('https://api.example.com', sandbox.baseUrl)
        .replaceAll('your-api-key', sandbox.apiKey);
      const { status, stderr } = await shell(
        `mkdir bin global; printf '%s' "$NPM" > bin/npm; chmod +x bin/npm
       export PATH="$HOME/bin:$HOME/global/bin:$PATH"
       set -eE; trap 'echo "failed: $BASH_COMMAND" >&2' ERR
       ${lines}`,
        {
          home,
          env: { NPM: npm, npm_config_prefix: join(home, 'global') },
          stdin: sandbox.apiKey,
          timeout: 150_000,
        },
      );
      expect(status, stderr).toBe(0);
      const people = (await all('/v1/subscribers')).map(({ email }) => email);
      expect(people).toEqual(
        expect.arrayContaining(['ann', 'bo', 'cy', 'di'].map(one => `${one}@example.org`)),
      );
      expect(people).not.toContain('ed@example.org');
      expect(people).not.toContain('gone@example.org');
      expect((await all('/v1/fields')).map(({ name }) => name)).toContain('Shoe');
      expect(readdirSync(home)).toEqual(expect.arrayContaining(['subscribers.ndjson', 'summary.json']));
    },
    180_000,
  );

  it('when somebody has only Node and npm, then the two commands for contributors do all the set-up, and CI runs them so', () => {
    const wholes = blocks.join('').match(/^npm ci && .*$/gm) ?? [];
    expect(wholes.map(line => line.replace(/ +#.*/, ''))).toEqual([
      'npm ci && npm run demo',
      'npm ci && npm test',
    ]);
    const ci = readFileSync(join(project, '.ci', 'run'), 'utf8');
    expect(ci).toContain("grep '^npm ci && ' README.md");
  });

  it('when they run a script of npm, then there is such a script', () => {
    const named = blocks.join('').matchAll(/(?:^|&& )npm (?:run )?(\w+)/gm);
    const known = new Set([...Object.keys(scripts), 'ci', 'install']);
    expect([...named].map(([, name = '']) => name).filter(name => !known.has(name))).toEqual([]);
  });

  it('when PowerShell is shown, then its commands are those for other shells', () => {
    const shown =
      readme === undefined
        ? []
        : blocksOf(readme, 'powershell')
            .join('')
            .match(/^newsletter .*$/gm);
    for (const line of shown ?? []) expect(blocks.join('')).toContain(line);
  });

  it('is a page that one reads', () => {
    expect(readme?.text.split('\n').length).toBeLessThanOrEqual(200);
  });
});
