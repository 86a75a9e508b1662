import type { Check } from '../run-checks.ts';
import * as signIn from './credentials.ts';
import * as files from './files.ts';
import { waitingImports } from './imports.ts';
import * as network from './network.ts';
import * as byBrowser from './oauth.ts';
import * as service from './service.ts';
import * as settings from './settings.ts';
import * as certificate from './tls.ts';

/** Everything that can be wrong, in the order in which one stands on the other. */
export const checks: readonly Check[] = [
  files.node,
  files.folderExists,
  files.folderWritable,
  files.diskSpace,
  files.configuration,
  files.credentials,
  files.locks,

  settings.profile,
  settings.everySetting,
  settings.variables,
  settings.competingCredentials,

  network.baseUrl,
  network.proxy,
  certificate.extraCertificates,
  certificate.certificateChecks,
  network.name,
  network.connection,
  certificate.certificate,
  service.answers,
  service.clock,

  signIn.keychainUsable,
  signIn.signedIn,
  signIn.accepted,

  byBrowser.authUrl,
  byBrowser.clientId,
  byBrowser.clientSecret,
  byBrowser.broker,
  byBrowser.redirectPort,
  byBrowser.browser,

  waitingImports,
];
