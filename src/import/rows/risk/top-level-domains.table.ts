import { domainToASCII } from 'node:url';
import tlds from 'tlds';
import { parse } from 'tldts';
import { edgeLength, edgeStart, labelText, rulesRoot } from 'tldts/dist/cjs/src/data/trie.js';

/** The names that the Public Suffix List begins with: its labels stand one after the other. */
function* rulesOfSuffixes(): Generator<string> {
  let at = 0;
  for (const [edge, length] of edgeLength.entries()) {
    if (edge >= (edgeStart[rulesRoot] ?? 0) && edge < (edgeStart[rulesRoot + 1] ?? 0)) {
      yield labelText.slice(at, at + length);
    }
    at += length;
  }
}

const suffixes = [...rulesOfSuffixes()].filter(name => parse(`a.${name}`).isIcann === true);

/** The names of the top level by either of two lists: each lacks some that are new, or have been given up lately. */
export default [...new Set([...tlds, ...suffixes].map(name => domainToASCII(name)))].join(' ');
