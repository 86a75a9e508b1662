import { settingNames, settings } from '../../settings/schema.ts';
import { columns } from './columns.ts';

/** `newsletter help accounts`. */
export function page(): string {
  const inProjectFile = settingNames.filter(name => 'inProjectFile' in settings[name]);
  return `Several accounts

A profile is an account with its credentials and settings, stored on this
machine:

  newsletter login --profile work   sign in to another account
  newsletter profiles list          list the profiles
  newsletter profiles use work      make a profile the current one
  newsletter profiles use --none    no current one: every command names its profile

The profile is taken from the first of these that is set:
${columns([
  ['--profile work', 'also overrides NEWSLETTER_API_KEY'],
  ['NEWSLETTER_PROFILE', ''],
  ['.newsletterrc.json', 'in this folder or a folder above it'],
  ['the current profile', 'newsletter profiles use <name>'],
])}

NEWSLETTER_API_KEY replaces the stored credentials, unless --profile is given.
If the key is set and .newsletterrc.json names a profile, commands fail
(account_unclear). Pass --profile to use the profile, or set
NEWSLETTER_PROFILE=default (as in CI) to use the key.

Settings for a folder: .newsletterrc.json applies to its folder and all folders
below. The program searches upwards, as far as the home folder. You can commit
the file to a repository:

  {
    "profile": "work",
    "expect-account": "acme"
  }

Allowed keys are profile and:
${columns(inProjectFile.map(name => [name, settings[name].meaning]))}

Credentials, URLs and commands are not allowed, so that a folder from someone
else cannot send your key elsewhere. If you have no profile of that name, run
"newsletter login" in the folder. A file that belongs to another user, or that
everyone can write to, is refused. What the files of the folder and of all those
above it allow (allow, send, max-recipients and max-changes) holds together.

Expected account: set it with --expect-account <slug or id>,
NEWSLETTER_EXPECT_ACCOUNT, .newsletterrc.json, or "newsletter config set
expect-account <slug>". The program then checks the account first, with one
extra request. If it is another account, nothing is read or written (exit 3).
On a terminal, every write shows which account it goes to. Without a terminal,
and with several profiles, what reaches many people (import, sync, send, changes
of many, undo) needs a named account: by one of the above, other than the current
profile, or by an expected account (else account_unclear, exit 2).

Credentials belong to an origin: the credentials that login stores are only sent
to the URLs of that login. If --base-url, a variable or a changed setting points
elsewhere, nothing is sent (wrong_origin, exit 3). Run "newsletter login" there
to use that URL from now on, or pass --allow-origin <origin> for one run. A key
in NEWSLETTER_API_KEY goes to the base URL that is set.
`;
}
