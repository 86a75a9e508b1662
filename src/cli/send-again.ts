import { flag } from './option.ts';

/** The option of every command that sends an email. */
export const sendAgain = flag(
  '--send-again',
  'send although this machine has sent the email before, or may have',
);
