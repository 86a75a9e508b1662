/** What messages and files call an email, and its status. */
import type { Email } from '../contract/index.ts';

/** By its subject and the beginning of its id, by which commands find it. */
export function emailName({ subject, id, status }: Pick<Email, 'subject' | 'id' | 'status'>): string {
  const name = subject?.trim()
    ? `"${subject}"`
    : `the ${status === 'draft' ? 'draft' : 'email'} without a subject`;
  return `${name} (${id.slice(0, 8)})`;
}

/** Whether an email is out already, or on its way: nothing changes or sends it again. Undefined for any other. */
export function sentState({ status }: Pick<Email, 'status'>): 'sent' | 'being sent' | undefined {
  if (status === 'sent') return 'sent';
  return status === 'sending' || status === 'reviewing' ? 'being sent' : undefined;
}

/** The status of an email as it is shown, whatever the service sent (service.txt, "Email status"). */
export function statusText(status: unknown): string {
  return typeof status === 'string' && status !== '' ? status.slice(0, 40) : 'without a status';
}

/** Names that Windows reserves for devices, with any extension. */
const deviceName = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/** Of at most four bytes each: file systems allow 255 bytes for a name with its extension. */
const longest = 50;

/** A file name from the subject: `twelve-bridges-before-breakfast`. Keeps letters and digits of any script. */
export function fileNameFor({ subject, id }: Pick<Email, 'subject' | 'id'>): string {
  const words =
    (subject ?? '')
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const name = [...words.join('-')].slice(0, longest).join('').replace(/-$/, '');
  return name === '' || deviceName.test(name) ? `email-${id.slice(0, 8)}` : name;
}
