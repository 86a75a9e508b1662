// `npm run newcomers`: plays four newcomers against the sandbox, and prints what it took them. With words, only those
// whose names contain one: `npm run newcomers -- editor`.
import { newcomers } from './people.js';
import { play } from './play.js';

const wanted = process.argv.slice(2);
const rows = [['newcomer', 'commands', 'failed', 'answers', 'lines', 'seconds', 'goal']];
for (const newcomer of newcomers) {
  if (wanted.length > 0 && !wanted.some(word => newcomer.name.includes(word))) continue;
  const { commands, failed, answers, lines, seconds, reached } = await play(newcomer);
  if (!reached || failed > 0) process.exitCode = 1;
  const counts = [commands, failed, answers, lines].map(String);
  rows.push([
    newcomer.name,
    ...counts,
    seconds.toFixed(1),
    `${reached ? '' : 'NOT REACHED: '}${newcomer.goal}`,
  ]);
}
const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map(row => row[at]?.length ?? 0)));
for (const row of rows) {
  const cells = row.map((cell, at) => cell.padEnd(widths[at] ?? 0));
  process.stdout.write(`${cells.join('  ').trimEnd()}\n`);
}
