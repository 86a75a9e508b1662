import { domainToASCII } from 'node:url';
import tlds from 'tlds';

/** In the root zone, and not in that list yet. */
const further = ['hotel', 'merck', 'web'];

/** The names of the top level. */
export default [...tlds, ...further].map(name => domainToASCII(name)).join(' ');
