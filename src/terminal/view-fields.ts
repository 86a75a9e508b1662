import type { View } from './terminal.ts';

/** The fields that the records of a view are known to have. */
export function fieldsOf(view: View): readonly string[] {
  return view.fields ?? (view.kinds === undefined ? view.columns : Object.keys(view.kinds));
}
