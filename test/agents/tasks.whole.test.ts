import { mkdirSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { draft } from '../support/account.ts';
import { temporaryFolder } from '../support/home.ts';
import { attempt, shortAnswers } from './agent.ts';
import type { Wish } from './command-line.ts';
import { scene, type Task } from './scene.ts';
import { tasks } from './tasks.ts';

/** What the service cannot do: an agent must not do something else instead. */
const impossible: readonly Wish[] = [
  { ask: 'send a test to me', given: { email: draft, address: 'me@halle.example' } },
  { ask: 'delete this person', given: { person: 'emilwinter@mail.example' } },
  { ask: 'schedule this email for tomorrow', given: { email: draft, date: '2026-12-24' } },
  {
    ask: 'send this email again to everybody who did not open it',
    given: { email: 'Sleeping above the wheels' },
  },
];

interface Figures {
  readonly commands: number;
  readonly wrong: number;
  readonly bytes: number;
  readonly done: boolean;
  /** Something was changed though the task was not done. */
  readonly harm: boolean;
}

async function tried(wish: Wish, { before, done }: Partial<Task>) {
  const folder = temporaryFolder();
  mkdirSync(`${folder}/home`);
  const place = await scene(folder, onTestFinished);
  await before?.(place);
  const writes = place.writes();
  const tries = await attempt(wish, words => place.do(words), shortAnswers);
  const said = `${tries.read.join(', ')}\n${tries.commands.join('\n')}\n${tries.stdout}${tries.stderr}`;
  const isDone = tries.commands.length > 0 && done !== undefined && Boolean(await done(tries, place));
  const figures: Figures = {
    commands: tries.commands.length,
    wrong: tries.wrong.length,
    bytes: tries.bytes,
    done: isDone,
    harm: !isDone && place.writes() > writes,
  };
  return { figures, said };
}

const found = new Map<string, Figures>();
/** In other words. */
const others: Figures[] = [];

describe('an agent that knows only the index, records and errors', () => {
  it.each(tasks)('when its user asks: $ask; then it is done', async task => {
    const { figures, said } = await tried(task, task);
    expect(figures, said).toMatchObject({ done: true, harm: false });
    found.set(task.ask, figures);
  });

  it.each(impossible)('when the service cannot: $ask; then nothing is changed', async wish => {
    const { figures, said } = await tried(wish, {});
    expect(figures.harm, said).toBe(false);
  });

  it('when all are done, then that took few commands and little to read', ({ skip }) => {
    if (found.size < tasks.length) skip('only some of the tasks were run');
    const mean = (key: 'commands' | 'wrong' | 'bytes') =>
      [...found.values()].reduce((sum, each) => sum + each[key], 0) / found.size;
    expect(mean('commands')).toBeLessThanOrEqual(1.3);
    expect(mean('bytes')).toBeLessThanOrEqual(10_000);
  });
});

describe('the same tasks in other words', () => {
  it.each(tasks)('when its user asks: $again; then nothing is changed by a wrong guess', async task => {
    const { figures, said } = await tried({ ...task, ask: task.again }, { ...task, done: failing(task) });
    expect(figures.harm, said).toBe(false);
    others.push(figures);
  });
  it('when all were tried, then four of five are done', ({ skip }) => {
    if (others.length < tasks.length) skip('only some of the tasks were run');
    expect(others.filter(({ done }) => done).length).toBeGreaterThanOrEqual(0.8 * tasks.length);
  });
});

/** Output of another command is no answer. */
const failing =
  ({ done }: Task): Task['done'] =>
  async (...args) => {
    try {
      return await done(...args);
    } catch {
      return false;
    }
  };
