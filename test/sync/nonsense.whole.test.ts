/** A service that answers nonsense at each request in turn: the sync ends with an error, and the next one mends it. */
import { describe, expect, it } from 'vitest';
import { wordsOf } from '../support/account.ts';
import { shop } from './shop.ts';

const before =
  'email,city,plan\nann@example.org,Rome,pro\nbob@example.org,Oslo,pro\ncy@example.org,Bonn,pro\n';
/** Somebody new, somebody changed, a value cleared, somebody missing. */
const after = 'email,city,plan\nann@example.org,Lima,pro\nbob@example.org,,pro\ndan@example.org,Rome,free\n';

const nonsense = [
  '',
  '<html>Welcome to the hotel</html>',
  'null',
  '[]',
  '{}',
  '{"data":[{}],"meta":{}}',
  '{"data":[{"id":"x","email":"x@example.org"}],"meta":{"current_page":1,"per_page":1,"total":9,"last_page":9}}',
  '{"id":7,"status":"finished","created_count":"many"}',
];

describe('a service that answers nonsense', () => {
  it.each(nonsense)(
    'when it is %s, then no request takes it for an answer',
    async text => {
      const { strict, fates, people, close } = await shop();
      const options = wordsOf('--retries 0 --max-changes 200% --max-missing 90% --missing tag:former');
      const sync = (list: string) => strict(list, ...options);
      const shown = async () => Object.fromEntries(await people());
      expect((await sync(before)).status).toBe(0);
      const [was, wanted] = [await shown(), {} as Record<string, unknown>];
      for (let at = 1; ; at++) {
        let count = 0;
        fates(() => (++count === at ? { nonsense: text } : 'answered'));
        const ended = await sync(after);
        fates(() => 'answered');
        if (count < at) break;
        // Whatever became of it, the next run finds out.
        expect(ended.stderr, `request ${at}`).not.toMatch(/\n {4}at |TypeError/);
        const next = await sync(after);
        expect([0, 8], `after request ${at}: ${ended.stderr}${next.stderr}`).toContain(next.status);
        if (at === 1) Object.assign(wanted, await shown());
        expect(await shown(), `after request ${at}: ${ended.stderr}`).toEqual(wanted);
        expect((await sync(before)).status).toBe(0);
        const { 'dan@example.org': _, ...others } = await shown();
        expect(others, `after request ${at}`).toEqual(was);
      }
      await close();
    },
    120_000,
  );
});
