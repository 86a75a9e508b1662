import { freshHome, homeEnv } from './home.ts';
import { start } from './program.ts';
import { type Plain, service } from './service.ts';

export type Values = Readonly<Record<'tags' | 'fields', unknown>>;

/** A service with four people, and its own way to change one; it refuses to change one of them. */
export async function four(
  change: (person: Values, body: Partial<Values>) => Partial<Values>,
  refused?: string,
  account = 'a',
) {
  const fields = { city: 'Rome', nick: 'x' };
  let people = ['ann', 'bob', 'cem', 'dan'].map(name => ({
    id: name,
    email: `${name}@example.org`,
    tags: ['press'],
    fields,
  }));
  const field = { id: 'f', name: 'City', variable: 'city', kind: 'text' };
  const page = (data: readonly Plain[]) => ({
    data,
    meta: { current_page: 1, per_page: 9, total: data.length, last_page: 1 },
  });
  const { url, seen } = await service((request, response, { url: asked, body }) => {
    const person = people.find(({ id }) => asked.endsWith(`/${id}`));
    if (request.method === 'PATCH' && person?.id === refused) {
      response.writeHead(422).end();
    } else if (request.method === 'PATCH' && person !== undefined) {
      Object.assign(person, change(person, JSON.parse(body) as Partial<Values>));
      response.end(JSON.stringify(person));
    } else if (asked.includes('account')) response.end(JSON.stringify({ id: account, name: 'x', slug: 'x' }));
    else response.end(JSON.stringify(page(asked.includes('fields') ? [field] : people)));
  });
  const home = freshHome();
  const env = { NEWSLETTER_BASE_URL: url, NEWSLETTER_API_KEY: 'key' };
  const run = (...words: readonly string[]) =>
    start([...(words[0] === 'undo' ? [] : ['subscribers']), ...words, '--yes'], { env, home }).ended;
  const settings = homeEnv(home).NEWSLETTER_CONFIG_DIR ?? '';
  /** Changes the list behind the program's back. */
  const edit = (all: (list: typeof people) => typeof people) => {
    people = all(people);
  };
  const refuse = (id: string | undefined) => {
    refused = id;
  };
  const state = () => people.map(({ tags, fields: now }) => ({ tags, fields: now }));
  return {
    url,
    env,
    home,
    settings,
    edit,
    refuse,
    run,
    state,
    changes: () => seen.filter(({ method }) => method === 'PATCH').length,
  };
}
