/**
 * What became of a request: its class, what left, what came back, what a look shows. Typed in from the command-line
 * page, "Retries" and "Exit status".
 */
import { describe, expect, it } from 'vitest';
import {
  isSafeLater,
  type Outcome,
  outcomeAfterLook,
  outcomeOf,
  type Reply,
} from '../../src/http/outcome.ts';

const [done, not, unknown] = ['done', 'not done', 'unknown'] as const;
const status = (number: number, more: object = {}): Reply => ({ status: number, ...more });

/** What came back; then what became of a read, an upsert, an upsert that is not repeated when lost, and what is sent once. */
const table: readonly (readonly [what: string, Reply, Outcome, Outcome, Outcome, Outcome])[] = [
  ['nothing left: refused', { code: 'connection_refused', sent: false }, not, not, not, not],
  ['nothing left: no such host', { code: 'no_such_host', sent: false }, not, not, not, not],
  ['nothing left: no TLS', { code: 'tls_failed', sent: false }, not, not, not, not],
  ['the connection was lost', { code: 'cut_off', sent: true }, not, unknown, unknown, unknown],
  ['no answer in time', { code: 'timeout', sent: true }, not, unknown, unknown, unknown],
  ['no HTTP', { code: 'unexpected_answer', sent: true }, not, unknown, unknown, unknown],
  ['the resource', status(200), done, done, done, done],
  ['the resource, created', status(201), done, done, done, done],
  ['a body that is not the resource', status(200, { isUnreadable: true }), done, unknown, unknown, unknown],
  ['nothing, accepted', status(204, { isUnreadable: true }), done, unknown, unknown, unknown],
  ['an interim answer', status(199), not, unknown, unknown, unknown],
  ['a redirect', status(307), not, unknown, unknown, unknown],
  ['see other', status(303), not, unknown, unknown, unknown],
  ['400', status(400), not, not, not, not],
  ['401', status(401), not, not, not, unknown],
  ['403', status(403), not, not, not, not],
  ['404', status(404), not, not, not, unknown],
  ['408', status(408), not, unknown, unknown, unknown],
  ['409', status(409), not, not, not, not],
  ['413', status(413), not, not, not, not],
  ['422', status(422), not, not, not, not],
  ['425', status(425), not, not, not, unknown],
  ['429', status(429), not, not, not, unknown],
  ['429 for now', status(429, { retryAfter: 1 }), not, not, not, unknown],
  ['460', status(460), not, unknown, unknown, unknown],
  ['499', status(499), not, unknown, unknown, unknown],
  ['500', status(500), not, unknown, unknown, unknown],
  ['500 for now', status(500, { retryAfter: 1 }), not, unknown, unknown, unknown],
  ['502', status(502), not, unknown, unknown, unknown],
  ['503', status(503), not, unknown, unknown, unknown],
  ['503 for now', status(503, { retryAfter: 1 }), not, unknown, not, unknown],
  ['504', status(504), not, unknown, unknown, unknown],
];

describe('the outcome after a reply', () => {
  it.each(table)('%s', (_, reply, ...outcomes) => {
    const rules = ['read', 'upsert', 'unless-lost', 'once'] as const;
    expect(rules.map(rule => outcomeOf(rule, reply))).toEqual(outcomes);
  });
});

describe('the outcome after a second attempt', () => {
  it.each<[what: string, Reply, Outcome]>([
    ['nothing left', { code: 'connection_refused', sent: false }, unknown],
    ['credentials are refused', status(401), unknown],
    ['the service is busy', status(429), unknown],
    ['it is gone', status(404), unknown],
    ['its content is refused, as it was before', status(422), not],
    ['it is accepted', status(200), done],
  ])('when the first may have been carried out: %s', (_, reply, outcome) => {
    expect(outcomeOf('upsert', reply, 'unknown')).toBe(outcome);
  });
});

describe('the outcome of a send after a look', () => {
  it.each<[what: string, Reply, shows: Outcome, showsNot: Outcome]>([
    ['the connection was lost', { code: 'cut_off', sent: true }, done, unknown],
    ['a body that is not the resource', status(200, { isUnreadable: true }), done, unknown],
    ['a redirect', status(302), done, unknown],
    ['401', status(401), done, not],
    ['404', status(404), done, not],
    ['408', status(408), done, unknown],
    ['409', status(409), done, not],
    ['422', status(422), done, not],
    ['429', status(429), done, not],
    ['499', status(499), done, unknown],
    ['500', status(500), done, unknown],
    ['503 for now', status(503, { retryAfter: 1 }), done, unknown],
  ])('whose reply was: %s', (_, reply, shows, showsNot) => {
    expect(outcomeAfterLook(reply, 'there')).toBe(shows);
    expect(outcomeAfterLook(reply, 'not there')).toBe(showsNot);
    expect(outcomeAfterLook(reply, 'cannot tell')).toBe('unknown');
  });
});

describe('whether the failure says "try again later" although it may have been carried out', () => {
  it.each<[what: string, Reply, isSaid: boolean]>([
    ['429', status(429), true],
    ['500', status(500), true],
    ['503', status(503), true],
    ['499', status(499), false],
    ['a redirect', status(307), false],
    ['a lost connection', { code: 'cut_off', sent: true }, false],
  ])('of an upsert that got %s', (_, reply, isSaid) => {
    expect(isSafeLater('upsert', reply)).toBe(isSaid);
    expect(isSafeLater('once', reply)).toBe(false);
  });
});
