/** What stands where a command line says `<group>`, `<file>`, … : one table for arguments and the values of options. */
export type Meaning =
  | 'file'
  | 'group'
  | 'field'
  | 'field-value'
  | 'tag'
  | 'email'
  | 'email-or-file'
  | 'profile'
  | 'setting'
  | 'setting-value'
  | 'shown-fields'
  | 'service'
  | 'target'
  | 'topic'
  | 'method'
  | 'path';

/** By the words in the brackets. */
const byPlaceholder: Readonly<Record<string, Meaning>> = {
  file: 'file',
  group: 'group',
  field: 'field',
  'variable=value': 'field-value',
  tag: 'tag',
  profile: 'profile',
  setting: 'setting',
  service: 'service',
  'column=target': 'target',
};

/** Flags whose brackets hold a word that means something else elsewhere. */
const byFlag: Readonly<Record<string, Meaning>> = {
  '--profile': 'profile',
  '--fields': 'shown-fields',
  '--json': 'shown-fields',
  '--tag': 'tag',
};

/** Arguments, likewise, with the command they belong to. */
const byCommand: Readonly<Record<string, Meaning>> = {
  'emails id': 'email',
  'emails email': 'email-or-file',
  'config value': 'setting-value',
  'help command': 'topic',
  'sandbox command': 'file',
  'api METHOD': 'method',
  'api path': 'path',
};

/** What the value of an option is, where that is known. */
export function meaningOfOption(long: string | undefined, flags: string): Meaning | undefined {
  return byFlag[long ?? ''] ?? byPlaceholder[/[<[](.*?)[\]>]/.exec(flags)?.[1] ?? ''];
}

/** @param top the top-level command that the argument belongs to, or is below of */
export function meaningOfArgument(top: string, name: string): Meaning | undefined {
  return byCommand[`${top} ${name}`] ?? byPlaceholder[name];
}
