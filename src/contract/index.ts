/** Every endpoint of service.txt by name, and the types of its arguments and its response. */
import { accountEndpoints } from './account.ts';
import { audienceEndpoints } from './audience.ts';
import { emailEndpoints } from './emails.ts';
import type { Endpoint } from './endpoint.ts';
import type { BodyOf, RecordOf, RecordSchema } from './schema.ts';

export const endpoints = {
  ...accountEndpoints,
  ...audienceEndpoints,
  ...emailEndpoints,
} as const;

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;

export type ListName = {
  [N in EndpointName]: Endpoints[N] extends { page: true } ? N : never;
}[EndpointName];
export type CallName = Exclude<EndpointName, ListName>;

/** The record that an endpoint responds with, alone or in a page. */
export type RecordIn<N extends EndpointName> = RecordOf<Endpoints[N]['response']['fields']>;

/** An id, if the path has one. Of several endpoints: if any of their paths has one. */
type PathArguments<E extends Endpoint> = [Extract<E['path'], `${string}{id}${string}`>] extends [never]
  ? { readonly id?: never }
  : { readonly id: string };
type BodyArguments<E extends Endpoint> = E extends { body: infer B extends RecordSchema }
  ? { readonly body: BodyOf<B> }
  : { readonly body?: never };

/** What a request to an endpoint takes, as one flat object; `{}` for an endpoint with neither an id nor a body. */
export type EndpointArguments<E extends Endpoint> = PathArguments<E> & BodyArguments<E>;

export type ArgumentsOf<N extends EndpointName> = EndpointArguments<Endpoints[N]>;

export type Account = RecordIn<'getAccount'>;
export type Group = RecordIn<'getGroup'>;
export type Email = RecordIn<'updateEmail'>;
export type Subscriber = RecordIn<'getSubscriber'>;
export type SubscriberImport = RecordIn<'getImport'>;
export type CustomField = RecordIn<'listFields'>;
export type Tag = RecordIn<'createTag'>;
