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

/**
 * The kind of value of an argument or an option; undefined where nothing can be offered.
 *
 * @param placeholder the text between the brackets; null where there is no value
 * @param declared the kind that the command's record names, which comes first
 */
export function valueKindOf(
  placeholder: string | null,
  declared: ValueKind | undefined,
): ValueKind | undefined {
  return declared ?? (placeholder === null ? undefined : byPlaceholder[placeholder]);
}
