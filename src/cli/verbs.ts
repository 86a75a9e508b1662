/** The verbs that resources share: `list`, `get`, `create`, `update`. */
import type { Context } from '../context.ts';
import {
  type ArgumentsOf,
  type CallName,
  type Endpoints,
  endpoints,
  type ListName,
} from '../contract/index.ts';
import type { Json, RecordSchema } from '../contract/schema.ts';
import type { Api } from '../http/api.ts';
import type { CreateRecovery } from '../http/once.ts';
import { Failure, type FailureCode } from '../lib/failure.ts';
import type { Row, View } from '../terminal/terminal.ts';
import { type ArgumentSpec, type CommandSpec, command, type Example, type RequestName } from './command.ts';
import { type MutationOptions, mutate, type RowWithId } from './mutation.ts';
import { type OptionSpecs, type OptionValues, optionGroup } from './option.ts';
import { bodyFromOptions, bodyHeading, bodyOptions, mustChange } from './options/body-options.ts';
import { listOptions, printList, statusOption, viewOf } from './options/list-options.ts';

interface ListVerb<N extends ListName> {
  readonly endpoint: N;
  readonly description: string;
  /** Hint for an empty list. */
  readonly empty: string;
  /** The values of `--status`, which shows only the records that have one. */
  readonly statuses?: readonly string[];
  readonly examples: readonly Example[];
}

/** `list`: lists the records of an endpoint, page by page. */
export function listVerb<N extends ListName>(verb: ListVerb<N>): CommandSpec {
  const { endpoint, description, empty, statuses, examples } = verb;
  return command({
    name: 'list',
    description,
    options: { ...listOptions, ...(statuses && statusOption(statuses)) },
    requests: [endpoint],
    output: viewOf(endpoints[endpoint].response),
    prints: 'list',
    examples,
    run: async (context, _, options) => {
      const { status } = options as { readonly status?: string };
      await printList(context, endpoint, { flags: options, empty, status });
    },
  });
}

interface GetVerb {
  readonly description: string;
  readonly argument: ArgumentSpec;
  readonly find: (api: Api, text: string) => Promise<Row>;
  readonly requests: readonly RequestName[];
  readonly view: View;
  /** Names of what the record refers to by id: on a terminal, and for `--fields` with one of the fields. */
  readonly names?: {
    readonly kinds: RecordSchema;
    readonly read: (api: Api, row: Row) => Promise<Row>;
  };
  readonly examples: readonly Example[];
}

/** `get`: finds one record by the argument and prints it. */
export function getVerb(verb: GetVerb): CommandSpec {
  const { description, argument, find, requests, view, names, examples } = verb;
  return command({
    name: 'get',
    description,
    arguments: [argument],
    requests,
    output: { ...view, kinds: { ...view.kinds, ...names?.kinds } },
    prints: 'record',
    examples,
    run: async (context, [text]) => {
      const { terminal, options } = context;
      const api = await context.api();
      const row = await find(api, String(text));
      const asked = options.fields?.split(',').map(field => field.trim());
      const isNamed =
        asked?.some(field => names !== undefined && field in names.kinds) ?? terminal.isForPeople;
      if (names === undefined || !isNamed) return await terminal.record(row, view);
      const named = await names.read(api, row);
      await terminal.record(
        { ...row, ...named },
        { ...view, columns: [...view.columns, ...Object.keys(named)] },
      );
    },
  });
}

/** The endpoints that take a body. */
type BodyName = { [N in CallName]: Endpoints[N] extends { body: RecordSchema } ? N : never }[CallName];
type CreateName = { [N in BodyName]: Endpoints[N]['method'] extends 'POST' ? N : never }[BodyName];
type UpdateName = { [N in BodyName]: Endpoints[N]['method'] extends 'PATCH' ? N : never }[BodyName];

/** The request body; `complete` and `target` add what is not a simple field. */
type Body = Record<string, Json>;

interface WriteVerb<O extends OptionSpecs> {
  readonly description: string;
  /** Help text by field of the body; a field without one gets no option. */
  readonly fields: Readonly<Record<string, string>>;
  /** Extra options, for `complete` or `target`. */
  readonly options?: O;
  /** Endpoints called besides the one that writes. */
  readonly requests?: readonly RequestName[];
  readonly codes?: readonly FailureCode[];
  readonly examples: readonly Example[];
}

