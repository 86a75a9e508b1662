/** Which addresses are risky, what is done with their rows, and how they are counted. */
import { describe, expect, it } from 'vitest';
import {
  addressJudge,
  type DomainLists,
  isExample,
  isReserved,
} from '../../../../src/import/rows/risk/judge.ts';
import { domainLists } from '../../../../src/import/rows/risk/lists.ts';
import {
  isDecided,
  parseRisky,
  type RiskCause,
  RiskCounts,
  riskRules,
} from '../../../../src/import/rows/risk/risk.ts';

const lists: DomainLists = {
  isTopLevel: end => ['com', 'org', 'example'].includes(end),
  isDisposable: domain => domain === 'trash.org',
};
const judged = (address: string) => addressJudge(lists, riskRules([], false))(address, address.indexOf('@'));

describe('an address', () => {
  it.each<[address: string, cause: RiskCause | undefined, action?: string]>([
    ['ann@x.org', undefined],
    ['ann@host.test', 'reserved_domain', 'reject'],
    ['ann@printer.local', 'reserved_domain', 'reject'],
    ['ann@x.internal', 'reserved_domain', 'reject'],
    ['ann@home.arpa', 'reserved_domain', 'reject'],
    ['ann@x.home.arpa', 'reserved_domain', 'reject'],
    ['ann@athome.arpa', 'unknown_tld', 'reject'],
    ['ann@example.com', 'example_domain', 'keep'],
    ['ann@mail.example.net', 'example_domain', 'keep'],
    ['ann@news.example', 'example_domain', 'keep'],
    ['ann@myexample.com', undefined],
    ['test@test.com', 'example_domain', 'keep'],
    ['ann@test.com', undefined],
    ['test@tester.com', undefined],
    ['ann@x.nosuch', 'unknown_tld', 'reject'],
    ['ann@gmial.com', 'misspelt_domain', 'keep'],
    ['ann@trash.org', 'disposable_domain', 'keep'],
    ['info@x.org', 'role_address', 'keep'],
    ['no-reply@x.org', 'role_address', 'keep'],
    ['büro@x.org', 'role_address', 'keep'],
    ['infos@x.org', undefined],
    ['inf@x.org', undefined],
    ['info.ann@x.org', undefined],
    [`${'i'.repeat(36)}@x.org`, undefined],
    // The domain says more than the name.
    ['info@trash.org', 'disposable_domain', 'keep'],
  ])('when it is %s, then its risk is %s', (address, cause, action) => {
    expect(judged(address)).toEqual(cause && expect.objectContaining({ cause, action }));
  });

  it('when its domain was meant to be another one, then that is said', () => {
    expect(judged('ann@gmial.com')?.suggestion).toBe('gmail.com');
    expect(judged('ann@x.org')).toBeUndefined();
  });

  it('when many have the same domain, or others, then each is judged as by itself', () => {
    const judge = addressJudge(lists, riskRules([], false));
    const domains = ['x.org', 'z.nosuch', 'trash.org', 'y.nosuch', 'gmial.com', 'trash.orgx.org'];
    const expected = new Map(domains.map(domain => [domain, judged(`ann@${domain}`)?.cause]));
    // More than are remembered.
    for (let at = 0; at < 60_000; at++) {
      const domain = at % 7 === 0 ? `${at}.org` : (domains[at % 6] ?? '');
      const cause = judge(`ann@${domain}`, 3)?.cause;
      if (cause !== expected.get(domain)) expect.unreachable(`${domain}: ${cause}`);
    }
    // One object for a cause, so that counting them is quick.
    expect(judge('ann@z.nosuch', 3)).toBe(judge('bob@z.nosuch', 3));
  });

  it('when a domain is reserved or an example, then that is so in all its names', () => {
    expect(['test', 'a.test', 'atest', 'onion', 'x.alt'].map(isReserved)).toEqual([
      true,
      true,
      false,
      true,
      true,
    ]);
    expect(['example.org', 'a.example.org', 'xexample.org', 'x.example', 'example'].map(isExample)).toEqual([
      true,
      true,
      false,
      true,
      false,
    ]);
  });

  it('when the lists of others are asked, then subdomains of disposable ones are disposable', () => {
    const { isTopLevel, isDisposable } = domainLists;
    expect([isTopLevel('com'), isTopLevel('nosuchend')]).toEqual([true, false]);
    expect(['mailinator.com', 'a.b.mailinator.com', 'xmailinator.org', 'com'].map(isDisposable)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('what --risky says', () => {
  const all = [
    'reserved_domain',
    'unknown_tld',
    'misspelt_domain',
    'disposable_domain',
    'role_address',
    'example_domain',
  ];

  it.each<[texts: readonly string[], isKnown: boolean, expected: object]>([
    [[], false, { unknown_tld: 'reject', misspelt_domain: 'keep', role_address: 'keep' }],
    [[], true, { unknown_tld: 'keep', reserved_domain: 'keep' }],
    [['reject'], false, { role_address: 'reject', misspelt_domain: 'reject' }],
    [['keep', 'role_address=reject'], false, { unknown_tld: 'keep', role_address: 'reject' }],
    [['role_address=reject', 'keep'], false, { role_address: 'keep' }],
    [['role_address=reject'], true, { role_address: 'reject', unknown_tld: 'keep' }],
  ])('when it is %j (known people: %s), then the rules are those', (texts, isKnown, expected) => {
    const rules = riskRules(texts, isKnown);
    expect(rules).toMatchObject(expected);
    expect(Object.keys(rules).toSorted()).toEqual(all.toSorted());
    // Rules of one import do not stay for the next.
    expect(riskRules([], false).role_address).toBe('keep');
    expect(riskRules([], true).unknown_tld).toBe('keep');
  });

  it.each(['', 'maybe', 'tag:Check', 'nothing=keep', 'role_address=', 'role_address', 'rejectx', 'xkeep'])(
    'when it is %j, then it is refused',
    text => {
      expect(() => parseRisky(text)).toThrow(expect.objectContaining({ code: 'invalid_value' }));
    },
  );

  it('when it is asked what was decided, then that of the cause or of all', () => {
    expect(isDecided(['role_address=keep'], 'role_address')).toBe(true);
    expect(isDecided(['role_address=keep'], 'unknown_tld')).toBe(false);
    expect(isDecided(['unknown_tld=keep', 'reject'], 'role_address')).toBe(true);
    expect(isDecided([], 'role_address')).toBe(false);
  });
});

it('when risky rows are counted, then by cause, the worst first, with the first example; those that come back', () => {
  const counts = new RiskCounts();
  const role = { cause: 'role_address', action: 'keep' } as const;
  const typo = { cause: 'misspelt_domain', action: 'keep', suggestion: 'gmail.com' } as const;
  const end = { cause: 'unknown_tld', action: 'reject' } as const;
  counts.add(role, 'info@x.org', 2);
  counts.add(role, 'info@y.org', 3);
  counts.add(typo, 'a@gmial.com', 4);
  counts.add({ ...typo, suggestion: 'yahoo.com' }, 'b@yaho.com', 5);
  counts.add(end, 'a@x.nosuch', 6);
  expect(counts.list()).toEqual([
    { ...end, count: 1, example: 'a@x.nosuch', rowNumber: 6, suggestion: undefined },
    { ...typo, count: 2, example: 'a@gmial.com', rowNumber: 4 },
    { ...role, count: 2, example: 'info@x.org', rowNumber: 2, suggestion: undefined },
  ]);
  expect(counts.bouncing).toBe(2);
});
