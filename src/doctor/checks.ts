import * as credentials from './checks/credentials.ts';
import * as files from './checks/files.ts';
import * as left from './checks/left-behind.ts';
import * as network from './checks/network.ts';
import * as oauth from './checks/oauth.ts';
import * as service from './checks/service.ts';
import * as settings from './checks/settings.ts';
import * as tls from './checks/tls.ts';
import type { Check } from './run-checks.ts';

const signIn = ['settings', 'credentials.json'];

/** In the order of the report; a check comes after those that it needs. */
export const checks: readonly Check[] = [
  { name: 'node', needs: [], look: files.node },
  { name: 'folder', needs: [], look: files.folderExists },
  { name: 'writing', needs: ['folder'], look: files.folderWritable },
  { name: 'disk', needs: [], look: files.diskSpace },
  { name: 'config.json', needs: ['folder'], look: files.configuration },
  { name: 'credentials.json', needs: ['folder'], look: files.credentials },
  { name: 'locks', needs: ['folder'], look: files.locks },

  { name: 'profile', needs: ['config.json'], look: settings.profile },
  { name: 'settings', needs: ['profile'], look: settings.everySetting },
  { name: 'variables', needs: [], look: settings.variables },
  {
    name: 'NEWSLETTER_API_KEY',
    needs: ['profile', 'credentials.json'],
    look: settings.competingCredentials,
    isRare: true,
  },

  { name: 'base-url', needs: ['settings'], look: network.baseUrl },
  { name: 'proxy', needs: ['base-url'], look: network.proxy, isRare: true },
  { name: 'NODE_EXTRA_CA_CERTS', needs: [], look: tls.extraCertificates },
  { name: 'NODE_TLS_REJECT_UNAUTHORIZED', needs: [], look: tls.certificateChecks },
  { name: 'dns', needs: ['base-url', 'proxy'], look: network.dns },
  { name: 'connection', needs: ['dns'], look: network.connection },
  { name: 'tls', needs: ['connection'], look: tls.certificate },
  { name: 'service', needs: ['connection', 'tls', 'proxy'], look: service.responds },
  { name: 'clock', needs: ['service'], look: service.clock },

  { name: 'keychain', needs: ['settings'], look: credentials.keychainUsable, isRare: true },
  { name: 'sign-in', needs: signIn, look: credentials.signedIn },
  { name: 'account', needs: ['service', 'sign-in'], look: credentials.accepted },

  { name: 'auth-url', needs: signIn, look: oauth.authUrl, isRare: true },
  { name: 'client-id', needs: signIn, look: oauth.clientId, isRare: true },
  { name: 'client-secret', needs: signIn, look: oauth.clientSecret, isRare: true },
  { name: 'broker', needs: signIn, look: oauth.broker, isRare: true },
  { name: 'redirect-uri', needs: signIn, look: oauth.redirectPort, isRare: true },
  { name: 'browser', needs: signIn, look: oauth.browser, isRare: true },

  { name: 'imports', needs: ['folder'], look: left.waitingImports },
  { name: 'sends', needs: ['folder'], look: left.unresolvedEmails },
];
