/** Completion: from a command line up to the cursor to the candidates for the next word. */
import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import {
  type ArgumentSpec,
  argumentName,
  type Described,
  isRunnable,
  summaryOf,
  viewsOf,
} from '../cli/command.ts';
import { flagsOf, negativeFlag, type OptionSpec } from '../cli/option.ts';
import { globalOptions } from '../cli/options/global-options.ts';
import { topics } from '../cli/topics/index.ts';
import { canBeWord } from '../completion/candidates.ts';
import { complete } from '../completion/complete.ts';
import { type ConfigPeek, type PeekFlags, peekConfig } from '../completion/config-peek.ts';
import {
  type CompletionArgument,
  type CompletionCommand,
  type CompletionOption,
  commandNamed,
} from '../completion/cursor.ts';
import { cachedNames, noNames } from '../completion/name-cache.ts';
import { parseRequest, shells } from '../completion/shells.ts';
import type { CompletionSources } from '../completion/values.ts';
import type { Context } from '../context.ts';
import { fieldsOf } from '../terminal/view-fields.ts';
import { allEntries } from './all-entries.ts';
import { canonicalWords } from './argv.ts';
import { described } from './described.ts';

/**
 * Answers a completion script. Reads only the record of the command on the line; sends no requests.
 *
 * @param given the name of the shell and the arguments of its script
 * @returns the lines that the script reads; empty for an unknown shell
 */
export async function completions(context: Context, given: readonly string[]): Promise<string> {
  const shell = shells.find(name => name === given[0]);
  if (shell === undefined) return '';
  const { words: typed, current, format } = parseRequest(shell, given.slice(1));
  const words = canonicalWords(typed);
  const program = await completionTree(modulesFor(words));
  return `${format(await complete(program, words, current, sources(context, words)))}\n`;
}

const optionsOfAll = Object.values(globalOptions).flatMap(completionOptions);

function modulesFor(words: readonly string[]): string[] {
  const names = allEntries.map(({ name }) => name);
  const named = commandNamed(words, names, optionsOfAll);
  if (named !== 'help') return named === undefined ? [] : [named];
  return ['help', ...words.slice(words.indexOf('help') + 1, words.indexOf('help') + 2)];
}

/** The command tree; only the commands in `loaded` have subcommands, arguments and options. */
async function completionTree(loaded: readonly string[]): Promise<CompletionCommand> {
  const commands = await Promise.all(
    allEntries.map(async entry => {
      const { name, summary } = entry;
      return loaded.includes(name) ? completionCommand(await described(entry), summary) : leaf(name, summary);
    }),
  );
  return { ...leaf('newsletter', ''), options: optionsOfAll, commands };
}

function leaf(name: string, summary: string): CompletionCommand {
  return { name, summary, arguments: [], options: [], commands: [], fields: [] };
}

function completionCommand(spec: Described, summary: string): CompletionCommand {
  const commands = (spec.commands ?? []).map(below => completionCommand(below, summaryOf(below)));
  const named = { ...leaf(spec.name, summary), commands };
  if (!isRunnable(spec)) return named;
  return {
    ...named,
    arguments: spec.arguments.map(completionArgument),
    options: Object.values(spec.options).flatMap(completionOptions),
    fields: [...new Set(viewsOf(spec).flatMap(fieldsOf))],
  };
}

function completionArgument(argument: ArgumentSpec): CompletionArgument {
  const { name, choices = [], completes } = argument;
  return { name: argumentName(argument), variadic: name.includes('...'), choices, completes };
}

/** An option, and its `--no-` form if it has one. */
function completionOptions(spec: OptionSpec): CompletionOption[] {
  const { choices = [], completes, description, negation } = spec;
  const flags = flagsOf(spec);
  const option = { ...flags, choices, completes, description };
  if (negation === undefined) return [option];
  const opposite = { long: negativeFlag(flags), short: null, value: null, choices: [], completes: undefined };
  return [option, { ...opposite, description: negation }];
}

function sources(context: Context, words: readonly string[]): CompletionSources {
  const peek = (): ConfigPeek => peekConfig(context, flagsIn(words));
  return {
    profiles: () => peek().profiles,
    names() {
      const { cacheKey } = peek();
      return cacheKey === undefined ? noNames : cachedNames(context.configDir, cacheKey);
    },
    topics: () => topics.map(({ name, summary }) => ({ word: name, description: summary })),
    async settings() {
      const { settings, settingNames } = await import('../settings/schema.ts');
      return settingNames.map(name => {
        const { meaning, value } = settings[name];
        return { name, meaning, values: value.kind === 'choice' ? value.values : [] };
      });
    },
    async services() {
      const { knownServices } = await import('../import/columns/presets.ts');
      return [...knownServices().map(({ name }) => name), 'none'];
    },
    paths: servicePaths,
    files,
  };
}

/** The last values of `--profile` and `--base-url`. */
function flagsIn(words: readonly string[]): PeekFlags {
  const last = (flag: string) => {
    const at = words.findLastIndex(word => word === flag || word.startsWith(`${flag}=`));
    const word = words[at];
    return word === flag ? words[at + 1] : word?.slice(flag.length + 1);
  };
  return { profile: last('--profile'), baseUrl: last('--base-url') };
}

async function servicePaths(): Promise<readonly string[]> {
  const { endpoints } = await import('../contract/index.ts');
  return [...new Set(Object.values(endpoints).map(({ path }) => path.replace(/\{id\}.*$/, '')))];
}

/** The files in the folder of `start`; hidden files only if its last part begins with a dot. */
function files(start: string): readonly string[] {
  const cut = start.lastIndexOf('/') + 1;
  const [folder, name] = [start.slice(0, cut), start.slice(cut)];
  try {
    const place = folder.replace(/^~(?=\/)/, homedir());
    return readdirSync(place || '.', { withFileTypes: true })
      .filter(entry => name.startsWith('.') || !entry.name.startsWith('.'))
      .filter(entry => canBeWord(`./${entry.name}`))
      .map(entry => `${folder}${entry.name}${entry.isDirectory() ? '/' : ''}`);
  } catch {
    return [];
  }
}
