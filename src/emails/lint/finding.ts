/** Findings about an email. */
import type { Finding, FindingKind } from '../../lib/finding.ts';

/** Severity and meaning of each code, for `emails lint --help` and the documentation. */
export const findingKinds = {
  subject_missing: { severity: 'error', meaning: 'no subject' },
  subject_lines: { severity: 'error', meaning: 'the subject has several lines' },
  subject_long: { severity: 'warning', meaning: 'the subject is longer than 60 characters' },
  preview_missing: { severity: 'warning', meaning: 'no preview text' },
  preview_long: { severity: 'info', meaning: 'the preview text is longer than 140 characters' },
  body_missing: { severity: 'error', meaning: 'no body' },
  body_clipped: { severity: 'warning', meaning: 'the HTML is over 102 kB, where Gmail clips it' },
  markup_left: { severity: 'error', meaning: 'Markdown or HTML that readers see as text' },
  conflict_marker: { severity: 'error', meaning: 'a conflict of Git was left in' },
  markup_open: { severity: 'warning', meaning: 'a *, ` or # that may be meant as Markdown' },
  footnote_unused: { severity: 'warning', meaning: 'a footnote that nothing refers to' },
  active_content: { severity: 'warning', meaning: 'a script, form or frame, which mail programs remove' },
  word_twice: { severity: 'warning', meaning: 'a common word that stands twice' },
  token_open: { severity: 'error', meaning: 'a token without its end' },
  mojibake: { severity: 'error', meaning: 'letters of another encoding' },
  comment_open: { severity: 'error', meaning: 'unclosed comment' },
  text_missing: { severity: 'warning', meaning: 'no text part' },
  text_stale: { severity: 'warning', meaning: 'the text part differs from the HTML' },
  address_missing: { severity: 'warning', meaning: 'the account has no physical address' },
  image_only: { severity: 'warning', meaning: 'the email is images with hardly any text' },
  image_source: { severity: 'error', meaning: 'an image has no absolute URL, or no file' },
  image_http: { severity: 'warning', meaning: 'an image uses http' },
  image_alt: { severity: 'warning', meaning: 'an image has no description (alt text)' },
  image_width: { severity: 'info', meaning: 'an image has no width, which Outlook requires' },
  image_heavy: { severity: 'warning', meaning: 'an image is over 1 MB' },
  image_web: { severity: 'warning', meaning: 'a local image must be on the web (not checked)' },
  link_empty: { severity: 'error', meaning: 'a link has no target' },
  link_relative: { severity: 'error', meaning: 'a link has no absolute URL' },
  link_invalid: { severity: 'error', meaning: 'a link has an invalid URL' },
  link_scheme: { severity: 'error', meaning: 'mail programs block the scheme of a link' },
  link_secret: { severity: 'error', meaning: 'a link contains a user name or password' },
  link_local: { severity: 'error', meaning: 'a link works only on this machine or network' },
  link_staging: { severity: 'warning', meaning: 'a link leads to a staging or test server' },
  link_example: { severity: 'warning', meaning: 'a link or image is at a domain reserved for examples' },
  link_text: { severity: 'info', meaning: 'a link has no text' },
  leftover: { severity: 'warning', meaning: 'a note or filler text was left in' },
  old_tracking: { severity: 'warning', meaning: 'a pixel or link by which another service tracks readers' },
  token: { severity: 'warning', meaning: 'a token, which readers see unless the service fills it in' },
} as const satisfies Record<string, FindingKind>;

export type FindingCode = keyof typeof findingKinds;

export const findingCodes = Object.keys(findingKinds) as readonly FindingCode[];

export interface EmailFinding extends Finding<FindingCode> {
  /** Line of the file, or of the HTML of an email without file, counted from 1, if known. */
  readonly line?: number | undefined;
}

export function finding(code: FindingCode, message: string, line?: number): EmailFinding {
  return { code, severity: findingKinds[code].severity, message, line };
}

/** Findings without a line first, then in the order of the lines. */
export function inOrder(findings: readonly EmailFinding[]): readonly EmailFinding[] {
  return findings.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0));
}

export interface LocatedFinding extends EmailFinding {
  /** The path of a file, or the id of an email without one. */
  readonly file: string;
}
