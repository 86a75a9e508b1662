/** What docs/scaling.md tells people to run: held to the schemas of the engines, or run. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { validateWorkflow } from '@action-validator/core';
import { Job } from 'kubernetes-models/batch/v1';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { account, lines } from '../import/account.ts';
import { needs } from '../support/needs.ts';
import { started, startProcess } from '../support/process.ts';

const page = readFileSync('docs/scaling.md', 'utf8');
const blocks = (language: string) =>
  [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, name, text = '']) =>
    name === language ? [text] : [],
  );
const manifest = parse(readFileSync('docs/kubernetes-job.yaml', 'utf8'));
const [container] = manifest.spec.template.spec.containers;
const variable = (name: string) => container.env.find((one: { name: string }) => one.name === name)?.value;

describe('the Kubernetes job', () => {
  test('when it is held to the schema of Kubernetes, then it is a valid indexed job', () => {
    expect(() => new Job(manifest).validate()).not.toThrow();
    const broken = { ...manifest, spec: { ...manifest.spec, completions: 'all' } };
    expect(() => new Job(broken).validate()).toThrow();
    const { completionMode, backoffLimitPerIndex, podFailurePolicy, template } = manifest.spec;
    expect({ completionMode, backoffLimitPerIndex }).toEqual({
      completionMode: 'Indexed',
      backoffLimitPerIndex: expect.any(Number),
    });
    // Kubernetes takes a failure policy with this alone.
    expect(template.spec.restartPolicy).toBe('Never');
    const [{ onExitCodes }] = podFailurePolicy.rules;
    expect(onExitCodes.containerName).toBe(container.name);
    // Everything else in the table of exit statuses: waiting helps against 6, 7 and 10.
    expect(onExitCodes.values).toEqual([1, 2, 3, 4, 5, 8, 9]);
  });

  test('a pod imports the shard of its index, of as many as there are pods', async () => {
    const { write, folder, at, env } = await account();
    write('people.csv', lines('Email', 'a@x.org', 'b@x.org'));
    const start = started.map(word => `'${word}'`).join(' ');
    const here = (value: string) =>
      value
        .replaceAll(/\/(list|out)\b/g, folder)
        .replace('$(POD_INDEX)', '63')
        .replace('--resume', '--dry-run')
        .replace(/^newsletter/, start);
    const [shell, ...options] = container.command;
    const { ended } = startProcess([...options, ...container.args.map(here)], {
      command: [shell],
      cwd: folder,
      env: {
        ...env,
        JOB_COMPLETION_INDEX: '63',
        SHARDS: variable('SHARDS'),
        NEWSLETTER_CONFIG_DIR: here(variable('NEWSLETTER_CONFIG_DIR')),
      },
    });
    const { status, stderr } = await ended;
    expect(status, stderr).toBe(0);
    // Kubernetes replaces only what stands before it.
    const names = container.env.map(({ name }: { name: string }) => name);
    expect(names.indexOf('POD_INDEX')).toBeLessThan(names.indexOf('NEWSLETTER_CONFIG_DIR'));
    const summary = JSON.parse(readFileSync(at('summary.63.json'), 'utf8'));
    expect(summary.shard).toEqual({ share: 64, of: manifest.spec.completions });
  });
});

test('when the workflow is held to the schema of GitHub, then it is valid', () => {
  const workflow = readFileSync('docs/github-matrix.yaml', 'utf8');
  expect(validateWorkflow(workflow).errors).toEqual([]);
  expect(validateWorkflow(workflow.replace('runs-on:', 'run-on:')).errors).not.toEqual([]);
});

test('when commands stand on the page, then this program takes them', async () => {
  const { run, write } = await account();
  write('people.csv', lines('Email', 'a@x.org', 'b@x.org'));
  const typed = [
    ...(page + readFileSync('docs/github-matrix.yaml', 'utf8')).matchAll(
      /newsletter (import people\.csv[^:#\n`>]*)/g,
    ),
  ].map(([, words = '']) => words);
  expect(typed.length).toBeGreaterThan(4);
  for (const words of typed) {
    const values = words.replace(/"\$SHARD"|"\$CI\w+\/\$CI\w+"|\{\}\/16/, '2/16').replace('--resume', '');
    const ended = await run([...values.trim().split(/\s+/), '--dry-run', '--no-rejects']);
    expect(ended.status, `${words}\n${ended.stderr}`).toBe(0);
  }
});

needs('parallel', 'jq').it(
  'when a shard is killed midway, then GNU parallel repeats it, and nobody is lost',
  async () => {
    const { write, at, env, folder, emails, isThere } = await account({ importSeconds: 0.3 });
    const people = Array.from({ length: 400 }, (_, n) => `p${n}@x.org`);
    write('people.csv', lines('Email', ...people));
    mkdirSync(at('bin'));
    // The second shard dies as soon as the service has taken a batch of it.
    const start = started.map(word => `'${word}'`).join(' ');
    writeFileSync(
      at('bin/newsletter'),
      `#!/bin/sh
case "$*" in *"--shard 2/4"*) if mkdir killed 2>/dev/null; then
  ${start} "$@" & until grep -q posted config/imports/*.2-of-4.journal 2>/dev/null; do sleep 0.02; done
  kill -9 $!; exit 137
fi;; esac
exec ${start} "$@"
`,
    );
    chmodSync(at('bin/newsletter'), 0o755);
    const [command = ''] = blocks('sh').flatMap(text => text.match(/^parallel .*people\.csv.*$/m) ?? []);
    const smaller = command
      .replace(/\/16|seq 16/g, text => text.replace('16', '4'))
      .replace('--rate 160', '--batch-size 10');
    expect(smaller).toContain('--shard {}/4');
    const [sum = ''] = blocks('sh').flatMap(text => text.match(/^jq .*$/m) ?? []);
    const { ended } = startProcess(['-c', `${smaller} >&2; ${sum}`], {
      command: ['sh'],
      cwd: folder,
      env: {
        ...env,
        NEWSLETTER_CONFIG_DIR: join(folder, 'config'),
        PATH: `${at('bin')}${delimiter}${process.env.PATH}`,
      },
    });
    const { status, stdout, stderr } = await ended;
    expect(status, stderr).toBe(0);
    expect(isThere('killed')).toBe(true);
    expect(JSON.parse(stdout)).toMatchObject({
      shards: 4,
      rows: 400,
      accepted: 400,
      failed: 0,
      unknown: 0,
    });
    expect(await emails()).toEqual([...people].sort());
    const log = readFileSync(at('import.log'), 'utf8').trim().split('\n');
    expect(log.filter(line => line.includes('--shard 2/4'))).toHaveLength(1);
  },
);
