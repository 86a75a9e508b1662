/** Findings about an email, for `lint`, `preview`, `push` and `send`. */
import { flag, InvalidValue, type OptionValues, repeatable } from '../../cli/option.ts';
import type { Context } from '../../context.ts';
import type { Email } from '../../contract/index.ts';
import type { EmailFile } from '../../emails/files/email-file.ts';
import {
  type EmailFinding,
  finding,
  findingCodes,
  inOrder,
  type LocatedFinding,
} from '../../emails/lint/finding.ts';
import type { LintedEmail } from '../../emails/lint/lint-email.ts';
import { Failure } from '../../lib/failure.ts';
import { ifAgreed } from '../../lib/text/shell-word.ts';
import type { Canvas, Row } from '../../terminal/terminal.ts';
import type { LoadedEmail } from './email-or-file.ts';

/** The options of `lint`, `send` and `push --send`, which can refuse an email for its findings. */
export const strictOptions = {
  strict: flag('--strict', 'exit 8 for warnings of lint too'),
  ignore: repeatable('--ignore <code>', 'hide findings with this code (repeatable)', {
    parse: text => {
      if ((findingCodes as readonly string[]).includes(text)) return text;
      throw new InvalidValue(`expected one of ${findingCodes.join(', ')}.`);
    },
  }),
};

export type StrictFlags = Partial<OptionValues<typeof strictOptions>>;

/** The file of an email, as a push to `current` would make it. */
export async function lintedFile(
  file: EmailFile,
  current?: Email,
  physicalAddress?: string | null,
): Promise<LintedEmail> {
  const [{ renderBody }, { bodyParts, missingImages }] = await Promise.all([
    import('../../emails/body/body.ts'),
    import('../../emails/files/diff.ts'),
  ]);
  const rendered = await renderBody(file);
  const { front } = file;
  const { body_html, body_text } =
    current === undefined
      ? { body_html: rendered.html, body_text: front.text ?? rendered.text }
      : await bodyParts(file, current);
  return {
    subject: front.subject ?? current?.subject,
    preview: front.preview ?? current?.preview,
    html: body_html,
    htmlWithLines: rendered.withLines,
    text: body_text ?? '',
    madeText: rendered.text,
    bodyLine: file.bodyLine,
    isMarkdown: file.isMarkdown,
    unclosed: await unclosedIn(file),
    imageFiles: rendered.imageFiles,
    missingImages: front.images === undefined ? [] : await missingImages(file),
    lineOf: key => file.lines.get(key),
    physicalAddress,
  };
}

