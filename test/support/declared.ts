/** Whether a command did and ended as it is recorded of it: what its help and `newsletter commands` say. */
import type { Command } from 'commander';
import { createProgram } from '../../src/app/program.ts';
import { createRun } from '../../src/app/run.ts';
import { behaviourOf, exitsOf } from '../../src/cli/command-metadata.ts';
import { pathOf } from '../../src/cli/command-tree.ts';
import { describeProgram } from '../../src/cli/command-tree-json.ts';
import { topics } from '../../src/cli/topics.ts';

const program = await createProgram(createRun(process).context, 'all');

/** The command that the words lead to, be it one or a group of them. */
function commandOf(words: readonly string[]): Command {
  const end = words.indexOf('--');
  let command = program;
  for (const word of end < 0 ? words : words.slice(0, end)) {
    command = command.commands.find(each => each.name() === word) ?? command;
    if (command.name() === 'help') break;
  }
  return command;
}

/**
 * @param words the command line without program name
 * @param status null when a signal ended it
 * @returns what is wrong, if anything
 */
export function unnamedExit(words: readonly string[], status: number | null): string | undefined {
  const command = commandOf(words);
  const behaviour = behaviourOf(command);
  if (status === null || behaviour === undefined || behaviour.passesStatus) return undefined;
  const named: readonly number[] = exitsOf(behaviour);
  if (named.includes(status)) return undefined;
  return `${words.join(' ')}: exit status ${status} is none of those in the help: ${named.join(', ')}`;
}

const described = describeProgram(program, '').commands;

/**
 * @param words the command line without program name
 * @param trace what `--verbose` said
 * @returns the requests that are not recorded of the command, but for those of a sign-in
 */
export function unnamedRequests(words: readonly string[], trace: string): string[] {
  const command = commandOf(words);
  if (behaviourOf(command)?.requests.includes('any')) return [];
  const name = pathOf(command).join(' ');
  const found = described.find(({ path }) => path.join(' ') === name);
  const named = (found?.requests ?? []).map(({ method, path }) => `${method} ${path}`);
  return [...trace.matchAll(/^> (\w+) https?:\/\/[^/]+(\/[^\s?]*)/gm)]
    .map(([, method, path]) => `${method} ${path?.replace(/[0-9a-f-]{36}/, '{id}')}`)
    .filter(request => !request.includes('/oauth/') && !named.includes(request));
}

/** What is wrong with a command line that a text tells people to type: a command or an option that there is not. */
export function faultIn(line: string): string | undefined {
  let command: Command = program;
  const words = line.trim().split(/\s+/).slice(1);
  for (const [at, word] of words.entries()) {
    if (['--', '|', '>'].includes(word)) return undefined;
    if (word.startsWith('--')) {
      const [flag = ''] = word.replace(/[.,;:]+$/, '').split('=');
      const known = [command, program].flatMap(each => each.options.flatMap(option => option.long ?? []));
      if (![...known, '--help'].includes(flag)) return `${line}: no option ${flag}`;
    } else if (/^[a-z-]+$/.test(word) && command.commands.length > 0) {
      const found = command.commands.find(each => each.name() === word);
      if (found === undefined) return `${line}: no command ${word}`;
      if (word === 'help') {
        const isThere = [...topics, ...program.commands.map(each => ({ name: each.name() }))].some(
          ({ name }) => name === words[at + 1],
        );
        return isThere || words[at + 1] === undefined ? undefined : `${line}: no topic`;
      }
      command = found;
    }
  }
  return undefined;
}
