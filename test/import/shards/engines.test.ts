import { describe, expect, test } from 'vitest';
import { account, lines } from '../account.ts';

const list = lines('Email', 'a@x.org', 'b@x.org', 'c@x.org');

/** Runs `--shard auto` where an engine has set these variables. */
async function auto(env: Readonly<Record<string, string>>) {
  const { run, write } = await account();
  const args = ['import', write('people.csv', list), '--shard', 'auto', '--dry-run', '-o', 'json'];
  return await run(args, { env });
}

// Names and first numbers as the engines' own documentation has them.
describe('--shard auto', () => {
  test.each<[string, Record<string, string>, number, number]>([
    ['Kubernetes, with the count added', { JOB_COMPLETION_INDEX: '0', JOB_COMPLETION_COUNT: '8' }, 1, 8],
    ['Kubernetes, its last pod', { JOB_COMPLETION_INDEX: '7', JOB_COMPLETIONS: '8' }, 8, 8],
    ['AWS Batch', { AWS_BATCH_JOB_ARRAY_INDEX: '2', AWS_BATCH_JOB_ARRAY_SIZE: '10' }, 3, 10],
    ['Cloud Run', { CLOUD_RUN_TASK_INDEX: '0', CLOUD_RUN_TASK_COUNT: '1' }, 1, 1],
    ['GitLab, which counts from 1', { GITLAB_CI: 'true', CI_NODE_INDEX: '8', CI_NODE_TOTAL: '8' }, 8, 8],
    ['Buildkite', { BUILDKITE_PARALLEL_JOB: '0', BUILDKITE_PARALLEL_JOB_COUNT: '5' }, 1, 5],
    ['CircleCI', { CIRCLE_NODE_INDEX: '4', CIRCLE_NODE_TOTAL: '5' }, 5, 5],
    [
      'two engines that agree',
      { CI_NODE_INDEX: '3', CI_NODE_TOTAL: '4', JOB_COMPLETION_INDEX: '2', JOB_COMPLETION_COUNT: '4' },
      3,
      4,
    ],
    [
      'another engine within a GitLab job that is not parallel',
      { CI_NODE_TOTAL: '1', CIRCLE_NODE_INDEX: '1', CIRCLE_NODE_TOTAL: '2' },
      2,
      2,
    ],
  ])('when %s says which share this is, then that share is taken', async (_what, env, share, of) => {
    const ended = await auto(env);
    expect(ended).toMatchObject({ status: 0, stderr: '' });
    expect(JSON.parse(ended.stdout)).toMatchObject({ shard: { share, of, rows: 3 } });
  });

  test.each<[string, Record<string, string>, RegExp]>([
    ['nothing is set', {}, /no engine says which shard this is/],
    ['empty variables are set', { CI_NODE_INDEX: '', CI_NODE_TOTAL: '' }, /no engine says/],
    ['a GitLab job is not parallel', { GITLAB_CI: 'true', CI_NODE_TOTAL: '1' }, /GitLab job is not parallel/],
    [
      'Kubernetes sets the index alone, as it does',
      { JOB_COMPLETION_INDEX: '3' },
      /JOB_COMPLETION_COUNT is not/,
    ],
    ['the index is missing', { AWS_BATCH_JOB_ARRAY_SIZE: '4' }, /AWS_BATCH_JOB_ARRAY_INDEX is not/],
    ['the count is empty', { CIRCLE_NODE_INDEX: '0', CIRCLE_NODE_TOTAL: '' }, /CIRCLE_NODE_TOTAL is not/],
    ['GitLab says several, but not which', { CI_NODE_TOTAL: '8' }, /CI_NODE_INDEX is not/],
    [
      'the index is a word',
      { CI_NODE_INDEX: 'one', CI_NODE_TOTAL: '8' },
      /"one", which is not a whole number/,
    ],
    [
      'the count is negative',
      { CLOUD_RUN_TASK_INDEX: '0', CLOUD_RUN_TASK_COUNT: '-1' },
      /not a whole number/,
    ],
    ['the index has a fraction', { CIRCLE_NODE_INDEX: '0.5', CIRCLE_NODE_TOTAL: '2' }, /not a whole number/],
    ['the count is 0', { CIRCLE_NODE_INDEX: '0', CIRCLE_NODE_TOTAL: '0' }, /CircleCI counts from 0/],
    [
      'the index is beyond the count',
      { JOB_COMPLETION_INDEX: '8', JOB_COMPLETION_COUNT: '8' },
      /counts from 0/,
    ],
    [
      'an engine that is not GitLab counts from 0',
      { CI_NODE_INDEX: '0', CI_NODE_TOTAL: '8' },
      /counts from 1/,
    ],
    [
      'two counts differ',
      { JOB_COMPLETION_INDEX: '1', JOB_COMPLETION_COUNT: '8', JOB_COMPLETIONS: '4' },
      /JOB_COMPLETION_COUNT is 8, JOB_COMPLETIONS is 4/,
    ],
    [
      'two engines differ',
      { CI_NODE_INDEX: '1', CI_NODE_TOTAL: '4', CIRCLE_NODE_INDEX: '1', CIRCLE_NODE_TOTAL: '4' },
      /GitLab says 1\/4, CircleCI says 2\/4/,
    ],
    [
      'one engine is complete and another is not',
      { CI_NODE_INDEX: '1', CI_NODE_TOTAL: '4', JOB_COMPLETION_INDEX: '0' },
      /JOB_COMPLETION_COUNT is not/,
    ],
  ])('when %s, then the import is refused before anything is read', async (_what, env, message) => {
    const ended = await auto(env);
    expect(ended).toMatchObject({ status: 2, stdout: '' });
    const { error } = JSON.parse(ended.stderr);
    expect(error).toMatchObject({ code: 'invalid_value', message: expect.stringMatching(message) });
  });

  test.each(['0/8', '9/8', '2', '2/0', 'all', '1/100001', ''])(
    'when --shard is "%s", then it is refused',
    async typed => {
      const { run, write, posts } = await account();
      expect((await run(['import', write('people.csv', list), `--shard=${typed}`])).status).toBe(2);
      expect(posts()).toBe(0);
    },
  );
});
