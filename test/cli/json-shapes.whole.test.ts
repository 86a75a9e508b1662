/**
 * What scripts may rely on: the keys and types of everything that is printed as JSON. Typed in a second time, by
 * hand, from service.txt and from docs/, so that a slip in the contract or a renamed key is noticed here.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { account, draft } from '../support/account.ts';
import { temporaryFolder } from '../support/home.ts';
import type { Plain } from '../support/service.ts';

const types = {
  uuid: (value: unknown) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(String(value)),
  text: (value: unknown) => typeof value === 'string',
  time: (value: unknown) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT.*Z$/.test(value),
  number: (value: unknown) => typeof value === 'number',
  integer: (value: unknown) => Number.isInteger(value),
  boolean: (value: unknown) => typeof value === 'boolean',
  null: (value: unknown) => value === null,
  object: (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value),
  anything: (value: unknown) => value !== undefined,
};
type Type = keyof typeof types;
type Shape =
  | Type
  | `${Type} or null`
  | { readonly oneOf: readonly string[] }
  | { readonly listOf: Shape }
  | { readonly keys: Keys };
interface Keys {
  readonly [key: string]: Shape;
}

/** Everything in which a value differs from its shape. */
function misfits(value: unknown, shape: Shape, path: string): string[] {
  if (typeof shape === 'string') {
    const fits = shape.split(' or ').some(type => types[type as Type](value));
    return fits ? [] : [`${path} is no ${shape}: ${JSON.stringify(value)}`];
  }
  if ('oneOf' in shape) return shape.oneOf.includes(String(value)) ? [] : [`${path} is ${value}`];
  if ('listOf' in shape) {
    if (!Array.isArray(value)) return [`${path} is no list`];
    return value.flatMap((one, at) => misfits(one, shape.listOf, `${path}[${at}]`));
  }
  if (!types.object(value)) return [`${path} is no object: ${JSON.stringify(value)}`];
  const record = value as Readonly<Record<string, unknown>>;
  return [
    ...Object.keys(record).flatMap(key => (key in shape.keys ? [] : [`${path}.${key} is not in the list`])),
    ...Object.entries(shape.keys).flatMap(([key, inner]) => misfits(record[key], inner, `${path}.${key}`)),
  ];
}

const recordOf = (keys: Keys): Shape => ({ keys });
const listOf = (shape: Shape): Shape => ({ listOf: shape });

// service.txt, "Resources and their fields".

const accountRecord = recordOf({
  id: 'uuid',
  name: 'text',
  slug: 'text',
  email_address: 'text or null',
  physical_address: 'text or null',
  status: { oneOf: ['pending', 'active', 'paused', 'banned'] },
  image_url: 'text or null',
  logo_svg: 'text or null',
  created_at: 'time',
  updated_at: 'time',
});

const group = recordOf({
  id: 'uuid',
  name: 'text',
  description: 'text or null',
  color_id: 'text',
  color_hex: 'text',
  image_id: 'text',
  filters: listOf('object'),
  subscribers_count: 'number',
  created_at: 'time',
  updated_at: 'time',
});

const email = recordOf({
  id: 'uuid',
  group_id: 'uuid or null',
  status: { oneOf: ['draft', 'scheduled', 'reviewing', 'denied', 'sending', 'paused', 'sent'] },
  subject: 'text or null',
  preview: 'text or null',
  body_html: 'text or null',
  body_text: 'text or null',
  like_enabled: 'boolean',
  background_color: 'text',
  foreground_color: 'text',
  font_id: 'text',
  sent_count: 'integer',
  delivery_count: 'integer',
  delivery_rate: 'number',
  bounce_count: 'integer',
  bounce_rate: 'number',
  complaint_count: 'integer',
  complaint_rate: 'number',
  like_count: 'integer',
  like_rate: 'number',
  unsubscribe_count: 'integer',
  unsubscribe_rate: 'number',
  scheduled_at: 'time or null',
  sent_at: 'time or null',
  completed_at: 'time or null',
  created_at: 'time',
  updated_at: 'time',
});

const subscriber = recordOf({
  id: 'uuid',
  email: 'text',
  source: { oneOf: ['app', 'api', 'mcp', 'form'] },
  emailed_at: 'time or null',
  created_at: 'time',
  updated_at: 'time',
  fields: 'object',
  tags: listOf('text'),
});

