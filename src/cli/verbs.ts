/** What the resources do alike: `list`, `get`, `create`, `update`. A resource says what differs. */
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
import { Failure, type FailureCode } from '../lib/failure.ts';
import type { Row, View } from '../terminal/terminal.ts';
import { bodyOf, bodyOptions, mustChange, writtenHeading } from './body-options.ts';
import { type ArgumentSpec, type CommandSpec, command, type Example, type RequestName } from './command.ts';
import { listOptions, printList } from './list-options.ts';
import { type CreateRecovery, mutate } from './mutation.ts';
import { type OptionSpecs, type OptionValues, optionGroup } from './option.ts';
import { viewOf } from './views.ts';

interface ListVerb<N extends ListName> {
  readonly endpoint: N;
  /** `list` unless given. */
  readonly name?: string;
  readonly description: string;
  /** What to type, or to know, when there are none. */
  readonly empty: string;
  /** For a list below a record (`/v1/things/{id}/parts`): what names the record. */
  readonly below?: {
    readonly argument: ArgumentSpec;
    readonly requests: readonly RequestName[];
    readonly find: (api: Api, text: string) => Promise<ArgumentsOf<N>>;
  };
  readonly examples: readonly Example[];
}

/** Lists that are not below a record, whose arguments may be left out. */
type TopList = { [N in ListName]: ArgumentsOf<N> extends { readonly id: string } ? never : N }[ListName];

/** `list`: the records of a resource, page by page. */
export function listVerb<N extends ListName>(
  verb: ListVerb<N> & (N extends TopList ? unknown : Required<Pick<ListVerb<N>, 'below'>>),
): CommandSpec {
  const { endpoint, name = 'list', description, empty, below, examples } = verb;
  return command({
    name,
    description,
    arguments: below === undefined ? [] : [below.argument],
    options: listOptions,
    requests: [...(below?.requests ?? []), endpoint],
    output: viewOf(endpoints[endpoint].response),
    examples,
    run: async (context, [text], options) =>
      await printList(context, endpoint, options, empty, async api =>
        below === undefined ? ({} as ArgumentsOf<N>) : await below.find(api, String(text)),
      ),
  });
}

interface GetVerb {
  readonly description: string;
  readonly argument: ArgumentSpec;
  readonly find: (api: Api, text: string) => Promise<Row>;
  readonly requests: readonly RequestName[];
  readonly view: View;
  readonly examples: readonly Example[];
}

/** `get`: one record, found by whatever names it. */
export function getVerb({ description, argument, find, requests, view, examples }: GetVerb): CommandSpec {
  return command({
    name: 'get',
    description,
    arguments: [argument],
    requests,
    output: view,
    examples,
    run: async (context, [text]) => {
      await context.terminal.record(await find(await context.api(), String(text)), view);
    },
  });
}

/** The endpoints that take a body. */
type BodyName = { [N in CallName]: Endpoints[N] extends { body: RecordSchema } ? N : never }[CallName];
type CreateName = { [N in BodyName]: Endpoints[N]['method'] extends 'POST' ? N : never }[BodyName];
type UpdateName = { [N in BodyName]: Endpoints[N]['method'] extends 'PATCH' ? N : never }[BodyName];

/** What is being written: completed by the options that are no simple fields of the body. */
type Body = Record<string, Json>;

interface WriteVerb<O extends OptionSpecs> {
  readonly description: string;
  /** Help texts of the body's fields; those without one have no option. */
  readonly fields: Readonly<Record<string, string>>;
  /** Further options, which `complete` makes part of the body. */
  readonly options?: O;
  /** Endpoints asked beside the one that writes. */
  readonly requests?: readonly RequestName[];
  readonly codes?: readonly FailureCode[];
  readonly examples: readonly Example[];
}

interface CreateVerb<O extends OptionSpecs> extends WriteVerb<O> {
  readonly endpoint: CreateName;
  /** Fields that must be given, and what is said when one is not. */
  readonly required: { readonly fields: readonly string[]; readonly message: string; readonly hint: string };
  readonly complete?: (context: Context, body: Body, options: OptionValues<O>) => Promise<void>;
  /** For what is created only once: how to learn what became of it when the response is lost. */
  readonly ifLost?: (body: Body) => CreateRecovery;
}

/** `create`: a record made from options. */
export function createVerb<O extends OptionSpecs = Record<never, never>>(verb: CreateVerb<O>): CommandSpec {
  const { endpoint, required } = verb;
  const { body: fields, response } = endpoints[endpoint];
  return command({
    name: 'create',
    description: verb.description,
    options: writeOptions(verb, fields),
    requests: [...(verb.requests ?? []), endpoint],
    output: viewOf(response),
    ...(verb.codes && { codes: verb.codes }),
    examples: verb.examples,
    run: async (context, _, options) => {
      const body = await bodyOf(context, fields, options);
      if (required.fields.some(name => body[name] === undefined)) {
        throw new Failure('missing_argument', required.message, { hint: required.hint });
      }
      await verb.complete?.(context, body, options as unknown as OptionValues<O>);
      await mutate(context, endpoint, { body }, verb.ifLost?.(body));
    },
  });
}

interface UpdateVerb<O extends OptionSpecs> extends WriteVerb<O> {
  readonly endpoint: UpdateName;
  /** What names the record; none where there is only one. */
  readonly argument?: ArgumentSpec;
  /** Refuses options that exclude each other. */
  readonly check?: (options: OptionValues<O>) => void;
  /** The record's id, from what names it; the text itself unless given. What must be read for it may complete the body. */
  readonly idOf?: (context: Context, text: string, body: Body, options: OptionValues<O>) => Promise<string>;
  /** What to type, shown when nothing is to be changed. */
  readonly example: (text: string) => string;
  readonly complete?: (context: Context, body: Body, options: OptionValues<O>) => Promise<void>;
}

/** `update`: the fields given, and no others. */
export function updateVerb<O extends OptionSpecs = Record<never, never>>(verb: UpdateVerb<O>): CommandSpec {
  const { endpoint, argument, idOf } = verb;
  const { body: fields, response } = endpoints[endpoint];
  const further = Object.keys(verb.options ?? {});
  return command({
    name: 'update',
    description: verb.description,
    arguments: argument === undefined ? [] : [argument],
    options: writeOptions(verb, fields),
    requests: [...(verb.requests ?? []), endpoint],
    output: viewOf(response),
    codes: ['nothing_to_change', ...(verb.codes ?? [])],
    examples: verb.examples,
    run: async (context, [given], options) => {
      const text = String(given ?? '');
      const own = options as unknown as OptionValues<O>;
      verb.check?.(own);
      const body = await bodyOf(context, fields, options);
      if (further.every(name => options[name] === undefined)) mustChange(body, verb.example(text));
      await context.beforeWrite();
      await verb.complete?.(context, body, own);
      const id = idOf === undefined ? text : await idOf(context, text, body, own);
      // The account has no id in its path, and pays no heed to one.
      await mutate(context, endpoint, { id, body } as unknown as ArgumentsOf<UpdateName>);
    },
  });
}

function writeOptions<O extends OptionSpecs>(verb: WriteVerb<O>, body: RecordSchema): OptionSpecs {
  return { ...optionGroup(writtenHeading, verb.options ?? {}), ...bodyOptions(body, verb.fields) };
}
