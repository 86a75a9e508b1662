/** The redirect URL, pasted in place of being opened (command-line.md, "Signing in"). */
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { parsePastedCallback, waitForPastedCallback } from '../../src/auth/browser-sign-in.ts';

const incomplete = /^That is not the redirect URL/;
const foreign = /belongs to another sign-in/;

it.each<[line: string, expected: Record<string, string> | RegExp]>([
  ['http://127.0.0.1:8976/callback?code=c&state=s', { code: 'c', state: 's' }],
  ['  http://127.0.0.1:8976/callback?code=c&state=s\r', { code: 'c', state: 's' }],
  ['http://127.0.0.1:8976/callback?error=access_denied&state=s', { error: 'access_denied', state: 's' }],
  ['code=c&state=s', { code: 'c', state: 's' }],
  ['?code=c&state=s', { code: 'c', state: 's' }],
  ['http://127.0.0.1:8976/callback?code=a?b&state=s', { code: 'a?b', state: 's' }],
  ['http://127.0.0.1:8976/callback?code=c&state=other', foreign],
  ['http://127.0.0.1:8976/callback?code=c', incomplete],
  ['http://127.0.0.1:8976/callback?state=s', incomplete],
  ['http://127.0.0.1:8976/callback?code=c&state=s&state=s', incomplete],
  ['http://127.0.0.1:8976/callback', incomplete],
  ['c', incomplete],
  ['c s', incomplete],
  ['', incomplete],
])('%j is read as %j', (line, expected) => {
  const parsed = parsePastedCallback(line, 's');
  if (expected instanceof RegExp) expect(parsed).toMatch(expected);
  else expect(Object.fromEntries(parsed as URLSearchParams)).toEqual(expected);
});

it('of pasted lines the first valid one counts, and wrong ones before it are named', async () => {
  const stdin = new PassThrough();
  const complaints: string[] = [];
  const pasted = waitForPastedCallback(stdin as unknown as NodeJS.ReadStream, 's', why =>
    complaints.push(why),
  );
  stdin.write('\n  \nx\ncode=c&state=t\ncode=c&state=s\ncode=d&state=s\n');
  expect(Object.fromEntries(await pasted.parameters)).toEqual({ code: 'c', state: 's' });
  expect(complaints).toEqual([expect.stringMatching(incomplete), expect.stringMatching(foreign)]);
  pasted.stop();
  expect(stdin.isPaused()).toBe(true);
  stdin.write('y\n');
  expect(complaints).toHaveLength(2);
});
