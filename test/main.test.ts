/** What only a process of Node shows: an executable of its own, and Bun, read no NODE_OPTIONS. */
import { describe, expect, it } from 'vitest';
import { startProcess } from './support/process.ts';

/** Runs a module before the program. */
const preloading = (source: string) => ({
  NEWSLETTER_BASE_URL: 'http://127.0.0.1:9',
  NEWSLETTER_API_KEY: 'the-key',
  NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(source)}`,
});

describe('a command that never comes to its end', () => {
  it('that has nothing left to wait for is no success', async () => {
    // Connections are never made, and nothing waits for them.
    const idle =
      "import { Socket } from 'node:net'; Socket.prototype.connect = function () { return this; };";
    const { ended } = startProcess(['account', 'get'], { env: preloading(idle) });
    expect(await ended).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('halfway') });
  });
});
