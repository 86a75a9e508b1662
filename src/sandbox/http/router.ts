import type { Endpoint } from '../../contract/endpoint.ts';
import { type EndpointName, endpoints } from '../../contract/index.ts';
import { Refusal } from './error.ts';

export interface Route {
  readonly name: EndpointName;
  readonly endpoint: Endpoint;
  /** The path parameter, where the path has one. */
  readonly id: string | undefined;
}

const routes = (Object.keys(endpoints) as EndpointName[]).map(name => {
  const endpoint: Endpoint = endpoints[name];
  return { name, endpoint, pattern: new RegExp(`^${endpoint.path.replace('{id}', '([^/]+)')}$`) };
});

/**
 * Finds the endpoint of the contract that a request is for.
 *
 * @throws Refusal 404 when no endpoint has the path, 405 when one has but not with this method
 */
export function routeTo(method: string, path: string): Route {
  const here = routes.filter(({ pattern }) => pattern.test(path));
  if (here.length === 0) throw new Refusal(404, `There is nothing at ${path}.`);
  const route = here.find(({ endpoint }) => endpoint.method === method);
  if (route === undefined) {
    const allow = here.map(({ endpoint }) => endpoint.method).join(', ');
    throw new Refusal(405, `${path} takes ${allow}, not ${method}.`, {}, { allow });
  }
  return { name: route.name, endpoint: route.endpoint, id: route.pattern.exec(path)?.[1] };
}

/** What is there beside the contract's paths. */
const beside = ['/', '/oauth/authorize', '/oauth/token', '/oauth/revoke'];

/** @returns the name under which a request is counted: the method and the contract's path */
export function templateOf(method: string, path: string): string {
  if (beside.includes(path)) return `${method} ${path}`;
  const route = routes.find(({ pattern }) => pattern.test(path));
  return `${method} ${route?.endpoint.path ?? '(unknown)'}`;
}
