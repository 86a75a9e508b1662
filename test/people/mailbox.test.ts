import { expect, test } from 'vitest';
import { parseAddress } from '../../src/import/rows/values/email-address.ts';
import { mailboxKey } from '../../src/subscribers/check/list-check.ts';

function keyOf(text: string): string {
  const address = parseAddress(text);
  if ('problem' in address) throw new Error(`${text}: ${address.problem}`);
  return mailboxKey(address.key, address.at);
}

test.each([
  ['the case differs', 'Ann@Firm.de', 'ann@firm.de'],
  ['one has a tag behind a plus', 'ann+news@firm.de', 'ann@firm.de'],
  ['Gmail: dots differ', 'a.nn.lee@gmail.com', 'annlee@gmail.com'],
  ['Gmail: dots, tag and the other domain', 'A.nn+x.y@googlemail.com', 'ann@gmail.com'],
  ['the domain is written in two ways', 'ann@münchen.de', 'ann@xn--mnchen-3ya.de'],
])('when %s, then two addresses are one mailbox', (_, one, other) => {
  expect(keyOf(one)).toBe(keyOf(other));
});

test.each([
  ['dots differ elsewhere', 'ann.lee@firm.de', 'annlee@firm.de'],
  ['the name begins with a plus', '+ann@firm.de', '+bo@firm.de'],
  ['a plus is quoted', '"a+b"@firm.de', '"a+c"@firm.de'],
  ['only the end of the domain is Gmail', 'a.b@notgmail.com', 'ab@notgmail.com'],
  ['the domains differ', 'ann@firm.de', 'ann@firm.com'],
])('when %s, then they are two', (_, one, other) => {
  expect(keyOf(one)).not.toBe(keyOf(other));
});
