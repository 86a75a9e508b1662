/** The transcripts of `service.yaml` and `sign-in.yaml`, beside this file: what service.txt shows, request by request. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Plain } from '../support/service.ts';

/** A record that exists in the service, found by a request: the first listed (that matches), or a new one. */
export interface Existing {
  /** Method and path. */
  readonly request: string;
  readonly body?: Plain;
  readonly where?: Plain;
}

interface Shown {
  readonly request: string;
  readonly page?: boolean;
  readonly body?: Plain;
  readonly ids?: Readonly<Record<string, Existing>>;
}

/** What the table of a resource in service.txt says beyond the names of the fields and an example of each. */
interface ResourceTable {
  readonly nullable: readonly string[];
  readonly enumerations: Readonly<Record<string, readonly string[]>>;
}

export interface Transcript extends Omit<Shown, 'page'> {
  readonly method: string;
  readonly path: string;
  readonly resource: ResourceTable;
  /** The record, or a page of it. */
  readonly response: Plain;
}

const read = (name: string): unknown => parse(readFileSync(join(import.meta.dirname, name), 'utf8'));

const resources = read('service.yaml') as Readonly<
  Record<string, ResourceTable & { readonly record: Plain; readonly requests: readonly Shown[] }>
>;

export const transcripts: readonly Transcript[] = Object.values(resources).flatMap(resource =>
  resource.requests.map(({ page, ...shown }) => {
    const [method = '', path = ''] = shown.request.split(' ');
    const meta = { current_page: 1, per_page: 50, total: 1, last_page: 1 };
    const response = page ? { data: [resource.record], meta } : resource.record;
    return { ...shown, method, path, resource, response };
  }),
);

interface Step {
  readonly path: string;
  readonly query: Record<string, string>;
  readonly form: Record<string, string>;
  readonly response: Readonly<Record<string, unknown>>;
}

export const signIn = read('sign-in.yaml') as Readonly<
  Record<'authorization' | 'tokenRequest' | 'refresh' | 'revocation', Step>
>;
