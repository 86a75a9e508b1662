import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { basename } from 'node:path';
import XLSX from 'xlsx';

const first = 'Ana Bao Chiara Dmitri Elif Femi Greta Hiro Ines Jonas Kaja Luis Mei Noor Omar Paula'.split(
  ' ',
);
const last = 'Almeida Brandt Cissé Dubois Eriksen Fischer García Horváth Ito Jensen Kaya Lopes Müller'.split(
  ' ',
);
const cities = ['Berlin', 'Lisboa', 'Kraków', 'Oslo', 'Istanbul', 'Köln', 'São Paulo', 'Kyoto'];

/**
 * Writes a list of about 86 bytes a row.
 *
 * @param {string} path
 * @param {number} rows
 * @param {number} [from] people are told apart by a number: that of the first
 */
export function writePeople(path, rows, from = 0) {
  const file = openSync(path, 'w');
  let text = 'email,first_name,last_name,city,tags,note\n';
  for (let n = from; n < from + rows; n++) {
    const given = first[n % first.length];
    const family = last[n % last.length];
    text += `${given}.${n.toString(36)}@mail${n % 977}.example.org,${given},${family},${cities[n % cities.length]},reader;member,joined in ${2000 + (n % 26)} and reads along\n`;
    if (text.length > 1 << 20) {
      writeSync(file, text);
      text = '';
    }
  }
  writeSync(file, text);
  closeSync(file);
}

/**
 * Writes the people of `sink.js` as the source of a sync.
 *
 * @param {string} path
 * @param {number} people
 * @param {number} each one of so many has moved; 0: nobody
 */
export function writeSynced(path, people, each) {
  const rows = Array.from({ length: people }, (_, n) => {
    const city = each > 0 && n % each === 0 ? 'Oslo' : 'Lisbon';
    return `person.${n}@example.org,Ann,Person ${n},${city}`;
  });
  writeFileSync(path, `email,first_name,last_name,city\n${rows.join('\n')}\n`);
}

/**
 * Packs files as another program does.
 *
 * @param {string} path
 * @param {readonly string[]} files
 */
export function writeZip(path, files) {
  const container = XLSX.CFB.utils.cfb_new({ root: 'R' });
  for (const file of files) XLSX.CFB.utils.cfb_add(container, `/${basename(file)}`, readFileSync(file));
  writeFileSync(path, XLSX.CFB.write(container, { fileType: 'zip', compression: true }));
}

/**
 * Writes the rows of a CSV without quotes as another program writes a workbook, with a number, a date and shared texts.
 *
 * @param {string} path
 * @param {string} csv
 */
export function writeWorkbook(path, csv) {
  const [header = '', ...lines] = readFileSync(csv, 'utf8').trim().split('\n');
  const day = (/** @type {number} */ n) => ({ t: 'n', v: 42_000 + (n % 3000), z: 'yyyy\\-mm\\-dd' });
  const rows = lines.map((line, n) => [...line.split(','), n % 97, day(n)]);
  const sheet = XLSX.utils.aoa_to_sheet([[...header.split(','), 'orders', 'joined'], ...rows]);
  const book = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(book, sheet, 'People');
  writeFileSync(
    path,
    XLSX.write(book, { type: 'buffer', bookType: 'xlsx', compression: true, bookSST: true }),
  );
}

/**
 * Writes lines in large pieces.
 *
 * @param {string} path
 * @param {string} header
 * @param {number} count
 * @param {(n: number) => string} line
 */
function writeLines(path, header, count, line) {
  const file = openSync(path, 'w');
  let text = `${header}\n`;
  for (let n = 0; n < count; n++) {
    text += `${line(n)}\n`;
    if (text.length > 1 << 20) {
      writeSync(file, text);
      text = '';
    }
  }
  writeSync(file, text);
  closeSync(file);
}

const address = (/** @type {number} */ n) =>
  `${first[n % first.length]}.${n.toString(36)}@mail${n % 977}.example.org`;
