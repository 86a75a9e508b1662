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

const of = (/** @type {readonly string[]} */ words, /** @type {number} */ n) => words[n % words.length] ?? '';
// People are told apart by a number.
const address = (/** @type {number} */ n) => `${of(first, n)}.${n.toString(36)}@mail${n % 977}.example.org`;
const joined = (/** @type {number} */ n) => `joined in ${2000 + (n % 26)}`;
const questions = Array.from({ length: 57 }, (_, i) => i + 1);

/** The kinds of lists: a header, and the line of a person. @satisfies {Record<string, [header: string, line: (n: number, count: number) => string]>} */
const lists = {
  /** About 86 bytes a row. */
  people: [
    'email,first_name,last_name,city,tags,note',
    n =>
      `${address(n)},${of(first, n)},${of(last, n)},${of(cities, n)},reader;member,${joined(n)} and reads along`,
  ],
  /** Ten columns with dates, decimals, quotes and line breaks. */
  quoted: [
    'email,first_name,last_name,company,city,member_since,total_spent,tags,note,source',
    n => {
      const company = n % 3 === 0 ? `"${of(last, n)}, ${of(first, n)} & Co."` : `${of(last, n)} AG`;
      const day = `20${10 + (n % 15)}-0${1 + (n % 9)}-${10 + (n % 19)}`;
      const note = n % 4 === 0 ? `"met in ${of(cities, n)} (${n})\nasked for the ""blue"" one"` : joined(n);
      const spent = `${n % 900}.${10 + (n % 90)}`;
      return `${address(n)},${of(first, n)},${of(last, n)},${company},${of(cities, n)},${day},${spent},"reader,member",${note},shop`;
    },
  ],
  good: ['email,first_name,last_name,city,note', n => half(n, address(n))],
  /** Every second address is invalid. */
  half: [
    'email,first_name,last_name,city,note',
    n => half(n, n % 2 === 1 ? address(n).replace('@', ' at ') : address(n)),
  ],
  /** 60 columns, most of which no field takes. */
  wide: [
    `email,first_name,${questions.map(n => `question ${n}`).join()},city`,
    n => {
      const cell = (/** @type {number} */ i) =>
        i % 3 === 0 ? `${(n * 7 + i) % 1000}` : i % 3 === 1 ? `answer ${(n + i) % 5}` : '';
      return `${address(n)},${of(first, n)},${questions.map(cell).join()},${of(cities, n)}`;
    },
  ],
  /** Each address twice, with other fields, half of the file apart. */
  pairs: [
    'email,first_name,last_name,city,tags',
    (n, count) => {
      const person = n % (count / 2);
      const rest = n === person ? 'Ana,,Berlin,reader' : `,Almeida ${n},Kraków,member`;
      return `person.${person}@mail${person % 977}.example.org,${rest}`;
    },
  ],
  /** The people of `sink.js`; in `moved`, each hundredth lives elsewhere. */
  synced: ['email,first_name,last_name,city', n => synced(n, 'Lisbon')],
  moved: ['email,first_name,last_name,city', n => synced(n, n % 100 === 0 ? 'Oslo' : 'Lisbon')],
};

const half = (/** @type {number} */ n, /** @type {string} */ email) =>
  `${email},${of(first, n)},${of(last, n)},${of(cities, n)},${joined(n)}`;
const synced = (/** @type {number} */ n, /** @type {string} */ city) =>
  `person.${n}@example.org,Ann,Person ${n},${city}`;

/**
 * Writes a list, in large pieces.
 *
 * @param {string} path
 * @param {keyof typeof lists} kind
 * @param {number} count
 * @param {number} [from] the number of the first person
 */
export function writeList(path, kind, count, from = 0) {
  const [header, line] = lists[kind];
  const file = openSync(path, 'w');
  let text = `${header}\n`;
  for (let n = from; n < from + count; n++) {
    text += `${line(n, count)}\n`;
    if (text.length < 1 << 20) continue;
    writeSync(file, text);
    text = '';
  }
  writeSync(file, text);
  closeSync(file);
}

/**
 * Writes two rows, the first with a quoted cell of this length.
 *
 * @param {string} path
 * @param {number} length
 */
export function writeLongCell(path, length) {
  const line = 'a long note, with commas\nand ""quotes""\n';
  const cell = line.repeat(Math.ceil(length / line.length));
  writeFileSync(path, `email,first_name,note\nann@example.org,Ann,"${cell}"\nbo@example.org,Bo,short\n`);
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
  const kind = { type: 'buffer', bookType: 'xlsx', compression: true, bookSST: true };
  writeFileSync(path, XLSX.write(book, /** @type {import('xlsx').WritingOptions} */ (kind)));
}
