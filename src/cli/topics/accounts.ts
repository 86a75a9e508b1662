import { settingNames, settings } from '../../settings/schema.ts';
import { columns } from './columns.ts';

/** `newsletter help accounts`. */
export function page(): string {
  const inProjectFile = settingNames.filter(name => 'inProjectFile' in settings[name]);
  return `Several accounts

A profile is an account with its credentials and settings, stored on this
machine: newsletter login --profile work. The first of these that is set counts:
${columns([
  ['--profile work', 'also overrides NEWSLETTER_API_KEY'],
  ['NEWSLETTER_PROFILE', ''],
  ['.newsletterrc.json', 'in this folder or a folder above it'],
  ['the current profile', 'newsletter profiles use <name>, or --none for none'],
])}

NEWSLETTER_API_KEY replaces the stored credentials, unless --profile is given.
If the key is set and .newsletterrc.json names a profile, commands fail
(account_unclear): pass --profile, or NEWSLETTER_PROFILE=default for the key.

.newsletterrc.json takes "profile" (newsletter link writes it) and:
${columns(inProjectFile.map(name => [name, settings[name].meaning]))}

Credentials, URLs and commands are not allowed in it. A file that belongs to
another user, or that everyone can write to, is refused. What this file and
those in the folders above it allow (allow, send, max-recipients, max-changes)
holds together.

--expect-account <slug or id> checks the account before anything is read or
written. Stored credentials are only sent to the URLs of their login
(wrong_origin, exit 3); --allow-origin <origin> is for one run.

With several profiles and without a terminal, what reaches many people (import,
sync, send, changes of many, undo) needs a named account: one of the above,
other than the current profile, or an expected account (else account_unclear).
`;
}
