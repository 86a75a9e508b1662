import { allProviders, providers } from './providers.ts';
import { isSlipOf } from './slips.ts';

/** Names that somebody bears, although a slip makes them of a provider's. */
const real = new Set(['gail', 'hitmail']);

/** Ends of domains that are mistyped for `com`, and exist: those of countries. */
const comLike = new Set(['co', 'cm', 'om']);

/**
 * The domain of a large provider that a domain is a misspelling of.
 *
 * @param domain in lower case
 * @param endExists whether its top-level domain exists
 * @returns undefined when it is none: also for a domain that could be somebody's own
 */
export function misspeltProvider(domain: string, endExists: boolean): string | undefined {
  const dot = domain.indexOf('.');
  const [name, end] = [domain.slice(0, dot), domain.slice(dot + 1)];
  const own = allProviders.get(name);
  if (own !== undefined) return own.has(end) ? undefined : withEnd(name, end, own, endExists);
  if (real.has(name)) return undefined;
  for (const [provider, ends] of providers) {
    if (!isSlipOf(name, provider)) continue;
    return ends.has(end) ? `${provider}.${end}` : withEnd(provider, end, ends, endExists);
  }
  return undefined;
}

/** A provider's domain whose end is mistyped. */
function withEnd(
  name: string,
  end: string,
  ends: ReadonlySet<string>,
  endExists: boolean,
): string | undefined {
  if (ends.has('com') && providers.has(name) && comLike.has(end)) return `${name}.com`;
  if (endExists) return undefined;
  const meant = [...ends].find(known => isSlipOf(end, known));
  return meant === undefined ? undefined : `${name}.${meant}`;
}

const commonEnds = ['com', 'net', 'org'];

/** The domain that is meant, where the top-level domain does not exist and is like one of the common ones. */
export function withCommonEnd(domain: string): string | undefined {
  const dot = domain.lastIndexOf('.');
  const end = commonEnds.find(known => isSlipOf(domain.slice(dot + 1), known));
  return end === undefined ? undefined : `${domain.slice(0, dot)}.${end}`;
}
