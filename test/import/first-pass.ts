/** Files planned and checked in this process, without a service: who would be sent, who is left out, and why. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { CustomField } from '../../src/contract/index.ts';
import { checkFiles } from '../../src/import/check-files.ts';
import { acceptedPeople } from '../../src/import/jobs/batches.ts';
import { openFiles } from '../../src/import/open-files.ts';
import { summarize } from '../../src/import/outcome/summary.ts';
import type { Failure } from '../../src/lib/failure.ts';
import { failureOf } from '../support/failure.ts';
import { temporaryFolder } from '../support/home.ts';
import { screens } from '../terminal/screens.ts';
import { type Loaded, type Person, records, type Typed, typed } from './account.ts';

/** The custom fields of a new account in the sandbox. */
const fields: readonly CustomField[] = (
  [
    ['First name', 'first_name', 'text'],
    ['Last name', 'last_name', 'text'],
    ['City', 'city', 'text'],
    ['Birthday', 'birthday', 'date'],
    ['Member since', 'member_since', 'date'],
    ['VIP', 'vip', 'boolean'],
    ['Orders', 'orders', 'number'],
  ] as const
).map(([name, variable, kind], position) => {
  const [created_at, updated_at] = ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'];
  return { id: variable, name, variable, kind, position, created_at, updated_at };
});

const account = async () => {
  throw new Error('the first pass needs no account');
};

const unread = {
  compared: {
    counts: null,
    notCompared: null,
    unchanged: undefined,
    changed: undefined,
    first: [],
    replacing: [],
    left: [],
  },
  verified: undefined,
  sent: undefined,
  resumed: false,
  elapsed: 0,
  run: null,
  account: null,
};

/** The first pass of imports, whose people come together in one list as they would in an account. */
export function firstPass(folder = temporaryFolder()) {
  const there = new Map<string, Person>();

  async function loadText(
    content: string | Buffer,
    given: Typed = {},
    name = 'people.csv',
  ): Promise<Omit<Loaded, 'failure'>> {
    const path = join(folder, name);
    writeFileSync(path, content);
    const { terminal, err } = screens({ color: false });
    const stop = new AbortController().signal;
    const files = { terminal, stop, stdin: new PassThrough(), configDir: folder };
    const context = { ...files, service: 'http://localhost', account };
    const { open, options } = await openFiles(typed(path, given), context);
    try {
      const found = await checkFiles(open.sources, fields, options, context);
      const said = err();
      if (!found.options.dryRun)
        for await (const people of acceptedPeople(found))
          for (const { subscriber } of people) {
            const { email, fields: values = {}, tags = [] } = subscriber;
            there.set(email.toLowerCase(), { email, fields: values, tags: [...tags] });
          }
      const written = found.rejects.commit();
      return {
        summary: summarize({ ...unread, checked: found, written }),
        said,
        rejects: [...written.rejects.map(({ path }) => path), written.leftOut].flatMap(path =>
          path === undefined ? [] : records(readFileSync(path, 'utf8')),
        ),
      };
    } finally {
      await open.close(false);
    }
  }

  return {
    loadText,
    /** How a file is refused. Throws when it is not. */
    refusal: (content: string | Buffer, given: Typed = {}): Promise<Failure> =>
      failureOf(loadText(content, given, 'refused')),
    /** Everybody who would be sent, in the order of their addresses. */
    people: async () => [...there.values()].sort((a, b) => (a.email < b.email ? -1 : 1)),
    emails: async () => [...there.values()].map(({ email }) => email).sort(),
  };
}
