/** A coding agent at the keyboard: its terminal is a pipe. */
import { defaultAgents } from 'agent-cli-detector';
import { describe, expect, it } from 'vitest';
import { isAgent } from '../../src/app/run.ts';
import { account, draft } from '../support/account.ts';
import { needs } from '../support/needs.ts';
import { onTerminal } from '../support/pseudo-terminal.ts';

const everywhere = ['stdin', 'stdout', 'stderr'] as const;

describe('who is at the keyboard', () => {
  it.each([
    [{}, false],
    [{ CI: '1', TERM_PROGRAM: 'vscode', PATH: '/home/ann/.cursor/bin' }, false],
    [{ CLAUDECODE: '1' }, true],
    [{ CLAUDECODE: '' }, false],
    [{ CURSOR_AGENT: '1' }, true],
    [{ GEMINI_CLI: '1' }, true],
    [{ CODEX_THREAD_ID: '0b' }, true],
    [{ COPILOT_CLI: '1' }, true],
    [{ AI_AGENT: 'mine' }, true],
    [{ AI_AGENT: '0', CLAUDECODE: '1' }, false],
    [{ AI_AGENT: '', CLAUDECODE: '1' }, true],
  ])('with %j an agent is: %s', (environment, expected) => {
    expect(isAgent(environment)).toBe(expected);
  });

  it('the environment of the tests names no agent', () => {
    const names = ['AI_AGENT', ...defaultAgents.flatMap(({ env = [] }) => env.map(({ name }) => name))];
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter(name => process.env[name] !== undefined)).toEqual([]);
  });
});

describe('when an agent is at a terminal', () => {
  const env = { CLAUDECODE: '1' };

  it('then stdout is what a pipe gets, however narrow the terminal is', async () => {
    const here = await account();
    const piped = await here.run('subscribers list');
    const { stdout, stderr } = await here.run('subscribers list', { env, terminal: everywhere, columns: 40 });
    expect(stdout).toBe(piped.stdout);
    expect(stderr).toBe(piped.stderr);
    const person = await here.run('subscribers list', {
      env: { ...env, AI_AGENT: '0' },
      terminal: everywhere,
    });
    expect(person.stdout).not.toBe(piped.stdout);
  });

  it('then nothing is asked: the error names what to pass, and the command to run', async () => {
    const here = await account();
    const email = await here.emailId(draft);
    for (const line of [`emails send ${email}`, 'emails get', 'login --api-key']) {
      const piped = await here.run(line);
      const agent = await here.run(line, { env, terminal: ['stdout', 'stderr'] });
      expect(agent, line).toEqual(piped);
      expect(agent.status).not.toBe(0);
    }
  });

  it('then an error as JSON is all there is on stderr', async () => {
    const here = await account();
    for (const line of ['groups get none --json', 'gruops --json']) {
      const { stderr } = await here.run(line, { env, terminal: everywhere });
      expect(JSON.parse(stderr).error.code).toMatch(/not_found|unknown_command/);
    }
  });

  needs('script').it('then a real terminal gets it without colors, progress or a cut', async () => {
    const list = 'sandbox exec -- newsletter subscribers list';
    const [agent, person] = await Promise.all([
      onTerminal(list, { env: { ...env, FORCE_COLOR: '' }, columns: 40 }).ended,
      onTerminal(list, { env: { AI_AGENT: '0' }, columns: 40 }).ended,
    ]);
    const lines = agent.split('\n').filter(line => line.includes('\t'));
    expect(lines.length).toBeGreaterThan(40);
    expect(['\x1b', '…'].filter(sign => agent.includes(sign))).toEqual([]);
    expect(person).not.toContain('\t');
  });
});
