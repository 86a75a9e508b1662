// The files that newcomers bring along.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const first = ['Ana', 'Bao', 'Chiara', 'Dmitri', 'Elif', 'Femi', 'Greta'];
const last = ['Almeida', 'Brandt', 'Dubois', 'Eriksen', 'Ito'];
const two = (/** @type {number} */ number) => String(number).padStart(2, '0');

/** @param {number} n */
function person(n) {
  const [given = '', family = ''] = [first[n % first.length], last[n % last.length]];
  return { given, family, address: `${given}.${family}.${n}@example.org`.toLowerCase() };
}

const until =
  'EMAIL_TYPE,MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP,LATITUDE,LONGITUDE,GMTOFF,DSTOFF,TIMEZONE,CC,REGION';
const facts =
  'html,3,"2023-05-01 10:00:00",,"2023-05-01 10:05:00",198.51.100.7,52.5,13.4,1,2,Europe/Berlin,DE,BE';

/**
 * An audience as Mailchimp exports it, unpacked: a file for each state of people, birthdays without a year.
 *
 * @param {string} folder
 * @returns {number} how many people may be mailed
 */
export function mailchimpExport(folder) {
  const states = [
    { name: 'subscribed', people: 300, head: 'LAST_CHANGED', cells: '"2023-06-01 10:00:00"' },
    {
      name: 'unsubscribed',
      people: 40,
      head: 'UNSUB_TIME,UNSUB_CAMPAIGN_TITLE,UNSUB_CAMPAIGN_ID,UNSUB_REASON,UNSUB_REASON_OTHER',
      cells: '"2024-01-01 08:00:00",May,1,NORMAL,',
    },
    {
      name: 'cleaned',
      people: 10,
      head: 'CLEAN_TIME,CLEAN_CAMPAIGN_TITLE,CLEAN_CAMPAIGN_ID',
      cells: '"2024-01-01 08:00:00",May,1',
    },
  ];
  mkdirSync(folder);
  let n = 0;
  for (const { name, people, head, cells } of states) {
    const rows = Array.from({ length: people }, () => {
      const { given, family, address } = person(n++);
      const birthday = n % 3 === 0 ? `${two(1 + (n % 12))}/${two(1 + (n % 28))}` : '';
      const tags = n % 4 === 0 ? '"""VIP"",""Book club"""' : '';
      return `${address},${given},${family},${birthday},${facts},${cells},${1000 + n},${n.toString(16)},,${tags}`;
    });
    const header = `Email Address,First Name,Last Name,Birthday,${until},${head},LEID,EUID,NOTES,TAGS`;
    writeFileSync(
      join(folder, `${name}_email_audience_export_5f2c0a.csv`),
      `${[header, ...rows].join('\n')}\n`,
    );
  }
  return states[0]?.people ?? 0;
}

/**
 * A plain list.
 *
 * @param {string} file
 * @returns {number} how many people
 */
export function plainList(file) {
  const people = Array.from({ length: 50 }, (_, n) => person(1000 + n));
  const rows = people.map(({ address, given, family }) => `${address},${given},${family}`);
  writeFileSync(file, `${['email,first name,last name', ...rows].join('\n')}\n`);
  return people.length;
}
