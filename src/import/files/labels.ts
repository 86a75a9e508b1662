import { basename } from 'node:path';
import { inputName } from '../../lib/files/file-errors.ts';
import { cutMiddle, prepareToMeasure } from '../../terminal/formats/measure.ts';
import type { Source } from './source.ts';

/** Names for messages: without the folder, if that is unique. */
export function labelsOf(sources: readonly Pick<Source, 'name'>[]): string[] {
  const short = sources.map(({ name }) => basename(inputName(name)));
  return short.map((label, i) =>
    short.filter(other => other === label).length === 1 ? label : (sources[i]?.name ?? label),
  );
}

const widest = 40;

/** Long labels are cut in the middle, unless that makes two of them the same. */
export async function shownLabels(labels: readonly string[]): Promise<string[]> {
  await prepareToMeasure(labels);
  const cut = labels.map(label => cutMiddle(label, widest));
  return labels.map((label, i) => {
    const short = cut[i] ?? label;
    return cut.filter(other => other === short).length === 1 ? short : label;
  });
}
