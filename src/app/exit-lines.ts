import { type Described, type DescribedCommand, isRunnable } from '../cli/command.ts';
import { ownExitLines } from '../cli/command-metadata.ts';

/** A record with what its page says of exit statuses; the page itself is made without the tables behind that. */
export function withExitLines(spec: Described): Described {
  if (!isRunnable(spec)) return { ...spec, commands: spec.commands.map(below => linedCommand(below)) };
  return linedCommand(spec);
}

function linedCommand(spec: DescribedCommand): DescribedCommand {
  return { ...spec, exitLines: ownExitLines(spec), commands: spec.commands?.map(linedCommand) };
}
