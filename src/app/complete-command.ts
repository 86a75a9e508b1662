/** What the completion scripts call: a command line up to the cursor in, what can stand there out. */
import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import type { Command } from 'commander';
import { behaviourOf } from '../cli/command-metadata.ts';
import { topics } from '../cli/topics.ts';
import { entries } from '../commands/index.ts';
import { canBeWord } from '../completion/candidates.ts';
import { complete } from '../completion/complete.ts';
import { type ConfigPeek, type PeekFlags, peekConfig } from '../completion/config-peek.ts';
import { commandNamed } from '../completion/cursor.ts';
import { cachedNames, noNames } from '../completion/name-cache.ts';
import { parseRequest, shells } from '../completion/shells.ts';
import type { CompletionSources } from '../completion/values.ts';
import type { Context } from '../context.ts';
import { settleJson } from './argv.ts';
import { createProgram, globalOptions } from './program.ts';

/**
 * Answers a completion script. Loads the module of the command on the line, and no other; asks no network.
 *
 * @param given the shell's name, and what its script hands over
 * @returns the lines that the script reads; nothing at all for a shell that is not known
 */
export async function completions(context: Context, given: readonly string[]): Promise<string> {
  const shell = shells.find(name => name === given[0]);
  if (shell === undefined) return '';
  const { words, current, format } = parseRequest(shell, given.slice(1));
  const program = await createProgram(context, modulesFor(words));
  const settled = await settleJson(words);
  // A bare --json at the cursor may still get its fields.
  const before = words.at(-1) === '--json' ? words : settled;
  return `${format(await complete(program, before, current, sources(context, words)))}\n`;
}

function modulesFor(words: readonly string[]): string[] {
  const names = [...entries.map(({ name }) => name), 'help'];
  const named = commandNamed(words, names, globalOptions());
  if (named !== 'help') return named === undefined ? [] : [named];
  return words.slice(words.indexOf('help') + 1, words.indexOf('help') + 2);
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
      const { knownServices } = await import('../import/mapping/presets.ts');
      return [...knownServices().map(({ name }) => name), 'none'];
    },
    shownFields,
    paths: servicePaths,
    files,
  };
}

/** The values of `--profile` and `--base-url` among the words. */
function flagsIn(words: readonly string[]): PeekFlags {
  const last = (flag: string) => {
    const at = words.findLastIndex(word => word === flag || word.startsWith(`${flag}=`));
    const word = words[at];
    return word === flag ? words[at + 1] : word?.slice(flag.length + 1);
  };
  return { profile: last('--profile'), baseUrl: last('--base-url') };
}

/** Commands whose records are their own, not those of what they request. */
const ownRecords = new Set(['doctor', 'whoami']);

async function shownFields(command: Command): Promise<readonly string[]> {
  if (ownRecords.has(command.name())) return [];
  const { endpoints } = await import('../contract/index.ts');
  const [first] = (behaviourOf(command)?.requests ?? []).filter(name => Object.hasOwn(endpoints, name));
  const fields = Object.entries(endpoints).find(([name]) => name === first)?.[1].response.fields;
  return Object.keys(fields ?? {});
}

async function servicePaths(): Promise<readonly string[]> {
  const { endpoints } = await import('../contract/index.ts');
  return [...new Set(Object.values(endpoints).map(({ path }) => path.replace(/\{id\}.*$/, '')))];
}

/** Below the folder that `start` leads to; hidden ones only when they are asked for. */
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
