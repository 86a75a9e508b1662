/** The lists of others, which take some milliseconds to load. */

import { domainToASCII } from 'node:url';
import { disposableEmailBlocklistSet } from 'disposable-email-domains-js';
import tlds from 'tlds';
import { parse } from 'tldts';
import type { DomainLists } from './judge.ts';

const rootZone = new Set(tlds.map(end => domainToASCII(end)));
const disposable = disposableEmailBlocklistSet();

/** @param withoutMail domains that DNS has said take no mail */
export function domainLists(withoutMail: readonly string[]): DomainLists {
  return {
    isTopLevel,
    isDisposable(domain) {
      for (let part = domain; part.includes('.'); part = part.slice(part.indexOf('.') + 1)) {
        if (disposable.has(part)) return true;
      }
      return false;
    },
    withoutMail: new Set(withoutMail),
  };
}

/** Whether either of two lists knows it: each lacks some names that are new, or have been given up only lately. */
function isTopLevel(end: string): boolean {
  return rootZone.has(end) || parse(`a.${end}`).isIcann === true;
}
