/**
 * Top-level domains under which no mail server can be reached from the internet: RFC 2606 (section 2) but .example, RFC 6761,
 * RFC 6762 (.local), RFC 7686 (.onion), RFC 9476 (.alt), and .internal, which ICANN has set apart for private networks.
 */
const reservedTops = new Set(['test', 'invalid', 'localhost', 'local', 'onion', 'alt', 'internal']);

/**
 * RFC 2606, section 3: they exist, and say that they take no mail. People try things out with them, as with .example:
 * the service's documentation does, and so does the sandbox.
 */
const examples = new Set(['example.com', 'example.net', 'example.org']);

/** @param domain in lower case */
export function isReserved(domain: string): boolean {
  return reservedTops.has(domain.slice(domain.lastIndexOf('.') + 1)) || isBelow(domain, 'home.arpa');
}

/** @param domain in lower case */
export function isExample(domain: string): boolean {
  return domain.endsWith('.example') || examples.has(domain.split('.').slice(-2).join('.'));
}

function isBelow(domain: string, parent: string): boolean {
  return domain === parent || domain.endsWith(`.${parent}`);
}
