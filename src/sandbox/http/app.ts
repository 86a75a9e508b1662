import { setTimeout as wait } from 'node:timers/promises';
import { AuthorizationEndpoint } from '../oauth/authorize.ts';
import type { SandboxClient } from '../oauth/client.ts';
import { Grants } from '../oauth/grants.ts';
import { handleRevocation, handleToken } from '../oauth/token.ts';
import { browse, isPage } from '../pages/browse.ts';
import type { SandboxContext } from '../store/context.ts';
import { randomNumbers } from '../store/ids.ts';
import { HttpError } from './error.ts';
import { FaultInjector } from './fault-injection.ts';
import { jsonResponse, type SandboxRequest, type SandboxResponse } from './message.ts';
import { handleRest, templateOf } from './rest.ts';

/** The whole service: takes each request to the pages for people, the OAuth endpoints or the REST interface. */
export class App {
  /** How many requests came in, by method and path of the endpoint: `GET /v1/groups/{id}`. */
  readonly requests: Record<string, number> = {};
  readonly #context: SandboxContext;
  readonly #grants: Grants;
  /** Handlers by method and path. */
  readonly #oauth: Readonly<Record<string, (request: SandboxRequest) => SandboxResponse>>;
  readonly faults: FaultInjector;

  constructor(context: SandboxContext, client: SandboxClient) {
    const { state, options } = context;
    this.#context = context;
    this.#grants = new Grants(state.families, options);
    this.faults = new FaultInjector(options, randomNumbers(state.seed));
    const authorization = new AuthorizationEndpoint(client, this.#grants);
    this.#oauth = {
      'GET /oauth/authorize': request => authorization.showConsent(request, state.account),
      'POST /oauth/authorize': request => authorization.decide(request),
      'POST /oauth/token': request => handleToken(request, client, this.#grants),
      'POST /oauth/revoke': request => handleRevocation(request, client, this.#grants),
    };
  }

  async handle(request: SandboxRequest): Promise<SandboxResponse> {
    this.#count(request);
    const { latency } = this.#context.options;
    if (latency > 0) await wait(latency);
    try {
      return this.#route(request);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      return jsonResponse(error.status, error.body, error.headers);
    }
  }

  #count({ method, path }: SandboxRequest): void {
    const isOAuth = Object.keys(this.#oauth).some(route => route.endsWith(` ${path}`));
    const known = isPage(path) ? '(page)' : templateOf(path);
    const name = `${method} ${isOAuth ? path : (known ?? '(unknown)')}`;
    this.requests[name] = (this.requests[name] ?? 0) + 1;
  }

  #route(request: SandboxRequest): SandboxResponse {
    const { path, headers } = request;
    if (isPage(path)) return browse(this.#context, request);
    if (path.startsWith('/oauth/')) return this.#handleOAuth(request);
    if (!path.startsWith('/v1/')) throw new HttpError(404, `There is nothing at ${path}.`);
    this.#authenticate(headers.authorization);
    const fault = this.faults.next();
    if (fault === 'before') return { status: 500, headers: {}, body: '', cut: fault };
    const response = handleRest(this.#context, request);
    return { ...response, cut: fault };
  }

  #handleOAuth(request: SandboxRequest): SandboxResponse {
    const { method, path } = request;
    const handle = this.#oauth[`${method} ${path}`];
    if (handle !== undefined) return handle(request);
    const allow = Object.keys(this.#oauth)
      .filter(route => route.endsWith(` ${path}`))
      .map(route => route.split(' ')[0])
      .join(', ');
    if (allow === '') throw new HttpError(404, `There is nothing at ${path}.`);
    throw new HttpError(405, `${path} takes ${allow}.`, {}, { allow });
  }

  /** RFC 6750, section 3. @throws HttpError 401 */
  #authenticate(header: string | undefined): void {
    const bearer = /^bearer +(\S+)$/i.exec(header ?? '')?.[1];
    if (bearer === undefined) {
      const challenge = { 'www-authenticate': 'Bearer realm="sandbox"' };
      throw new HttpError(401, 'This needs the header Authorization: Bearer <token>.', {}, challenge);
    }
    if (bearer !== this.#context.state.apiKey && !this.#grants.accepts(bearer)) {
      const challenge = { 'www-authenticate': 'Bearer realm="sandbox", error="invalid_token"' };
      throw new HttpError(401, 'The token is unknown, expired or revoked.', {}, challenge);
    }
  }
}