const day = (/** @type {number} */ n) => `20${10 + (n % 15)}-0${1 + (n % 9)}-${10 + (n % 19)}`;

/**
 * Writes ten columns with dates, decimals, quotes and line breaks.
 *
 * @param {string} path
 * @param {number} rows
 */
export function writeQuoted(path, rows) {
  const header = 'email,first_name,last_name,company,city,member_since,total_spent,tags,note,source';
  writeLines(path, header, rows, n => {
    const name = `${first[n % first.length]},${last[n % last.length]}`;
    const company = n % 3 === 0 ? `"${last[n % 11]}, ${first[n % 13]} & Co."` : `${last[n % 7]} AG`;
    const note =
      n % 4 === 0
        ? `"met in ${cities[n % 8]} (${n})\nasked for the ""blue"" one"`
        : `joined in ${2000 + (n % 26)}`;
    const spent = `${n % 900}.${10 + (n % 90)}`;
    return `${address(n)},${name},${company},${cities[n % 8]},${day(n)},${spent},"reader,member",${note},shop`;
  });
}

/**
 * Writes a list of which every second row may be rejected for its address.
 *
 * @param {string} path
 * @param {number} rows
 * @param {boolean} isHalfBad
 */
export function writeHalf(path, rows, isHalfBad) {
  writeLines(path, 'email,first_name,last_name,city,note', rows, n => {
    const email = isHalfBad && n % 2 === 1 ? address(n).replace('@', ' at ') : address(n);
    return `${email},${first[n % first.length]},${last[n % last.length]},${cities[n % 8]},joined in ${2000 + (n % 26)}`;
  });
}

/**
 * Writes rows of 60 columns, most of which no field takes.
 *
 * @param {string} path
 * @param {number} rows
 */
export function writeWide(path, rows) {
  const names = Array.from({ length: 57 }, (_, i) => `question ${i + 1}`);
  writeLines(path, `email,first_name,${names.join()},city`, rows, n => {
    const cells = names.map((_, i) =>
      i % 3 === 0 ? `${(n * 7 + i) % 1000}` : i % 3 === 1 ? `answer ${(n + i) % 5}` : '',
    );
    return `${address(n)},${first[n % first.length]},${cells.join()},${cities[n % 8]}`;
  });
}

/**
 * Writes two short columns.
 *
 * @param {string} path
 * @param {number} rows
 */
export function writeNarrow(path, rows) {
  writeLines(path, 'email,first_name', rows, n => `${address(n)},${first[n % first.length]}`);
}

/**
 * Writes rows with a quote that opens and never closes, in each of them.
 *
 * @param {string} path
 * @param {number} rows
 */
export function writeUnclosed(path, rows) {
  writeLines(
    path,
    'email,first_name,note',
    rows,
    n => `${address(n)},${first[n % first.length]},"joined in ${n}`,
  );
}

/**
 * Writes two rows, the first with a quoted cell of this length.
 *
 * @param {string} path
 * @param {number} length
 */
export function writeLongCell(path, length) {
  const line = 'a long note, with commas\nand ""quotes""\n';
  const file = openSync(path, 'w');
  writeSync(file, 'email,first_name,note\nann@example.org,Ann,"');
  writeSync(file, line.repeat(Math.ceil(length / line.length)));
  writeSync(file, '"\nbo@example.org,Bo,short\n');
  closeSync(file);
}

/**
 * Writes a list in which each address comes twice, with other fields, half of the file apart.
 *
 * @param {string} path
 * @param {number} pairs
 */
export function writePairs(path, pairs) {
  const file = openSync(path, 'w');
  let text = 'email,first_name,last_name,city,tags\n';
  for (let n = 0; n < 2 * pairs; n++) {
    const email = `person.${n % pairs}@mail${(n % pairs) % 977}.example.org`;
    text += n < pairs ? `${email},Ana,,Berlin,reader\n` : `${email},,Almeida ${n},Kraków,member\n`;
    if (text.length > 1 << 20) {
      writeSync(file, text);
      text = '';
    }
  }
  writeSync(file, text);
  closeSync(file);
}
