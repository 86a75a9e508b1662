/** Whether a command did and ended as its record says: what its help and `newsletter commands` say. */
import { type CommandSpec, isRunnable, type TopCommand } from '../../src/cli/command.ts';
import { effectsOf, exitsOf } from '../../src/cli/command-metadata.ts';
import { flagsOf, globalOptions, negativeFlag } from '../../src/cli/option.ts';
import { readWords } from '../../src/cli/read-words.ts';
import { topics } from '../../src/cli/topics/index.ts';
import { endpoints } from '../../src/contract/index.ts';
import { tree } from './tree.ts';

const tops = tree.filter(({ path }) => path.length === 1);

/** The words of a command line, as a shell reads its quotes. */
export function wordsIn(line: string): string[] {
  const words = line.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? [];
  return words.map(word => word.replaceAll(/'([^']*)'|"([^"]*)"/g, (_, a, b) => a ?? b));
}

/** The command that the words lead to, be it one or a group of them. */
function commandOf(words: readonly string[]): { spec: TopCommand; path: readonly string[] } | undefined {
  const end = words.indexOf('--');
  const own = end < 0 ? words : words.slice(0, end);
  const top = tops.find(({ path }) => path[0] === own.find(word => tops.some(one => one.path[0] === word)));
  if (top === undefined || top.path[0] === 'help') return top;
  const rest = own.slice(own.indexOf(top.path[0] ?? '') + 1);
  const below = rest.flatMap(word => top.spec.commands?.find(({ name }) => name === word) ?? [])[0];
  return below === undefined ? top : { spec: below, path: [...top.path, below.name] };
}

function recordOf(words: readonly string[]): CommandSpec | undefined {
  const spec = commandOf(words)?.spec;
  return spec !== undefined && isRunnable(spec) ? spec : undefined;
}

/**
 * @param words the command line without program name
 * @param status null when a signal ended it
 * @returns what is wrong, if anything
 */
export function unnamedExit(words: readonly string[], status: number | null): string | undefined {
  const spec = recordOf(words);
  if (status === null || spec === undefined || spec.passesStatus) return undefined;
  const named: readonly number[] = exitsOf(spec);
  if (named.includes(status)) return undefined;
  return `${words.join(' ')}: exit status ${status} is none of those in the help: ${named.join(', ')}; name its failure in \`codes\` of the command's record`;
}

/** The commands of a hint that can be run as they stand: nothing in them is to be filled in. */
export function commandsIn(hint: string): readonly string[] {
  return hint.split('; ').flatMap(part => {
    const [, command = ''] = /\b(newsletter \S.*?)(?: \([^()']*\))?[.?]?$/.exec(part) ?? [];
    const bare = command.replaceAll(/'[^']*'|"[^"]*"/g, "''");
    const isWhole = command !== '' && !/[<>…]|, | (?:asks|to|shows|again|and|has) |\*\*\*@/.test(bare);
    return isWhole ? [command] : [];
  });
}

/** @returns the commands that an error leads to and that cannot be run as they stand, if any */
export function wrongNext(stderr: string): string | undefined {
  const hints = [...stderr.matchAll(/^hint: (.*)$/gm)].map(([, hint = '']) => hint);
  const wrong = hints.flatMap(commandsIn).flatMap(command => {
    const [, ...words] = wordsIn(command);
    const { problem, asks } = readWords(
      tops.map(({ spec }) => spec),
      words,
    );
    return problem === undefined || asks !== undefined ? [] : `"${command}" cannot be run: ${problem.kind}`;
  });
  return wrong.length === 0 ? undefined : wrong.join('; ');
}

/**
 * @param words the command line without program name
 * @param log what `--verbose` said
 * @returns the requests that are not in the command's record, but for those of a sign-in
 */
export function unnamedRequests(words: readonly string[], log: string): string[] {
  if (recordOf(words)?.requests.includes('any')) return [];
  const spec = commandOf(words)?.spec;
  const named = (spec === undefined ? [] : effectsOf(spec).requests).map(
    name => `${endpoints[name].method} ${endpoints[name].path}`,
  );
  return [...log.matchAll(/^> (\w+) https?:\/\/[^/]+(\/[^\s?]*)/gm)]
    .map(([, method, path]) => `${method} ${path?.replace(/[0-9a-f-]{36}/, '{id}')}`)
    .filter(request => !request.includes('/oauth/') && !named.includes(request));
}

const flagsIn = (options: CommandSpec['options']) =>
  Object.values(options).flatMap(option => {
    const flags = flagsOf(option);
    return option.negation === undefined ? [flags.long] : [flags.long, negativeFlag(flags)];
  });

/** What is wrong with a command line that a text tells people to type: a command or an option that there is not. */
export function faultIn(line: string): string | undefined {
  let spec: TopCommand | undefined;
  const words = line.trim().split(/\s+/).slice(1);
  for (const [at, word] of words.entries()) {
    if (['--', '|', '>'].includes(word)) return undefined;
    // Only behind --help: all options.
    if (word === '--all' && words[at - 1] === '--help') continue;
    if (word.startsWith('--')) {
      const [flag = ''] = word.replace(/[.,;:]+$/, '').split('=');
      const own = spec !== undefined && isRunnable(spec) ? flagsIn(spec.options) : [];
      const known = [...own, ...flagsIn(globalOptions), '--help', '--version'];
      if (!known.includes(flag)) return `${line}: no option ${flag}`;
      continue;
    }
    const below: readonly TopCommand[] =
      spec === undefined ? tops.map(top => top.spec) : (spec.commands ?? []);
    if (!/^[a-z-]+$/.test(word) || below.length === 0) continue;
    const found = below.find(({ name }) => name === word);
    // The argument of a command that has commands below it, or the value of an option.
    if (found === undefined && spec !== undefined && isRunnable(spec)) continue;
    if (found === undefined) return `${line}: no command ${word}`;
    if (word === 'help') {
      const next = words[at + 1];
      const isThere = [...topics, ...tops.map(top => top.spec)].some(({ name }) => name === next);
      return isThere || next === undefined ? undefined : `${line}: no topic`;
    }
    spec = found;
  }
  return undefined;
}
