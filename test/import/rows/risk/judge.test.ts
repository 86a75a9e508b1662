/** Which addresses are risky, what is done with their rows, and what is said of them. */
import { describe, expect, it } from 'vitest';
import { addressJudge } from '../../../../src/import/rows/risk/judge.ts';
import { parseRisky, riskRules, riskText } from '../../../../src/import/rows/risk/risk.ts';

const judge = addressJudge(riskRules([], false));
const judged = (address: string) => judge(address, address.indexOf('@'));

describe('an address', () => {
  it.each([
    ['ann@x.nosuch', 'unknown_tld', 'reject', '".nosuch" is not a top-level domain'],
    ['ann@firm.cmo', 'unknown_tld', 'reject', '".cmo" is not a top-level domain: firm.com?'],
    ['ann@gmail.con', 'unknown_tld', 'reject', '".con" is not a top-level domain: gmail.com?'],
    ['ann@printer.local', 'unknown_tld', 'reject', '".local" is not a top-level domain'],
    ['ann@gmial.com', 'misspelt_domain', 'keep', '"gmial.com" looks misspelt: gmail.com?'],
    ['ann@mailinator.com', 'disposable_domain', 'keep', '"mailinator.com" is a disposable email domain'],
    ['ann@a.b.mailinator.com', 'disposable_domain', 'keep', expect.any(String)],
  ])('%s: %s, which is %s', (address, cause, action, text) => {
    const risk = judged(address);
    expect(risk).toMatchObject({ cause, action });
    expect(risk && riskText(risk, address)).toEqual(text);
  });

  it.each(['ann@x.org', 'ann@xmailinator.org', 'ann@news.example', 'info@example.com'])(
    '%s is not risky',
    address => {
      expect(judged(address)).toBeUndefined();
    },
  );

  it('is judged by itself when many share its domain', () => {
    const domains = ['x.org', 'z.nosuch', 'mailinator.com', 'y.nosuch', 'gmial.com', 'mailinator.comx.org'];
    const expected = new Map(domains.map(domain => [domain, judged(`ann@${domain}`)?.cause]));
    // More than are remembered.
    for (let at = 0; at < 60_000; at++) {
      const domain = at % 7 === 0 ? `${at}.org` : (domains[at % 6] ?? '');
      const cause = judge(`ann@${domain}`, 3)?.cause;
      if (cause !== expected.get(domain)) expect.unreachable(`${domain}: ${cause}`);
    }
  });
});

describe('--risky', () => {
  it.each<[texts: readonly string[], isKnown: boolean, rules: readonly string[]]>([
    [[], false, ['reject', 'keep', 'keep']],
    [[], true, ['keep', 'keep', 'keep']],
    [['reject'], false, ['reject', 'reject', 'reject']],
    [['keep', 'disposable_domain=reject'], false, ['keep', 'keep', 'reject']],
    [['disposable_domain=reject', 'keep'], false, ['keep', 'keep', 'keep']],
    [['disposable_domain=reject'], true, ['keep', 'keep', 'reject']],
  ])('%j (known people: %s) makes the rules %j', (texts, isKnown, rules) => {
    const [unknown_tld, misspelt_domain, disposable_domain] = rules;
    expect(riskRules(texts, isKnown)).toEqual({ unknown_tld, misspelt_domain, disposable_domain });
  });

  it.each(['', 'maybe', 'tag:Check', 'nothing=keep', 'unknown_tld=', 'unknown_tld', 'rejectx', 'xkeep'])(
    '%j is refused',
    text => {
      expect(() => parseRisky(text)).toThrow(expect.objectContaining({ code: 'invalid_value' }));
    },
  );
});
