import { randomBytes } from 'node:crypto';
import type { TokenFamily } from '../store/state.ts';

/** Days that a refresh token lives. */
export const refreshDays = 30;
/** Seconds that an authorization code lives. */
export const codeSeconds = 60;

/** The token response of service.txt, "Flow", step 4. */
export interface IssuedTokens {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  readonly expires_in: number;
  readonly refresh_token: string;
  readonly scope: 'account';
}

/** The request that the user approved, for which a code is issued. */
export interface Approval {
  readonly redirectUri: string;
  readonly codeChallenge: string;
}

interface Code extends Approval {
  readonly expiresAt: number;
  /** The tokens that the code was exchanged for. */
  family?: TokenFamily;
}

const secret = (prefix: string) => `${prefix}${randomBytes(24).toString('base64url')}`;

/** Authorization codes and tokens: issued, exchanged, rotated, revoked (RFC 6749, RFC 7009, RFC 9700). */
export class Grants {
  readonly #families: TokenFamily[];
  readonly #codes = new Map<string, Code>();
  readonly #tokenSeconds: number;
  readonly #clock: () => number;

  /** @param families the tokens of the state, changed in place */
  constructor(families: TokenFamily[], options: { tokenSeconds: number; clock: () => number }) {
    this.#families = families;
    this.#tokenSeconds = options.tokenSeconds;
    this.#clock = options.clock;
  }

  /** The code can be exchanged once, within `codeSeconds`. */
  issueCode(approval: Approval): string {
    const code = secret('code_');
    this.#codes.set(code, { ...approval, expiresAt: this.#clock() + codeSeconds * 1000 });
    return code;
  }

  /**
   * Looks up a code. A second use revokes its tokens: the code has leaked (RFC 6749, section 4.1.2).
   *
   * @returns undefined when the code is unknown, expired or was already exchanged
   */
  approvalOf(code: string): Approval | undefined {
    const known = this.#codes.get(code);
    if (known?.family) this.#revokeFamily(known.family);
    return known === undefined || known.family || known.expiresAt <= this.#clock() ? undefined : known;
  }

  /** Exchanges a code for which `approvalOf` gave an approval. */
  exchange(code: string, clientId: string): IssuedTokens {
    const family: TokenFamily = { clientId, refreshToken: '', expiresAt: 0, spent: [], access: [] };
    const known = this.#codes.get(code);
    if (known !== undefined) known.family = family;
    this.#families.push(family);
    return this.#issue(family);
  }

  /**
   * Exchanges a refresh token for a new pair of tokens. A second use revokes the whole family: the first may have been
   * a thief's (RFC 9700, section 4.14.2).
   *
   * @returns undefined when the token is unknown, used, expired or another client's
   */
  refresh(token: string, clientId: string): IssuedTokens | undefined {
    const family = this.#families.find(one => one.refreshToken === token || one.spent.includes(token));
    if (family === undefined || family.clientId !== clientId) return undefined;
    if (family.refreshToken !== token || family.expiresAt <= this.#clock()) {
      this.#revokeFamily(family);
      return undefined;
    }
    family.spent.push(token);
    return this.#issue(family);
  }

  /** Revokes a refresh token with its whole family, or an access token alone. Does nothing for an unknown token. */
  revoke(token: string, clientId: string): void {
    for (const family of this.#families.filter(one => one.clientId === clientId)) {
      if (family.refreshToken === token) this.#revokeFamily(family);
      family.access = family.access.filter(access => access.token !== token);
    }
  }

  accepts(bearer: string): boolean {
    const now = this.#clock();
    return this.#families.some(family =>
      family.access.some(access => access.token === bearer && access.expiresAt > now),
    );
  }

  #issue(family: TokenFamily): IssuedTokens {
    const now = this.#clock();
    const token = secret('at_');
    family.refreshToken = secret('rt_');
    family.expiresAt = now + refreshDays * 24 * 3600_000;
    family.access = family.access.filter(access => access.expiresAt > now);
    family.access.push({ token, expiresAt: now + this.#tokenSeconds * 1000 });
    return {
      access_token: token,
      token_type: 'Bearer',
      expires_in: this.#tokenSeconds,
      refresh_token: family.refreshToken,
      scope: 'account',
    };
  }

  /** Keeps the family without tokens, so that its spent refresh tokens are still recognized. */
  #revokeFamily(family: TokenFamily): void {
    if (family.refreshToken !== '') family.spent.push(family.refreshToken);
    family.refreshToken = '';
    family.access = [];
  }
}
