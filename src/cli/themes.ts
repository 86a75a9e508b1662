import type { Option } from 'commander';

/** Options below a heading of their own in the help: `themed('Sending:', […])`. */
export function themed(theme: string, options: readonly Option[]): Option[] {
  return options.map(option => option.helpGroup(theme));
}
