/** Custom fields of a sharded import: they cannot be deleted, so one shard creates them, and the others wait. */
import type { CustomField } from '../../contract/index.ts';
import type { Api } from '../../http/api.ts';
import { Failure } from '../../lib/failure.ts';
import { allFields } from '../../people/custom-fields.ts';
import { counted } from '../../terminal/numbers.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { newFieldsOf, withCreatedFields } from '../new-fields.ts';
import type { ImportOptions } from '../options.ts';
import type { ImportPlan, NewField } from '../state.ts';

/** Milliseconds between reads of the account's fields, the first and the longest. */
const [firstPause, longestPause] = [500, 10_000];

type WaitOptions = Pick<ImportOptions, 'shard' | 'fieldsTimeout' | 'files'>;

interface WaitContext {
  readonly api: Api;
  readonly terminal: Terminal;
  readonly stop: AbortSignal;
}

/** Whether this shard creates fields that others wait for, even if it sends nothing itself. */
export function createsForOthers(
  { shard }: Pick<ImportOptions, 'shard'>,
  plans: readonly ImportPlan[],
): boolean {
  return shard !== undefined && shard.of > 1 && shard.share === 1 && newFieldsOf(plans).length > 0;
}

/**
 * The plans with the variables of their new fields. Shard 1, or an import without shards, creates the
 * missing fields; other shards wait for them.
 *
 * @param existing fields that an earlier run of the import may have created
 * @param stop ends the wait
 * @throws Failure fields_missing; any failure of creating a field; the reason of `stop`
 */
export async function withFields(
  plans: readonly ImportPlan[],
  existing: readonly CustomField[],
  options: WaitOptions,
  context: WaitContext,
): Promise<ImportPlan[]> {
  const waits = options.shard !== undefined && options.shard.share > 1 && newFieldsOf(plans).length > 0;
  const known = waits ? await createdElsewhere(newFieldsOf(plans), options, context) : existing;
  return await withCreatedFields(context.api, plans, known, message => context.terminal.warn(message));
}

async function createdElsewhere(
  wanted: readonly NewField[],
  { shard, fieldsTimeout, files }: WaitOptions,
  { api, terminal, stop }: WaitContext,
): Promise<CustomField[]> {
  const { clock } = api.limits;
  const end = clock.now() + fieldsTimeout * 1000;
  for (let pause = firstPause; ; pause = Math.min(pause * 2, longestPause)) {
    const fields = await allFields(api);
    const missing = wanted.filter(
      ({ name, kind }) => !fields.some(field => field.name === name && field.kind === kind),
    );
    if (missing.length === 0) return fields;
    if (pause === firstPause)
      terminal.note(`waiting for shard 1 to create ${counted(missing.length, 'custom field')}`);
    if (clock.now() >= end) throw fieldsMissing(missing, shard?.of ?? 1, files, fieldsTimeout);
    await clock.wait(Math.min(pause, Math.max(0, end - clock.now())), stop);
    stop.throwIfAborted();
  }
}

function fieldsMissing(
  missing: readonly NewField[],
  of: number,
  files: readonly string[],
  seconds: number,
): Failure {
  const names = missing.map(({ name, kind }) => `"${name}" (${kind})`).join(', ');
  return new Failure('fields_missing', `shard 1 has not created ${names} within ${seconds} seconds`, {
    details: ['nothing was sent; shard 1 creates the custom fields, so that none is created twice'],
    hint: `run shard 1 first: newsletter import ${files.join(' ')} --shard 1/${of}; then this shard again`,
  });
}
