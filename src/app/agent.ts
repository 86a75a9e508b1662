/**
 * Whether a coding agent is at the keyboard. Its terminal then counts as a pipe: no prompts, progress, colors or cut tables,
 * and stdout is what was asked for.
 */
import { defaultAgents, EnvironmentDetectionStrategy } from 'agent-cli-detector';

/** By the variables that agents set; AI_AGENT names another one, or says with 0 that it is a person. */
export function isAgent(environment: NodeJS.ProcessEnv): boolean {
  const { AI_AGENT = '' } = environment;
  if (AI_AGENT !== '') return !['0', 'false'].includes(AI_AGENT);
  const context = { env: environment, pid: 0, agents: defaultAgents, maxProcessDepth: 0 };
  // An empty variable counts as not set.
  return new EnvironmentDetectionStrategy().detect(context).some(({ value }) => value !== '');
}

/** Makes an agent's terminal a pipe. stdin stays a terminal: agents do not end a file there. */
export function asSeenByAgents(host: {
  readonly env: NodeJS.ProcessEnv;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
}): void {
  if (!isAgent(host.env)) return;
  host.stdout.isTTY = false;
  host.stderr.isTTY = false;
}
