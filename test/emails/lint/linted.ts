/** An email with nothing to find in it, and what is found when it has another body. */
import { type LintedEmail, lintEmail } from '../../../src/emails/lint/lint-email.ts';

const fine: Omit<LintedEmail, 'html' | 'htmlWithLines'> = {
  subject: 'Twelve bridges',
  preview: 'A morning on the line.',
  text: 'Hello',
  madeText: 'Hello',
  bodyLine: 1,
  isMarkdown: false,
  lineOf: () => undefined,
};

export const linted = (html: string, htmlWithLines: string, more: Partial<LintedEmail> = {}) =>
  lintEmail({ ...fine, html, htmlWithLines, ...more });
