import { describe, expect, it } from 'vitest';
import { createRouter } from '../../src/sandbox/http/rest.ts';

const thing = { name: 'thing', fields: {}, columns: [] };
const { find, template } = createRouter({
  listThings: { method: 'GET', path: '/v1/things', response: thing, page: true, repeat: 'read' },
  createThing: { method: 'POST', path: '/v1/things', response: thing, repeat: 'once' },
  getThing: { method: 'GET', path: '/v1/things/{id}', response: thing, repeat: 'read' },
  listParts: { method: 'GET', path: '/v1/things/{id}/parts', response: thing, page: true, repeat: 'read' },
});

describe('the router of the sandbox', () => {
  it('when a path holds an id, then the route has it, decoded', () => {
    expect(find('GET', '/v1/things/a%2Fb')).toMatchObject({ name: 'getThing', id: 'a/b' });
    expect(find('GET', '/v1/things/100%')).toMatchObject({ name: 'getThing', id: '100%' });
    expect(find('GET', '/v1/things')).toMatchObject({ name: 'listThings', id: undefined });
  });

  it('when a list belongs to a record, then the route has the id of that record', () => {
    expect(find('GET', '/v1/things/t1/parts')).toMatchObject({ name: 'listParts', id: 't1' });
    expect(template('/v1/things/t1/parts')).toBe('/v1/things/{id}/parts');
  });
});
