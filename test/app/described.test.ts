import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { describeCommands } from '../../src/app/describe-commands.ts';
import { allEntries } from '../../src/app/read-line.ts';
import { type Described, isRunnable, viewsOf } from '../../src/cli/command.ts';
import { commandPage } from '../../src/cli/help-page.ts';
import { fieldsOf } from '../../src/terminal/fields.ts';

const folder = fileURLToPath(new URL('../../dist/records/', import.meta.url));
const written = (name: string) => JSON.parse(readFileSync(`${folder}${name}.json`, 'utf8')) as Described;

/** What the records of a command and those below it say to help and completion. */
function said(spec: Described, path: readonly string[]): unknown[] {
  const own = isRunnable(spec) && {
    arguments: spec.arguments,
    options: Object.values(spec.options).map(({ parse: _, ...option }) => option),
    fields: viewsOf(spec).flatMap(fieldsOf),
  };
  const below = spec.commands ?? [];
  const pages = [true, false].map(isWhole => commandPage(path, spec, { width: 80, isWhole }));
  return [...pages, own, ...below.flatMap(each => said(each, [...path, each.name]))];
}

describe('what the build writes of the command records', () => {
  it('is there for every command that can be typed, and for no other', async () => {
    const names = allEntries.map(({ name }) => `${name}.json`).sort();
    expect(readdirSync(folder).sort()).toEqual(names);
    expect(Object.keys(await describeCommands()).sort()).toEqual(allEntries.map(({ name }) => name).sort());
  });

  it.each(allEntries)('says of $name what the record says', async ({ name, load }) => {
    expect(said(written(name), [name])).toEqual(said(await load(), [name]));
  });
});
