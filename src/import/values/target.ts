import type { FieldKind } from './field-values.ts';

/** Where one column goes. */
export type ColumnTarget =
  | { readonly to: 'email' }
  | {
      readonly to: 'tags';
      /** What divides them in a cell; undefined: found out by the cell. */
      readonly separator?: string | undefined;
      /** Those that begin like this are left out. */
      readonly excludedPrefix?: string | undefined;
    }
  | {
      readonly to: 'field';
      readonly variable: string;
      readonly kind: FieldKind;
    }
  /** Known and left out on purpose. */
  | { readonly to: 'skip' }
  /** Matched by nothing. */
  | { readonly to: 'ignored' };

/** A target as `--map` takes it and the summary shows it. */
export function targetName(target: ColumnTarget): string {
  return target.to === 'field' ? `fields.${target.variable}` : target.to;
}
