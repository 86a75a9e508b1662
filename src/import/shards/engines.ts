/** `--shard`: given as a flag, or detected from the engine that runs the shards. */

import { Failure } from '../../lib/failure.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import type { Shard } from './shard.ts';

/** Variables by which an engine numbers its parallel runs. */
interface Engine {
  readonly name: string;
  readonly index: string;
  /** All that are set must agree. */
  readonly counts: readonly string[];
  /** The number of the first run. */
  readonly first: 0 | 1;
  /** The remedy if the count is missing. */
  readonly remedy: string;
}

/** Names and first numbers, from the documentation of each engine. */
const engines: readonly Engine[] = [
  {
    // Kubernetes sets the index only; the number is that of spec.completions, which no field reference reaches.
    name: 'Kubernetes',
    index: 'JOB_COMPLETION_INDEX',
    counts: ['JOB_COMPLETION_COUNT', 'JOB_COMPLETIONS'],
    first: 0,
    remedy: 'set JOB_COMPLETION_COUNT in the env of the container to the number of spec.completions',
  },
  {
    name: 'AWS Batch',
    index: 'AWS_BATCH_JOB_ARRAY_INDEX',
    counts: ['AWS_BATCH_JOB_ARRAY_SIZE'],
    first: 0,
    remedy: 'submit an array job',
  },
  {
    name: 'Cloud Run',
    index: 'CLOUD_RUN_TASK_INDEX',
    counts: ['CLOUD_RUN_TASK_COUNT'],
    first: 0,
    remedy: 'execute a Cloud Run job, with --tasks',
  },
  {
    name: 'GitLab',
    index: 'CI_NODE_INDEX',
    counts: ['CI_NODE_TOTAL'],
    first: 1,
    remedy: 'give the job `parallel: 8`',
  },
  {
    name: 'Buildkite',
    index: 'BUILDKITE_PARALLEL_JOB',
    counts: ['BUILDKITE_PARALLEL_JOB_COUNT'],
    first: 0,
    remedy: 'give the step `parallelism: 8`',
  },
  {
    name: 'CircleCI',
    index: 'CIRCLE_NODE_INDEX',
    counts: ['CIRCLE_NODE_TOTAL'],
    first: 0,
    remedy: 'give the job `parallelism: 8`',
  },
];

/** Maximum number of shards. */
const mostShares = 100_000;
const typedHint = '--shard 2/8 says it without the engine';

/**
 * The shard of this run. A detected shard is printed, because it decides who is imported. @throws Failure
 * invalid_value
 */
export function shardOf(
  { environment, terminal }: { readonly environment: NodeJS.ProcessEnv; readonly terminal: Terminal },
  given: Shard | 'auto' | undefined,
): Shard | undefined {
  if (given !== 'auto') return given;
  const { shard, engine } = shardOfEngine(environment);
  terminal.note(`shard ${shard.share} of ${shard.of}, as ${engine} says`);
  return shard;
}

/** Whether these can be the number of a shard and the number of shards. */
export function isShard(share: number, of: number): boolean {
  return share >= 1 && share <= of && of <= mostShares;
}

/**
 * The shard that the engine assigns to this run. If anything is missing, malformed or contradictory, nothing is
 * assumed: importing everything in each of eight runs would send a list eight times.
 *
 * @returns also the name of the engine
 * @throws Failure invalid_value
 */
function shardOfEngine(environment: NodeJS.ProcessEnv): {
  readonly shard: Shard;
  readonly engine: string;
} {
  const found = engines.flatMap(engine => {
    const shard = readShard(engine, environment);
    return shard === undefined ? [] : [{ engine: engine.name, shard }];
  });
  const [first, ...others] = found;
  if (first === undefined) {
    const [index, count] = [environment.CI_NODE_INDEX, environment.CI_NODE_TOTAL];
    const known = engines.map(({ name }) => name).join(', ');
    const problem =
      count && !index ? 'this GitLab job is not parallel' : 'no engine says which shard this is';
    throw new Failure('invalid_value', `--shard auto: ${problem}`, {
      details: [`known are ${known}`],
      hint: typedHint,
    });
  }
  const other = others.find(({ shard }) => shard.share !== first.shard.share || shard.of !== first.shard.of);
  if (other !== undefined) {
    const says = ({ engine, shard }: typeof first) => `${engine} says ${shard.share}/${shard.of}`;
    throw refused(`${says(first)}, ${says(other)}`, typedHint);
  }
  return first;
}

/** @returns undefined if the engine is absent @throws Failure invalid_value if its variables are incomplete */
function readShard(engine: Engine, environment: NodeJS.ProcessEnv): Shard | undefined {
  const { name, index, first, remedy } = engine;
  const position = environment[index] || undefined;
  const counts = engine.counts.filter(count => environment[count]);
  const [count, ...more] = counts;
  if (position === undefined && count === undefined) return undefined;
  const value = count === undefined ? undefined : environment[count];
  // GitLab sets the number in every job: 1 if it is not parallel.
  if (position === undefined && name === 'GitLab' && value === '1') return undefined;
  if (position === undefined) throw refused(`${count} is set, ${index} is not`, remedy);
  if (count === undefined) throw refused(`${index} is set, ${engine.counts[0]} is not`, remedy);
  const differing = more.find(other => environment[other] !== value);
  if (differing !== undefined)
    throw refused(`${count} is ${value}, ${differing} is ${environment[differing]}`, typedHint);
  const of = wholeNumber(count, value);
  const share = wholeNumber(index, position) - first + 1;
  if (isShard(share, of)) return { share, of };
  throw refused(`${index} is ${position} and ${count} is ${value}: ${name} counts from ${first}`, typedHint);
}

function wholeNumber(name: string, value = ''): number {
  if (/^\d{1,6}$/.test(value)) return Number(value);
  throw refused(`${name} is "${value}", which is not a whole number`, typedHint);
}

function refused(problem: string, hint: string): Failure {
  return new Failure('invalid_value', `--shard auto: ${problem}`, { hint });
}
