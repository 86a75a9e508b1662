/** The import as one story: from a file to the account, with every row accounted for. */
import type { CustomField } from '../contract/index.ts';
import type { Api } from '../http/api.ts';
import type { Failure } from '../lib/failure.ts';
import { shellWord } from '../lib/shell-word.ts';
import { allFields } from '../people/custom-fields.ts';
import { counted } from '../terminal/numbers.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { RunFolder } from './account/local-runs.ts';
import { verifiedText } from './account-text.ts';
import type { CheckedImport } from './checked-file.ts';
import { answerColumns } from './column-prompt.ts';
import { consentFlags } from './consent-prompt.ts';
import { refuseChanges } from './decisions.ts';
import { exitFailure, isFinished } from './exit-status.ts';
import { runFirstPass } from './first-pass.ts';
import { finishRejects } from './job-failures.ts';
import { type ImportSession, openSession } from './jobs/import-session.ts';
import { resumeCommand } from './jobs/other-imports.ts';
import { rowsDone } from './jobs/resume.ts';
import { keepAnswers, withKeptAnswers } from './kept-answers.ts';
import { checkPresetName } from './mapping/detect-preset.ts';
import { saveMapping, withMappingFile, withSavedAnswers } from './mapping-file.ts';
import { promptMapping } from './mapping-prompt.ts';
import { type OpeningContext, openFiles } from './open-files.ts';
import type { ImportOptions } from './options.ts';
import { type DryRunRequests, dryRunRequests, planScreen, sampleText } from './preview.ts';
import { confirmImport, confirmsPlan } from './prompts.ts';
import { type AccountFindings, countMismatches, type ImportSummary, summarize } from './report.ts';
import { reasonTexts, summaryText } from './report-text.ts';
import { parseRisky } from './risk/risk-rules.ts';
import { answerMisspelt } from './risk-prompt.ts';
import { beginRun, comparedWith, endRun, openRun } from './run-record.ts';
import { type AccountFields, runSecondPass, type SentImport } from './second-pass.ts';
import type { OpenFiles } from './source/open-sources.ts';
import { verifyImport } from './verify-import.ts';

/** What an import needs from the command. */
export interface ImportContext extends OpeningContext {
  /** Name servers for `--check-domains`; none: those of the system. */
  readonly dnsServers: readonly string[];
  readonly api: () => Promise<Api>;
  /** To be awaited before the first write. */
  readonly beforeWrite: () => Promise<void>;
  /** From now on the import comes to its own end after the first Ctrl-C; the second one says these words. */
  readonly holdOn: (lastWords: () => string) => void;
  /** The profile in use. */
  readonly profile: string;
  /** Prints the summary, and what a dry run would send. If this fails, the import can still be resumed. */
  readonly publish: (summary: ImportSummary, requests: DryRunRequests | undefined) => Promise<void>;
}

/**
 * Imports files. Two passes over them: the first validates every row and sends nothing, the second sends.
 *
 * @returns what happened, its rows always adding up; and the failure to exit with, if any
 * @throws Failure before anything is sent: whatever is wrong with the files, the mapping or the account
 */
