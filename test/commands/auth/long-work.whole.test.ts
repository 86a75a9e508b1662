import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newsletter } from '../../support/program.ts';
import { signIn, signInService } from './sign-in.ts';

describe('an import that outlives its tokens', () => {
  it('when tokens end in its midst, then every row still arrives once', async () => {
    const made = await signInService({ tokenSeconds: 1, importSeconds: 2 });
    expect((await signIn(made)).status).toBe(0);
    const file = join(made.folder, 'people.csv');
    const rows = Array.from({ length: 6 }, (_, i) => `person${i}@example.org`);
    writeFileSync(file, `email\n${rows.join('\n')}\n`);
    const args = ['import', file, '--yes'];
    const { status, stderr } = await newsletter(args, {
      home: made.folder,
      env: { ...made.env, ...made.secret },
    });
    expect(stderr).not.toContain('error');
    expect(status).toBe(0);
    expect(made.sandbox.requests()['POST /oauth/token']).toBeGreaterThan(1);
    const answer = await fetch(`${made.sandbox.baseUrl}/v1/subscribers`, {
      headers: { authorization: `Bearer ${made.sandbox.apiKey}` },
    });
    expect(((await answer.json()) as { meta: { total: number } }).meta.total).toBe(9);
  });
});
