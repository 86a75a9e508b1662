import type { Endpoint } from '../../contract/endpoint.ts';
import { HttpError } from './error.ts';

export interface Route<Name extends string> {
  readonly name: Name;
  readonly endpoint: Endpoint;
  /** The `{id}` of the path, decoded; undefined where the path has none. */
  readonly id: string | undefined;
}

export interface Router<Name extends string> {
  /** @throws HttpError 404 when no endpoint has the path, 405 when one has, but not with this method */
  find(method: string, path: string): Route<Name>;
  /** The path of an endpoint that `path` fits, such as `/v1/groups/{id}`; undefined where there is none. */
  template(path: string): string | undefined;
}

/** Finds the endpoint that a request is for. */
export function createRouter<Name extends string>(endpoints: Readonly<Record<Name, Endpoint>>): Router<Name> {
  const names = Object.keys(endpoints) as Name[];
  const routes = names.map(name => ({
    name,
    endpoint: endpoints[name],
    pattern: new RegExp(`^${endpoints[name].path.replace('{id}', '([^/]+)')}$`),
  }));
  return {
    find(method, path) {
      const fitting = routes.filter(({ pattern }) => pattern.test(path));
      if (fitting.length === 0) throw new HttpError(404, `There is nothing at ${path}.`);
      const route = fitting.find(({ endpoint }) => endpoint.method === method);
      if (route === undefined) {
        const allow = fitting.map(({ endpoint }) => endpoint.method).join(', ');
        throw new HttpError(405, `${path} takes ${allow}, not ${method}.`, {}, { allow });
      }
      const { name, endpoint, pattern } = route;
      return { name, endpoint, id: decoded(pattern.exec(path)?.[1]) };
    },
    template: path => routes.find(({ pattern }) => pattern.test(path))?.endpoint.path,
  };
}

/** A part of a path without its percent-encoding; as it stands where that is malformed. */
function decoded(part: string | undefined): string | undefined {
  try {
    return part === undefined ? undefined : decodeURIComponent(part);
  } catch {
    return part;
  }
}
