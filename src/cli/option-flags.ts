import type { OptionSpec } from './option.ts';

/** An option's flags, taken apart. */
export interface OptionFlags {
  /** `--page`. */
  readonly long: string;
  /** `-i`. */
  readonly short: string | null;
  /** What the help calls its value, without brackets; null where it takes none. */
  readonly value: string | null;
}

/** Takes flags such as `-i, --include` and `--page <n>` apart. */
export function flagsOf({ flags }: Pick<OptionSpec, 'flags'>): OptionFlags {
  const [, short = null, long = '', value = null] = /^(?:(-\w), )?(--[\w-]+)(?: <(.*)>)?$/.exec(flags) ?? [];
  return { long, short, value };
}

/** The option that says the opposite: `--no-rejects` beside `--rejects <file>`. */
export function negativeFlag({ long }: OptionFlags): string {
  return long.replace('--', '--no-');
}
