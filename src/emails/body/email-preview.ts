import type { StyledBody } from '../../lib/email-body.ts';

/** The parts of an email that readers see. */
export interface EmailPreview extends StyledBody {
  readonly subject: string;
  readonly preview: string;
}
