import type { CustomField } from '../contract/index.ts';
import { Failure } from '../lib/failure.ts';
import { refuseUnusedOptions } from './columns/file-options.ts';
import { refuseNewFields, refuseOtherCounts, refuseUnheard } from './decisions.ts';
import type { SkippedFile } from './files/open-sources.ts';
import type { Source } from './files/source.ts';
import { labelsOf, shownLabels } from './files/source.ts';
import { withJointKinds } from './new-fields.ts';
import { noteSkipped } from './open-files.ts';
import type { ImportOptions } from './options.ts';
import { planImport } from './plan.ts';
import { ask } from './prompts/ask.ts';
import { answerConsent, nameQuestion } from './prompts/consent-prompt.ts';
import { valueQuestions } from './prompts/value-prompts.ts';
import { askAboutEarlier, askForList, readBlockLists } from './read-block-lists.ts';
import { openRejectsOf } from './rejects-file.ts';
import type { BlockList } from './rows/block-list.ts';
import { importedFiles } from './screen/files-text.ts';
import { ShownLines } from './screen/listed.ts';
import { plansText } from './screen/plan-screen.ts';
import { isCounted, warningsOf, warningText } from './screen/warnings.ts';
import type { CheckedImport, FilesContext, PlannedFile } from './state.ts';
import { validate } from './validate.ts';

/** What differs from run to run. */
interface Pass {
  /** An earlier run decided everything: ask nothing. */
  readonly isResumed?: boolean;
  /** The same options are used for further files. */
  readonly isRepeated?: boolean;
  /** The question after the pass shows the plan. */
  readonly isPlanShownLater?: boolean;
  /** The warnings of the passes before it, which are not repeated. */
  readonly warned?: Set<string>;
}

/**
 * The first pass: decides how each file is read, shows that, and validates every row; again with each answer, until nothing
 * is open. Sends nothing. @throws Failure any problem with a file or its mapping; consent_unclear; write_failed
 */
export async function checkFiles(
  sources: readonly Source[],
  fields: readonly CustomField[],
  options: ImportOptions,
  context: FilesContext,
  { isResumed = false, isRepeated = false, isPlanShownLater = false, warned = new Set() }: Pass = {},
): Promise<CheckedImport> {
  const { terminal } = context;
  let blocked: BlockList | undefined;
  let current = options;
  const shown = new ShownLines();
  for (let pass = 1; ; pass++) {
    const { files, skipped } = await planFiles(sources, fields, current);
    if (pass === 1) {
      noteSkipped(skipped, terminal);
      current = await askForList(current, files, terminal);
      blocked = await readBlockLists(current, files, context);
    }
    const rejects = openRejectsOf(files, current);
    try {
      const checked = await validate(files, rejects, current, blocked, context);
      const plans = plansText(importedFiles(checked.files), terminal.paint);
      const lines = isPlanShownLater ? '' : (shown.changed(plans) ?? plans);
      if (lines !== '') terminal.tell(lines);
      const answered = await furtherAnswers(checked, context, isResumed);
      if (answered === undefined) {
        if (!isResumed && !isRepeated) refuseUnheard(checked);
        for (const text of warningsOf(checked).flatMap(one => (isCounted(one) ? [] : [warningText(one)]))) {
          if (!warned.has(text)) terminal.warn(text);
          warned.add(text);
        }
        refuseOtherCounts(checked);
        refuseNewFields(checked);
        return checked;
      }
      const suppress = answered.suppress.slice(current.suppress.length);
      blocked = await readBlockLists({ ...answered, files: [], suppress }, [], context, blocked);
      current = answered;
    } catch (error) {
      rejects.discard();
      throw error;
    }
    rejects.discard();
  }
}

/** Asks about what is still open, one matter at a time. @returns the options with the answer; undefined: nothing is open */
async function furtherAnswers(
  checked: CheckedImport,
  context: FilesContext,
  isResumed: boolean,
): Promise<ImportOptions | undefined> {
  const plans = checked.files.map(({ plan }) => plan);
  const { options } = checked;
  const { terminal } = context;
  if (plans.some(({ doubts }) => doubts.length > 0)) return await answerConsent(plans, options, terminal);
  const names = plans.filter(({ consent }) => consent?.unclearFile !== undefined).map(nameQuestion);
  if (names.length === 0 && isResumed) return undefined;
  const questions = names.length > 0 ? names : valueQuestions(checked);
  return (await ask(questions, options, terminal)) ?? (await askAboutEarlier(checked, context));
}

/** Decides how each file is read. Files of archives and folders that hold no people are skipped. */
async function planFiles(
  sources: readonly Source[],
  fields: readonly CustomField[],
  options: ImportOptions,
): Promise<{ files: PlannedFile[]; skipped: SkippedFile[] }> {
  const isOneOfSeveral = sources.length > 1;
  const labels = labelsOf(sources);
  const shown = await shownLabels(labels);
  const planned: PlannedFile[] = [];
  const skipped: SkippedFile[] = [];
  let reason: Failure | undefined;
  for (const [i, source] of sources.entries()) {
    try {
      const label = labels[i] ?? source.name;
      const file = { label, shown: shown[i] ?? label, isOneOfSeveral, fields };
      const plan = await planImport(source, file, options);
      planned.push({ source, plan });
    } catch (error) {
      const isUnread = error instanceof Failure && ['no_email_column', 'empty_file'].includes(error.code);
      if (!source.isMember || !isUnread) throw error;
      reason ??= error;
      skipped.push({
        name: source.name,
        reason: error.code === 'empty_file' ? 'empty' : 'no email column',
      });
    }
  }
  if (planned.length === 0 && reason !== undefined) throw reason;
  const plans = planned.map(({ plan }) => plan);
  if (isOneOfSeveral) {
    const columns = plans.map(({ label, dialect: { header } }) => ({ label, header }));
    refuseUnusedOptions(options, columns);
  }
  const joint = withJointKinds(plans);
  return { files: planned.map(({ source, plan }, i) => ({ source, plan: joint[i] ?? plan })), skipped };
}
