/** Checks what readers see before they open the email: subject and preview text. */
import { templateToken } from '../tokens.ts';
import { type EmailFinding, finding } from './finding.ts';
import { leftoversIn, trialIn } from './leftovers.ts';
import { slipsIn } from './slips.ts';

/** Characters of a subject: a phone shows about 40, Gmail on a wide screen about 70. */
const longestSubject = 60;
/** Characters of a preview text that inboxes show. */
const longestPreview = 140;

export interface Envelope {
  /** Undefined if unknown: a file without the key keeps the value at the service. */
  readonly subject: string | null | undefined;
  readonly preview: string | null | undefined;
}

/** @param lineOf the line of a key of the front matter */
export function checkEnvelope(
  { subject, preview }: Envelope,
  lineOf: (key: 'subject' | 'preview') => number | undefined,
): EmailFinding[] {
  return [
    ...checkSubject(subject).map(each => ({ ...each, line: lineOf('subject') })),
    ...checkPreview(preview).map(each => ({ ...each, line: lineOf('preview') })),
  ];
}

function checkSubject(subject: Envelope['subject']): EmailFinding[] {
  if (subject === undefined) {
    const missing = finding('subject_missing', 'no subject in the file: a push keeps that of the draft');
    return [{ ...missing, severity: 'info' }];
  }
  if (!subject?.trim()) return [finding('subject_missing', 'no subject')];
  const found: EmailFinding[] = [];
  if (/[\r\n\u2028\u2029]/.test(subject.trim())) {
    found.push(finding('subject_lines', 'the subject has several lines; only one is allowed'));
  }
  const { length } = [...subject];
  if (length > longestSubject)
    found.push(finding('subject_long', `the subject has ${length} characters; phones show about 40 of them`));
  const trial = trialIn(subject);
  if (trial !== undefined) found.push(finding('leftover', `"${trial}" was left in the subject`));
  return [...found, ...slipsIn(subject), ...remains(subject, 'subject')];
}

function checkPreview(preview: Envelope['preview']): EmailFinding[] {
  if (preview === undefined) return [];
  if (!preview?.trim())
    return [finding('preview_missing', 'no preview text; inboxes show the first words of the body instead')];
  const { length } = [...preview];
  const long =
    length > longestPreview
      ? [finding('preview_long', `the preview text has ${length} characters; few inboxes show more than 140`)]
      : [];
  return [...long, ...remains(preview, 'preview text')];
}

function remains(text: string, where: string): EmailFinding[] {
  const found = [...leftoversIn(text)].map(each => finding('leftover', `"${each}" was left in the ${where}`));
  const [token] = templateToken.exec(text) ?? [];
  const message = `readers see ${token} in the ${where} as it stands, unless the service fills it in`;
  return token === undefined ? found : [...found, finding('token', message)];
}
