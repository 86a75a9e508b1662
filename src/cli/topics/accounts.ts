import { settingNames, settings } from '../../settings/schema.ts';
import { columns } from './columns.ts';

/** `newsletter help accounts`. */
export function page(): string {
  const inProjectFile = settingNames.filter(name => 'inProjectFile' in settings[name]);
  return `Several accounts

A profile is an account with its credentials and settings, kept on this
machine:

  newsletter login --profile work   sign in to another account beside the first
  newsletter profiles list          which there are
  newsletter profiles use work      the current one, from now on

Which profile is used, the first that is said:
${columns([
  ['--profile work', 'beats a key in NEWSLETTER_API_KEY, too'],
  ['NEWSLETTER_PROFILE', ''],
  ['.newsletterrc.json', 'in this folder or one above it'],
  ['the current profile', 'newsletter profiles use <name>'],
])}

A key in NEWSLETTER_API_KEY is used in place of a profile's credentials, but
not where --profile is given. Where .newsletterrc.json names a profile and a
key is set as well, nothing runs (account_unclear): give --profile for the
one, or set NEWSLETTER_PROFILE=default (as in CI) for the other.

A folder's settings: .newsletterrc.json, for the folder and all below it;
looked for upwards, as far as the home folder. It may be shared, in a
repository:

  {
    "profile": "work",
    "expect-account": "acme"
  }

It takes profile and:
${columns(inProjectFile.map(name => [name, settings[name].meaning]))}

Never credentials, addresses or commands: a folder that came from somebody
else must not be able to lead a key elsewhere. Whoever has no profile of that
name signs in with "newsletter login" in the folder. A file that belongs to
another user of the machine, or that everybody may change, is refused.
NEWSLETTER_FOLDER_FILE=<file> names (and trusts) another file,
NEWSLETTER_FOLDER_FILE=none uses none.

The expected account: with --expect-account <slug or id>,
NEWSLETTER_EXPECT_ACCOUNT, a folder's file, or "newsletter config set
expect-account <slug>", the service is asked first whose the credentials are
(one more request); if it is another account, nothing is read or written, and
the exit status is 3. On a terminal, every write says which account it goes
to.

Credentials belong to an origin: what login stores for a profile goes to the
addresses of that login and to no other. Where --base-url, a variable or a
changed setting leads elsewhere, nothing is sent, and the exit status is 3
(wrong_origin). "newsletter login" there means that address for good,
--allow-origin <origin> for one run. A key in NEWSLETTER_API_KEY goes where
the environment says.

All accounts at once: --all-profiles, on the commands that list or show
accounts:

  newsletter account get --all-profiles
  newsletter emails list --all-profiles --all -o csv

Each profile is asked with its own credentials, address and settings;
NEWSLETTER_API_KEY, the variables for addresses and .newsletterrc.json have no
say. Every record begins with "profile" (a field of that name from the service
is called service_profile then), --page and --limit count per profile.
Profiles that cannot be read are named at the end, and the exit status is 8;
left out without failing are profiles without a base-url, and the sandbox
while it is not running.
`;
}
