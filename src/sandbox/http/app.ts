/** Sends each request to its part of the service, once the part lets it in. */
import { setTimeout as wait } from 'node:timers/promises';
import { Authorization } from '../oauth/authorize.ts';
import type { Client } from '../oauth/client.ts';
import { Grants } from '../oauth/grants.ts';
import { answerRevoke, answerToken } from '../oauth/token.ts';
import type { World } from '../store/context.ts';
import type { Saver } from '../store/data-file.ts';
import { randomNumbers } from '../store/ids.ts';
import { Refusal } from './error.ts';
import { Trouble } from './fault-injection.ts';
import { indexPage } from './index-page.ts';
import type { Outcome } from './listener.ts';
import { type Answer, type Incoming, refused } from './response.ts';
import { answerRest } from './rest.ts';
import { templateOf } from './router.ts';

type Oauth = Readonly<Record<string, (request: Incoming) => Answer>>;

export class Service {
  readonly requests: Record<string, number> = {};
  readonly #world: World;
  readonly #saver: Saver | undefined;
  readonly #grants: Grants;
  readonly #oauth: Oauth;
  readonly #trouble: Trouble;

  constructor(world: World, client: Client, saver: Saver | undefined) {
    this.#world = world;
    this.#saver = saver;
    this.#grants = new Grants(world.state.families, world.rules);
    this.#trouble = new Trouble(world.rules, randomNumbers(world.state.seed));
    const authorization = new Authorization(client, this.#grants);
    this.#oauth = {
      'GET /oauth/authorize': request => authorization.ask(request, world.state.account),
      'POST /oauth/authorize': request => authorization.decide(request),
      'POST /oauth/token': request => answerToken(request, client, this.#grants),
      'POST /oauth/revoke': request => answerRevoke(request, client, this.#grants),
    };
  }

  /** @returns what to answer; every refusal is an answer too */
  async answer(request: Incoming): Promise<Outcome> {
    const template = templateOf(request.method, request.path);
    this.requests[template] = (this.requests[template] ?? 0) + 1;
    if (this.#world.rules.latency > 0) await wait(this.#world.rules.latency);
    const before = this.#world.audience.version;
    try {
      return this.#route(request);
    } catch (error) {
      if (error instanceof Refusal) return { answer: refused(error) };
      throw error;
    } finally {
      // Only reading changes nothing, unless a job or a delivery went on meanwhile.
      if (request.method !== 'GET' || this.#world.audience.version !== before) this.#saver?.change();
    }
  }

  #route(request: Incoming): Outcome {
    const { method, path, headers } = request;
    if (path === '/' && method === 'GET')
      return { answer: indexPage(headers.host ?? '', this.#world.state.account.name) };
    if (path.startsWith('/oauth/')) return { answer: this.#answerOauth(request) };
    if (!path.startsWith('/v1/')) throw new Refusal(404, `There is nothing at ${path}.`);
    this.#authenticate(headers.authorization);
    const cut = this.#trouble.next();
    if (cut === 'before') return { answer: { status: 500, headers: {}, body: '' }, cut };
    return { answer: answerRest(this.#world, request), cut };
  }

  #answerOauth(request: Incoming): Answer {
    const answer = this.#oauth[`${request.method} ${request.path}`];
    if (answer !== undefined) return answer(request);
    const allow = Object.keys(this.#oauth)
      .filter(key => key.endsWith(` ${request.path}`))
      .map(key => key.split(' ')[0]);
    if (allow.length === 0) throw new Refusal(404, `There is nothing at ${request.path}.`);
    const methods = allow.join(', ');
    throw new Refusal(405, `${request.path} takes ${methods}.`, {}, { allow: methods });
  }

  /** RFC 6750, section 3. @throws Refusal 401 */
  #authenticate(header: string | undefined): void {
    const bearer = /^bearer +(\S+)$/i.exec(header ?? '')?.[1];
    if (bearer === undefined) {
      const challenge = { 'www-authenticate': 'Bearer realm="sandbox"' };
      throw new Refusal(401, 'This needs the header Authorization: Bearer <token>.', {}, challenge);
    }
    if (bearer !== this.#world.state.apiKey && !this.#grants.accepts(bearer)) {
      const challenge = { 'www-authenticate': 'Bearer realm="sandbox", error="invalid_token"' };
      throw new Refusal(401, 'The token is unknown, expired or revoked.', {}, challenge);
    }
  }
}
