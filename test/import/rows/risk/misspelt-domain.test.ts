import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { domainToASCII } from 'node:url';
import { describe, expect, test } from 'vitest';
import { addressJudge } from '../../../../src/import/rows/risk/judge.ts';
import { domainLists } from '../../../../src/import/rows/risk/lists.ts';
import { misspeltProvider, withCommonEnd } from '../../../../src/import/rows/risk/misspelt-domain.ts';
import { riskRules } from '../../../../src/import/rows/risk/risk.ts';

const judge = addressJudge(domainLists, riskRules([], false));
const riskOf = (domain: string) => judge(`jo.doe@${domain}`, 'jo.doe'.length);

/** The test cases of the Ruby library email_typo for these providers, as far as one slip explains them. */
const typed: readonly [meant: string, domains: string][] = [
  [
    'gmail.com',
    'gmail.co gamil.com gmai.com gmaill.com gmal.com gmali.com gmaol.com gmaul.com gmial.com gmil.com gmsil.com ' +
      'gnail.com gamail.com gemail.com gimail.com gomail.com ggmail.com grmail.com gmaii.com gmail.con gmail.cmo',
  ],
  [
    'googlemail.com',
    'goooglemail.com googleamil.com googlemai.com googlemaii.com googlemaill.com googlemal.com googlemali.com ' +
      'googlemial.com googlemil.com googlenail.com',
  ],
  ['yahoo.com', 'yaho.com yahooo.com yhaoo.com yahoo.co'],
  [
    'hotmail.com',
    'hotamail.com htmail.com hotmaill.com hotmaik.com hoymail.com hptmail.com homtail.com hotmail.co hotnail.com ' +
      'hormail.com hortmail.com otmail.com',
  ],
];

describe('domains of large providers, mistyped', () => {
  test.each(typed)('%s', (meant, domains) => {
    const missed = domains.split(' ').filter(domain => riskOf(domain)?.suggestion !== meant);
    expect(missed).toEqual([]);
  });

  test('when the provider has no such domain either, then nothing is suggested', () => {
    expect(['gmial.ru', 'gmail.de', 'live.co', 'outlook.xyz'].map(riskOf)).toEqual(Array(4).fill(undefined));
  });
});

describe('one slip, and what is none', () => {
  // A letter left out, doubled or put in; two swapped; a neighbour on the keyboard, or one that looks alike, in its place.
  const slips =
    'gmal gmai gmil gmaill ggmail gmmail gmaiil gmahil gmial gamil gmali gmaol gmaul gmqil gmsil gmwil gmzil gnail gmai1 gmaii gmaik mgail';
  // Two slips, a digit or a hyphen, another first letter, or one from far away.
  const others =
    'gmlia galim gmdil gmpil gm1il gmaxl gmill gmailll gml gmail2 g-mail tmail fmail xgmail amail gmaal';

  test.each<[domain: string, endExists: boolean, meant: string | undefined]>([
    ...slips.split(' ').map((name): [string, boolean, string] => [`${name}.com`, true, 'gmail.com']),
    ...others.split(' ').map((name): [string, boolean, undefined] => [`${name}.com`, true, undefined]),
    ['gmail.com', true, undefined],
    ['gail.com', true, undefined],
    ['hitmail.com', true, undefined],
    ['mail.com', true, undefined],
    ['ymail.com', true, undefined],
    // The first letter may be missing in long words only.
    ['otmail.com', true, 'hotmail.com'],
    ['ahoo.com', true, undefined],
    ['utlook.com', true, 'outlook.com'],
    ['cloud.com', true, undefined],
    ['outl0ok.com', true, 'outlook.com'],
    ['yahuo.com', true, undefined],
    ['yahii.com', true, undefined],
    // The end.
    ['gmail.co', true, 'gmail.com'],
    ['gmail.cm', true, 'gmail.com'],
    ['gmail.om', true, 'gmail.com'],
    ['gmail.de', true, undefined],
    ['gmail.con', true, undefined],
    ['gmail.con', false, 'gmail.com'],
    ['gmail.comm', false, 'gmail.com'],
    ['gmail.xyz', false, undefined],
    ['gmial.con', false, 'gmail.com'],
    ['gmial.co', true, 'gmail.com'],
    ['gmial.ru', true, undefined],
    ['aol.co', true, undefined],
    ['aol.cmo', false, 'aol.com'],
    ['comcast.com', true, undefined],
    ['comcast.co', true, undefined],
    ['comcast.nte', false, 'comcast.net'],
    ['comcst.net', true, 'comcast.net'],
    ['yahooo.co.uk', true, 'yahoo.co.uk'],
    ['yahoo.co.ukk', false, 'yahoo.co.uk'],
    ['t-onlin.de', true, 't-online.de'],
    ['wanado.fr', true, 'wanadoo.fr'],
    ['wbe.de', true, 'web.de'],
    ['we.de', true, undefined],
    ['wet.de', true, undefined],
    ['wbe.com', true, undefined],
    ['seznma.cz', true, 'seznam.cz'],
    ['yadex.ru', true, 'yandex.ru'],
    ['comcast.ne', true, 'comcast.net'],
    ['laposte.ne', true, 'laposte.net'],
    ['163.cmo', false, '163.com'],
  ])(
    'when a domain is %s and whether its end exists is %s, then %s was meant',
    (domain, endExists, meant) => {
      expect(misspeltProvider(domain, endExists)).toBe(meant);
    },
  );

  test.each<[domain: string, meant: string | undefined]>([
    ['firm.con', 'firm.com'],
    ['firm.comm', 'firm.com'],
    ['firm.ocm', 'firm.com'],
    ['a.firm.nte', 'a.firm.net'],
    ['firm.og', 'firm.org'],
    ['firm.xyz', undefined],
    ['firm.vom', undefined],
    ['firm.om', undefined],
    ['firm.com', undefined],
  ])('when the end of %s does not exist, then %s was meant', (domain, meant) => {
    expect(withCommonEnd(domain)).toBe(meant);
  });
});

describe('domains of others', () => {
  /** The domains at which most people have their mailbox, by the list of another project. */
  const require = createRequire(import.meta.url);
  const common: string[] = JSON.parse(readFileSync(require.resolve('email-providers/common.json'), 'utf8'));

  test('none of 355 common providers is misspelt or without a top-level domain', () => {
    const wrong = common.filter(domain =>
      ['misspelt_domain', 'unknown_tld'].includes(riskOf(domain)?.cause ?? ''),
    );
    expect(wrong).toEqual([]);
  });

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
