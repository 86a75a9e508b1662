import { describe, expect, it } from 'vitest';
import { wordsOf } from '../support/account.ts';
import { start } from '../support/program.ts';
import { until } from '../support/run.ts';
import { service } from '../support/service.ts';

/** A service that holds back the second page of its list until it is told to go on. */
async function slow() {
  let held: (() => void) | undefined;
  const { url } = await service((_request, response, { url: asked }) => {
    const number = new URL(asked, 'http://x').searchParams.get('page') === '2' ? 2 : 1;
    const data = [{ id: `${number}`, email: `${number}@example.org`, fields: { city: 'Rome' } }];
    const meta = { current_page: number, per_page: 1, total: 2, last_page: 2 };
    const answer = () => response.end(JSON.stringify({ data, meta }));
    if (number === 2) held = answer;
    else answer();
  });
  return {
    env: { NEWSLETTER_BASE_URL: url, NEWSLETTER_API_KEY: 'key' },
    goOn: () => held?.(),
    isHeld: () => held !== undefined,
  };
}

describe('a list of two pages, the second of which is late', () => {
  it.each([
    ['-o ndjson', '{"id":"1","email":"1@example.org","fields":{"city":"Rome"}}\n'],
    ['-o ndjson --fields email', '{"email":"1@example.org"}\n'],
    ['-o tsv --fields id,email', '1\t1@example.org\n'],
    ['--fields id,email', '1\t1@example.org\n'],
    ['-o csv --fields id,fields.city', 'id,fields.city\n1,Rome\n'],
    ['-o yaml --fields id', '- id: "1"\n'],
    ['-o json --fields id', '[\n  {\n    "id": "1"\n  }'],
  ])(
    'when it is read with %s, then the first record is out before the second page is in',
    async (flags, first) => {
      const { env, goOn, isHeld } = await slow();
      const { ended, stdout } = start(wordsOf(`subscribers list --all ${flags}`), { env });
      await until(() => isHeld() && stdout() !== '');
      expect(stdout()).toBe(first);
      goOn();
      const { status, stdout: whole } = await ended;
      expect(status).toBe(0);
      expect(whole.startsWith(first)).toBe(true);
      expect(whole.length).toBeGreaterThan(first.length);
    },
  );
});
