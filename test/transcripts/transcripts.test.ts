import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/index.ts';
import type { RecordSchema } from '../../src/contract/schema.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import { type Existing, signIn, type Transcript, transcripts } from './transcripts.ts';

const { authorization, refresh, revocation, tokenRequest } = signIn;
const title = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
const titled = transcripts.map(one => [one.request, one] as const);

type Plain = Record<string, unknown>;
const keys = (record: object) => Object.keys(record).sort();

/** The record in a response: the response itself, or the first on its page. */
function recordOf(response: Plain): Plain {
  return Array.isArray(response.data) ? (response.data[0] as Plain) : response;
}

/** What kind of value an example is, as service.txt tells kinds apart. */
function kindOf(value: unknown): string {
  if (Array.isArray(value)) return `array of ${value.length === 0 ? 'anything' : kindOf(value[0])}`;
  if (typeof value !== 'string') return typeof value;
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i.test(value)) return 'uuid';
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value)) return 'date-time';
  return 'string';
}

test('when the contract names an endpoint, then a transcript shows it', () => {
  const shown = new Set(transcripts.map(({ request }) => request));
  const named = Object.values(endpoints).map(title);
  const todo = 'add a request and its response from service.txt to test/transcripts/service.yaml';
  expect(
    named.filter(one => !shown.has(one)),
    todo,
  ).toEqual([]);
  expect(named, 'service.txt has as many endpoints: change this number with it').toHaveLength(20);
});

describe('the contract', () => {
  const contractKinds: Record<string, string> = {
    uuid: 'uuid',
    text: 'string',
    time: 'date-time',
    integer: 'number',
    number: 'number',
    boolean: 'boolean',
    enumeration: 'string',
    map: 'object',
  };

  const expectKinds = (fields: RecordSchema, record: Plain) => {
    for (const [name, value] of Object.entries(record)) {
      const kind = fields[name]?.kind ?? 'unknown';
      const expected = kind === 'list' ? 'array' : (contractKinds[kind] ?? kind);
      expect(kindOf(value).split(' ')[0], name).toBe(expected);
    }
  };

  test.each(titled)('when %s is described, then as service.txt has it', (_, transcript) => {
    const endpoint: Endpoint | undefined = Object.values(endpoints).find(
      one => title(one) === transcript.request,
    );
    const { fields } = endpoint?.response ?? { fields: {} as RecordSchema };
    const record = recordOf(transcript.response);
    expect(endpoint?.page ?? false).toBe(Array.isArray(transcript.response.data));
    expect(keys(endpoint?.body ?? {})).toEqual(keys(transcript.body ?? {}));
    expect(keys(fields)).toEqual(keys(record));
    expectKinds(endpoint?.body ?? {}, transcript.body ?? {});
    expectKinds(fields, record);
    expect(keys(fields).filter(name => fields[name]?.nullable)).toEqual(
      [...transcript.resource.nullable].sort(),
    );
    const enumerations = Object.entries(fields).flatMap(([name, field]) =>
      field.kind === 'enumeration' ? [[name, field.values]] : [],
    );
    expect(Object.fromEntries(enumerations)).toEqual(transcript.resource.enumerations);
  });
});

