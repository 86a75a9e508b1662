import { presetNames } from '../../import/columns/detect-preset.ts';
import { wrapped } from './columns.ts';

/** `newsletter help import`. */
export function page(): string {
  const services = presetNames().filter(name => name !== 'none');
  return `Import a list

  1. Export the list from your current service: CSV, Excel, JSON or a zip file.
     If you get several files, import all of them together: someone who opted
     out in one file is not imported from another. Do not rename files or
     headers: both tell the importer who may be emailed.
  2. newsletter import people.csv --dry-run
     sends nothing. Check the field of each column, how many rows are left out
     and why, and the first rows as they would be sent.
  3. newsletter import people.csv
     asks, then sends. Rows that cannot be sent are in people.csv.rejects.csv,
     with the reason: fix them there, and import that file.
  4. newsletter import people.csv --resume
     continues after Ctrl-C, a crash or a lost connection. If there is nothing
     to resume, it starts the import: a CI job can always run it.

The exports of these services are recognized (--from sets the service, --from
none turns this off):
${wrapped(services.join(', '), 2)}

If a column may say who opted out, but its values are unknown, the import stops.
Say what it means, and run it again:
  --opt-out-value Mailing=gesperrt   this value means opted out
  --status-column Mailing            only known values may be emailed
  --map Mailing=skip                 the column is not a status

If something is wrong with the file:
  Garbled letters         --encoding windows-1252, or another
  Columns not separated   --delimiter ";"
  Columns are left over   --map "Vorname=first_name", or --create-fields
  Dates are rejected      --date-format Birthday=DMY, or MDY, or YMD
  Numbers are rejected    --decimal-mark Total=, (or .) if 1.234 is ambiguous
  Invalid values          --bad-values drop imports the row without the value
  People to leave out     --suppress block.txt: addresses and domains
  Wrong account           --expect-account <slug> refuses any other account

Exit status
  0  all accepted rows are imported, and no row was rejected
  2  invalid file or command; nothing was sent
  8  rows were rejected or failed (with --allow-rejects: only if rows failed)
  9  unknown whether some rows were imported: run it again with --resume
`;
}
