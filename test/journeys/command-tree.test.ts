import { describe, expect, it } from 'vitest';
import { createProgram } from '../../src/commands/program.ts';
import { behaviourOf } from '../../src/commands/requests.ts';
import { commandsBelow, doesSomething, pathOf } from '../../src/commands/tree.ts';
import { createRun } from '../../src/run.ts';

const program = await createProgram(createRun(process).context, 'all');
const commands = commandsBelow(program).filter(doesSomething);

describe('what is recorded of the commands', () => {
  it('when a command does something, then it says what it may request', () => {
    const silent = commands.filter(command => behaviourOf(command) === undefined);
    expect(silent.map(command => pathOf(command).join(' '))).toEqual([]);
    expect(commands.length).toBeGreaterThan(40);
  });
});
