/** What is read back of an import: docs/importing.md, "Verification". */
import { describe, expect, it } from 'vitest';
import { ChangedSample } from '../../src/import/account/first-changed.ts';
import { readBackExtent, type SentFacts, verifyImport } from '../../src/import/account/verify.ts';
import { troubled } from '../support/service.ts';
import { account, lines } from './account.ts';

const sent: SentFacts = {
  verify: false,
  isWaitedFor: true,
  completedJobs: 2,
  unchanged: 0,
  skipped: 0,
};

describe('how many people are read back', () => {
  it.each<[string, Partial<SentFacts>, ReturnType<typeof readBackExtent>]>([
    ['all is well', {}, 'sample'],
    ['--verify is given', { verify: true }, 'all'],
    ['the service says that it skipped rows', { skipped: 1 }, 'all'],
    ['nobody waited', { isWaitedFor: false, verify: true }, 'none'],
    ['no job completed', { completedJobs: 0 }, 'none'],
    ['everybody was up to date', { completedJobs: 0, unchanged: 5 }, 'none'],
    ['everybody was up to date, with --verify', { completedJobs: 0, unchanged: 5, verify: true }, 'all'],
  ])('when %s', (_, facts, extent) => {
    expect(readBackExtent({ ...sent, ...facts })).toBe(extent);
  });
});

describe('a sample', () => {
  it('holds changed people of completed jobs only, wherever the list has them', async () => {
    const read: string[] = [];
    const api = {
      async call(_: string, { id }: { readonly id: string }) {
        read.push(id);
        return { id, email: `${id}@example.org`, fields: { city: 'Bern' }, tags: [] };
      },
      async *pages() {},
    };
    const sample = new ChangedSample();
    for (const [place, id] of ['ann', 'bob'].entries()) {
      const email = `${id}@example.org`;
      sample.add({ place, id, email, before: {}, after: { fields: { city: 'Oslo' }, tags: [] } });
    }
    const jobs = ['completed', 'failed'].map((status, from) => ({ status, from, to: from + 1, rows: 1 }));
    const verified = await verifyImport(
      { options: { verify: false, wait: true } } as never,
      { jobs, files: [], last: [] } as never,
      {
        ...{ api, compared: { sample }, folder: { readImport: () => undefined } },
        stop: new AbortController().signal,
      } as never,
    );
    expect(read).toEqual(['ann']);
    const different = [{ email: 'ann@example.org', fields: ['fields.city'], at: 0 }];
    expect(verified).toMatchObject({ checked: 1, of: 1, different });
  });

  it('people whom an import changes are among those that are read back', async () => {
    const { loadText, sandbox } = await account({ importSeconds: 0.001 });
    const read = () => sandbox.requests()['GET /v1/subscribers/{id}'] ?? 0;
    await loadText(lines('Email,City', 'ann@x.org,Oslo', 'bob@x.org,Rome'), { wait: true });
    expect(read()).toBe(0);
    const { summary } = await loadText(lines('Email,City', 'ann@x.org,Bern', 'bob@x.org,Rome'), {
      wait: true,
    });
    expect(summary).toMatchObject({ updated: 1, unchanged: 1, verified: { different: 0 } });
    // At first, before others are changed, and in the end.
    expect(read()).toBe(2);
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
