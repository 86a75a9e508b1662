/** The lists of others, which take some milliseconds to load. */

import disposableDomains from './disposable-domains.table.ts';
import type { DomainLists } from './judge.ts';
import topLevelDomains from './top-level-domains.table.ts';

const topLevel = new Set(topLevelDomains.split(' '));
const disposable = new Set(disposableDomains.split(' '));

export const domainLists: DomainLists = {
  isTopLevel: end => topLevel.has(end),
  isDisposable(domain) {
    for (let part = domain; part.includes('.'); part = part.slice(part.indexOf('.') + 1)) {
      if (disposable.has(part)) return true;
    }
    return false;
  },
};
