/** What is said of risky addresses, and which of them certainly come back. */
import { expect, it } from 'vitest';
import {
  bounces,
  type RiskCause,
  riskCauses,
  riskLabels,
  riskText,
} from '../../../../src/import/rows/risk/risk.ts';

const texts: Readonly<Record<RiskCause, readonly [text: string, bounces: boolean]>> = {
  reserved_domain: ['"mail.firm.cmo" is a reserved domain that gets no mail', true],
  unknown_tld: ['".cmo" is not a top-level domain', true],
  misspelt_domain: ['"mail.firm.cmo" looks misspelt', true],
  disposable_domain: ['"mail.firm.cmo" is a disposable email domain', false],
  role_address: ['a role address, not a person', false],
  example_domain: ['"mail.firm.cmo" is a domain for examples', false],
};

it.each(riskCauses)('when the cause is %s, then that is said in words', cause => {
  const [text, comesBack] = texts[cause];
  const address = '"a@b"@mail.firm.cmo';
  expect(riskText({ cause }, address)).toBe(text);
  expect(riskText({ cause, suggestion: 'mail.firm.com' }, address)).toBe(`${text}: mail.firm.com?`);
  expect(bounces(cause)).toBe(comesBack);
  expect(riskLabels[cause]).toMatch(/^(?:in|at) /);
});
