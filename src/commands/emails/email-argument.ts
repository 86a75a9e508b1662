import { flag } from '../../cli/option.ts';
/** The argument that identifies an email. */
export const emailArgument = {
  name: '<email>',
  description: 'id, first eight characters of it, subject, or its file',
} as const;

/** The argument that identifies an email at the service or in a file. */
export const emailOrFileArgument = {
  name: '<email>',
  description: 'id or subject of an email, or a file from `emails pull`',
} as const;

/** The option of every command that sends an email. */
export const sendAgain = flag(
  '--send-again',
  'send even if this machine has already sent the email, or may have',
);
