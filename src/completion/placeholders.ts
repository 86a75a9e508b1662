/** What a placeholder such as `<group>` or `<file>` stands for, in arguments and in the values of options. */
export type ValueKind =
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

/** By the text between the brackets. */
const byPlaceholder: Readonly<Record<string, ValueKind>> = {
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

/** Options whose placeholder is not in the table above, or means something else there. */
const byFlag: Readonly<Record<string, ValueKind>> = {
  '--profile': 'profile',
  '--fields': 'shown-fields',
  '--json': 'shown-fields',
  '--tag': 'tag',
};

/** Arguments of which the same is true: top-level command and name of the argument. */
const byCommand: Readonly<Record<string, ValueKind>> = {
  'emails id': 'email',
  'emails email': 'email-or-file',
  'config value': 'setting-value',
  'help command': 'topic',
  'sandbox command': 'file',
  'api METHOD': 'method',
  'api path': 'path',
};

/**
 * The kind of value that an option takes; undefined where it is not known.
 *
 * @param long the long flag: `--group`
 * @param flags the flags with their placeholder: `-g, --group <group>`
 */
export function valueKindOfOption(long: string | undefined, flags: string): ValueKind | undefined {
  return byFlag[long ?? ''] ?? byPlaceholder[/[<[](.*?)[\]>]/.exec(flags)?.[1] ?? ''];
}

/**
 * The kind of value that an argument takes; undefined where it is not known.
 *
 * @param top the top-level command of the argument's command: `emails` for `emails send`
 * @param name of the argument
 */
export function valueKindOfArgument(top: string, name: string): ValueKind | undefined {
  return byCommand[`${top} ${name}`] ?? byPlaceholder[name];
}
