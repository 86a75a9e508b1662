// Prints a list of people as another newsletter service would export it, with a few bad rows in it.
// The same list every time: `node test/demo/people.js [how many]`.

const first = 'Ana Bao Chiara Dmitri Elif Femi Greta Hiro Ines Jonas Kaja Luis Mei Noor Omar Paula'.split(
  ' ',
);
const last = 'Almeida Brandt Cissé Dubois Eriksen Fischer García Horváth Ito Jensen Kaya Lopes Müller'.split(
  ' ',
);
const cities = ['Berlin', 'Lisboa', 'Kraków', 'Oslo', 'Istanbul', 'Köln', 'São Paulo', 'Kyoto'];
const tags = ['night trains', 'photography', 'berlin meetup', 'maps'];

const count = Number(process.argv[2] ?? 10_000);
const of = (/** @type {string[]} */ list, /** @type {number} */ n) => list[n % list.length] ?? '';
/** @param {string} text */
function plain(text) {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/**
 * @param {number} n
 * @returns {string}
 */
function line(n) {
  const [given, family] = [of(first, n), of(last, Math.floor(n / 3))];
  const address = `${plain(given)}.${plain(family)}.${n}@example.org`;
  const birthday = `19${60 + (n % 40)}-${String(1 + (n % 12)).padStart(2, '0')}-${String(1 + (n % 28)).padStart(2, '0')}`;
  const row = [
    address,
    given,
    family,
    of(cities, n),
    birthday,
    n % 5,
    `"${of(tags, n)}, ${of(tags, n + 1)}"`,
    'subscribed',
  ];
  if (n % 2500 === 17) row[0] = address.replace('@', ' at ');
  if (n % 2500 === 18) row[4] = 'last summer';
  if (n % 2500 === 19) row[0] = '';
  if (n % 2000 === 20) row[7] = 'unsubscribed';
  if (n % 3000 === 21) return `${line(n - 5)}`;
  return row.join(',');
}

const rows = ['Email Address,First Name,Last Name,City,Birthday,Orders,Tags,Status'];
for (let n = 0; n < count; n++) rows.push(line(n));
process.stdout.write(`${rows.join('\n')}\n`);
