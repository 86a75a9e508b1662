import { command } from '../../cli/command.ts';
import type { Context } from '../../context.ts';
import { fieldsFrom } from '../../contract/schema.ts';
import { findingKinds, inOrder, type LocatedFinding } from '../../emails/lint/finding.ts';
import { Failure } from '../../lib/failure.ts';
import { findingsHelp } from '../../lib/finding.ts';
import type { View } from '../../terminal/terminal.ts';
import { emailArgument, loadEmail } from './email-or-file.ts';
import {
  countsOf,
  drawFindings,
  findingRow,
  findingsOf,
  lintedAs,
  type StrictFlags,
  strictOptions,
} from './findings.ts';

const view: View = {
  plural: 'findings',
  columns: ['severity', 'file', 'line', 'message', 'code'],
  kinds: fieldsFrom('file:text line:integer? severity:text code:text message:text'),
};

export const lint = command({
  name: 'lint',
  summary: 'Check an email for mistakes: links, images, text.',
  description:
    'Check emails for mistakes: subject, preview text, links, images, leftovers, tokens, size, text part. No request tries whether links and images exist: a file needs no account and no network. For emails at the service, the physical address of the account is checked too. Exit 8 if there are errors, with --strict also for warnings.',
  arguments: [{ ...emailArgument, name: '<email...>' }],
  options: strictOptions,
  requests: ['listEmails', 'getAccount'],
  output: view,
  prints: 'list',
  codes: ['unreadable_file', 'bad_encoding', 'lint_failed'],
  examples: [
    ['before it is pushed', 'newsletter emails lint issue.md'],
    ['a draft', 'newsletter emails lint "Notes for spring"'],
    ['in CI', 'newsletter emails lint issue.md --strict --ignore token'],
  ],
  notes: findingsHelp(findingKinds),
  run: async (context, [emails], flags) => await lintEmails(context, emails, flags),
});

async function lintEmails(context: Context, names: readonly string[], flags: StrictFlags): Promise<void> {
  const found: LocatedFinding[] = [];
  let someAreFiles = false;
  for (const name of names) {
    const loaded = await loadEmail(context, name);
    const { email, file } = loaded;
    someAreFiles ||= file !== undefined;
    const linted = await lintedAs(context, loaded);
    const all = await findingsOf(linted, flags.ignore);
    const source = file?.path ?? email?.id ?? name;
    for (const each of inOrder(all).map(each => ({ ...each, file: source }))) found.push(each);
  }
  await print(context, found);
  if (someAreFiles) context.terminal.note("the account's physical address is checked when you send");
  judge(context, found, names.length, flags.strict === true);
}

async function print(
  { terminal, options: { fields } }: Context,
  found: readonly LocatedFinding[],
): Promise<void> {
  // A table would cut the messages.
  if (terminal.isForPeople && fields === undefined) {
    if (found.length === 0) return;
    return await terminal.draw(await drawFindings(found));
  }
  await terminal.list(found.map(findingRow), view);
}

/** Sums up. @throws Failure lint_failed */
function judge(
  { terminal }: Context,
  found: readonly LocatedFinding[],
  emails: number,
  strict: boolean,
): void {
  const where = emails === 1 ? '' : ` in ${emails} emails`;
  const summary = `${countsOf(found) || 'no problems found'}${where}`;
  const fails = found.some(({ severity }) => severity === 'error' || (strict && severity === 'warning'));
  if (fails)
    throw new Failure('lint_failed', `found ${summary}`, {
      hint: 'for the codes see newsletter emails lint --help',
    });
  terminal.note(summary);
}