describe('the sandbox', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({ importSeconds: 60 });
  });
  afterAll(() => sandbox.close());

  const send = async (method: string, path: string, body?: object): Promise<Plain> => {
    const headers = { authorization: `Bearer ${sandbox.apiKey}`, 'content-type': 'application/json' };
    const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
    const response = await fetch(sandbox.baseUrl + path, init);
    const text = await response.text();
    expect(response.ok, text).toBe(true);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    return JSON.parse(text) as Plain;
  };

  const idOf = async ({ request, body, where = {} }: Existing): Promise<unknown> => {
    const [method = '', path = ''] = request.split(' ');
    const response = await send(method, path, body);
    const records = Array.isArray(response.data) ? (response.data as Plain[]) : [response];
    const matches = (record: Plain) => Object.entries(where).every(([name, value]) => record[name] === value);
    return records.find(matches)?.id;
  };

  test.each(titled)(
    'when %s is performed, then the response has these fields and kinds',
    async (_, shown) => {
      const ids: Plain = {};
      for (const [name, existing] of Object.entries(shown.ids ?? {})) ids[name] = await idOf(existing);
      const body = shown.body && { ...shown.body };
      for (const name of keys(body ?? {}).filter(name => name in ids)) {
        Object.assign(body ?? {}, { [name]: Array.isArray(shown.body?.[name]) ? [ids[name]] : ids[name] });
      }
      const response = await send(shown.method, shown.path.replace('{id}', String(ids.id)), body);
      const isEmpty = Array.isArray(response.data) && response.data.length === 0;
      expect(isEmpty, 'let the handler in src/sandbox/resources/ respond with a record').toBe(false);
      expect(keys(response)).toEqual(keys(shown.response));
      if (Array.isArray(shown.response.data)) {
        expect(keys(response.meta as object)).toEqual(keys(shown.response.meta as object));
        expect(Object.values(response.meta as object).every(Number.isInteger)).toBe(true);
      }
      expectLike(recordOf(response), recordOf(shown.response), shown);
    },
  );

  function expectLike(record: Plain, example: Plain, { resource }: Transcript): void {
    expect(keys(record)).toEqual(keys(example));
    for (const [name, value] of Object.entries(record)) {
      if (value === null) expect(resource.nullable, name).toContain(name);
      else if (Array.isArray(value) && value.length === 0) expect(example[name], name).toBeInstanceOf(Array);
      else expect(kindOf(value), name).toBe(kindOf(example[name]));
      if (name.endsWith('_count')) expect(Number.isInteger(value), name).toBe(true);
      if (resource.enumerations[name]) expect(resource.enumerations[name]).toContain(value);
    }
  }

  test('when somebody signs in as service.txt says, then each step responds as it says', async () => {
    const post = (path: string, form: Record<string, string>) =>
      fetch(sandbox.authUrl + path, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
    const consent = await fetch(
      `${sandbox.authUrl}${authorization.path}?${new URLSearchParams(authorization.query)}`,
    );
    const formToken = /name="form_token" value="([^"]+)"/.exec(await consent.text())?.[1] ?? '';
    const approved = await post('/oauth/authorize', { form_token: formToken, decision: 'approve' });
    const returned = new URL(approved.headers.get('location') ?? '');
    expect(returned.href.split('?')[0]).toBe(authorization.query.redirect_uri);
    expect([...returned.searchParams.keys()].sort()).toEqual(keys(authorization.response));
    expect(returned.searchParams.get('state')).toBe(authorization.response.state);

    const code = returned.searchParams.get('code') ?? '';
    const first = (await (await post(tokenRequest.path, { ...tokenRequest.form, code })).json()) as Plain;
    expectTokens(first);
    const refresh_token = String(first.refresh_token);
    const second = (await (await post(refresh.path, { ...refresh.form, refresh_token })).json()) as Plain;
    expectTokens(second);
    expect(second.access_token).not.toBe(first.access_token);
    const bearer = { headers: { authorization: `Bearer ${second.access_token}` } };
    expect((await fetch(`${sandbox.baseUrl}/v1/account`, bearer)).status).toBe(200);

    const revoked = await post(revocation.path, { ...revocation.form, token: String(second.access_token) });
    expect(revoked.ok).toBe(true);
    expect((await fetch(`${sandbox.baseUrl}/v1/account`, bearer)).status).toBe(401);
  });

  function expectTokens(tokens: Plain): void {
    expect(keys(tokens)).toEqual(keys(tokenRequest.response));
    const { token_type, expires_in, scope } = tokenRequest.response;
    expect(tokens).toMatchObject({ token_type, expires_in, scope });
    expect([typeof tokens.access_token, typeof tokens.refresh_token]).toEqual(['string', 'string']);
  }
});
