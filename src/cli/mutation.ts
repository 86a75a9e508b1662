import type { Context } from '../context.ts';
import { type ArgumentsOf, type CallName, endpoints } from '../contract/index.ts';
import type { Api } from '../http/api.ts';
import { LostResponse, lookForOutcome } from '../http/lost-response.ts';
import { Failure } from '../lib/failure.ts';
import type { Row, Terminal } from '../terminal/terminal.ts';
import { viewOf } from './views.ts';

/** How to find out whether a record was created when the response was lost. */
export interface CreateRecovery {
  /** The record, for messages: `group "Book club"`. */
  readonly what: string;
  /** Lists the records that match; absent if the service has no such list. */
  readonly matching?: (api: Api) => Promise<readonly (Row & { readonly id: string })[]>;
  /** What the user can do to find out. */
  readonly hint: string;
}

/**
 * Sends one write request and prints the response; with `--dry-run` prints the request instead.
 *
 * @param recovery for endpoints of repeat class `once`: how to find the record if the response is lost
 * @throws Failure outcome_unknown if the record cannot be found either
 */
export async function mutate<N extends CallName>(
  context: Context,
  name: N,
  args: ArgumentsOf<N>,
  recovery?: CreateRecovery,
): Promise<void> {
  const { terminal } = context;
  const api = await context.api();
  if (context.options.dryRun) {
    const { showRequest } = await import('./dry-run.ts');
    await showRequest(context, api.preview(name, args));
    return;
  }
  await context.beforeWrite();
  const search = await recovery?.matching?.(api).then(before => newRecordSearch(api, recovery, before));
  const response: Row = await api.call(name, args).catch((error: unknown): Promise<Row> => {
    if (recovery === undefined || !(error instanceof LostResponse)) throw error;
    return findCreated(error, recovery, search, terminal);
  });
  await terminal.record(response, viewOf(endpoints[name].response));
}

/**
 * Searches for matching records that did not exist before. They are recognized by id: names need not be unique, and
 * the clocks of the service and this machine may differ.
 */
function newRecordSearch(api: Api, { matching }: CreateRecovery, before: readonly { readonly id: string }[]) {
  const old = new Set(before.map(record => record.id));
  return async (): Promise<readonly Row[]> =>
    ((await matching?.(api)) ?? []).filter(record => !old.has(record.id));
}

/** Finds the record that the lost request created. @throws Failure outcome_unknown if there is none, or several */
async function findCreated(
  lost: LostResponse,
  { what, hint }: CreateRecovery,
  search: (() => Promise<readonly Row[]>) | undefined,
  terminal: Terminal,
): Promise<Row> {
  const unknown = (...found: string[]) => {
    const { status, method, path, requestId, details } = lost;
    const more = { status, method, path, requestId, hint, cause: lost };
    return new Failure('outcome_unknown', `it is unknown whether the ${what} was created: ${lost.reason}`, {
      ...more,
      details: [...details, ...found],
    });
  };
  if (search === undefined) throw unknown();
  const look = async () => {
    const found = await search();
    return found.length === 0 ? undefined : found;
  };
  const appeared = await lookForOutcome(look).catch((error: unknown) => {
    throw unknown(`looking for it failed, too: ${error instanceof Error ? error.message : error}`);
  });
  const [only, ...others] = appeared ?? [];
  if (only === undefined) throw unknown('it has not appeared so far');
  if (others.length > 0) throw unknown(`several have appeared: ${appeared?.map(one => one.id).join(', ')}`);
  terminal.warn(`the answer was lost (${lost.reason}), but the ${what} is there`);
  return only;
}