const importJob = recordOf({
  id: 'uuid',
  status: { oneOf: ['pending', 'processing', 'completed', 'failed'] },
  file_name: 'text or null',
  total_count: 'integer',
  created_count: 'integer',
  updated_count: 'integer',
  skipped_count: 'integer',
  error_message: 'text or null',
  completed_at: 'time or null',
  created_at: 'time',
});

const field = recordOf({
  id: 'uuid',
  name: 'text',
  variable: 'text',
  kind: { oneOf: ['text', 'number', 'date', 'boolean'] },
  position: 'integer',
  created_at: 'time',
  updated_at: 'time',
});

const tag = recordOf({
  id: 'uuid',
  name: 'text',
  color_id: 'text',
  color_hex: 'text',
  created_at: 'time',
  updated_at: 'time',
});

const pageMeta = recordOf({
  current_page: 'number',
  per_page: 'number',
  total: 'number',
  last_page: 'number',
});

// What this program says on its own: command-line.md and docs/.

const statistics = {
  id: 'uuid',
  subject: 'text or null',
  status: 'text',
  group_id: 'uuid or null',
  sent_at: 'time or null',
  sent_count: 'integer or null',
  delivery_count: 'integer or null',
  delivery_share: 'number or null',
  bounce_count: 'integer or null',
  bounce_share: 'number or null',
  complaint_count: 'integer or null',
  complaint_share: 'number or null',
  like_count: 'integer or null',
  like_share: 'number or null',
  unsubscribe_count: 'integer or null',
  unsubscribe_share: 'number or null',
  exceeded: listOf('text'),
} as const;

const statisticsOfOne = recordOf({
  ...statistics,
  summary: 'text',
  compared_with: 'integer',
  median_delivery_share: 'number or null',
  median_bounce_share: 'number or null',
  median_complaint_share: 'number or null',
  median_like_share: 'number or null',
  median_unsubscribe_share: 'number or null',
});

const look = recordOf({
  at: 'time',
  id: 'uuid',
  status: 'text',
  recipients: 'integer or null',
  sent_count: 'integer',
  delivery_count: 'integer',
  delivery_share: 'number or null',
  bounce_count: 'integer',
  bounce_share: 'number or null',
  watched_seconds: 'number',
  sent_at: 'time or null',
  completed_at: 'time or null',
});

const growth = recordOf({
  period: 'text',
  from: 'text',
  signups: 'integer',
  moved: 'integer',
  subscribers: 'integer',
  unfinished: 'boolean',
  app: 'integer',
  api: 'integer',
  mcp: 'integer',
  form: 'integer',
});

const checkFinding = recordOf({
  code: 'text',
  severity: 'text',
  count: 'integer',
  tagged: 'integer',
  message: 'text',
  examples: listOf('text'),
  fix: 'text or null',
});

const importKeys: Keys = {
  file: 'text',
  rows: 'integer',
  accepted: 'integer',
  duplicates: 'integer',
  rejected: 'integer',
  suppressed: 'integer',
  created: 'integer',
  updated: 'integer',
  skipped: 'integer',
  failed: 'integer',
  unknown: 'integer',
  jobs: listOf(
    recordOf({
      id: 'uuid or null',
      status: 'text',
      rows: 'integer',
      total_count: 'integer or null',
      created_count: 'integer or null',
      updated_count: 'integer or null',
      skipped_count: 'integer or null',
      error_message: 'text or null',
    }),
  ),
  mapping: 'object',
  ignored_columns: listOf('text'),
  ignored: listOf(
    recordOf({ column: 'text', values: listOf(recordOf({ value: 'text', count: 'integer' })) }),
  ),
  files: listOf(
    recordOf({
      file: 'text',
      rows: 'integer',
      accepted: 'integer',
      duplicates: 'integer',
      rejected: 'integer',
      suppressed: 'integer',
      mapping: 'object',
      ignored_columns: listOf('text'),
    }),
  ),
  warnings: listOf(
    recordOf({
      code: 'text',
      column: 'text or null',
      count: 'integer',
      hint: 'text',
      line: 'integer',
      message: 'text',
    }),
  ),
  reasons: listOf(
    recordOf({
      code: 'text',
      column: 'text or null',
      count: 'integer',
      example: 'text or null',
      line: 'integer',
    }),
  ),
  suppressions: listOf(recordOf({ cause: 'text', column: 'text or null', count: 'integer' })),
  not_sent: 'integer',
  unchanged: 'integer',
  compared: 'object or null',
  not_compared: 'text or null',
  verified: 'object or null',
  run: 'text or null',
  risks: listOf(
    recordOf({ cause: 'text', action: 'text', count: 'integer', example: 'text or null', line: 'integer' }),
  ),
  rejects_file: 'text or null',
  rejects_files: listOf('text'),
  shard: 'object or null',
  resumed: 'boolean',
  dry_run: 'boolean',
  elapsed_seconds: 'number',
};
const importSummary = recordOf(importKeys);

