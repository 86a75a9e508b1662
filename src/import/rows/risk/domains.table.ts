import { domainToASCII } from 'node:url';
import { disposableEmailBlocklist } from 'disposable-email-domains-js';
import tlds from 'tlds';

/** In the root zone, and not in that list yet. */
const further = ['hotel', 'merck', 'web'];

export default {
  topLevel: [...tlds, ...further].map(name => domainToASCII(name)).join(' '),
  disposable: disposableEmailBlocklist().join(' '),
};
