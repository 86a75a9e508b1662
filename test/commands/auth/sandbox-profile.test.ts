import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/home.ts';
import { newsletter, start } from '../../support/program.ts';
import { freePort } from './sign-in.ts';

describe('the profile of `newsletter sandbox`', () => {
  it('when it is signed in by browser, then the secret is all that is missing', async () => {
    const folder = temporaryFolder();
    const sandbox = start(['sandbox', '--port', '0', '--subscribers', '3'], { home: folder });
    await sandbox.said(/NEWSLETTER_CLIENT_SECRET=sandbox-secret newsletter login --profile sandbox/);
    const { stdout } = await newsletter(['config', 'get', 'client-id', '--profile', 'sandbox'], {
      home: folder,
    });
    expect(stdout).toBe('sandbox-client\n');
    // The port that it registers belongs to the whole machine: what counts is how far the login gets.
    const env = {
      NEWSLETTER_CLIENT_SECRET: 'sandbox-secret',
      NEWSLETTER_REDIRECT_URI: `http://127.0.0.1:${await freePort()}/callback`,
    };
    const login = start(['login', '--profile', 'sandbox', '--login-timeout', '1'], {
      home: folder,
      env,
      stdin: 'open',
    });
    await login.said(/\/oauth\/authorize\?client_id=sandbox-client/);
    expect((await login.ended).status).toBe(7);
    sandbox.signal('SIGTERM');
    expect((await sandbox.ended).status).toBe(0);
  });
});
