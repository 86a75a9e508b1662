// Runs `newsletter import` as a step of GitHub Actions or as a job of GitLab: `node ci-import.js github|gitlab`.
// What comes from outside comes in variables and goes on as arguments: no shell reads it. See docs/scripting.md.
'use strict';

const { spawn } = require('node:child_process');
const { randomUUID } = require('node:crypto');
const {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} = require('node:fs');
const { constants, tmpdir } = require('node:os');
const { join } = require('node:path');

const { env } = process;
const engine = process.argv[2];
const counts = [
  'rows',
  'accepted',
  'duplicates',
  'rejected',
  'suppressed',
  'created',
  'updated',
  'skipped',
  'failed',
  'unknown',
  'not_sent',
  'unchanged',
];

function main() {
  if (engine !== 'github' && engine !== 'gitlab') return fail('expected github or gitlab');
  const files = words('NEWSLETTER_CI_FILE');
  if (files.length === 0) return fail('the input "file" is empty');
  const folder = makeFolder();
  const at = name => join(folder, name);
  const options = ['--annotate', engine, '--summary', at('summary.json'), '--rejects', at('rejects.csv')];
  const args = ['import', ...options, ...words('NEWSLETTER_CI_ARGUMENTS'), '--', ...files];
  const child = spawn(process.execPath, [join(__dirname, 'newsletter.js'), ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...env, CI: env.CI || 'true' },
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('error', error => fail(error.message));
  child.on('close', (code, signal) => {
    const status = code ?? 128 + (constants.signals[signal] ?? 0);
    try {
      finish(folder, status);
    } finally {
      process.exitCode = status;
    }
  });
}

/** Below the project for GitLab, which keeps nothing from elsewhere; on GitHub where no step looks by chance. */
function makeFolder() {
  if (engine === 'github') return mkdtempSync(join(env.RUNNER_TEMP || tmpdir(), 'newsletter-import-'));
  const folder = join(env.CI_PROJECT_DIR || '.', 'newsletter-import');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

function finish(folder, status) {
  // A share has its share in the name.
  const summaryFile = readdirSync(folder)
    .filter(name => name.startsWith('summary') && name.endsWith('.json'))
    .map(name => join(folder, name))[0];
  const summary = summaryFile === undefined ? undefined : JSON.parse(readFileSync(summaryFile, 'utf8'));
  const outputs = { status: String(status) };
  for (const name of counts) outputs[name] = String(summary?.[name] ?? '');
  if (engine === 'gitlab') {
    const known = Object.entries(outputs).filter(([, value]) => value !== '');
    const values = known.map(([name, value]) => `NEWSLETTER_IMPORT_${name.toUpperCase()}=${value}\n`);
    writeFileSync(join(folder, 'outputs.env'), values.join(''));
  } else if (env.GITHUB_OUTPUT) {
    const paths = { 'rejects-file': summary?.rejects_file ?? '', 'summary-file': summaryFile ?? '' };
    const all = Object.entries({ ...outputs, ...paths });
    appendFileSync(env.GITHUB_OUTPUT, all.map(output).join(''));
  }
}

/** A value of GITHUB_OUTPUT, ended by a word that nobody can know. */
function output([name, value]) {
  const end = randomUUID();
  return `${name}<<${end}\n${value}\n${end}\n`;
}

/** One word on each line, or a JSON list: GitLab may fold lines. */
function words(name) {
  const text = (env[name] ?? '').trim();
  if (text.startsWith('[')) {
    const list = JSON.parse(text);
    if (list.every(word => typeof word === 'string')) return list;
  }
  return text
    .split(/\r?\n/)
    .map(line => line.trim())
    .filter(line => line !== '');
}

function fail(problem) {
  process.stderr.write(`error: ${problem}\n`);
  process.exitCode = 2;
}

main();
