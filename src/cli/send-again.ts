import { flag } from './option.ts';

/** The option of every command that sends an email. */
export const sendAgain = flag(
  '--send-again',
  'send even if this machine has already sent the email, or may have',
);
