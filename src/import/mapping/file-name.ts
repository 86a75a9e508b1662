import { basename } from 'node:path';
import { doubtfulStems, isExplained, optOutStems } from './consent-stems.ts';
import { fold } from './fold.ts';
import { spaced } from './header-sense.ts';

const exports: readonly (readonly [name: RegExp, reason: string])[] = [
  [/^unsubscribed[_-]/i, 'the file is an export of unsubscribed people'],
  [/^cleaned[_-](?!up)/i, 'the file is an export of addresses that bounced'],
  [/^non-?subscribed[_-]/i, 'the file is an export of people who never subscribed'],
];

/** Why everybody in a file with this name must not be mailed; undefined when the name does not say so. */
export function fileNameReason(path: string): string | undefined {
  const name = basename(path);
  const known = exports.find(([pattern]) => pattern.test(name))?.[1];
  if (known !== undefined) return known;
  const words = spaced(name.replace(/\..*$/, '').replace(/\d+/g, ' '));
  const folded = fold(words);
  const doubtful = doubtfulStems.in(folded);
  const isMark =
    optOutStems.in(folded) !== undefined || (doubtful && isExplained(words.trim().split(' '), doubtful));
  return isMark ? `the file is called ${name}` : undefined;
}
