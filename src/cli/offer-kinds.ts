/** What an argument may stand for. */
export const offerNames = [
  'email',
  'draft',
  'group',
  'subscriber',
  'field',
  'tag',
  'import',
  'run',
  'profile',
] as const;
export type Offer = (typeof offerNames)[number];
