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

  it('fewer people than were sent are called a sample', async () => {
    const { run, write } = await account({ importSeconds: 0.001 });
    write('people.csv', lines('Email', ...Array.from({ length: 101 }, (_, i) => `a${i}@x.org`)));
    const { stderr } = await run(['import', 'people.csv']);
    expect(stderr).toContain('verified: 100 of 101 read back as a sample, all as sent\n');
  });

  it('that the list cannot be read is said, and does not change the exit status', async () => {
    const here = await account({ importSeconds: 0.001 });
    const file = here.write('people.csv', lines('Email', 'ann@x.org', 'bob@x.org'));
    const { env } = await troubled(
      here,
      'GET /v1/subscribers?per_page=500',
      async ({ response, carryOut }) => {
        const answer = here.posts() > 0 ? { status: 500, text: '{}' } : await carryOut();
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.text);
      },
    );
    const ended = await here.run(['import', file, '--yes', '--retries', '0'], { env });
    expect(ended.status).toBe(0);
    expect(ended.stderr).toMatch(
      /not verified \(.*\): to compare everyone, run the same import with --dry-run/,
    );
  });
});