interface CreateVerb<O extends OptionSpecs> extends WriteVerb<O> {
  readonly endpoint: CreateName;
  /** Required fields, and the error when one is missing. */
  readonly required: { readonly fields: readonly string[]; readonly message: string; readonly hint: string };
  /** May return what a dry run says besides the request. */
  readonly complete?: (context: Context, body: Body, options: OptionValues<O>) => Promise<Row | undefined>;
  /** For endpoints that must not be repeated: how to find the record if the response is lost. */
  readonly ifLost?: (body: Body) => CreateRecovery<RowWithId>;
}

/** An empty text is usually an unset variable of a script. */
function isBlank(value: unknown): boolean {
  return value === undefined || (typeof value === 'string' && value.trim() === '');
}

/** `create`: creates a record from options. */
export function createVerb<O extends OptionSpecs = Record<never, never>>(verb: CreateVerb<O>): CommandSpec {
  const { endpoint, required } = verb;
  const { body: fields, response } = endpoints[endpoint];
  return command({
    name: 'create',
    description: verb.description,
    options: writeOptions(verb, fields),
    requests: [...(verb.requests ?? []), endpoint],
    output: viewOf(response),
    prints: 'record',
    codes: verb.codes ?? [],
    examples: verb.examples,
    run: async (context, _, options) => {
      const body = await bodyFromOptions(context, fields, options);
      if (required.fields.some(name => isBlank(body[name]))) {
        throw new Failure('missing_argument', required.message, { hint: required.hint });
      }
      await context.beforeWrite();
      const facts = await verb.complete?.(context, body, options as unknown as OptionValues<O>);
      await mutate(context, endpoint, { body }, { recovery: verb.ifLost?.(body), facts });
    },
  });
}

interface UpdateVerb<O extends OptionSpecs> extends WriteVerb<O> {
  readonly endpoint: UpdateName;
  /** Identifies the record; absent if there is only one. */
  readonly argument?: ArgumentSpec;
  /** Finds the record, and puts into the body what is not a simple field; by default the argument is the id. */
  readonly target?: (
    context: Context,
    text: string,
    body: Body,
    options: OptionValues<O>,
  ) => Promise<RecordToUpdate>;
  /** An example command line, for the error when no field was given. */
  readonly example: (text: string) => string;
}

export interface RecordToUpdate extends Pick<MutationOptions, 'check' | 'facts'> {
  readonly id: string;
  /** The record, if it has all the values already: nothing is sent. */
  readonly unchanged?: Row | undefined;
}

/** `update`: changes only the fields given. */
export function updateVerb<O extends OptionSpecs = Record<never, never>>(verb: UpdateVerb<O>): CommandSpec {
  const { endpoint, argument } = verb;
  const { body: fields, response } = endpoints[endpoint];
  const extraOptions = Object.keys(verb.options ?? {});
  return command({
    name: 'update',
    description: verb.description,
    arguments: argument === undefined ? [] : [argument],
    options: writeOptions(verb, fields),
    requests: [...(verb.requests ?? []), endpoint],
    output: viewOf(response),
    prints: 'record',
    codes: ['nothing_to_change', ...(verb.codes ?? [])],
    examples: verb.examples,
    run: async (context, [typed], options) => {
      const text = String(typed ?? '');
      const body = await bodyFromOptions(context, fields, options);
      if (extraOptions.every(name => options[name] === undefined)) mustChange(body, verb.example(text));
      await context.beforeWrite();
      const found = await verb.target?.(context, text, body, options as unknown as OptionValues<O>);
      if (found?.unchanged !== undefined && context.options.dryRun !== true)
        return await context.terminal.answer('Nothing to change.', found.unchanged, viewOf(response));
      // The account has no id in its path, so its id is ignored.
      const args = { id: found?.id ?? text, body } as unknown as ArgumentsOf<UpdateName>;
      await mutate(context, endpoint, args, { check: found?.check, facts: found?.facts });
    },
  });
}

function writeOptions<O extends OptionSpecs>(verb: WriteVerb<O>, body: RecordSchema): OptionSpecs {
  return { ...optionGroup(bodyHeading, verb.options ?? {}), ...bodyOptions(body, verb.fields) };
}
