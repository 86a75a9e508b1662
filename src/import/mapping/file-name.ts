import { basename } from 'node:path';
import { foldedText } from '../values/fold.ts';
import { doubtfulStems, optOutStems, unexplainedLetters } from './consent-stems.ts';
import { spaced } from './header-sense.ts';

const exports: readonly (readonly [name: RegExp, reason: string])[] = [
  [/^unsubscribed[_-]/i, 'the file is an export of unsubscribed people'],
  [/^cleaned[_-](?!up)/i, 'the file is an export of addresses that bounced'],
  [/^non-?subscribed[_-]/i, 'the file is an export of people who never subscribed'],
];

const longestEnding = 5;

/** Why everybody in a file with this name must not be mailed; undefined when the name does not say so. */
export function fileNameReason(path: string): string | undefined {
  const name = basename(path);
  const known = exports.find(([pattern]) => pattern.test(name))?.[1];
  if (known !== undefined) return known;
  const words = foldedText(spaced(name.replace(/\..*$/, '').replace(/\d+/g, ' ')).split(' '));
  const doubtful = doubtfulStems.in(words);
  const isMark =
    optOutStems.in(words) !== undefined ||
    (doubtful !== undefined && unexplainedLetters(words, doubtful) <= longestEnding);
  return isMark ? `the file is called ${name}` : undefined;
}
