import { describe, expect, it } from 'vitest';
import { freePort, run, start, temporaryFolder } from './program.ts';

describe('the profile of `newsletter sandbox`', () => {
  it('when it is signed in by browser, then the secret is all that is missing', async () => {
    const folder = temporaryFolder();
    const sandbox = start(folder, ['sandbox', '--port', '0', '--subscribers', '3']);
    await sandbox.said(/NEWSLETTER_CLIENT_SECRET=sandbox-secret newsletter login --profile sandbox/);
    const { stdout } = await run(folder, ['config', 'get', 'client-id', '--profile', 'sandbox']);
    expect(stdout).toBe('sandbox-client\n');
    // The port that it registers belongs to the whole machine: what counts is how far the login gets.
    const env = {
      NEWSLETTER_CLIENT_SECRET: 'sandbox-secret',
      NEWSLETTER_REDIRECT_URI: `http://127.0.0.1:${await freePort()}/callback`,
    };
    const login = start(folder, ['login', '--profile', 'sandbox', '--login-timeout', '1'], { env });
    await login.said(/\/oauth\/authorize\?client_id=sandbox-client/);
    expect((await login.ended).status).toBe(7);
    sandbox.child.kill('SIGTERM');
    expect((await sandbox.ended).status).toBe(0);
  });
});
