import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import guide from '../../skills/newsletter/SKILL.md?raw';
import { type CommandGroup, command } from '../cli/command.ts';
import { choice, flag, type OptionValues } from '../cli/option.ts';
import type { Context } from '../context.ts';
import { fieldsFrom } from '../contract/schema.ts';
import { Failure } from '../lib/failure.ts';
import type { View } from '../terminal/terminal.ts';

/** Where agents look for skills (agentskills.io), below a project or a home. Most look into the first. */
const places = [
  { folder: '.agents', agents: 'Codex, Cursor, Gemini CLI, GitHub Copilot, OpenCode and others' },
  { folder: '.claude', agents: 'Claude Code' },
] as const;

/** A file of the plan. `why`: the reason that it stays as it is. */
type GuideFile = Readonly<{
  action: 'create' | 'update' | 'none' | 'keep';
  file: string;
  agents: string;
  why: string | null;
}>;

const view: View = {
  plural: 'files',
  columns: ['action', 'file', 'agents', 'why'],
  kinds: fieldsFrom('action:text file:text agents:text why:text?'),
};

const options = {
  scope: choice(
    '--scope <scope>',
    'this project (its repository, else this folder), or all of yours',
    ['project', 'user'],
    { default: 'project' },
  ),
  force: flag('--force', 'replace a file that is another version, or edited'),
};

const setup = command({
  name: 'setup',
  description:
    'Put the guide for coding agents where they look for skills: .agents/skills and .claude/skills. A file that differs from it is kept, unless you pass --force. To read it: newsletter help agents.',
  options,
  requests: [],
  output: view,
  prints: 'list',
  codes: ['confirmation_needed', 'declined', 'partly_done', 'write_failed'],
  changesThisMachine: true,
  showsPlan: true,
  examples: [
    ['for this project', 'newsletter agent setup'],
    ['what would be written', 'newsletter agent setup --dry-run'],
    ['for all your projects, in a script', 'newsletter agent setup --scope user --yes'],
  ],
  run: async (context, _, flags) => await putGuide(context, flags),
});

export const agent: CommandGroup = {
  name: 'agent',
  description: 'The guide for coding agents: put it where they look.',
  examples: [['for this project', 'newsletter agent setup']],
  commands: [setup],
};

async function putGuide(context: Context, { scope, force }: OptionValues<typeof options>): Promise<void> {
  const { terminal, environment, workingFolder, options: global } = context;
  const { homeFolder } = await import('../settings/config-dir.ts');
  const root = scope === 'user' ? homeFolder(environment) : projectOf(workingFolder);
  const plan = await planFiles(root, force === true);
  const changed = plan.filter(({ action }) => action === 'create' || action === 'update');
  const files = changed.length === 1 ? 'one file' : `${changed.length} files`;
  if (changed.length > 0 && global.dryRun !== true) {
    terminal.tell(changed.map(({ action, file }) => `${action} ${file}`).join('\n'));
    if (!(await terminal.confirm(`Write the guide for agents to ${files}?`, '--yes')))
      throw new Failure('declined', 'nothing was changed');
    for (const { file } of changed) await write(file);
  }
  await terminal.list(plan, view);
  if (global.dryRun) terminal.note(`${changed.length === 0 ? 'nothing' : files} to write`);
  else if (changed.length > 0)
    terminal.note('Agents read it when their next session starts. To read it: newsletter help agents');
  const kept = plan.filter(({ action }) => action === 'keep').map(({ file }) => file);
  if (kept.length === 0) return;
  throw new Failure('partly_done', `kept a file that differs from the guide: ${kept.join(', ')}`, {
    hint: 'compare it with: newsletter help agents; --force replaces it',
  });
}

/** The repository of a folder, or the folder itself. */
function projectOf(folder: string): string {
  for (let each = folder; ; each = dirname(each)) {
    if (existsSync(join(each, '.git'))) return each;
    if (each === dirname(each)) return folder;
  }
}

/** @param force whether files that differ are replaced @throws Failure unreadable_file */
async function planFiles(root: string, force: boolean): Promise<readonly GuideFile[]> {
  const plan: GuideFile[] = [];
  for (const { folder, agents } of places) {
    const file = join(root, folder, 'skills', 'newsletter', 'SKILL.md');
    const there = await textIn(file);
    if (there === undefined) plan.push({ file, agents, action: 'create', why: null });
    else if (there === guide) plan.push({ file, agents, action: 'none', why: null });
    else if (force) plan.push({ file, agents, action: 'update', why: null });
    else plan.push({ file, agents, action: 'keep', why: 'it differs: another version, or edited' });
  }
  return plan;
}

/** @returns undefined if there is no file @throws Failure unreadable_file */
async function textIn(file: string): Promise<string | undefined> {
  try {
    if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return undefined;
    // Git on Windows checks files out with CRLF.
    return readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return undefined;
    throw (await import('../lib/files/file-errors.ts')).unreadable(file, error);
  }
}

/** @throws Failure write_failed */
async function write(file: string): Promise<void> {
  const [{ writeAtomically }, { unwritable }, { makeFolder }] = await Promise.all([
    import('../lib/files/atomic-file.ts'),
    import('../lib/files/file-errors.ts'),
    import('../lib/files/folder.ts'),
  ]);
  try {
    makeFolder(dirname(file), 0o777);
    writeAtomically(file, guide);
  } catch (error) {
    throw error instanceof Failure ? error : unwritable(file, error);
  }
}
