/** The words that undo the latest run of this machine. */
import { expect } from 'vitest';

type Run = (words: readonly string[]) => PromiseLike<{ readonly stdout: string; readonly stderr: string }>;

export async function undoing(run: Run, ...more: readonly string[]): Promise<string[]> {
  const { stdout, stderr } = await run(['undo', '-o', 'json']);
  const [latest] = JSON.parse(stdout === '' ? '[]' : stdout) as { readonly run: string }[];
  expect(latest, stderr).toBeDefined();
  return ['undo', latest?.run ?? '', ...more];
}
