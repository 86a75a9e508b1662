/** What earlier commands left behind: imports that can be resumed, and sends with an unknown outcome. */
import { existsSync } from 'node:fs';
import { describeEarlier, unresolvedSends } from '../../emails/send/journal.ts';
import { type StoredJournal, storedJournals } from '../../import/jobs/imports-folder.ts';
import { partOf, resumeCommand } from '../../import/jobs/other-imports.ts';
import { shellWord } from '../../lib/text/shell-word.ts';
import { type CheckOutcome, type CheckResult, type DoctorContext, warning } from '../run-checks.ts';

export function waitingImports({ configDir }: DoctorContext): CheckOutcome {
  return storedJournals(configDir).map(about);
}

function about({ path, contents }: StoredJournal): CheckResult {
  if (contents === undefined) {
    const fix = `move it away: mv ${shellWord(path)} ${shellWord(`${path}.damaged`)}`;
    return warning(`cannot read the journal of an import: ${path}`, fix);
  }
  const { files, accepted, started_at: start, base_url: service } = contents.start;
  const sent = contents.batches.reduce(
    (sum, { from, to, id }) => sum + (id === undefined ? 0 : to - from),
    0,
  );
  const what = `an import of ${files.join(', ')} to ${service} was interrupted: ${sent} of ${accepted} rows sent (${start.slice(0, 10)})`;
  const resume = resumeCommand(files, partOf(contents.start));
  if (files.every(file => existsSync(file))) return warning(what, resume);
  return warning(`${what}; ${files.length === 1 ? 'the' : 'a'} file is gone`, `put it back, then: ${resume}`);
}

/** The sends of this machine with an unknown outcome. */
export function unresolvedEmails({ configDir }: DoctorContext): CheckOutcome {
  return unresolvedSends(configDir).map(send =>
    warning(
      `${describeEarlier(send)} ("${send.subject ?? 'no subject'}")`,
      `newsletter emails watch ${send.email}`,
    ),
  );
}
