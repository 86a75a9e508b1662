import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { importsFolder } from '../../import/jobs/imports-folder.ts';
import { type JournalContents, readJournal } from '../../import/jobs/journal-contents.ts';
import { partOf, resumeCommand } from '../../import/jobs/other-imports.ts';
import { type Check, type CheckResult, warning } from '../run-checks.ts';
import { quoted } from './files.ts';

export const waitingImports: Check = {
  name: 'imports',
  needs: ['folder'],
  run({ configDir }) {
    const place = importsFolder(configDir);
    if (!existsSync(place)) return [];
    return readdirSync(place)
      .filter(name => name.endsWith('.journal'))
      .flatMap(name => about(join(place, name)));
  },
};

function about(path: string): CheckResult[] {
  const past = read(path);
  if (past === undefined) {
    return [
      warning(
        `cannot read the journal of an import: ${path}`,
        `move it away: mv ${quoted(path)} ${quoted(`${path}.damaged`)}`,
      ),
    ];
  }
  const { files, accepted, started_at: start, base_url: service } = past.start;
  const sent = past.batches.reduce((sum, { from, to, id }) => sum + (id === undefined ? 0 : to - from), 0);
  const what = `an import of ${files.join(', ')} to ${service} was interrupted: ${sent} of ${accepted} rows sent`;
  const day = start.slice(0, 10);
  const isGone = files.some(file => !existsSync(file));
  if (isGone) {
    return [
      warning(
        `${what} (${day}); ${files.length === 1 ? 'the' : 'a'} file is gone`,
        `put it back, then: ${resumeCommand(files, partOf(past.start))}`,
      ),
    ];
  }
  return [warning(`${what} (${day})`, resumeCommand(files, partOf(past.start)))];
}

function read(path: string): JournalContents | undefined {
  try {
    return readJournal(path);
  } catch {
    return undefined;
  }
}