/** A request that a dry run shows. */
const request = (body: Shape): Shape =>
  recordOf({ method: 'text', url: 'text', headers: 'object', body, curl: 'text' });

const whoami = recordOf({
  profile: 'text',
  base_url: 'text',
  signed_in_with: 'text',
  credentials_from: 'text',
  credentials_kept_in: 'text or null',
  profile_from: 'text',
  why: 'text',
  folder_file: 'text or null',
  account_name: 'text',
  account_slug: 'text',
  account_id: 'uuid',
  token_ends_at: 'time or null',
});

const profile = recordOf({
  name: 'text',
  current: 'boolean',
  account: 'text or null',
  base_url: 'text or null',
  signed_in: 'boolean',
  rails: 'text or null',
});

const setting = recordOf({
  name: 'text',
  value: 'anything',
  origin: 'text or null',
  file: 'text or null',
  meaning: 'text',
});

const failure = recordOf({
  error: recordOf({
    code: 'text',
    message: 'text',
    status: 'integer or null',
    method: 'text or null',
    path: 'text or null',
    details: listOf('text'),
    hint: 'text or null',
    next: listOf(recordOf({ command: 'text', when: 'text' })),
    exit: 'integer',
    request_id: 'text or null',
  }),
});

const counts = (...names: readonly string[]): Keys =>
  Object.fromEntries(names.map(name => [name, 'integer']));
const syncSummary = recordOf({
  sync: 'text',
  run: 'text or null',
  last: 'integer or null',
  ...counts('people', 'new', 'changed', 'missing', 'unchanged', 'left_alone', 'gone', 'rejected'),
  ...counts('refused_before', 'unsure', 'unread', 'suppressed', 'held'),
  state_lost: 'boolean',
  by_field: 'object',
  left_by_field: 'object',
  columns_gone: listOf('text'),
  rejects_file: 'text or null',
  ...counts('created', 'updated', 'removed', 'refused', 'not_sent'),
  plan: 'text or null',
  dry_run: 'boolean',
  changes: listOf('object'),
});

/** What stands in angle brackets is filled in; what stands before && only prepares. */
type Row = readonly [line: string, shape: Shape];

const reads: readonly Row[] = [
  ['account get', accountRecord],
  ['groups list', listOf(group)],
  ['groups get Everyone', group],
  ['emails list --all', listOf(email)],
  ['emails get <draft>', email],
  ['emails stats', listOf(recordOf(statistics))],
  ['emails stats <sent>', statisticsOfOne],
  ['emails watch <sent>', look],
  ['subscribers list', listOf(subscriber)],
  ['subscribers get <subscriber>', subscriber],
  ['subscribers growth', listOf(growth)],
  ['subscribers growth --by day', listOf(growth)],
  ['subscribers check', listOf(checkFinding)],
  [
    'subscribers check --show example',
    listOf(recordOf({ email: 'text', id: 'uuid', suggestion: 'text or null', reason: 'text or null' })),
  ],
  ['imports list', listOf(importJob)],
  ['imports get <import>', importJob],
  ['imports watch <import>', importJob],
  ['fields list', listOf(field)],
  ['tags list', listOf(recordOf({ name: 'text', subscribers_count: 'integer' }))],
  ['import <file> --dry-run', recordOf({ ...importKeys, requests: listOf(request('object')) })],
  ['account update --name Elsewhere --dry-run', request(recordOf({ name: 'text' }))],
  ['whoami', whoami],
  ['config set timeout 20 && profiles list', listOf(profile)],
  ['config list', listOf(setting)],
  ['config get timeout', recordOf({ name: 'text', value: 'number', origin: 'text', file: 'text or null' })],
  ...['groups', 'emails', 'subscribers', 'imports', 'fields'].map((name): Row => {
    const of = { groups: group, emails: email, subscribers: subscriber, imports: importJob, fields: field }[
      name
    ];
    return [`${name} list --envelope`, recordOf({ data: listOf(of ?? 'null'), meta: pageMeta })];
  }),
];

