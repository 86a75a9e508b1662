import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { domainToASCII } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { addressJudge } from '../../../../src/import/rows/risk/judge.ts';
import { providers } from '../../../../src/import/rows/risk/misspelt-domain.ts';
import { riskRules } from '../../../../src/import/rows/risk/risk.ts';
import { casesOf } from '../../../support/cases.ts';

const judge = addressJudge(riskRules([], false));
const riskOf = (domain: string) => judge(`jo.doe@${domain}`, 'jo.doe'.length);

const words = parse(readFileSync(new URL('domains.yaml', import.meta.url), 'utf8')) as Record<string, string>;
/** Those of a kind in `domains.yaml`. */
const domains = (kind: string) => (words[kind] ?? '').split(' ');

const typos = casesOf<[typed: string, meant?: string]>(new URL('typos.tsv', import.meta.url));

describe('domains of large providers, mistyped', () => {
  test('a domain with one slip is taken for the one that was meant, and any other for itself', () => {
    expect(typos.map(([typed]) => [typed, riskOf(typed)?.suggestion])).toEqual(
      typos.map(([typed, meant]) => [typed, meant]),
    );
  });

  test('a domain that the provider does not have is not suggested', () => {
    expect(['gmial.ru', 'gmail.de', 'live.co', 'outlook.xyz'].map(riskOf)).toEqual(Array(4).fill(undefined));
  });
});

describe('domains of others', () => {
  test.each(domains('own'))('%s is a domain of its own', domain => {
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

  test.each(domains('no_top_level'))('.%s is none', end => {
    expect(riskOf(`firm.${end}`)?.cause).toBe('unknown_tld');
  });
});

const isBad = (domain: string) => ['misspelt_domain', 'unknown_tld'].includes(riskOf(domain)?.cause ?? '');

const require = createRequire(import.meta.url);
/** Nearly nine thousand domains at which people have had mailboxes, by the list of another project. */
const listed: readonly string[] = JSON.parse(
  readFileSync(require.resolve('email-providers/all.json'), 'utf8'),
);

const mistaken = new Set(domains('mistaken'));

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

test('none of 8,800 real domains is misspelt, and thousands of typos are corrected as meant', () => {
  const good = new Set([...listed, ...domains('national')].filter(domain => !mistaken.has(domain)));
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
