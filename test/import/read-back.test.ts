/** What is read back of an import: docs/importing.md, "Verification". */
import { describe, expect, it } from 'vitest';
import { troubled } from '../support/service.ts';
import { account, lines } from './account.ts';

describe('a sample', () => {
  it('people whom an import changes are read back', async () => {
    const { loadText, sandbox } = await account({ importSeconds: 0.001 });
    const read = () => sandbox.requests()['GET /v1/subscribers/{id}'] ?? 0;
    await loadText(lines('Email,City', 'ann@x.org,Oslo', 'bob@x.org,Rome'), { wait: true });
    expect(read()).toBe(0);
    const { summary } = await loadText(lines('Email,City', 'ann@x.org,Bern', 'bob@x.org,Rome'), {
      wait: true,
    });
    expect(summary).toMatchObject({ updated: 1, unchanged: 1, verified: { checked: 1, different: 0 } });
    // Before others are changed.
    expect(read()).toBe(1);
  });
});

describe('--verify', () => {
  it.each([
    ['the list cannot be read', 500, 8, null],
    ['it can', 200, 0, { checked: 2, of: 2, different: 0 }],
  ])(
    'after everything was sent, %s is said, and decides the exit status',
    async (_, status, exit, verified) => {
      const here = await account({ importSeconds: 0.001 });
      const file = here.write('people.csv', lines('Email', 'ann@x.org', 'bob@x.org'));
      const { env } = await troubled(
        here,
        'GET /v1/subscribers?per_page=500',
        async ({ response, carryOut }) => {
          const answer = here.posts() > 0 && status !== 200 ? { status, text: '{}' } : await carryOut();
          response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.text);
        },
      );
      const line = ['import', file, '--yes', '--verify', '--retries', '0', '--json'];
      const ended = await here.run(line, { env });
      expect(JSON.parse(ended.stdout)).toMatchObject({ created: 2, verified });
      expect(ended.status).toBe(exit);
      expect(ended.stderr.includes('could not read back what was sent')).toBe(exit === 8);
    },
  );
});
