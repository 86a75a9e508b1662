import { type CommandGroup, command } from '../../cli/command.ts';
import { choice, flag, type OptionValues } from '../../cli/option.ts';
import type { Context } from '../../context.ts';
import { Failure } from '../../lib/failure.ts';
import type { View } from '../../terminal/terminal.ts';

const options = {
  scope: choice(
    '--scope <scope>',
    'this project (its repository, else this folder), or all of yours',
    ['project', 'user'],
    { default: 'project' },
  ),
};
const setupOptions = { ...options, force: flag('--force', 'replace a guide that somebody edited') };
const removeOptions = { ...options, force: flag('--force', 'remove a guide that somebody edited, too') };

const view: View = { plural: 'files', columns: ['action', 'file', 'agents', 'why'] };

const shared = {
  requests: [],
  output: view,
  prints: 'list',
  codes: ['confirmation_needed', 'declined', 'partly_done', 'write_failed'],
  changesThisMachine: true,
  showsPlan: true,
} as const;

const setup = command({
  name: 'setup',
  description:
    'Put the guide for coding agents where they look for skills: .agents/skills and .claude/skills. A guide of an earlier version is replaced; one that somebody edited is kept. To read it: newsletter help agents.',
  options: setupOptions,
  ...shared,
  examples: [
    ['for this project', 'newsletter agent setup'],
    ['what would be written', 'newsletter agent setup --dry-run'],
    ['for all your projects, in a script', 'newsletter agent setup --scope user --yes'],
  ],
  run: async (context, _, flags) => await change(context, flags, true),
});

const remove = command({
  name: 'remove',
  description:
    'Remove the guide for coding agents that `newsletter agent setup` has written, and folders that are empty then. One that somebody edited is kept.',
  options: removeOptions,
  ...shared,
  examples: [
    ['from this project', 'newsletter agent remove'],
    ['from your home folder', 'newsletter agent remove --scope user'],
  ],
  run: async (context, _, flags) => await change(context, flags, false),
});

export const agent: CommandGroup = {
  name: 'agent',
  description: 'The guide for coding agents: put it where they look, or remove it.',
  examples: [['for this project', 'newsletter agent setup']],
  commands: [setup, remove],
};

async function change(
  context: Context,
  { scope, force = false }: OptionValues<typeof setupOptions>,
  isSetup: boolean,
): Promise<void> {
  const { terminal, version, environment, workingFolder, options } = context;
  const [guide, { homeFolder }] = await Promise.all([
    import('./guide-file.ts'),
    import('../../settings/config-dir.ts'),
  ]);
  const root = scope === 'user' ? homeFolder(environment) : guide.projectOf(workingFolder ?? '.');
  const text = isSetup ? guide.writtenGuide(version) : undefined;
  const plan = guide.planFiles(root, text, force);
  const changed = plan.filter(({ action }) => action !== 'none' && action !== 'keep');
  const files = changed.length === 1 ? 'one file' : `${changed.length} files`;
  if (changed.length > 0 && options.dryRun !== true) {
    terminal.tell(changed.map(({ action, file }) => `${action} ${file}`).join('\n'));
    const question = isSetup ? `Write the guide for agents to ${files}?` : `Remove ${files}?`;
    if (!(await terminal.confirm(question, '--yes'))) throw new Failure('declined', 'nothing was changed');
    guide.carryOut(plan, text);
  }
  await terminal.list(
    plan.map(file => ({ ...file })),
    view,
  );
  if (options.dryRun)
    terminal.note(`${changed.length === 0 ? 'nothing' : files} to ${isSetup ? 'write' : 'remove'}`);
  else if (isSetup && changed.length > 0)
    terminal.note('Agents read it when their next session starts. To read it: newsletter help agents');
  const kept = plan.filter(({ action }) => action === 'keep');
  if (kept.length === 0) return;
  throw new Failure(
    'partly_done',
    `kept a guide that somebody edited: ${kept.map(({ file }) => file).join(', ')}`,
    {
      hint: `compare it with: newsletter help agents; --force ${isSetup ? 'replaces' : 'removes'} it`,
    },
  );
}
