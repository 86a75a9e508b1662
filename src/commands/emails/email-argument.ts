/** The argument that identifies an email. */
export const emailArgument = {
  name: '<email>',
  description: 'id of the email, its first eight characters, or the subject',
  completes: 'email',
} as const;

/** The argument that identifies an email at the service or in a file. */
export const emailOrFileArgument = {
  name: '<email>',
  description: 'id or subject of an email, or a file as `emails pull` writes it',
  completes: 'email-or-file',
} as const;