export async function importFiles(
  given: ImportOptions,
  context: ImportContext,
): Promise<{ summary: ImportSummary; failure: Failure | undefined }> {
  const started = performance.now();
  const typed = withMappingFile(given);
  checkPresetName(typed.from);
  for (const text of typed.risky) parseRisky(text);
  const { open, asked } = await openFiles(answeredBefore(typed, context), context);
  let session: ImportSession | undefined;
  let checked: CheckedImport | undefined;
  let run: RunFolder | undefined;
  // Until something is sent there is nothing to resume, unless an earlier run has sent something.
  let finished = true;
  try {
    const api = await context.api();
    if (!asked.dryRun) {
      session = await openImportSession(open, asked, context);
      finished = session.previous === undefined;
      if (asked.resume && finished)
        context.terminal.note('nothing to resume: the import starts from the beginning');
    }
    const fields = await accountFields(api, session);
    const isPlanShownLater = session !== undefined && confirmsPlan(session.options, context.terminal);
    const passing = { ...context, isPlanShownLater };
    checked = await checkFiles(open, fields.mapped, session?.options ?? asked, passing, session);
    if (isPlanShownLater && checked.validation.accepted === 0)
      context.terminal.show(planScreen(checked.files, 0, context.terminal));
    if (session?.previous !== undefined) refuseChanges(session.previous.start, checked, fields.current);
    run = openRun(session, context);
    let compared = await comparedWith(checked, api, session, run, context);
    if (session !== undefined && checked.validation.accepted > (compared.counts?.unchanged ?? 0)) {
      await context.beforeWrite();
      const done = rowsDone(session.previous?.batches ?? []);
      while ((await confirmImport(checked, context.terminal, done)) === 'change') {
        const map = await promptMapping(checked.files, fields.mapped, context.terminal);
        if (map.length === 0) continue;
        checked.rejects.discard();
        const options = { ...checked.options, map: [...checked.options.map, ...map] };
        checked = await checkFiles(open, fields.mapped, options, passing, session);
        compared = await comparedWith(checked, api, session, run, context);
      }
    }
    saveMapping(checked);
    if (run !== undefined && session?.previous === undefined) await beginRun(run, checked, compared, context);
    const resumed = session?.previous !== undefined;
    const goOn = resumeCommandFor(open, checked.options);
    const holdOn = (clear: () => void) =>
      context.holdOn(() => {
        clear();
        return `Stopped. To resume: ${goOn}`;
      });
    const known = run && { compared, folder: run };
    const sent =
      session && known && (await runSecondPass(checked, api, session, fields, known, { ...context, holdOn }));
    // An import whose file has changed cannot be resumed.
    if (sent !== undefined)
      finished = isFinished(sent.jobs, checked, compared) || sent.failure?.code === 'file_changed';
    const verified = known && sent && (await verifyImport(checked, sent, { ...context, api, ...known }));
    const account = { compared, verified, run: run?.id ?? null };
    const { summary, failure } = await report(checked, sent, account, resumed, started, context);
    if (run !== undefined) endRun(run, summary, finished);
    if (!finished && summary.rejects_file !== null) await session?.recordRejects(summary.rejects_file);
    const reasons = context.terminal.isStructured ? reasonTexts(checked) : [];
    const { options } = checked;
    const resume = finished ? undefined : goOn;
    return { summary, failure: exitFailure(summary, failure, options, context.stop, resume, reasons) };
  } finally {
    // Files that are in their place by now stay.
    checked?.rejects.discard();
    if (run?.read() === undefined) run?.remove();
    await session?.close(finished);
    await open.close(!finished);
  }
}

/** With the answers that were given for the file whose rejected rows these are. */
function answeredBefore(typed: ImportOptions, { configDir, terminal }: ImportContext): ImportOptions {
  const answered = typed.resume ? undefined : withKeptAnswers(configDir, typed);
  if (answered === undefined) return typed;
  terminal.note(`as answered for the file that these rows come from: ${consentFlags(answered)}`);
  return answered;
}

/** The first pass, repeated until every column fits its field. What was decided in an earlier run is not asked again. */
async function checkFiles(
  open: OpenFiles,
  fields: readonly CustomField[],
  options: ImportOptions,
  context: ImportContext,
  session: ImportSession | undefined,
): Promise<CheckedImport> {
  const checked = await runFirstPass(open.sources, fields, options, context, session?.isOwnRejects);
  if (options.resume) return checked;
  const answered = await furtherOptions(checked, context);
  if (answered === undefined) return checked;
  checked.rejects.discard();
  return checkFiles(open, fields, answered, context, session);
}

/** What is still to be found out, from DNS and from the user; undefined: nothing. */
async function furtherOptions(
  checked: CheckedImport,
  context: ImportContext,
): Promise<ImportOptions | undefined> {
  const { terminal } = context;
  try {
    return (
      (await withDomainsChecked(checked, context)) ??
      (await answerColumns(checked, terminal)) ??
      (await answerMisspelt(checked, terminal))
    );
  } catch (error) {
    checked.rejects.discard();
    throw error;
  }
}

/** With `--check-domains`, the options with the domains that take no mail, which are asked about once. */
async function withDomainsChecked(
  { files, options }: CheckedImport,
  { terminal, dnsServers, stop }: ImportContext,
): Promise<ImportOptions | undefined> {
  if (!options.checkDomains || options.dns !== undefined) return undefined;
  const domains = new Set(files.flatMap(({ plan }) => [...(plan.domains ?? [])]));
  const { checkDomains } = await import('./risk/check-domains.ts');
  const progress = terminal.progress('asking DNS', domains.size);
  try {
    const dns = await checkDomains([...domains], dnsServers, progress.update, stop);
    if (dns.unknown > 0) {
      const domains = counted(dns.unknown, 'domain');
      terminal.warn(`DNS did not say of ${domains} whether they take mail: they are kept`);
    }
    return { ...options, dns };
  } finally {
    progress.stop();
  }
}

