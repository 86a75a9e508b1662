/** All requests and responses that service.txt shows. */
import { accountTranscripts } from './account.ts';
import { emailTranscripts } from './emails.ts';
import { fieldTranscripts } from './fields.ts';
import { groupTranscripts } from './groups.ts';
import { importTranscripts } from './imports.ts';
import { subscriberTranscripts } from './subscribers.ts';
import { tagTranscripts } from './tags.ts';
import type { Transcript } from './transcript.ts';

export const transcripts: readonly Transcript[] = [
  ...accountTranscripts,
  ...groupTranscripts,
  ...emailTranscripts,
  ...subscriberTranscripts,
  ...importTranscripts,
  ...fieldTranscripts,
  ...tagTranscripts,
];
