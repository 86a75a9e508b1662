import { columns } from './topics/columns.ts';

/** The page that `newsletter` without arguments prints. */
export function welcome(): string {
  return `newsletter runs your email newsletter account from the command line.

To begin with:
${columns([
  ['newsletter login', 'sign in to your account'],
  ['newsletter import people.csv', 'bring a list over; with --dry-run only look'],
  ['newsletter subscribers list', 'see who is on the list'],
  ['newsletter emails send <id>', 'send a draft, after showing it and asking'],
  ['newsletter sandbox', 'try it all out on this machine; nothing is real'],
])}

To read on:
${columns([
  ['newsletter --help', 'every command'],
  ['newsletter <command> --help', 'one of them, with examples'],
  ['newsletter help import', 'moving a list over, step by step'],
])}
`;
}
