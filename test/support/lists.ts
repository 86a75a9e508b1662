/** A service that has nothing but lists: what commands make of records that a sandbox would not have. */
import { type Line, wordsOf } from './account.ts';
import { newsletter, type ProgramOptions } from './program.ts';
import { type Plain, service } from './service.ts';

const account = { id: 'a', name: 'The Slow Carriage', slug: 'slow-carriage' };

/** @param records by path, such as `/v1/groups`; all other lists are empty @param size of a page */
export async function lists(records: Readonly<Record<string, readonly Plain[]>>, size = 50) {
  const { url, seen } = await service((_, response, { url: asked }) => {
    const { pathname, searchParams } = new URL(asked, 'http://localhost');
    const all = records[pathname] ?? [];
    const page = Number(searchParams.get('page') ?? 1);
    const last_page = Math.max(1, Math.ceil(all.length / size));
    const meta = { current_page: page, per_page: size, total: all.length, last_page };
    const list = { data: all.slice((page - 1) * size, page * size), meta };
    response.end(JSON.stringify(pathname === '/v1/account' ? (all[0] ?? account) : list));
  });
  const env = { NEWSLETTER_BASE_URL: url, NEWSLETTER_API_KEY: 'key' };
  return {
    env,
    seen,
    /** How many requests came for what begins so. */
    asked: (path: string) => seen.filter(one => one.url.startsWith(path)).length,
    run: (line: Line, more: ProgramOptions = {}) =>
      newsletter(wordsOf(line), { ...more, env: { ...env, ...more.env } }),
  };
}

/** As many ids as records: the last digits tell them apart. */
export const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
