import { basename } from 'node:path';
import type { Source } from './source.ts';

/** Names for messages: without the folder, if that is unique. */
export function labelsOf(sources: readonly Pick<Source, 'name'>[]): string[] {
  const short = sources.map(({ name }) => (name === '-' ? 'standard input' : basename(name)));
  return short.map((label, i) =>
    short.filter(other => other === label).length === 1 ? label : (sources[i]?.name ?? label),
  );
}
