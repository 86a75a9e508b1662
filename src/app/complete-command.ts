/** Completion: from a command line up to the cursor to the candidates for the next word. */
import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { type Described, isRunnable, viewsOf } from '../cli/command.ts';
import { lastValue, type Reading, readWords } from '../cli/read-words.ts';
import { topics } from '../cli/topics/index.ts';
import { canBeWord } from '../completion/candidates.ts';
import { complete } from '../completion/complete.ts';
import { type ConfigPeek, peekConfig } from '../completion/config-peek.ts';
import { cachedNames, noNames } from '../completion/name-cache.ts';
import { parseRequest, shells } from '../completion/shells.ts';
import type { CompletionSources } from '../completion/values.ts';
import type { Context } from '../context.ts';
import { fieldsOf } from '../terminal/view-fields.ts';
import { typedEntries } from './all-entries.ts';
import { described, readTop, withRecords } from './read-line.ts';

/**
 * Answers a completion script. Reads only the record of the command on the line; sends no requests.
 *
 * @param given the name of the shell and the arguments of its script
 * @returns the lines that the script reads; empty for an unknown shell
 */
export async function completions(context: Context, given: readonly string[]): Promise<string> {
  const shell = shells.find(name => name === given[0]);
  if (shell === undefined) return '';
  const { words, current, format } = parseRequest(shell, given.slice(1));
  const known = await recordsFor(readTop(words));
  const before = readWords(withRecords(known), words);
  return `${format(await complete(before, current, sources(context, before, known)))}\n`;
}

/** The record of the command on the line; after `help`, that of the command to be explained, too. */
async function recordsFor({ path, operands }: Reading): Promise<readonly Described[]> {
  const names = path[0] === 'help' ? ['help', ...readTop(['--', ...operands]).path] : path;
  return await Promise.all(typedEntries.filter(({ name }) => names.includes(name)).map(described));
}

function sources(context: Context, before: Reading, known: readonly Described[]): CompletionSources {
  const peek = (): ConfigPeek =>
    peekConfig(context, {
      profile: lastValue(before, '--profile')?.value,
      baseUrl: lastValue(before, '--base-url')?.value,
    });
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
    fields() {
      const top = known.find(({ name }) => name === before.path[0]);
      const spec = before.path.length < 2 ? top : top?.commands?.find(({ name }) => name === before.path[1]);
      return spec !== undefined && isRunnable(spec) ? [...new Set(viewsOf(spec).flatMap(fieldsOf))] : [];
    },
    commandsAt(path) {
      const { problem, operands, command } = readWords(withRecords(known), ['--', ...path]);
      return problem?.kind === 'unknown-command' || operands.length > 0 ? undefined : command.commands;
    },
    paths: servicePaths,
    files,
  };
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