/** The fence of a block of code, which may stand in a quotation or a list, and what follows it (CommonMark 0.31, 4.5). */
const codeFence = /^(?:[\s>]|[-*+] |\d{1,9}[.)] )*(`{3,}(?!`|.*`)|~{3,})(.*)$/;

/** Comments and code that are not closed, unused footnotes, and the end of a conflict, which would be a quotation. */
async function unclosedIn({ body, bodyLine, isMarkdown }: EmailFile): Promise<EmailFinding[]> {
  const { unusedNotes } = await import('../../emails/markdown/markdown.ts');
  const found = (isMarkdown ? unusedNotes(body) : []).map(({ label, line }) =>
    finding('footnote_unused', `nothing refers to [^${label}]: readers do not get it`, bodyLine + line - 1),
  );
  const at = body.lastIndexOf('<!--');
  if (at >= 0 && !body.includes('-->', at)) {
    const message = 'unclosed comment: the text after it is lost, or readers see the comment';
    found.push(finding('comment_open', message, bodyLine + body.slice(0, at).split('\n').length - 1));
  }
  let open: { readonly fence: string; readonly line: number } | undefined;
  for (const [index, line] of isMarkdown ? body.split('\n').entries() : []) {
    const [, fence, more = ''] = codeFence.exec(line) ?? [];
    if (open !== undefined) {
      if (fence?.startsWith(open.fence) && more.trim() === '') open = undefined;
    } else if (fence !== undefined) open = { fence, line: bodyLine + index };
    else if (/^>{7} \S/.test(line))
      found.push(finding('conflict_marker', `"${line}" ends a conflict of Git`, bodyLine + index));
  }
  if (open !== undefined) {
    const message = `"${open.fence}" is not closed: readers see the rest of the email as code`;
    found.push(finding('markup_left', message, open.line));
  }
  return found;
}

/** An email from the service or from a file; the address of the account is checked for the former only. */
export async function lintedAs(context: Context, loaded: LoadedEmail): Promise<LintedEmail> {
  if (loaded.email === undefined) return await lintedFile(loaded.file);
  return await lintedEmail(loaded.email, await physicalAddressOf(context));
}

/** An email at the service. Lines are those of its HTML. @param file that it was pushed from, for its images */
export async function lintedEmail(
  email: Email,
  physicalAddress: string | null | undefined,
  file?: EmailFile,
): Promise<LintedEmail> {
  const [{ withLines }, { protectTokens }, { plainTextOf }] = await Promise.all([
    import('../../emails/markdown/lines.ts'),
    import('../../emails/tokens.ts'),
    import('../../emails/body/plain-text.ts'),
  ]);
  const html = email.body_html ?? '';
  const { text, restore } = protectTokens(html);
  return {
    subject: email.subject,
    preview: email.preview,
    html,
    htmlWithLines: restore(withLines(text, 1)),
    text: email.body_text ?? '',
    madeText: plainTextOf(html),
    bodyLine: 1,
    isMarkdown: false,
    imageFiles: file && (await (await import('../../emails/body/body.ts')).renderBody(file)).imageFiles,
    lineOf: () => undefined,
    physicalAddress,
  };
}

/** Undefined if it cannot be read, which must not prevent a push. @throws Failure about credentials, wrong_account */
export async function physicalAddressOf(context: Context): Promise<string | null | undefined> {
  try {
    const { physical_address: address } = await context.account();
    return address === null || typeof address === 'string' ? address : undefined;
  } catch (error) {
    if (!(error instanceof Failure) || error.exit === 3 || error.exit === 130) throw error;
    return undefined;
  }
}

/** The findings of an email, without those of `--ignore`. */
export async function findingsOf(
  linted: LintedEmail,
  ignore: readonly string[] = [],
): Promise<readonly EmailFinding[]> {
  const { lintEmail } = await import('../../emails/lint/lint-email.ts');
  return lintEmail(linted).filter(({ code }) => !ignore.includes(code));
}

/** A drawing of findings for `Terminal.draw`. @param found those of a file together */
export async function drawFindings(found: readonly LocatedFinding[]): Promise<(canvas: Canvas) => string> {
  const [{ findingsView }, { prepareToMeasure }] = await Promise.all([
    import('../../terminal/findings.ts'),
    import('../../terminal/formats/measure.ts'),
  ]);
  await prepareToMeasure(found.map(({ message }) => message));
  return canvas =>
    findingsView(
      found.map(each => ({ ...each, heading: each.file })),
      canvas,
    );
}

export function findingRow({ file, line, severity, code, message }: LocatedFinding): Row {
  return { file, line: line ?? null, severity, code, message };
}

/** `issue.md:16: error: the link … (link_empty)` */
export function findingLine(found: EmailFinding, file: string | undefined): string {
  const { line, severity, message, code } = found;
  const place = file === undefined ? '' : `${file}${line === undefined ? '' : `:${line}`}: `;
  return `${place}${severity}: ${message} (${code})`;
}

/** What lint says of an email that is about to be sent. */
export interface JudgedFindings {
  readonly rows: readonly Row[];
  /** The beginning of the question: how many there are, if some are errors. */
  readonly above: string;
  /** Why it must not be sent, in a dry run: elsewhere it is thrown. */
  readonly failure?: Failure;
}

/**
 * Shows the findings of an email that is about to be sent. Errors stop it where no person is asked; with --strict errors
 * and warnings do, everywhere.
 *
 * @param of where they are: the path of a file, or the id of an email without one
 * @param refused the message of the failure; undefined: nothing stops it
 * @throws Failure lint_failed, except in a dry run, which ends with it
 */
export async function judgeFindings(
  context: Context,
  findings: readonly EmailFinding[],
  { strict }: StrictFlags,
  of: { readonly file: string } | { readonly id: string },
  refused: string | undefined,
): Promise<JudgedFindings> {
  const { terminal, options, typed } = context;
  const [file, at] = 'file' in of ? [of.file, of.file] : [undefined, of.id];
  const rows = inOrder(findings).map(each => findingRow({ ...each, file: at }));
  const above = findings.some(({ severity }) => severity === 'error') ? `${countsOf(findings)} above. ` : '';
  const stopping = strict ? ['error', 'warning'] : terminal.asks ? [] : ['error'];
  const stops = refused === undefined ? [] : findings.filter(each => stopping.includes(each.severity));
  if (refused === undefined || stops.length === 0) {
    await showFindings(context, findings, file);
    return { rows, above };
  }
  const ignored = [...new Set(stops.map(({ code }) => code))].flatMap(code => ['--ignore', code]);
  const failure = new Failure('lint_failed', refused, {
    details: stops.map(each => findingLine(each, file)),
    hint: ifAgreed(typed, ...ignored),
  });
  if (!options.dryRun) throw failure;
  return { rows, above, failure };
}

/** `1 error, 3 warnings` */
export function countsOf(found: readonly EmailFinding[]): string {
  const counts = (['error', 'warning', 'info'] as const).flatMap(severity => {
    const { length } = found.filter(each => each.severity === severity);
    return length === 0 ? [] : [`${length} ${severity}${length === 1 || severity === 'info' ? '' : 's'}`];
  });
  return counts.join(', ');
}

/** Shows findings on stderr. @param file of the email, if any */
async function showFindings(
  { terminal }: Context,
  findings: readonly EmailFinding[],
  file?: string,
): Promise<void> {
  // Without a file, lines would be those of the HTML, which no one sees.
  const shown = findings.map(each => (file === undefined ? { ...each, line: undefined } : each));
  if (terminal.stderrIsTerminal && shown.length > 0) {
    const located = shown.map(each => ({ ...each, file: file ?? 'In this email' }));
    terminal.show((await drawFindings(located))(terminal));
  } else {
    for (const each of shown) terminal.note(findingLine(each, file));
  }
}
