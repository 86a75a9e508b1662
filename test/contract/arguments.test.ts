/** What the types of the contract let through: checked by the compiler, which fails when an expected error is none. */
import { describe, expect, it } from 'vitest';
import { tag } from '../../src/contract/audience.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import type { ArgumentsOf, EndpointArguments } from '../../src/contract/index.ts';

/** service.txt has no list below a record yet: this is how one would be written. */
const listGroupTags = {
  method: 'GET',
  path: '/v1/groups/{id}/tags',
  response: tag,
  page: true,
  repeat: 'read',
} as const satisfies Endpoint;

const listTags = { ...listGroupTags, path: '/v1/tags' } as const satisfies Endpoint;

/** Compiles what a caller might write, and never runs it. */
const compiled = (..._calls: ((...given: never[]) => unknown)[]) => expect(true).toBe(true);
const take = <E extends Endpoint>(_args: EndpointArguments<E>) => {};

describe('the arguments of an endpoint', () => {
  it('when it is a list below a record, then the id cannot be left out', () => {
    compiled(
      () => take<typeof listGroupTags>({ id: '1' }),
      // @ts-expect-error without an id
      () => take<typeof listGroupTags>({}),
      // @ts-expect-error an id that may be missing
      (id?: string) => take<typeof listGroupTags>({ id }),
    );
  });

  it('when the list may be one of several, then the id is needed if any of them needs it', () => {
    compiled(
      () => take<typeof listGroupTags | typeof listTags>({ id: '1' }),
      // @ts-expect-error without an id
      () => take<typeof listGroupTags | typeof listTags>({}),
    );
  });

  it('when the path has no id, then none can be given', () => {
    compiled(
      () => take<typeof listTags>({}),
      // @ts-expect-error an id
      () => take<typeof listTags>({ id: '1' }),
    );
  });

  it('when there is a body, then it cannot be left out, and its fields are checked', () => {
    const args: ArgumentsOf<'updateTag'> = { id: '1', body: { name: 'Readers' } };
    expect(args.body.name).toBe('Readers');
    compiled(
      // @ts-expect-error without a body
      () => ({ id: '1' }) satisfies ArgumentsOf<'updateTag'>,
      // @ts-expect-error a field that the endpoint does not take
      () => ({ id: '1', body: { slug: 'readers' } }) satisfies ArgumentsOf<'updateTag'>,
    );
  });
});
