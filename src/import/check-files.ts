import type { CustomField } from '../contract/index.ts';
import { counted } from '../terminal/numbers.ts';
import type { OpenFiles } from './files/open-sources.ts';
import { runFirstPass } from './first-pass.ts';
import type { ImportSession } from './jobs/import-session.ts';
import type { ImportOptions } from './options.ts';
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
  options: ImportOptions,
  context: CheckContext,
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
  context: CheckContext,
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
  { terminal, dnsServers, stop }: CheckContext,
): Promise<ImportOptions | undefined> {
  if (!options.checkDomains || options.dns !== undefined) return undefined;
  const domains = new Set(files.flatMap(({ plan }) => [...(plan.domains ?? [])]));
  const { checkDomains } = await import('./rows/risk/check-domains.ts');
  const progress = terminal.progress('checking domains', domains.size);
  try {
    const dns = await checkDomains([...domains], dnsServers, progress.update, stop);
    if (dns.unknown > 0) {
      const domains = counted(dns.unknown, 'domain');
      terminal.warn(`DNS gave no answer for ${domains}: their addresses are kept`);
    }
    return { ...options, dns };
  } finally {
    progress.stop();
  }
}
