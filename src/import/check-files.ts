import type { CustomField } from '../contract/index.ts';
import { counted } from '../terminal/numbers.ts';
import type { Findings } from './answers.ts';
import type { OpenFiles } from './files/open-sources.ts';
import { runFirstPass } from './first-pass.ts';
import type { ImportSession } from './jobs/import-session.ts';
import type { Choices } from './options.ts';
import type { CheckedImport } from './plan/checked-file.ts';
import type { PassContext } from './plan/pass-context.ts';
import { answerColumns } from './prompts/column-prompt.ts';
import { answerMisspelt } from './prompts/risk-prompt.ts';

/** What checking files needs of the command. */
interface CheckContext extends PassContext {
  /** Name servers for `--check-domains`; none: those of the system. */
  readonly dnsServers: readonly string[];
}

/** The first pass, repeated until every column fits its field. What was decided in an earlier run is not asked again. */
export async function checkFiles(
  open: OpenFiles,
  fields: readonly CustomField[],
  choices: Choices,
  context: CheckContext,
  session: ImportSession | undefined,
): Promise<CheckedImport> {
  const checked = await runFirstPass(open.sources, fields, choices, context, session?.isOwnRejects);
  if (context.isResumed === true) return checked;
  const answered = await furtherChoices(checked, context);
  if (answered === undefined) return checked;
  checked.rejects.discard();
  return checkFiles(open, fields, { ...choices, ...answered }, context, session);
}

/** What is still to be found out, from DNS and from the user; undefined: nothing. */
async function furtherChoices(
  checked: CheckedImport,
  context: CheckContext,
): Promise<Partial<Choices> | undefined> {
  const { terminal } = context;
  try {
    const findings = await askDomains(checked, context);
    if (findings !== undefined) return { findings };
    const answers = (await answerColumns(checked, terminal)) ?? (await answerMisspelt(checked, terminal));
    return answers && { answers };
  } catch (error) {
    checked.rejects.discard();
    throw error;
  }
}

/** With `--check-domains`, what DNS says about the domains of all files; undefined: nothing new. */
async function askDomains(
  { files, options, findings }: CheckedImport,
  { terminal, dnsServers, stop }: CheckContext,
): Promise<Findings | undefined> {
  if (!options.checkDomains || findings.dns !== undefined) return undefined;
  const domains = new Set(files.flatMap(({ plan }) => [...(plan.domains ?? [])]));
  const { checkDomains } = await import('./rows/risk/check-domains.ts');
  const progress = terminal.progress('checking domains', domains.size);
  try {
    const dns = await checkDomains([...domains], dnsServers, progress.update, stop);
    if (dns.unknown > 0) {
      const domains = counted(dns.unknown, 'domain');
      terminal.warn(`DNS gave no answer for ${domains}: their addresses are kept`);
    }
    return { dns };
  } finally {
    progress.stop();
  }
}
