/** Checks whether the URLs of links work in a mail program. */
import { templateToken } from '../tokens.ts';
import { type EmailFinding, type FindingCode, finding } from './finding.ts';

const schemes: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:', 'sms:', 'geo:']);

/** @param anchors ids and names of the email, for links within it */
export function linkFault(href: string, anchors: ReadonlySet<string>): EmailFinding | undefined {
  const address = href.trim();
  if (address === '' || address === '#') return finding('link_empty', 'a link has no URL');
  if (templateToken.test(address)) return undefined;
  if (address.startsWith('#')) return anchorFault(address, anchors);
  const scheme = /^[a-z][a-z\d+.-]*:/i.exec(address)?.[0].toLowerCase();
  if (scheme === undefined) return relativeFault(address);
  if (!schemes.has(scheme)) return fault('link_scheme', address, 'is blocked: use https://');
  if (scheme === 'mailto:') {
    const why = mailtoProblem(address);
    return why === undefined ? undefined : finding('link_invalid', `invalid link "${cut(address)}": ${why}`);
  }
  return scheme.startsWith('http') ? webFault(address) : undefined;
}

function anchorFault(address: string, anchors: ReadonlySet<string>): EmailFinding | undefined {
  if (anchors.has(decoded(address.slice(1)) ?? '')) return undefined;
  return fault('link_empty', address, 'has no target: no element has that id');
}

function relativeFault(address: string): EmailFinding {
  const isHost = /^(?:\/\/|www\.)/i.test(address);
  const remedy = isHost
    ? `write https://${address.replace(/^\/\//, '')}`
    : 'it must begin with https://, http:// or mailto:';
  return fault('link_relative', address, `does not work in an email: ${remedy}`);
}

function webFault(address: string): EmailFinding | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:\/\/[^/\s]/i.test(address) || /\s/.test(address))
    return finding('link_invalid', `invalid URL: "${cut(address)}"`);
  if (url.username !== '' || url.password !== '')
    return finding('link_secret', `the link to ${url.host} contains a user name or password`);
  const { hostname } = url;
  if (!isHostName(hostname))
    return finding('link_invalid', `invalid URL: "${cut(address)}": there is no host "${hostname}"`);
  if (isPrivateHost(hostname)) return fault('link_local', address, 'works only on your machine or network');
  if (isExample(hostname)) return fault('link_example', address, 'leads to an example domain');
  if (staging.test(hostname)) return fault('link_staging', address, 'leads to a staging or test server');
  return undefined;
}

const fault = (code: FindingCode, address: string, what: string) =>
  finding(code, `the link to "${cut(address)}" ${what}`);

const privateAddress =
  /^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.[\d.]+$|^\[(?:::1?\]|f[cd]|fe80)/;

/** A private address, a name without a dot, or one of a domain that is never public (RFC 2606, 6762, 8375, `.internal`). */
function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '');
  if (/^\[|^[\d.]+$/.test(host)) return privateAddress.test(host);
  return !host.includes('.') || /\.(?:localhost|local|test|invalid|internal|lan|home\.arpa)$/.test(host);
}

/** RFC 1123, section 2.1. Names below a domain may have an underscore in practice. */
function isHostName(hostname: string): boolean {
  if (/^\[.*\]$|^[\d.]+$/.test(hostname)) return true;
  const labels = hostname.replace(/\.$/, '').split('.');
  return labels.every((label, at) => {
    const isBelow = at < labels.length - 2;
    return (
      label.length <= 63 &&
      (isBelow ? /^[a-z\d_](?:[\w-]*[a-z\d_])?$/i : /^[a-z\d](?:[a-z\d-]*[a-z\d])?$/i).test(label)
    );
  });
}

/** Domains reserved for documentation (RFC 2606, RFC 6761). */
export function isExample(hostname: string): boolean {
  return /(?:^|\.)example(?:\.(?:com|org|net))?\.?$/.test(hostname);
}

/** Names below the domain: `staging.example.net`, `shop-dev.example.net`, but not `dev.to`. */
const staging =
  /(?:^|[.-])(?:staging|stage|stg|dev|test|testing|qa|uat|preprod|preview)\d*(?:-[^.]*)?\.(?:.*\.)?[^.]+\.[^.]+$/;

/** RFC 6068: addresses with percent-encoding, separated by commas, then header fields. */
function mailtoProblem(address: string): string | undefined {
  const [path = '', query = ''] = address.slice('mailto:'.length).split(/\?(.*)/s);
  const to = decoded(path === '' ? (/(?:^|&)to=([^&]*)/i.exec(query)?.[1] ?? '') : path);
  if (to === undefined || decoded(query) === undefined) return 'write % as %25';
  if (/\s/.test(address)) return 'write a space as %20';
  const isAddress = (text: string) => /^[^\s@,;<>/]+@[^\s@,;<>/.]+(?:\.[^\s@,;<>/.]+)+$/.test(text.trim());
  if (!to.split(',').every(isAddress)) return 'invalid email address';
  const isQuery = query === '' || query.split('&').every(pair => /^[^=]+=/.test(pair));
  return isQuery ? undefined : 'expected name=value after ?';
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

export const cut = (address: string) => (address.length > 80 ? `${address.slice(0, 79)}…` : address);