async function accountFields(api: Api, session: ImportSession | undefined): Promise<AccountFields> {
  const current = await allFields(api);
  return { mapped: session?.previous?.start.fields ?? current, current };
}

async function openImportSession(
  { paths }: OpenFiles,
  options: ImportOptions,
  { configDir, service, account }: ImportContext,
): Promise<ImportSession> {
  return await openSession(configDir, { files: paths, service, account: (await account()).id }, options);
}

/** Puts the rejects file in its place, and prints the summary. @returns the summary, and what went wrong */
async function report(
  checked: CheckedImport,
  sent: SentImport | undefined,
  account: AccountFindings,
  resumed: boolean,
  started: number,
  { terminal, configDir, publish }: ImportContext,
): Promise<{ summary: ImportSummary; failure: Failure | undefined }> {
  const rejects = await finishRejects(checked, sent?.jobs ?? [], account.verified);
  const summary = summarize(checked, sent, account, rejects.path, resumed, performance.now() - started);
  await showSummary(summary, checked, sent, account, configDir, terminal);
  const { options } = checked;
  await publish(summary, options.dryRun ? await dryRunRequests(checked) : undefined);
  return { summary, failure: sent?.failure ?? rejects.failure };
}

async function showSummary(
  summary: ImportSummary,
  checked: CheckedImport,
  sent: SentImport | undefined,
  { verified }: AccountFindings,
  configDir: string,
  terminal: Terminal,
): Promise<void> {
  const { options, files } = checked;
  const jobs = sent?.jobs ?? [];
  if (options.dryRun) terminal.show(await sampleText(checked));
  terminal.show(`\n${summaryText(summary, checked, options.wait, terminal.paint)}\n`);
  for (const mismatch of countMismatches(jobs)) terminal.warn(mismatch);
  if (verified !== undefined && verified.of > 0) terminal.show(`  ${verifiedText(verified)}\n`);
  if (summary.rejects_file !== null) {
    if (!isNamedAtTheEnd(summary, options)) terminal.note(`Rows that were not sent: ${summary.rejects_file}`);
    const answered = withSavedAnswers(options);
    const isKept = consentFlags(answered) !== '' && files.length === 1 && !options.dryRun;
    if (isKept) noteAnswers(summary.rejects_file, answered, configDir, terminal);
  }
  noteNext(summary, options, terminal);
  if (!options.wait) for (const { id } of jobs) terminal.note(`newsletter imports watch ${id}`);
}

/** What can be done next: look at what is still different, or take the import back. */
function noteNext(
  { run, compared, created, updated }: ImportSummary,
  { files, dryRun }: ImportOptions,
  terminal: Terminal,
): void {
  if (dryRun || created + updated === 0) return;
  const [file = '-', ...others] = files;
  if (file !== '-' && others.length === 0)
    terminal.note(`compare again: newsletter subscribers diff ${shellWord(file)}`);
  if (compared !== null && run !== null) terminal.note(`take it back: newsletter imports undo ${run}`);
}

/** Whether the rejects file is named by the warning that ends the import. */
function isNamedAtTheEnd(
  { rejected, failed, skipped, unchanged, unknown }: ImportSummary,
  { allowRejects }: ImportOptions,
): boolean {
  return rejected > 0 && !allowRejects && failed + skipped - unchanged + unknown === 0;
}

/** Keeps the answers for the rejects file; where that cannot be, the rows are in all the same, and it is said. */
function noteAnswers(file: string, options: ImportOptions, configDir: string, terminal: Terminal): void {
  const flags = consentFlags(options);
  try {
    keepAnswers(configDir, file, options);
    terminal.note(`the same answers will be used for them, on this machine: ${flags}`);
  } catch {
    terminal.note(`to import them later, give the same answers: ${flags}`);
  }
}

/** The command that resumes the import of these files, or of the copy of standard input. */
function resumeCommandFor({ paths }: OpenFiles, { files, shard }: ImportOptions): string {
  const names = files.map((file, i) => (file === '-' ? (paths[i] ?? file) : file));
  return resumeCommand(names, shard);
}
