// Runs `newsletter import` as a step of GitHub Actions or as a job of GitLab: `node ci-import.js github|gitlab`.
// What comes from outside comes in variables and goes on as arguments: no shell reads it. See docs/scripting.md.
'use strict';

const { spawn } = require('node:child_process');
const { createHash, randomUUID } = require('node:crypto');
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
/** GitHub shows this many warnings of a step. */
const mostAnnotations = 10;

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

/** What is said of a row. Its values are personal data, and logs are read by many: they stay in the rejects file. */
const meanings = {
  invalid_email: 'not an email address',
  missing_email: 'no email address',
  bad_value: 'a value that does not fit its field',
  ragged_row: 'more cells than the header',
  malformed_row: 'the row cannot be read',
  bad_encoding: 'bytes that cannot be decoded',
  reserved_domain: 'a domain that takes no mail',
  unknown_tld: 'a top-level domain that does not exist',
  misspelt_domain: 'a domain that is probably misspelled',
  no_mail_server: 'a domain that takes no mail',
  job_failed: 'the import job failed',
  job_skipped: 'skipped by the service',
};

function main() {
  if (engine !== 'github' && engine !== 'gitlab') return fail('expected github or gitlab');
  const files = words('NEWSLETTER_CI_FILE');
  if (files.length === 0) return fail('the input "file" is empty');
  const folder = makeFolder();
  const at = name => join(folder, name);
  const options = [
    '--report',
    at('report.ndjson'),
    '--summary',
    at('summary.json'),
    '--rejects',
    at('rejects.csv'),
  ];
  const args = ['import', ...options, ...words('NEWSLETTER_CI_ARGUMENTS'), '--', ...files];
  // Text of the file may look like a command to the runner.
  const token = randomUUID();
  if (engine === 'github') say(`::stop-commands::${token}`);
  const child = spawn(process.execPath, [join(__dirname, 'newsletter.js'), ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...env, CI: env.CI || 'true' },
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('error', error => fail(error.message));
  child.on('close', (code, signal) => {
    if (engine === 'github') say(`::${token}::`);
    const status = code ?? 128 + (constants.signals[signal] ?? 0);
    try {
      finish(folder, files, status);
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

function finish(folder, files, status) {
  // A share has its share in the names.
  const find = (start, end) =>
    readdirSync(folder)
      .filter(name => name.startsWith(start) && name.endsWith(end))
      .map(name => join(folder, name))[0];
  const summaryFile = find('summary', '.json');
  const summary = summaryFile === undefined ? undefined : JSON.parse(readFileSync(summaryFile, 'utf8'));
  const report = find('report', '.ndjson');
  const rows = report === undefined ? [] : rejectedRows(readFileSync(report, 'utf8'), files);
  // It holds an address in each line.
  if (report !== undefined) rmSync(report);
  const outputs = { status: String(status) };
  for (const name of counts) outputs[name] = String(summary?.[name] ?? '');
  const rejectsFile = summary?.rejects_file ?? '';
  if (engine === 'gitlab') {
    const known = Object.entries(outputs).filter(([, value]) => value !== '');
    const values = known.map(([name, value]) => `NEWSLETTER_IMPORT_${name.toUpperCase()}=${value}\n`);
    writeFileSync(join(folder, 'outputs.env'), values.join(''));
    writeFileSync(join(folder, 'code-quality.json'), JSON.stringify(rows.map(finding)));
    return;
  }
  for (const row of rows.slice(0, mostAnnotations)) annotate(row);
  if (env.GITHUB_OUTPUT) {
    const paths = { 'rejects-file': rejectsFile, 'summary-file': summaryFile ?? '' };
    appendFileSync(
      env.GITHUB_OUTPUT,
      Object.entries({ ...outputs, ...paths })
        .map(output)
        .join(''),
    );
  }
  if (env.GITHUB_STEP_SUMMARY && summary !== undefined)
    appendFileSync(env.GITHUB_STEP_SUMMARY, markdown(summary, status));
}

/** The rows of text files that were rejected: `{path, line, code}`. */
function rejectedRows(text, files) {
  const found = [];
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const row = JSON.parse(line);
    const path =
      files.length === 1 ? files[0] : files.find(file => file === row.file || file.endsWith(`/${row.file}`));
    if (row.line === null || meanings[row.code] === undefined || !/\.(csv|tsv|txt|ndjson)$/i.test(path ?? ''))
      continue;
    // A row that was sent all the same, or without one of its values.
    if (/^(sent|left out)\b/.test(row.reason)) continue;
    found.push({ path, line: row.line, code: row.code });
  }
  return found;
}

function annotate({ path, line, code }) {
  const about = `file=${property(path)},line=${line},title=${property(code)}`;
  say(`::warning ${about}::${data(meanings[code])}`);
}

/** An entry of GitLab's code quality report. */
function finding({ path, line, code }) {
  const fingerprint = createHash('sha256').update(`${path}\n${line}\n${code}`).digest('hex');
  const location = { path: path.replace(/^\.\//, ''), lines: { begin: line } };
  return {
    description: meanings[code],
    check_name: `newsletter/${code}`,
    fingerprint,
    severity: 'minor',
    location,
  };
}

function markdown(summary, status) {
  const cells = counts.filter(name => summary[name] > 0).map(name => `| ${name} | ${summary[name]} |\n`);
  const reasons = summary.reasons.map(
    ({ code, column, count }) => `| ${code} | ${column === null ? '' : plain(column)} | ${count} |\n`,
  );
  return [
    `### Import of ${plain(summary.file)}${summary.dry_run ? ' (dry run)' : ''}\n\n`,
    `Exit code ${status}.\n\n| rows | number |\n|---|---:|\n`,
    ...cells,
    ...(reasons.length > 0
      ? ['\n| rejected because of | column | rows |\n|---|---|---:|\n', ...reasons]
      : []),
    '\n',
  ].join('');
}

/** Text of a file, in Markdown: neither markup nor HTML. */
function plain(text) {
  return String(text)
    .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
    .slice(0, 200)
    .replace(/[&<>"'`*_~|[\]()!#\\@:/]/g, letter => `&#${letter.charCodeAt(0)};`);
}

/** A value of GITHUB_OUTPUT, ended by a word that nobody can know. */
function output([name, value]) {
  const end = randomUUID();
  return `${name}<<${end}\n${value}\n${end}\n`;
}

function data(text) {
  return text.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
}

function property(text) {
  return data(text).replace(/:/g, '%3A').replace(/,/g, '%2C');
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

function say(line) {
  process.stdout.write(`${line}\n`);
}

function fail(problem) {
  process.stderr.write(`error: ${problem}\n`);
  process.exitCode = 2;
}

main();
