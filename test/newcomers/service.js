// The sandbox as the service that a newcomer has an account at.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../bin/newsletter.js', import.meta.url));

/**
 * @typedef {object} Service
 * @property {string} address
 * @property {string} key
 * @property {(path: string) => Promise<{ [name: string]: unknown }[]>} list all records of a list
 * @property {() => Promise<void>} stop resolves when it has ended
 */

/**
 * @param {string} home of the one who runs it
 * @returns {Promise<Service>}
 */
export async function startService(home) {
  const child = spawn(
    process.execPath,
    [program, 'sandbox', '--port', '0', '--page-size', '500', '--send-seconds', '1', '-o', 'ndjson'],
    { env: { PATH: process.env.PATH, HOME: home }, stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const closed = once(child, 'close');
  const line = await new Promise((resolve, reject) => {
    let text = '';
    child.stdout.setEncoding('utf8').on('data', part => {
      text += part;
      if (text.includes('\n')) resolve(text);
    });
    child.on('close', () => reject(new Error('the sandbox did not start: run npm run build first')));
  });
  const { base_url: address, api_key: key } = JSON.parse(line);
  return {
    address,
    key,
    async list(path) {
      const records = [];
      for (let page = 1; ; page++) {
        const response = await fetch(`${address}${path}?page=${page}`, {
          headers: { authorization: `Bearer ${key}` },
        });
        /** @type {{ data: { [name: string]: unknown }[] }} */
        const { data } = JSON.parse(await response.text());
        if (data.length === 0) return records;
        records.push(...data);
      }
    },
    async stop() {
      child.kill('SIGTERM');
      await closed;
    },
  };
}
