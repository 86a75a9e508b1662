import * as credentials from './checks/credentials.ts';
import * as files from './checks/files.ts';
import * as service from './checks/service.ts';
import * as settings from './checks/settings.ts';
import * as tls from './checks/tls.ts';
import type { Check } from './run-checks.ts';

const signIn = ['settings', 'credentials.json'];

/** In the order of the report; a check comes after those that it needs. */
export const checks: readonly Check[] = [
  { name: 'node', needs: [], look: files.node },
  { name: 'folder', needs: [], look: files.folderExists },
  { name: 'config.json', needs: ['folder'], look: files.configuration },
  { name: 'credentials.json', needs: ['folder'], look: files.credentials },
  { name: 'sends', needs: ['folder'], look: files.unresolvedEmails },

  { name: 'profile', needs: ['config.json'], look: settings.profile },
  { name: 'settings', needs: ['profile'], look: settings.everySetting },
  { name: 'variables', needs: [], look: settings.variables },
  {
    name: 'NEWSLETTER_API_KEY',
    needs: ['profile', 'credentials.json'],
    look: settings.competingCredentials,
    isRare: true,
  },

  { name: 'base-url', needs: ['settings'], look: settings.baseUrl },
  { name: 'proxy', needs: ['base-url'], look: settings.proxy, isRare: true },
  { name: 'certificates', needs: [], look: tls.trusted },
  { name: 'tls', needs: ['base-url'], look: tls.certificate },
  { name: 'service', needs: ['tls', 'proxy'], look: service.responds },
  { name: 'clock', needs: ['service'], look: service.clock },

  { name: 'sign-in', needs: signIn, look: credentials.signedIn },
  { name: 'account', needs: ['service', 'sign-in'], look: credentials.accepted },
  { name: 'auth-url', needs: signIn, look: credentials.authUrl, isRare: true },
];
