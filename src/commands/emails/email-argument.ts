/** The argument that identifies an email. */
export const emailArgument = {
  name: '<id>',
  description: 'id of the email, or its first eight characters',
  completes: 'email',
} as const;
