import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { lines } from '../account.ts';
import { firstPass } from '../first-pass.ts';

describe('JSON', () => {
  test('a line of NDJSON that is longer than 1 MiB is rejected alone', async () => {
    const { loadText, emails } = firstPass();
    const long = JSON.stringify({ email: 'long@x.org', note: '"'.repeat(1 << 20) });
    const { summary } = await loadText(
      lines('{"email":"a@x.org"}', long, '', '{"email":"b"}', long.slice(0, -1)),
      {},
      'people.json',
    );
    expect(await emails()).toEqual(['a@x.org']);
    expect(summary.reasons).toMatchObject([
      { code: 'malformed_row', line: 2, count: 2 },
      { code: 'invalid_email', line: 4 },
    ]);
  });

  test('an array of more than 64 MiB is refused, with how to make it NDJSON', async () => {
    const refused = await firstPass().refusal(`[${'{"email":"a@x.org"},'.repeat(3_500_000)}1]`);
    expect(refused).toMatchObject({ exit: 2, message: expect.stringContaining('JSON of more than 64 MiB') });
    expect(refused.hint).toContain('jq');
  });

  // Answers of the APIs of these services, as their documentation shows them.
  test.each(['ghost', 'buttondown', 'listmonk'])(
    'of what %s answers, people who left are held back',
    async service => {
      const { loadText, emails } = firstPass();
      const content = readFileSync(new URL(`json/${service}.json`, import.meta.url), 'utf8');
      const { summary } = await loadText(content, {}, 'p.json');
      expect(summary).toMatchObject({ rows: 2, accepted: 1, suppressed: 1 });
      expect(await emails()).toEqual(['a@x.org']);
    },
  );
});
