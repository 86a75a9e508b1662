/** The keys and types of everything that is printed as JSON: `json-shapes.yaml` has them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { account, draft } from '../support/account.ts';
import { temporaryFolder } from '../support/home.ts';
import type { Plain } from '../support/service.ts';

const types: Readonly<Record<string, (value: unknown) => boolean>> = {
  uuid: value => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(String(value)),
  text: value => typeof value === 'string',
  time: value => typeof value === 'string' && /^\d{4}-\d\d-\d\dT.*Z$/.test(value),
  number: value => typeof value === 'number',
  integer: value => Number.isInteger(value),
  boolean: value => typeof value === 'boolean',
  null: value => value === null,
  object: value => typeof value === 'object' && value !== null && !Array.isArray(value),
  anything: value => value !== undefined,
};

/** A type or a name in `shapes`, a list of one shape, or keys. */
type Shape = string | readonly [Shape] | { readonly [key: string]: Shape };

const { shapes, printed, refused } = parse(
  readFileSync(new URL('json-shapes.yaml', import.meta.url), 'utf8'),
  { merge: true },
) as {
  readonly shapes: Readonly<Record<string, Shape>>;
  readonly printed: Readonly<Record<string, Shape>>;
  readonly refused: Readonly<Record<string, number>>;
};

/** Everything in which a value differs from its shape. */
function misfits(value: unknown, shape: Shape, path: string): string[] {
  if (typeof shape === 'string') {
    const named = shapes[shape];
    if (named !== undefined) return misfits(value, named, path);
    const [, values] = /^one of (.*)/.exec(shape) ?? [];
    const isRight =
      values === undefined
        ? shape.split(' or ').some(type => types[type]?.(value))
        : values.split(', ').includes(String(value));
    return isRight ? [] : [`${path} is no ${shape}: ${JSON.stringify(value)}`];
  }
  if (Array.isArray(shape)) {
    if (!Array.isArray(value)) return [`${path} is no list`];
    return value.flatMap((one, at) => misfits(one, shape[0], `${path}[${at}]`));
  }
  if (!types.object?.(value)) return [`${path} is no object: ${JSON.stringify(value)}`];
  const record = value as Readonly<Record<string, unknown>>;
  return [
    ...Object.keys(record).flatMap(key => (key in shape ? [] : [`${path}.${key} is not in the list`])),
    ...Object.entries(shape).flatMap(([key, inner]) => misfits(record[key], inner, `${path}.${key}`)),
  ];
}

/** An account with something of everything in it, and what the words in angle brackets stand for. */
async function prepared() {
  const here = await account({ subscribers: 60 });
  const first = async (path: string) => (await here.all(path))[0] ?? {};
  const file = join(temporaryFolder(), 'people.csv');
  const known = await first('/v1/subscribers');
  // The sandbox's own people are in reserved domains, which an import rejects.
  await here.call('POST', '/v1/subscribers', { email: 'known@example.net', fields: { first_name: 'Ann' } });
  writeFileSync(file, 'email,First name,tags\nknown@example.net,Anna,x\nnew@example.net,Bert,"y,z"\n');
  const names: Plain = {
    draft: await here.emailId(draft),
    sent: (await here.all('/v1/emails')).find(({ status }) => status === 'sent')?.id,
    subscriber: known.id,
    import: (await first('/v1/subscriber-imports')).id,
    tag: (await here.call('POST', '/v1/tags', { name: 'Walkers' })).id,
    file,
    email: join(temporaryFolder(), 'email.md'),
  };
  const env = { NEWSLETTER_CONFIG_DIR: temporaryFolder() };
  const words = (line: string) => line.split(' ').map(word => String(names[word.slice(1, -1)] ?? word));
  return async (line: string) => {
    for (const each of line.split(' && ').slice(0, -1)) await here.run(words(each), { env });
    const last = words(line.split(' && ').at(-1) ?? '');
    return await here.run([...last, '--json'], { env, stdin: here.sandbox.apiKey });
  };
}

describe('what is printed as JSON', () => {
  it.each(Object.entries(printed))(
    'of "%s" has the keys and types of json-shapes.yaml',
    async (line, shape) => {
      const run = await prepared();
      const { status, stdout, stderr } = await run(line);
      expect(status, stderr).toBe(0);
      const json: unknown = JSON.parse(stdout);
      expect(misfits(json, shape, '')).toEqual([]);
      // A list without records would fit any shape.
      expect(json).not.toEqual([]);
    },
  );

  it.each(Object.entries(refused))(
    'of "%s", which fails, is the error object alone, on stderr',
    async (line, exit) => {
      const run = await prepared();
      const { status, stdout, stderr } = await run(line);
      expect({ status, stdout }).toEqual({ status: exit, stdout: '' });
      const json: unknown = JSON.parse(stderr);
      expect(misfits(json, 'failure', '')).toEqual([]);
      expect(json).toMatchObject({ error: { exit } });
    },
  );
});
