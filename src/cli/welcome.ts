import { columns } from './topics/columns.ts';

/** The page that `newsletter` without arguments prints. */
export function welcome(): string {
  return `Run your email newsletter account from the command line.

Get started:
${columns([
  ['newsletter login', 'sign in to your account'],
  ['newsletter import people.csv', 'import subscribers (try --dry-run first)'],
  ['newsletter subscribers list', 'list your subscribers'],
  ['newsletter emails send <id>', 'send a draft (asks first)'],
  ['newsletter sandbox', 'try everything on a local test service'],
])}

Learn more:
${columns([
  ['newsletter --help', 'list all commands'],
  ['newsletter <command> --help', 'show help and examples for a command'],
  ['newsletter help import', 'import a list, step by step'],
])}
`;
}
