import type { Context } from '../context.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { type ArgumentsOf, type CallName, endpoints } from '../contract/index.ts';
import { reasonOf } from '../http/errors/request-failure.ts';
import type { CreateRecovery } from '../http/once.ts';
import { Failure } from '../lib/failure.ts';
import { isObject } from '../lib/json/is-object.ts';
import { commandLine } from '../lib/text/shell-word.ts';
import { counted } from '../terminal/numbers.ts';
import type { Row } from '../terminal/terminal.ts';
import { viewOf } from './options/list-options.ts';

/** A record of the service. */
export type RowWithId = Row & { readonly id: string };

export interface MutationOptions {
  /** For endpoints of repeat class `once`: how to find the record if the response is lost. */
  readonly recovery?: CreateRecovery<RowWithId> | undefined;
  /** The failure to end with, if the record is not as expected; it is printed all the same. */
  readonly check?: ((record: Row) => Failure | undefined) | undefined;
  /** What the record of a dry run says besides the request. */
  readonly facts?: Row | undefined;
}

/**
 * Sends one write request and prints the response; with `--dry-run` prints the request instead.
 *
 * @throws Failure outcome_unknown if the record cannot be found either
 */
export async function mutate<N extends CallName>(
  context: Context,
  name: N,
  args: ArgumentsOf<N>,
  { recovery, check, facts }: MutationOptions = {},
): Promise<void> {
  const { terminal } = context;
  const api = await context.api();
  if (context.options.dryRun) {
    const { showRequests } = await import('./dry-run.ts');
    await showRequests(context, api.preview(name, args), facts);
    return;
  }
  await context.beforeWrite();
  const body = 'body' in args && isObject(args.body) ? args.body : {};
  // The client accepts no record without an id.
  const send = async () => (await api.call(name, args)) as Row as RowWithId;
  let row: Row;
  if (recovery === undefined) {
    row = await send().catch((error: unknown) => {
      throw ofUpsert(context, error, name);
    });
  } else {
    const { createOnce } = await import('../http/once.ts');
    row = await createOnce({ api, send, recovery, warn: message => terminal.warn(message) });
  }
  const { response } = endpoints[name];
  const problem = check?.(row);
  if (problem !== undefined) {
    await terminal.record(row, viewOf(response));
    throw problem;
  }
  const sentence = writeAnswer(endpoints[name], row, body);
  await terminal.answer(sentence, row, viewOf(response));
  const isHidden = Object.keys(body).some(field => !shows(row, field));
  if (isHidden && (!terminal.stdoutIsTerminal || terminal.isStructured)) terminal.note(sentence);
  if (name === 'saveSubscriber' && wasThere(row))
    terminal.note(
      'updated, not created: if they had unsubscribed, they may still be; the service does not show it',
    );
}

/** Whether a record was certainly there before it was saved: a new one gets both times with one request. */
function wasThere({ created_at, updated_at }: Row): boolean {
  return Date.parse(String(updated_at)) - Date.parse(String(created_at)) > 60_000;
}

/** If the outcome of an upsert is unknown, its failure names the command that repeats it. */
function ofUpsert({ typed }: Context, error: unknown, name: CallName): unknown {
  if (!(error instanceof Failure) || error.code !== 'outcome_unknown') return error;
  const { method, response } = endpoints[name];
  const done = method === 'POST' ? 'created or updated' : 'updated';
  return error.reworded(`unknown whether the ${response.name} was ${done}: ${reasonOf(error)}`, {
    hint: `running it again is safe: ${commandLine(typed)}`,
  });
}

/**
 * What a write did, in a sentence: `Updated subscriber ann@example.org: city.`
 *
 * @param row the service's response
 * @param body what was sent
 */
function writeAnswer({ method, repeat, response }: Endpoint, row: Row, body: Row): string {
  const record = `${response.name} ${nameIn(row)}${membersIn(row)}`;
  if (method === 'PATCH') {
    const fields = Object.entries(body).flatMap(([field, value]) =>
      shows(row, field) || typeof value === 'object'
        ? fieldNames(field, value)
        : [`${field} ${String(value)} (the service does not show it)`],
    );
    return `Updated ${record}: ${fields.join(', ')}.`;
  }
  if (repeat !== 'upsert') return `Created ${record}.`;
  return `${wasThere(row) ? 'Updated' : 'Created or updated'} ${record}.`;
}

/** The address or name of a record; its id follows a name, which need not be unique. */
function nameIn(row: Row): string {
  if (typeof row.email === 'string') return row.email;
  const name = [row.name, row.subject].find(each => typeof each === 'string' && each !== '');
  const id = typeof row.id === 'string' ? row.id : undefined;
  if (name === undefined) return id ?? '';
  return id === undefined ? `"${name}"` : `"${name}" (${id})`;
}

const membersIn = ({ subscribers_count: count }: Row) =>
  typeof count === 'number' ? ` of ${counted(count, 'subscriber')}` : '';

/** Whether a record has a field that was sent: `color` is shown as `color_id`. */
function shows(row: Row, field: string): boolean {
  return Object.keys(row).some(name => name === field || name.startsWith(`${field}_`));
}

function fieldNames(field: string, value: unknown): readonly string[] {
  if (field === 'fields' && isObject(value)) return Object.keys(value);
  return [field.replace(/_id$/, '').replaceAll('_', ' ')];
}
