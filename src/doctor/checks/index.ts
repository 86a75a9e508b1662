import type { Check } from '../run-checks.ts';
import * as credentials from './credentials.ts';
import * as files from './files.ts';
import { waitingImports } from './imports.ts';
import * as network from './network.ts';
import * as oauth from './oauth.ts';
import { unresolvedEmails } from './sends.ts';
import * as service from './service.ts';
import * as settings from './settings.ts';
import * as tls from './tls.ts';

/** In the order of the report. A check stands after those that it needs. */
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
  tls.extraCertificates,
  tls.certificateChecks,
  network.dns,
  network.connection,
  tls.certificate,
  service.responds,
  service.clock,

  credentials.keychainUsable,
  credentials.signedIn,
  credentials.accepted,

  oauth.authUrl,
  oauth.clientId,
  oauth.clientSecret,
  oauth.broker,
  oauth.redirectPort,
  oauth.browser,

  waitingImports,
  unresolvedEmails,
];
