/** The people whom an import changes, as they were before: what `imports undo` goes by. */
import { readRecords } from '../../lib/record-file.ts';
import type { EarlierPerson, PersonChange } from './compare.ts';

/** Somebody as they were, and what the import sent of what differed. */
export interface BeforeImage extends EarlierPerson {
  /** Place in the order of sending, from 0. */
  readonly place: number;
  readonly sent: {
    /** Those that differed. */
    readonly fields: Readonly<Record<string, unknown>>;
    /** All of them. */
    readonly tags: readonly string[];
  };
}

export function beforeImage({ place, before, sent, changes }: PersonChange): BeforeImage {
  const fields = changes.flatMap(({ field, new: value }) =>
    field === 'tags' ? [] : [[field.slice('fields.'.length), value] as const],
  );
  return { place, ...before, sent: { fields: Object.fromEntries(fields), tags: sent.tags ?? [] } };
}

/**
 * Reads them back, in their order.
 *
 * @param variables what fields that the import created are called, by what it expected
 */
export async function* readBeforeImages(
  path: string,
  variables: Readonly<Record<string, string>> = {},
): AsyncGenerator<BeforeImage> {
  for await (const image of readRecords<BeforeImage>(path)) {
    const { fields, tags } = image.sent;
    const renamed = Object.entries(fields).map(([name, value]) => [variables[name] ?? name, value] as const);
    yield { ...image, sent: { fields: Object.fromEntries(renamed), tags } };
  }
}
