import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { addressJudge } from '../../../../src/import/rows/risk/judge.ts';
import { domainLists } from '../../../../src/import/rows/risk/lists.ts';
import { providers } from '../../../../src/import/rows/risk/misspelt-domain.ts';
import { riskRules } from '../../../../src/import/rows/risk/risk.ts';

const judge = addressJudge(domainLists, riskRules(['keep'], true));
const riskOf = (domain: string) => judge(`jo.doe@${domain}`, 'jo.doe'.length);
const isBad = (domain: string) =>
  ['misspelt_domain', 'unknown_tld', 'reserved_domain'].includes(riskOf(domain)?.cause ?? '');

/** Nearly nine thousand domains at which people have had mailboxes, by the list of another project. */
const listed: readonly string[] = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('email-providers/all.json'), 'utf8'),
);

/** What stands in that list by mistake, looked at one by one: typos of others, and tops that do not exist. */
const mistaken = new Set(
  (
    '0815.ry cc.liamria gamil.com gmai.com gmail.co gmail.om gmal.com gmial.com homail.com hotmai.com hotmail.cm ' +
    'hotmail.con hotmails.com hotmial.com nonexisted.nondomain snail-mail.ney webmail.co.yu yaho.com ' +
    'yahoo.com.malaysia yahoo.om'
  ).split(' '),
);

/** Providers of mailboxes by language: cs, pl, it, fr, de, bg, uk, ru, ko, ja, zh, hi, he, sk, hu, lv, lt, et, no, sv … */
const national = (
  'seznam.cz centrum.cz email.cz wp.pl onet.pl interia.pl o2.pl libero.it virgilio.it tiscali.it orange.fr free.fr ' +
  'laposte.net sfr.fr web.de gmx.de freenet.de posteo.de abv.bg mail.bg ukr.net i.ua meta.ua yandex.ru rambler.ru ' +
  'mail.ru naver.com daum.net hanmail.net nate.com docomo.ne.jp ezweb.ne.jp softbank.ne.jp qq.com 163.com 126.com ' +
  'sina.cn rediffmail.com walla.co.il netvision.net.il azet.sk centrum.sk citromail.hu freemail.hu inbox.lv one.lt ' +
  'hot.ee online.no telia.com spray.se bredband.net bluewin.ch telenet.be skynet.be ziggo.nl kpnmail.nl planet.nl ' +
  'sapo.pt uol.com.br bol.com.br terra.com.br yahoo.com.br ono.com telefonica.net otenet.gr forthnet.gr mynet.com ' +
  'ttmail.com yahoo.ro rdslink.ro siol.net net.hr t-com.hr eunet.rs vip.hr elisanet.fi luukku.com kolumbus.fi ' +
  'simnet.is mail.dk jubii.dk tdcadsl.dk eircom.net bigpond.com xtra.co.nz shaw.ca videotron.ca yahoo.com.vn ' +
  'viettel.vn yahoo.co.id yahoo.co.th sanook.com emirates.net.ae yahoo.fa.ir chmail.ir mweb.co.za'
).split(' ');

/** Every word that comes of one letter left out, doubled or swapped with the next, behind the first. */
function typosOf(word: string): string[] {
  const found = new Set<string>();
  for (let at = 1; at < word.length; at++) {
    const [head, letter = '', next = '', tail] = [
      word.slice(0, at),
      word[at],
      word[at + 1],
      word.slice(at + 2),
    ];
    found.add(head + next + tail).add(head + letter + letter + next + tail);
    if (next !== '') found.add(head + next + letter + tail);
  }
  found.delete(word);
  return [...found];
}

test('when 8,800 real domains and thousands of typos are judged, then no real one is misspelt or impossible, and each typo is corrected as meant', () => {
  const good = new Set([...listed, ...national].filter(domain => !mistaken.has(domain)));
  const typos = [...providers].flatMap(([name, ends]) =>
    typosOf(name).flatMap(typo =>
      [...ends].map(end => ({ typed: `${typo}.${end}`, meant: `${name}.${end}` })),
    ),
  );
  const wrong = [...good].filter(isBad);
  const called = typos.filter(({ typed }) => isBad(typed) && !good.has(typed));
  const miscorrected = called.filter(({ typed, meant }) => riskOf(typed)?.suggestion !== meant);
  expect(good.size).toBeGreaterThan(8_700);
  expect(called.length).toBeGreaterThan(1_500);
  expect({ wrong, miscorrected }).toEqual({ wrong: [], miscorrected: [] });
  expect([...mistaken].filter(domain => !isBad(domain))).toEqual([]);
});
