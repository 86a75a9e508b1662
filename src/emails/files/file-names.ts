/** File names of emails: readable, and safe on every system. */

interface Named {
  readonly id: string;
  readonly subject: string | null;
}

/** Names that Windows reserves for devices, with any extension. */
const deviceName = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

const longest = 60;

/** A file name from the subject: `twelve-bridges-before-breakfast`. Keeps letters and digits of any script. */
export function fileNameFor({ subject, id }: Named): string {
  const words =
    (subject ?? '')
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const name = cutToBytes([...words.join('-')].slice(0, longest).join(''), 3 * longest).replace(/-$/, '');
  return name === '' || deviceName.test(name) ? `email-${id.slice(0, 8)}` : name;
}

/** Cuts between characters; file systems allow 255 bytes for a name with its extension. */
function cutToBytes(text: string, most: number): string {
  const characters = [...text];
  while (Buffer.byteLength(characters.join('')) > most) characters.pop();
  return characters.join('');
}
