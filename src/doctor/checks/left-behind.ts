/** What earlier commands left behind: imports that can be resumed, and sends with an unknown outcome. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describeEarlier, unresolvedSends } from '../../emails/send/earlier-sends.ts';
import { serviceAddress } from '../../http/url.ts';
import { importsFolder } from '../../import/jobs/imports-folder.ts';
import { type JournalContents, readJournal } from '../../import/jobs/journal-contents.ts';
import { partOf, resumeCommand } from '../../import/jobs/other-imports.ts';
import { shellWord } from '../../lib/text/shell-word.ts';
import { type CheckOutcome, type CheckResult, type DoctorContext, warning } from '../run-checks.ts';

export function waitingImports({ configDir }: DoctorContext): CheckOutcome {
  const folder = importsFolder(configDir);
  if (!existsSync(folder)) return undefined;
  return readdirSync(folder)
    .filter(name => name.endsWith('.journal'))
    .map(name => about(join(folder, name)));
}

function about(path: string): CheckResult {
  const past = read(path);
  if (past === undefined) {
    const fix = `move it away: mv ${shellWord(path)} ${shellWord(`${path}.damaged`)}`;
    return warning(`cannot read the journal of an import: ${path}`, fix);
  }
  const { files, accepted, started_at: start, base_url: service } = past.start;
  const sent = past.batches.reduce((sum, { from, to, id }) => sum + (id === undefined ? 0 : to - from), 0);
  const what = `an import of ${files.join(', ')} to ${service} was interrupted: ${sent} of ${accepted} rows sent (${start.slice(0, 10)})`;
  const resume = resumeCommand(files, partOf(past.start));
  if (files.every(file => existsSync(file))) return warning(what, resume);
  return warning(`${what}; ${files.length === 1 ? 'the' : 'a'} file is gone`, `put it back, then: ${resume}`);
}

function read(path: string): JournalContents | undefined {
  try {
    return readJournal(path);
  } catch {
    return undefined;
  }
}

/** The sends to this service with an unknown outcome. */
export async function unresolvedEmails(context: DoctorContext): Promise<CheckOutcome> {
  const service = serviceAddress((await context.settings()).need('base-url')).href;
  return unresolvedSends(context.configDir)
    .filter(send => send.service === service)
    .map(send =>
      warning(
        `${describeEarlier(send)} ("${send.subject ?? 'no subject'}")`,
        `newsletter emails watch ${send.email}`,
      ),
    );
}
