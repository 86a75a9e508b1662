import { isBad, valueSense } from '../consent/value-sense.ts';
import { parseAddress } from '../rows/values/email-address.ts';

const address = /[^\s<>"',;|:()[\]]+@[^\s<>"',;|:()[\]@]+\.[^\s<>"',;|:()[\]@]+/g;

/** The addresses in the cells of a row that cannot be read, as they are compared with others. */
export function addressesIn(cells: readonly string[]): string[] {
  return (cells.join('\n').match(address) ?? []).flatMap(text => {
    const parsed = parseAddress(text);
    return 'key' in parsed ? [parsed.key] : [];
  });
}

/** Whether a cell of such a row, or a part of a line that is not divided, says that the person must not be emailed. */
export function holdsMark(cells: readonly string[]): boolean {
  const parts = cells.flatMap(cell => cell.split(/[,;\t|"\n]/));
  return parts.some(part => isBad(valueSense(part.replace(address, ' '))));
}
