/** The commands of the guides, in order, in a new account of the sandbox: they name what it has. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { account } from '../support/account.ts';
import { temporaryFolder } from '../support/home.ts';
import { needs } from '../support/needs.ts';
import { blocksOf, pages } from '../support/pages.ts';
import { shell } from '../support/shell.ts';

/** Guides whose commands need nothing but an account and the files below. */
const guides = ['accounts', 'audience', 'emails', 'importing', 'scripting'];

const files = {
  'people.csv': 'email,city\nann@harbour.org,Oslo\nnew@harbour.org,Rome\n',
  'tag.json': '{"name":"Book club"}',
};

/** Lines that end otherwise than with 0, for the reason given. */
const statuses: Readonly<Record<string, number>> = {
  // People of the file who are not in the account are listed.
  'newsletter subscribers update --from people.csv --field city=Lisbon --unset orders': 8,
};

/** Not for a test: they run until Ctrl-C, or need a program that few machines have. */
const isForPeople = (line: string) => /--watch|spamassassin|jq |<[a-z]+…?>|…/.test(line);

const linesOf = (text: string) =>
  text
    .split('\n')
    .map(line => line.replace(/\s+# .*$/, '').trim())
    .filter(line => line.startsWith('newsletter ') && !isForPeople(line));

describe('the commands of the guides', () => {
  for (const name of guides) {
    const page = pages.find(each => each.name === `docs/${name}.md`);
    const lines = page === undefined ? [] : blocksOf(page, 'sh').flatMap(linesOf);
    needs('bash').it(
      `when those of ${name} are typed in order, then each does what it should`,
      async () => {
        const { env, sandbox } = await account({ subscribers: 240, sendSeconds: 0 });
        const home = temporaryFolder();
        const login = `newsletter login --api-key --base-url ${sandbox.baseUrl}`;
        expect((await shell(login, { home, stdin: sandbox.apiKey })).status).toBe(0);
        for (const [file, text] of Object.entries(files)) writeFileSync(join(home, file), text);
        expect(lines.length).toBeGreaterThan(1);
        for (const line of lines) {
          const given = / (?:update|rename|merge|remove|send|undo) /.test(`${line} `)
            ? `${line} --yes`
            : line;
          const { status, stderr } = await shell(given, { home, env });
          expect(status, `${line}\n${stderr}`).toBe(statuses[line] ?? 0);
        }
      },
      120_000,
    );
  }
});
