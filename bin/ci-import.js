// Runs `newsletter import` as a step of GitHub Actions or as a job of GitLab: `node ci-import.js github|gitlab`.
// What comes from outside comes in variables and goes on as arguments: no shell reads it. See docs/scripting.md.
'use strict';

const { spawn } = require('node:child_process');
const { randomUUID } = require('node:crypto');
const { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } = require('node:fs');
const { constants, tmpdir } = require('node:os');
const { dirname, join } = require('node:path');

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
  const args = ['import', '--rejects', at('rejects.csv'), ...words('NEWSLETTER_CI_ARGUMENTS')];
  // What the log shows is JSON, or made of it below: no text of the file stands where a workflow command would.
  const child = spawn(
    process.execPath,
    [join(__dirname, 'newsletter.js'), ...args, '--output', 'json', '--', ...files],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...env, CI: env.CI || 'true' } },
  );
  const printed = [];
  child.stdout.on('data', part => printed.push(part));
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('error', error => fail(error.message));
  child.on('close', (code, signal) => {
    const status = code ?? 128 + (constants.signals[signal] ?? 0);
    try {
      finish(at('summary.json'), Buffer.concat(printed).toString('utf8'), status);
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

/** @param text the summary as JSON; empty if the import ended before */
function finish(summaryFile, text, status) {
  const summary = text === '' ? undefined : JSON.parse(text);
  if (summary !== undefined) {
    writeFileSync(summaryFile, text, { mode: 0o600 });
    process.stdout.write(page(summary, status));
  }
  const outputs = { status: String(status) };
  for (const name of counts) outputs[name] = String(summary?.[name] ?? '');
  if (engine === 'gitlab') {
    const known = Object.entries(outputs).filter(([, value]) => value !== '');
    const values = known.map(([name, value]) => `NEWSLETTER_IMPORT_${name.toUpperCase()}=${value}\n`);
    writeFileSync(join(dirname(summaryFile), 'outputs.env'), values.join(''));
  } else if (env.GITHUB_OUTPUT) {
    const paths = {
      'rejects-file': (summary?.rejects_files ?? []).join('\n'),
      'left-out-file': summary?.left_out_file ?? '',
      'summary-file': summary === undefined ? '' : summaryFile,
    };
    const all = Object.entries({ ...outputs, ...paths });
    appendFileSync(env.GITHUB_OUTPUT, all.map(output).join(''));
  }
  if (env.GITHUB_STEP_SUMMARY && summary !== undefined)
    appendFileSync(env.GITHUB_STEP_SUMMARY, page(summary, status));
}

/** The summary for the page of the job, without values of the file. */
function page(summary, status) {
  const found = counts.filter(name => summary[name] > 0).map(name => [name, summary[name]]);
  const reasons = summary.reasons.map(({ code, column, count }) => [code, column ?? '', count]);
  return [
    `### Import of ${plain(summary.file)}${summary.dry_run ? ' (dry run)' : ''}\n\nExit code ${status}\n\n`,
    table(['rows', 'number'], found),
    reasons.length === 0 ? '' : table(['rejected because of', 'column', 'rows'], reasons),
  ].join('');
}

function table(names, rows) {
  const line = cells => `| ${cells.map(plain).join(' | ')} |\n`;
  return `${line(names)}${line(names.map(() => '---'))}${rows.map(line).join('')}\n`;
}

/** A text in Markdown without effect: neither markup nor HTML nor a mention comes of it, nor another row. */
function plain(text) {
  return String(text)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
    .slice(0, 200)
    .replace(/[&<>"'`*~|[\]()!#\\@:/.+=$^]/g, letter => `&#${letter.charCodeAt(0)};`);
}

/** A value of GITHUB_OUTPUT, ended by a random word. */
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
