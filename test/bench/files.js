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
