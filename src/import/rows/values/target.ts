import type { FieldKind } from './field-values.ts';

export type ColumnTarget =
  | { readonly to: 'email' }
  | {
      readonly to: 'tags';
      /** The separator of tags in a cell; undefined: detected in each cell. */
      readonly separator?: string | undefined;
      readonly excludedPrefix?: string | undefined;
    }
  | {
      readonly to: 'field';
      readonly variable: string;
      readonly kind: FieldKind;
      /** The field must be created first, with this name. */
      readonly newName?: string | undefined;
    }
  /** Left out on purpose: by `--map`, or as the bookkeeping of a known service. */
  | { readonly to: 'skip'; readonly isBookkeeping?: true }
  | { readonly to: 'ignored' };

/** A target as `--map` takes it and the summary shows it. */
export function targetName(target: ColumnTarget): string {
  return target.to === 'field' ? `fields.${target.variable}` : target.to;
}
