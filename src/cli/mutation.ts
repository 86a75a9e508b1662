import type { Context } from '../context.ts';
import { type ArgumentsOf, type CallName, endpoints } from '../contract/index.ts';
import type { Api } from '../http/api.ts';
import { LostResponse, lookForOutcome } from '../http/lost-response.ts';
import { Failure } from '../lib/failure.ts';
import type { Row, Terminal } from '../terminal/terminal.ts';
import { viewOf } from './views.ts';

/** How to learn what became of a create whose answer was lost. */
export interface CreateRecovery {
  /** What is created, for messages: `group "Book club"`. */
  readonly what: string;
  /** Finds the records that it may be; absent where the service shows no list. */
  readonly matching?: (api: Api) => Promise<readonly (Row & { readonly id: string })[]>;
  /** What a person can do to find out. */
  readonly hint: string;
}

/**
 * Carries out one write and prints the answer; with `--dry-run` prints the request instead and sends nothing.
 *
 * @param recovery for requests of class `once`: what to do when the answer is lost
 * @throws Failure outcome_unknown when not even looking tells
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
  const search = await recovery?.matching?.(api).then(before => appearing(api, recovery, before));
  const answer: Row = await api.call(name, args).catch((error: unknown): Promise<Row> => {
    if (recovery === undefined || !(error instanceof LostResponse)) throw error;
    return whatAppeared(error, recovery, search, terminal);
  });
  await terminal.record(answer, viewOf(endpoints[name].response));
}

/**
 * A search for what was not there before. Names need not be unique, and clocks differ: an id that is new is the one
 * sure sign.
 */
function appearing(api: Api, { matching }: CreateRecovery, before: readonly { readonly id: string }[]) {
  const old = new Set(before.map(record => record.id));
  return async (): Promise<readonly Row[]> =>
    ((await matching?.(api)) ?? []).filter(record => !old.has(record.id));
}

/** The one record that has appeared since. @throws Failure outcome_unknown when there is none, or several */
async function whatAppeared(
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
