import { accessSync, constants } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { secretVariable } from '../../auth/credentials/client-secret.ts';
import { readFileEntry } from '../../auth/credentials/file.ts';
import { usesEnvironmentKey } from '../../auth/session.ts';
import { Failure, systemCode } from '../../lib/failure.ts';
import type { Settings } from '../../settings/schema.ts';
import { type CheckOutcome, type DoctorContext, failure, ok, warning } from '../run-checks.ts';
import { hostOf } from './network.ts';
import { request } from './service.ts';

/** The settings of a profile that signs in by browser, or is set up to; undefined for others. */
async function browserSettings({
  settings,
  environment,
  configDir,
}: DoctorContext): Promise<Settings | undefined> {
  const all = await settings();
  const kept = readFileEntry(configDir, all.profile, () => {});
  if (kept?.kind === 'api-key') return undefined;
  if (usesEnvironmentKey(all, environment)) return undefined;
  const isConfigured = all.get('auth-url') !== undefined || all.get('client-id') !== undefined;
  return kept?.kind === 'oauth' || isConfigured ? all : undefined;
}

/** A check for profiles that sign in by browser. */
function forBrowser(look: (settings: Settings, context: DoctorContext) => Promise<CheckOutcome>) {
  return async (context: DoctorContext): Promise<CheckOutcome> => {
    const settings = await browserSettings(context);
    return settings && (await look(settings, context));
  };
}

export const authUrl = forBrowser(async (settings, context) => {
  const address = settings.get('auth-url');
  if (address === undefined) {
    return failure('auth-url is not set', 'newsletter config set auth-url <url>');
  }
  const status = await statusOf(new URL(`${address}/oauth/authorize`), settings, context);
  const fix = 'check the address: newsletter config get auth-url';
  if (typeof status === 'string') return failure(status, fix);
  if (status === 404) return failure(`/oauth/authorize not found at ${address} (404)`, fix);
  if (status >= 500) return failure(`${address} failed (${status})`, 'try again later');
  return ok(`${address} responds`);
});

export const clientId = forBrowser(async settings => {
  const id = settings.get('client-id');
  const fix = 'newsletter config set client-id <id from the service>';
  return id === undefined
    ? failure('client-id is not set', fix)
    : ok(`${id} (${settings.origin('client-id')})`);
});

export const clientSecret = forBrowser(async (settings, { environment, configDir }) => {
  if (settings.get('token-url') !== undefined) return ok('from the broker');
  if (settings.get('client-secret-command') !== undefined) {
    return ok('from client-secret-command (not run)');
  }
  if (environment[secretVariable]?.trim()) return ok(`from ${secretVariable}`);
  const kept = readFileEntry(configDir, settings.profile, () => {});
  if (kept?.kind === 'oauth' && kept.clientSecret !== undefined) return ok('stored with the sign-in');
  const message = 'not set: login prompts for it, and the token cannot be refreshed';
  return warning(message, 'newsletter config set token-url <url of a broker>; or set client-secret-command');
});

export const broker = forBrowser(async (settings, context) => {
  const tokenUrl = settings.get('token-url');
  if (tokenUrl === undefined) return undefined;
  const url = new URL(`${tokenUrl.replace(/\/oauth\/token$/, '')}/healthz`);
  const fix = 'check that the broker runs, and its URL: newsletter config get token-url';
  const status = await statusOf(url, settings, context);
  if (typeof status === 'string') return failure(status, fix);
  return status === 200 ? ok(`${url.host} responds`) : failure(`${url.href} responds with ${status}`, fix);
});

/** The status of the response, or why there is none. */
async function statusOf(url: URL, settings: Settings, context: DoctorContext): Promise<number | string> {
  try {
    return (await request(context, settings, url)).status;
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
}

export const redirectPort = forBrowser(async settings => {
  const uri = new URL(settings.get('redirect-uri'));
  const { port } = uri;
  const code = await listenError(hostOf(uri), Number(port));
  if (code === undefined) return ok(`port ${port} is free`);
  const fix = 'stop the other program; or newsletter config set redirect-uri <another registered URL>';
  return failure(`cannot listen on port ${port} (${code}): a sign-in would fail`, fix);
});

/** The error code of listening on a port; undefined if it works. */
function listenError(host: string, port: number): Promise<string | undefined> {
  return new Promise(resolve => {
    const server = createServer();
    server.once('error', error => resolve(systemCode(error) ?? error.message));
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}

export const browser = forBrowser(async (_, { environment }) => {
  const named = environment.BROWSER?.trim();
  if (named) {
    const programs = named
      .split(process.platform === 'win32' ? ';' : ':')
      .map(each => each.trim().split(/\s+/)[0]);
    const found = programs.find(program => program && isProgram(program, environment));
    return found
      ? ok(`BROWSER is ${found}`)
      : warning(`program in BROWSER not found: ${named}`, 'unset BROWSER');
  }
  const hasScreen = environment.DISPLAY || environment.WAYLAND_DISPLAY || environment.WSL_DISTRO_NAME;
  if (process.platform !== 'linux' || hasScreen) return ok('system default');
  return ok('no screen: login prints the sign-in URL');
});

function isProgram(program: string, environment: NodeJS.ProcessEnv): boolean {
  const paths = /[\\/]/.test(program)
    ? [program]
    : (environment.PATH ?? '').split(delimiter).map(folder => join(folder, program));
  return paths.some(path => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
