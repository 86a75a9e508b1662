/** People who get another address: never one that somebody else has. */
import { describe, expect, it } from 'vitest';
import { NewAddresses } from '../../src/changes/plan.ts';
import { smallAccount, three } from './small-account.ts';

/** Corrections by the id of the person. */
function corrections(byId: Readonly<Record<string, string>>) {
  const all = new NewAddresses(email => email.toLowerCase());
  for (const email of Object.values(byId)) all.add(email);
  return { corrections: { all, of: ({ id }: { readonly id: string }) => byId[id] } };
}

const emails = (here: ReturnType<typeof smallAccount>) =>
  here.people().map(({ email }) => email.replace('@example.org', ''));

describe('new addresses', () => {
  it.each<[string, Readonly<Record<string, string>>, readonly string[], readonly string[]]>([
    ['free', { ann: 'anna@x.org', bob: 'rob@x.org' }, ['anna@x.org', 'rob@x.org', 'cem'], []],
    ['of somebody who is listed before', { bob: 'ann@example.org' }, ['ann', 'bob', 'cem'], ['bob']],
    ['of somebody who is listed after', { ann: 'CEM@example.org' }, ['ann', 'bob', 'cem'], ['ann']],
    ['the same for two', { ann: 'a@x.org', cem: 'A@x.org' }, ['a@x.org', 'bob', 'cem'], ['cem']],
    ['exchanged', { ann: 'bob@example.org', bob: 'ann@example.org' }, ['ann', 'bob', 'cem'], ['ann', 'bob']],
    [
      'of somebody who gets another one',
      { ann: 'bob@example.org', bob: 'b@x.org' },
      ['ann', 'b@x.org', 'cem'],
      ['ann'],
    ],
    ['their own, in capitals', { ann: 'ANN@example.org' }, ['ann', 'bob', 'cem'], []],
  ])('when they are %s, then who is changed follows, and undo restores all', async (_, byId, after, kept) => {
    const here = smallAccount(three());
    const { summary, failure } = await here.update({}, {}, corrections(byId));
    expect(emails(here)).toEqual(after);
    expect(summary.address_in_use).toBe(kept.length);
    expect(here.reported()?.filter(line => line.endsWith('address_in_use'))).toEqual(
      kept.map(name => `${name} address_in_use`),
    );
    expect(failure?.message).toBe(
      kept.length === 0
        ? undefined
        : `not all were changed: ${kept.length} whose new address another subscriber has`,
    );
    if (summary.changed === 0) return;
    expect((await here.undo()).summary).toMatchObject({
      restored: summary.changed,
      edited: 0,
      address_in_use: 0,
    });
    expect(emails(here)).toEqual(['ann', 'bob', 'cem']);
  });

  it('when other values change, too, then each person is changed once, and the plan has both', async () => {
    const here = smallAccount(three());
    await here.update({ tags: { add: ['x'] } }, {}, corrections({ ann: 'anna@x.org' }));
    expect(here.log.filter(line => line.startsWith('change ann'))).toEqual([
      'change ann {"email":"anna@x.org","tags":["press","x"]}',
    ]);
    expect(here.said()).toContain('3 people, 3 to change (tags 3, email 1)');
    expect(here.said()).toContain('email: ann@example.org → anna@x.org');
  });

  it('when somebody has the earlier address by then, or the new one was edited, then nothing is undone', async () => {
    const here = smallAccount(three());
    await here.update({}, {}, corrections({ ann: 'a@x.org', bob: 'b@x.org' }));
    here.edit('cem', { email: 'ann@example.org' });
    here.edit('bob', { email: 'bob@y.org' });
    const { summary, failure } = await here.undo();
    expect(summary).toMatchObject({ restored: 0, address_in_use: 1, edited: 1 });
    expect(failure?.message).toContain('1 whose earlier address another subscriber has');
    expect([here.run().undone_at, failure?.hint]).toEqual([
      null,
      expect.stringContaining('to free an address'),
    ]);
    expect(emails(here)).toEqual(['a@x.org', 'bob@y.org', 'ann']);
  });

  it.each([
    ['keeps the address', {}, 'expected email "a@x.org", got "ann@example.org"'],
    ['makes another of it', { email: 'a@z.org' }, 'expected email "a@x.org", got "a@z.org"'],
  ])('when the service %s, then nobody else is changed', async (_, stored, message) => {
    const here = smallAccount(three(), { change: () => stored });
    const { failure } = await here.update({}, {}, corrections({ ann: 'a@x.org', bob: 'b@x.org' }));
    expect(failure?.message).toContain(message);
    expect(here.log.filter(line => line.startsWith('change'))).toHaveLength(1);
    here.become({ change: (__, body) => body as object });
    await here.undo();
    expect(emails(here)).toEqual(['ann', 'bob', 'cem']);
  });

  it('a response without the address stops the update', async () => {
    const here = smallAccount(three(), { change: () => ({ email: undefined }) as object });
    const { failure } = await here.update({}, {}, corrections({ ann: 'a@x.org', bob: 'b@x.org' }));
    expect(failure?.message).toContain('the service sent a subscriber without email');
    expect(here.log.filter(line => line.startsWith('change'))).toHaveLength(1);
  });

  it('when the service stores it in lower case, then it is the same', async () => {
    const here = smallAccount(three(), { change: (_, { email = '' }) => ({ email: email.toLowerCase() }) });
    expect((await here.update({}, {}, corrections({ ann: 'Anna@X.org' }))).failure).toBeUndefined();
    await here.undo();
    expect(emails(here)).toEqual(['ann', 'bob', 'cem']);
  });
});