const writes: readonly Row[] = [
  ['account update --name Elsewhere', accountRecord],
  ['groups create --name Anybody', group],
  ['emails update <draft> --preview Shortly', email],
  ['emails send <draft> --yes', email],
  [
    'emails pull <draft> <email>',
    recordOf({ file: 'text', id: 'uuid', subject: 'text or null', updated_at: 'time' }),
  ],
  ['emails pull <draft> <email> && emails push <email>', email],
  [
    'login --api-key',
    recordOf({
      profile: 'text',
      current: 'boolean',
      base_url: 'text',
      credentials_kept_in: 'text',
      account: accountRecord,
    }),
  ],
  ['subscribers create --email new@example.org --tag a', subscriber],
  ['subscribers update <subscriber> --field city=Rome', subscriber],
  ['fields create --name Shoe --kind number', field],
  ['fields update city --name Town', field],
  ['tags create --name Readers', tag],
  ['tags update <tag> --name Readers', tag],
  ['import <file> --yes', importSummary],
  ['sync <file> --name shop', syncSummary],
];

const refusals: readonly (readonly [line: string, status: number])[] = [
  ['groups lst', 2],
  ['groups list --page zero', 2],
  ['groups list --shoe', 2],
  ['groups create', 2],
  ['whoami --profile nobody', 2],
  ['groups get Nobody', 4],
  ['groups get 00000000-0000-4000-8000-000000000000', 4],
  ['subscribers create --email nonsense', 5],
  ['subscribers list --expect-account other --base-url http://127.0.0.1:1 --retries 0', 7],
];

/** An account with something of everything in it, and what the words in angle brackets stand for. */
async function prepared() {
  const here = await account({ subscribers: 60 });
  const first = async (path: string) => (await here.all(path))[0] ?? {};
  const file = join(temporaryFolder(), 'people.csv');
  const known = await first('/v1/subscribers');
  // The sandbox's own people are in reserved domains, which an import rejects.
  await here.call('POST', '/v1/subscribers', { email: 'known@example.net', fields: { first_name: 'Ann' } });
  writeFileSync(file, 'email,First name,tags\nknown@example.net,Anna,x\nnew@example.net,Bert,"y,z"\n');
  const names: Plain = {
    draft: await here.emailId(draft),
    sent: (await here.all('/v1/emails')).find(({ status }) => status === 'sent')?.id,
    subscriber: known.id,
    import: (await first('/v1/subscriber-imports')).id,
    tag: (await here.call('POST', '/v1/tags', { name: 'Walkers' })).id,
    file,
    email: join(temporaryFolder(), 'email.md'),
  };
  const env = { NEWSLETTER_CONFIG_DIR: temporaryFolder() };
  const words = (line: string) => line.split(' ').map(word => String(names[word.slice(1, -1)] ?? word));
  return async (line: string) => {
    for (const each of line.split(' && ').slice(0, -1)) await here.run(words(each), { env });
    const last = words(line.split(' && ').at(-1) ?? '');
    return await here.run([...last, '--json'], { env, stdin: here.sandbox.apiKey });
  };
}

describe('what is printed as JSON', () => {
  it.each([...reads, ...writes])(
    'when it is of "%s", then its keys and types are those listed',
    async (line, shape) => {
      const run = await prepared();
      const { status, stdout, stderr } = await run(line);
      expect(status, stderr).toBe(0);
      expect(stderr).toBe('');
      const printed: unknown = JSON.parse(stdout);
      expect(misfits(printed, shape, '')).toEqual([]);
      // A list without records would fit any shape.
      expect(printed).not.toEqual([]);
    },
  );

  it.each(refusals)('when "%s" fails, then the error object is all that is on stderr', async (line, exit) => {
    const run = await prepared();
    const { status, stdout, stderr } = await run(line);
    expect({ status, stdout }).toEqual({ status: exit, stdout: '' });
    const printed: unknown = JSON.parse(stderr);
    expect(misfits(printed, failure, '')).toEqual([]);
    expect(printed).toMatchObject({ error: { exit } });
  });
});
