import { presetNames } from '../../import/mapping/detect-preset.ts';
import { wrapped } from './columns.ts';

/** `newsletter help import`. */
export function page(): string {
  const services = presetNames().filter(name => name !== 'none');
  return `Moving a list over

Before you start
  1. Export the list where it is now: CSV, Excel, JSON, or the zip as it comes.
     If there are several files, give all of them: whoever has left in one is
     not mailed because of another. Leave their names and their headers as they
     are: both say something about the people in them.
  2. See what would happen. Nothing is sent:

       newsletter import people.csv --dry-run

  3. Look at three things: where each column goes, how many are left out and
     why, and the first rows as they would be sent. The rows that are left out
     are in a temporary file that is named at the end (or in --rejects <file>).

What happens
  All files are read twice. The first time every row is checked and nothing is
  sent; on a terminal you are then asked. The second time the rows are sent.

  Columns. The addresses are found by name and content; "tags" and the account's
  custom fields by name. What is left over is listed: --map "Vorname=first_name"
  sends a column where it belongs, --create-fields makes a field of each. The
  exports of these are known and recognised (--from says which it is, --from
  none keeps from guessing):
${wrapped(services.join(', '), 4)}

  Who is left out. People whom the file marks as unsubscribed, bounced,
  complained, deleted, blocked or not yet confirmed are not sent, whatever else
  the file says of them: mailing them is what gets senders blocked. If the mark
  is read from the wrong column: --status-column, --no-status-column.

  --suppress block.txt leaves out whoever is on a list of your own: addresses,
  or domains (@example.com).

  A column that may be such a mark and is not understood stops the import. Say
  what it means, and run it again:

       --opt-out-value "Konto=gesperrt"   this value means opted out
       --status-column Konto              only known words may be mailed
       --map Konto=skip                   it says nothing about it

  Duplicates. Rows with the same address become one: later values win, tags add
  up (--duplicates). An empty cell never erases what the account knows. Somebody
  who is in the account already is updated, so importing twice does no harm.

Afterwards
  Every row ends in the account or in people.csv.rejects.csv, which has your
  columns and the reason beside them. Mend it, and import that file:

       newsletter import people.csv.rejects.csv

  A rejects file that is there already is kept: the next one is
  people.csv.rejects-2.csv. A shard has its own: people.csv.rejects.2-of-8.csv.

  To see the jobs again: newsletter imports list

When something goes wrong
  Ctrl-C, a crash, a network that is gone: what has been sent is written down.
  Nothing is lost, and what is done is not sent again:

       newsletter import people.csv --resume

  It goes on with the columns and options it began with. Where nothing was
  begun, it begins: so a loop or a CI job may repeat this one line.

  Letters look wrong      --encoding windows-1252, or another; it is detected
                          by the words of the file, and asked when unclear
  Cells are not divided   --delimiter ";"
  Dates are rejected      --date-format Birthday=DMY, or MDY, or YMD
  Numbers are rejected    --decimal-mark Total=, (or .) where 1.234 is ambiguous
  A value is bad          --bad-values drop takes the row without the value
  All of a column are     --map "<column>=skip" leaves it out; the import stops
                          and asks, or ends with exit status 2, before it sends
  It is the wrong list    --expect-account <slug> refuses any other account

Exit status
  0  every accepted row is in, and none was rejected
  2  the file or the command line makes no sense; nothing was sent
  8  rows were rejected, or did not get in (--allow-rejects: the latter only)
  9  it is not known whether some rows got in: --resume finds out
`;
}
