import { closeSync, openSync, writeSync } from 'node:fs';

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
 */
export function writePeople(path, rows) {
  const file = openSync(path, 'w');
  let text = 'email,first_name,last_name,city,tags,note\n';
  for (let n = 0; n < rows; n++) {
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
