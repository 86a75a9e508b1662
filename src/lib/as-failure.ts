import { Failure } from './failure.ts';

/** Anything thrown other than a Failure is a bug. */
export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof Error && 'syscall' in error && error.syscall === 'uv_cwd') return folderGone(error);
  const hint = 'this is a bug: please report it (address in package.json); --verbose shows a stack trace';
  return new Failure('unexpected', messageOf(error) || 'something went wrong', {
    hint,
    cause: error,
  });
}

/** Node needs the working folder to resolve any relative path. */
function folderGone(cause: Error): Failure {
  const hint = 'change to an existing folder';
  return new Failure('unreadable_file', 'the current folder no longer exists', { hint, cause });
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') {
    return error.errors.map(messageOf).join('; ');
  }
  if (error instanceof Error) return error.message || error.name;
  return typeof error === 'string' ? error : (JSON.stringify(error) ?? String(error));
}
