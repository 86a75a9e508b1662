import { disposableEmailBlocklist } from 'disposable-email-domains-js';

export default disposableEmailBlocklist().join(' ');
