/** Services that make something else of a change than service.txt lets one expect: it does not show how they merge. */
import { appendFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { four, type Values } from '../../support/four-people.ts';

describe('an update of many, and a service of another kind', () => {
  it.each<[string, Parameters<typeof four>[0], readonly string[], string, number]>([
    [
      'replaces all fields',
      (_, { fields }) => ({ fields }),
      ['--field', 'city=Oslo'],
      'the service cleared other fields of ann@example.org: fields.nick',
      10,
    ],
    [
      'writes other tags',
      (_, { tags }) => ({ tags: (tags as string[]).map(tag => tag.replace('Alumni', 'graduate')) }),
      ['--add-tag', 'Alumni'],
      'ann@example.org was not changed as requested: expected tags ["press","Alumni"], got ["press","graduate"]',
      8,
    ],
  ])(
    'when it %s, then it ends after one, and that one gets back what there was',
    async (_, change, wish, said, status) => {
      const { run, state, changes } = await four((person, body) => ({ ...body, ...change(person, body) }));
      const before = state();
      const ended = await run('update', '--all', ...wish);
      const id = /newsletter undo (\w{8})\n/.exec(ended.stderr)?.[1] ?? '';
      expect(ended).toMatchObject({ status, stderr: expect.stringContaining(`error: ${said}\n`) });
      expect(changes()).toBe(1);
      expect(state()).not.toEqual(before);
      expect((await run('undo', id)).status).toBe(0);
      expect(state()).toEqual(before);
    },
  );

  it('an undo uses the whole lines of a record that was cut off', async () => {
    const change = (_: Values, { tags }: Partial<Values>) => ({
      tags: (tags as string[]).map(tag => tag.replace('Alumni', 'graduate')),
    });
    const { run, state, settings } = await four((person, body) => ({ ...body, ...change(person, body) }));
    const before = state();
    const { stderr } = await run('update', '--all', '--add-tag', 'Alumni');
    const id = /newsletter undo (\w{8})\n/.exec(stderr)?.[1] ?? '';
    const [folder = ''] = readdirSync(join(settings, 'runs')).filter(name => name.startsWith(id));
    const file = join(settings, 'runs', folder, 'journal');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    appendFileSync(file, '{"stored":1,"ta');
    expect((await run('undo', id)).status).toBe(0);
    expect(state()).toEqual(before);
  });

  it('when it writes tags in small letters, then all are changed', async () => {
    const lower = (_: Values, { tags }: Partial<Values>) => ({
      tags: (tags as string[]).map(tag => tag.toLowerCase()),
    });
    const { run, state } = await four((person, body) => ({ ...body, ...lower(person, body) }));
    const ended = await run('update', '--all', '--add-tag', 'Alumni');
    expect(ended.status).toBe(0);
    expect(state().map(({ tags }) => tags)).toEqual(Array.from({ length: 4 }, () => ['press', 'alumni']));
    expect((await run('update', '--all', '--add-tag', 'ALUMNI')).stderr).toContain('0 to change');
    const [id = ''] = /(?<=newsletter undo )\w{8}/.exec(ended.stderr) ?? [];
    expect((await run('undo', id)).status).toBe(0);
    expect(state().map(({ tags }) => tags)).toEqual(Array.from({ length: 4 }, () => ['press']));
  });

  it('when one person is changed and all fields are replaced, then it says what they were', async () => {
    const { run } = await four((_, body) => body);
    expect(await run('update', 'ann@example.org', '--field', 'city=Oslo')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(
        'error: the service cleared the fields that were not sent\n  fields.nick was "x"\n',
      ),
    });
  });

  it('when the first one cannot be changed, then the second one shows that the others must not', async () => {
    const add = ({ tags: own }: Values, { tags }: Partial<Values>) => ({
      tags: [...new Set([own, tags].flat())],
    });
    const { run, changes } = await four(add, 'ann');
    const { status } = await run('update', '--all', '--remove-tag', 'press', '--concurrency', '1');
    expect({ status, changes: changes() }).toEqual({ status: 8, changes: 2 });
  });

  it('when a spelling is to change and stays, then that is no success, for many and for one', async () => {
    const same = ({ tags }: Values) => ({ tags });
    const { run, state } = await four((person, body) => ({ ...body, ...same(person) }));
    const before = state();
    const said = 'expected tags ["PRESS"], got ["press"]';
    const spelled = await run('update', '--all', '--add-tag', 'PRESS', '--remove-tag', 'press');
    expect(spelled).toMatchObject({
      status: 8,
      stderr: expect.stringContaining(`error: ann@example.org was not changed as requested: ${said}\n`),
    });
    expect(state()).toEqual(before);
    expect(await run('update', 'ann@example.org', '--tag', 'PRESS', '--yes')).toMatchObject({
      status: 8,
      stderr: expect.stringContaining(`error: ann@example.org was not changed as requested: ${said}\n`),
    });
  });

  it.each([
    ['--add-tag', 'Alumni', 'expected tags ["press","Alumni"], got ["press"]'],
    ['--field', 'city=Oslo', 'expected fields.city "Oslo", got "Rome"'],
  ])('when a change of one person by %s is ignored, then it ends with 8', async (option, value, said) => {
    const { run } = await four(() => ({}));
    expect(await run('update', 'ann@example.org', option, value)).toMatchObject({
      status: 8,
      stderr: expect.stringContaining(`error: ann@example.org was not changed as requested: ${said}\n`),
    });
  });
});
