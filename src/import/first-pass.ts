import type { CustomField } from '../contract/index.ts';
import { grouped } from '../terminal/numbers.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { CheckedFile } from './checked-file.ts';
import { answerConsent, answerFileName } from './consent-prompt.ts';
import type { ColumnSurvey } from './mapping/column-survey.ts';
import type { ImportOptions } from './options.ts';
import { type ImportPlan, newSurvey, planImport, withSurvey } from './plan.ts';
import { planText } from './preview.ts';
import { settleFormats } from './rows/column-formats.ts';
import { createRejects, type Rejects } from './rows/rejects.ts';
import { temporaryPlace } from './rows/rejects-places.ts';
import { leftOutColumns } from './rows/row-fields.ts';
import { type RowRules, rowParser } from './rows/row-parser.ts';
import { validateFile } from './rows/validate.ts';
import type { Source } from './source/source.ts';
import { warningsOf } from './warnings.ts';

/** What a pass needs of the command. */
export interface PassContext {
  readonly terminal: Terminal;
  /** The first Ctrl-C: nothing new is started, jobs in progress are finished. */
  readonly stop: AbortSignal;
}

/**
 * The first pass: decides how the file is read, shows that, and validates every row. Nothing is sent. Where it is not
 * clear what a column says about consent, the user is asked, and the pass is repeated.
 *
 * @param fields the account's custom fields
 * @param isOwn whether an earlier run of this import has written the rejects file at a path
 * @throws Failure whatever is wrong with the file or its mapping; consent_unclear; write_failed
 */
export async function runFirstPass(
  source: Source,
  fields: readonly CustomField[],
  options: ImportOptions,
  context: PassContext,
  isOwn?: (rejects: string) => boolean,
): Promise<CheckedFile> {
  const plan = await planImport(source, fields, options);
  context.terminal.show(planText(source, plan, context.terminal.paint));
  const checked = await validatePlan(source, plan, options, context, isOwn);
  const { unclear = [], unclearName } = checked.plan.consent ?? {};
  if (unclear.length === 0 && unclearName === undefined) {
    noteLeftOut(checked, context.terminal);
    for (const { message } of warningsOf(checked)) context.terminal.warn(message);
    return checked;
  }
  checked.rejects.discard();
  const answered =
    unclearName === undefined || unclear.length > 0
      ? await answerConsent(unclear, plan, options, context.terminal)
      : await answerFileName(unclearName, options, context.terminal);
  return await runFirstPass(source, fields, answered, context, isOwn);
}

function noteLeftOut({ plan, fitting }: CheckedFile, terminal: Terminal): void {
  for (const column of leftOutColumns(fitting)) {
    const name = plan.dialect.names[column];
    terminal.note(
      `${name}: days without a year are no dates, and are left out; a text field would keep them`,
    );
  }
}

/** Validates the rows. When their values change what the first rows said about consent, numbers or dates, they are validated again. */
async function validatePlan(
  source: Source,
  plan: ImportPlan,
  options: ImportOptions,
  { terminal, stop }: PassContext,
  isOwn: ((rejects: string) => boolean) | undefined,
): Promise<CheckedFile> {
  const survey = newSurvey(plan, options);
  const rejects = openRejectsOf(source, plan, options, isOwn);
  const progress = terminal.progress('checking', source.bytes);
  const validate = async (rules: RowRules, counting?: ColumnSurvey) => {
    const advance = (bytes: number, rows: number) => progress.update(bytes, `${grouped(rows)} rows`);
    const fitting = new Uint8Array(plan.dialect.header.length);
    const parse = rowParser(rules, 'validate', fitting);
    const validation = await validateFile(source, plan.dialect, parse, rejects, advance, stop, counting);
    return { validation, fitting };
  };
  try {
    let found = await validate(plan.rules, survey);
    const settled = survey === undefined ? plan : withSurvey(plan, survey, source);
    let isSame = settled.consent?.key === plan.consent?.key;
    // Every column shows the same or more each time, so this comes to an end.
    while (settleFormats(settled.rules.formats) || !isSame) {
      rejects.restart();
      found = await validate(settled.rules);
      isSame = true;
    }
    // A full disk must be noticed before anything is sent.
    rejects.flush();
    return { source, options, plan: settled, ...found, rejects };
  } catch (error) {
    rejects.discard();
    throw error;
  } finally {
    progress.stop();
  }
}

/** A dry run keeps its rejects apart, unless it is told where they go. */
function openRejectsOf(
  source: Source,
  { dialect, lineEnd }: ImportPlan,
  { rejects: path, report, dryRun, given }: ImportOptions,
  isOwn: ((rejects: string) => boolean) | undefined,
): Rejects {
  const layout = { ...dialect, header: dialect.wholeHeader, lineEnd, hasBom: source.needsBom };
  const isApart = dryRun && path !== undefined && !given.includes('rejects');
  const place = isApart ? temporaryPlace(path) : undefined;
  const places = { rejects: isApart ? place?.path : path, report };
  const rejects = createRejects(places, source.path, layout, isOwn);
  return place === undefined
    ? rejects
    : {
        ...rejects,
        discard() {
          rejects.discard();
          place.release();
        },
      };
}
