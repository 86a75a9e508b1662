import type { Context } from '../context.ts';
import { type ArgumentsOf, type CallName, endpoints } from '../contract/index.ts';
import type { Api } from '../http/api.ts';
import type { CreateRecovery } from '../http/create-once.ts';
import { isObject } from '../lib/is-object.ts';
import type { Row } from '../terminal/terminal.ts';
import { viewOf } from './views.ts';
import { writeAnswer } from './write-answer.ts';

/** A record of the service. */
export type RowWithId = Row & { readonly id: string };

/**
 * Sends one write request and prints the response; with `--dry-run` prints the request instead.
 *
 * @param recovery for endpoints of repeat class `once`: how to find the record if the response is lost
 * @returns the record; undefined with `--dry-run`
 * @throws Failure outcome_unknown if the record cannot be found either
 */
export async function mutate<N extends CallName>(
  context: Context,
  name: N,
  args: ArgumentsOf<N>,
  recovery?: CreateRecovery<RowWithId>,
): Promise<Row | undefined> {
  const { terminal } = context;
  const api = await context.api();
  if (context.options.dryRun) {
    const { showRequest } = await import('./dry-run.ts');
    await showRequest(context, api.preview(name, args));
    return undefined;
  }
  await context.beforeWrite();
  const row: Row =
    recovery === undefined ? await api.call(name, args) : await createRow(context, api, recovery, name, args);
  await terminal.answer(
    writeAnswer(endpoints[name], row, bodyIn(args)),
    row,
    viewOf(endpoints[name].response),
  );
  return row;
}

function bodyIn(args: object): Row {
  return 'body' in args && isObject(args.body) ? args.body : {};
}

async function createRow<N extends CallName>(
  context: Context,
  api: Api,
  recovery: CreateRecovery<RowWithId>,
  name: N,
  args: ArgumentsOf<N>,
): Promise<RowWithId> {
  const { createOnce } = await import('../http/create-once.ts');
  return await createOnce<RowWithId>({
    api,
    path: endpoints[name].path,
    async send() {
      const row: Row = await api.call(name, args);
      // The client accepts no record without an id.
      return row as RowWithId;
    },
    recovery,
    warn: message => context.terminal.warn(message),
  });
}
