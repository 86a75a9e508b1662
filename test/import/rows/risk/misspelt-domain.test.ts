import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { domainToASCII } from 'node:url';
import { describe, expect, test } from 'vitest';
import { addressJudge } from '../../../../src/import/rows/risk/judge.ts';
import { providers } from '../../../../src/import/rows/risk/misspelt-domain.ts';
import { riskRules } from '../../../../src/import/rows/risk/risk.ts';
import { casesOf } from '../../../support/cases.ts';

const judge = addressJudge(riskRules([], false));
const riskOf = (domain: string) => judge(`jo.doe@${domain}`, 'jo.doe'.length);

const typos = casesOf<[typed: string, meant?: string]>(new URL('typos.tsv', import.meta.url));

describe('domains of large providers, mistyped', () => {
  test('a domain with one slip is taken for the one that was meant, and any other for itself', () => {
    expect(typos.map(([typed]) => [typed, riskOf(typed)?.suggestion])).toEqual(
      typos.map(([typed, meant]) => [typed, meant]),
    );
  });

  test('when the provider has no such domain either, then nothing is suggested', () => {
    expect(['gmial.ru', 'gmail.de', 'live.co', 'outlook.xyz'].map(riskOf)).toEqual(Array(4).fill(undefined));
  });
});

describe('domains of others', () => {
  test.each(
    (
      'ymail.com gmx.net gmx.de hotmail.de live.com live.nl mail.com me.com mac.com email.com hey.com pm.me proton.me ' +
      'fastmail.fm fastmail.com tutanota.com tuta.io hotmail.co.uk yahoo.co.jp yahoo.com.br outlook.pt web.de mail.ru ' +
      'inbox.lv cloud.com grail.com gail.com wahoo.com horizon.net ahoo.de hushmail.com gmx.at aol.de msn.com qq.com'
    ).split(' '),
  )('%s is a domain of its own', domain => {
    expect(riskOf(domain)).toBeUndefined();
  });

  test.each(
    (
      'za bd ck er mm uk рф xn--p1ai 한국 みんな museum photography travel hotel web merck helsinki gov edu mil int arpa su ' +
      'eu zip cat'
    ).split(' '),
  )('.%s is a top-level domain', end => {
    expect(riskOf(domainToASCII(`firm.${end}`))).toBeUndefined();
  });

  test.each('con cmo comm ocm coom netz orgg xyzz hom lan corp home localdomain'.split(' '))(
    '.%s is none',
    end => {
      expect(riskOf(`firm.${end}`)?.cause).toBe('unknown_tld');
    },
  );
});

const isBad = (domain: string) => ['misspelt_domain', 'unknown_tld'].includes(riskOf(domain)?.cause ?? '');

const require = createRequire(import.meta.url);
/** Nearly nine thousand domains at which people have had mailboxes, by the list of another project. */
const listed: readonly string[] = JSON.parse(
  readFileSync(require.resolve('email-providers/all.json'), 'utf8'),
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
