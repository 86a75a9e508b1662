import type { Context } from '../context.ts';
import { type ArgumentsOf, type CallName, endpoints } from '../contract/index.ts';
import type { CreateRecovery } from '../http/create-once.ts';
import { Failure } from '../lib/failure.ts';
import { isObject } from '../lib/is-object.ts';
import { shellWord } from '../lib/shell-word.ts';
import { hintForProfile } from '../terminal/profile-hint.ts';
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
  const body = 'body' in args && isObject(args.body) ? args.body : {};
  // The client accepts no record without an id.
  const send = async () => (await api.call(name, args)) as Row as RowWithId;
  let row: Row;
  if (recovery === undefined) {
    row = await send().catch(async (error: unknown) => {
      throw await ofUpsert(context, error, name, body);
    });
  } else {
    const { createOnce } = await import('../http/create-once.ts');
    row = await createOnce({ api, send, recovery, warn: message => terminal.warn(message) });
  }
  const { response } = endpoints[name];
  await terminal.answer(writeAnswer(endpoints[name], row, body), row, viewOf(response));
  return row;
}

/** How to see a record of the service. */
const lookups: Readonly<Record<string, (id: string) => string>> = {
  '/v1/account': () => 'account get',
  '/v1/emails': id => `emails get ${id}`,
  '/v1/fields': () => 'fields list --all',
  '/v1/subscribers': id => `subscribers get ${id}`,
  '/v1/tags': () => 'tags list',
};

/** Where nobody knows whether an upsert was carried out: says how to see that, and the command that repeats it. */
async function ofUpsert(context: Context, error: unknown, name: CallName, { email }: Row): Promise<unknown> {
  if (!(error instanceof Failure) || error.code !== 'outcome_unknown') return error;
  const { reasonOf } = await import('../http/errors/request-failure.ts');
  const { method, response } = endpoints[name];
  const [, list = '', id] = /^(\/v1\/[^/]+)(?:\/([^/]+))?/.exec(error.path ?? '') ?? [];
  const lookup = lookups[list]?.(shellWord(id ?? String(email)));
  const done = method === 'POST' ? 'created or updated' : 'updated';
  const again = ['newsletter', ...context.typed].map(shellWord).join(' ');
  const { profile } = context.options;
  const check = lookup === undefined ? [] : [hintForProfile(`to check: newsletter ${lookup}`, profile)];
  return error.reworded(`unknown whether the ${response.name} was ${done}: ${reasonOf(error)}`, {
    details: [...error.details, ...check],
    hint: `running it again is safe: ${again}`,
  });
}
