/**
 * The index of commands, searched for what users of a newsletter service want in their words. The words (asks.tsv), and the
 * second ones (`again`), were written down before it was known which command they meet.
 */
import { readFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { newsletter } from '../support/program.ts';
import { ranked } from './words.ts';

const [, ...asks] = readFileSync(new URL('asks.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map(line => {
    const [ask = '', again = '', given = '', command = ''] = line.split('\t');
    return { ask, again, given, command };
  });

const { stdout: index } = await newsletter(['commands'], { cleanup: afterAll });
const lines = index
  .trimEnd()
  .split('\n')
  .map(line => line.split('\t'));

/** The commands whose records an agent reads before it gives up. */
const looksAt = (query: string) =>
  // The name says what a command is about, and counts twice.
  ranked(query, lines, ([name = '', , , summary = '']) => `${name} ${name} ${summary}`)
    .slice(0, 5)
    .map(([name]) => name);

it.each(asks)('who asks "$ask" is led to $command', ({ ask, given, command }) => {
  expect(looksAt(`${ask} ${given}`)).toContain(command);
});

it('four of five who ask in other words are led to the same command', () => {
  const led = asks.filter(({ again, given, command }) => looksAt(`${again} ${given}`).includes(command));
  expect(led.length).toBeGreaterThanOrEqual(0.8 * asks.length);
});

it('the index and the record of a command are little to read', async () => {
  const sizes = asks.map(async ({ command }) => {
    const { stdout } = await newsletter(['commands', ...command.split(' '), '--json']);
    return index.length + stdout.length;
  });
  const read = await Promise.all(sizes);
  expect(read.reduce((sum, size) => sum + size, 0) / read.length).toBeLessThanOrEqual(10_000);
});
