import { presetNames } from '../../import/columns/detect-preset.ts';
import { wrapped } from './columns.ts';

/** `newsletter help import`. */
export function page(): string {
  const services = presetNames().filter(name => name !== 'none');
  return `Import a list

Before you start
  1. Export the list from your current service: CSV, Excel, JSON or a zip file.
     If you get several files, import all of them together: someone who opted
     out in one file is not imported from another. Do not rename files or
     headers: both tell the importer who may be emailed.
  2. Show what the import would do. This sends nothing:

       newsletter import people.csv --dry-run

  3. Check three things: the field of each column, how many rows are left out
     and why, and the first rows as they would be sent. The rows that are left
     out are in a temporary file (or in --rejects <file>).

What happens
  All files are read twice. The first pass checks every row and sends nothing.
  On a terminal you are then asked to confirm. The second pass sends the rows.

  Columns. The importer finds email addresses by header and content, and tags
  and custom fields by name. It lists the columns that are left over. Map them
  with --map "Vorname=first_name", or create fields with --create-fields. It
  recognizes the exports of these services (--from sets the service, --from none
  turns this off):
${wrapped(services.join(', '), 4)}

  Who is left out. People marked in the file as unsubscribed, bounced,
  complained, deleted, blocked or unconfirmed are not imported, whatever other
  columns say. Emailing them gets senders blocked. If the wrong column is used,
  pass --status-column or --no-status-column.

  --suppress block.txt leaves out everyone on your own list of addresses and
  domains (@example.com).

  If a column may be such a mark but its values are unknown, the import stops.
  Say what it means, and run it again:

       --opt-out-value Mailing=gesperrt   this value means opted out
       --status-column Mailing            only known values may be emailed
       --map Mailing=skip                 the column is not a status

  Duplicates. Rows with the same address are merged: later values win, and tags
  are combined (--duplicates). An empty cell never deletes a value. A subscriber
  who is already in the account is updated, so you can import a file twice.

Afterwards
  Every row ends in the account or in people.csv.rejects.csv, which has your
  columns and the reason. Fix the rows there, then import that file:

       newsletter import people.csv.rejects.csv

  An existing rejects file is kept: the next one is people.csv.rejects-2.csv.
  Shards have their own: people.csv.rejects.2-of-8.csv.

  To list the import jobs: newsletter imports list

Troubleshooting
  After Ctrl-C, a crash or a lost connection, resume the import. Rows that were
  already sent are not sent again:

       newsletter import people.csv --resume

  It continues with the same columns and options. If there is nothing to resume,
  it starts the import, so a loop or a CI job can always run this command.

  Garbled letters         --encoding windows-1252, or another (default:
                          detected; asked if unclear)
  Columns not separated   --delimiter ";"
  Dates are rejected      --date-format Birthday=DMY, or MDY, or YMD
  Numbers are rejected    --decimal-mark Total=, (or .) if 1.234 is ambiguous
  Invalid values          --bad-values drop imports the row without the value
  All values are invalid  --map "<column>=skip" skips the column; otherwise the
                          import asks, or stops with exit status 2
  Wrong account           --expect-account <slug> refuses any other account

Exit status
  0  all accepted rows are imported, and no row was rejected
  2  invalid file or command; nothing was sent
  8  rows were rejected or failed (with --allow-rejects: only if rows failed)
  9  unknown whether some rows were imported: run it again with --resume
`;
}
