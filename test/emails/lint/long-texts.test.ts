/** Texts that make careless patterns take the square of their length: at this size, minutes. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../support/home.ts';
import { newsletter } from '../../support/program.ts';

it.each([
  ['a word', '.html', 'x'.repeat(300_000)],
  ['a word', '.md', 'x'.repeat(300_000)],
  ['brackets that are never closed', '.html', '[ '.repeat(100_000)],
  ['tokens that are never closed', '.html', '{{ '.repeat(40_000)],
  ['links that are never closed', '.md', '[a](b '.repeat(20_000)],
  ['lines of one paragraph', '.md', 'A line\n'.repeat(60_000)],
  ['tags that are never closed', '.html', '<p '.repeat(50_000)],
])('when a file holds %s without end (%s), then it is looked at all the same', async (_, ending, body) => {
  const cwd = temporaryFolder();
  const file = `issue${ending}`;
  writeFileSync(join(cwd, file), `---\nsubject: A\npreview: b\n---\n${body}\n`);
  const { status, stderr } = await newsletter(['emails', 'lint', file], { cwd });
  expect([[0, 8].includes(status ?? -1), stderr]).toEqual([true, expect.not.stringContaining('defect')]);
});
