import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { domainToASCII } from 'node:url';
import { describe, expect, test } from 'vitest';
import { addressJudge } from '../../../../src/import/rows/risk/judge.ts';
import { domainLists } from '../../../../src/import/rows/risk/lists.ts';
import { riskRules } from '../../../../src/import/rows/risk/risk.ts';
import { casesOf } from '../../../support/cases.ts';

const judge = addressJudge(domainLists, riskRules([], false));
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
