import type { StyledBody } from '../../lib/email-body.ts';

/** What is shown of an email. */
export interface EmailPreview extends StyledBody {
  readonly subject: string;
  readonly preview: string;
}
