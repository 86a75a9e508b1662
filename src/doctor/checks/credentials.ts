/** Credentials: there, accepted, of the account that is expected. */
import { checkExpected } from '../../auth/expected-account.ts';
import { createSession, keyInForce } from '../../auth/session.ts';
import { createApi } from '../../http/client.ts';
import { Failure } from '../../lib/failure.ts';
import type { Settings } from '../../settings/schema.ts';
import { type Patient, secondsFor } from '../context.ts';
import { type Check, type Finding, failure, ok, warning } from '../run-checks.ts';

/** Quick answers, no repetitions, and nothing said meanwhile. */
function quickly({ sessionSources }: Patient, settings: Settings) {
  const sources = sessionSources(settings);
  const transport = { ...sources.transport, timeout: secondsFor(settings), retries: 0, maxWait: 0 };
  return { ...sources, transport, warn: () => {}, note: () => {} };
}

export const signedIn: Check = {
  name: 'sign-in',
  needs: ['settings', 'credentials.json'],
  async look(patient) {
    const settings = await patient.settings();
    const found = await createSession(quickly(patient, settings)).describe();
    const login = `newsletter login --profile ${settings.profile}`;
    if (found === undefined) return [failure(`profile ${settings.profile} is not signed in`, login)];
    const { kind, from, place, endsAt } = found;
    const how = kind === 'api-key' ? 'API key' : 'by browser';
    const where =
      from === 'environment' ? 'from NEWSLETTER_API_KEY' : `kept in the ${place} for ${settings.profile}`;
    if (endsAt === undefined) return [ok(`${how}, ${where}`)];
    return [ok(`${how}, ${where}; the token ${endsAt < Date.now() ? 'ended' : 'ends'} ${date(endsAt)}`)];
  },
};

function date(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

async function readAccount(patient: Patient) {
  const settings = await patient.settings();
  const sources = quickly(patient, settings);
  const api = createApi({
    ...sources.transport,
    baseUrl: settings.need('base-url'),
    credentials: createSession(sources).credentials,
    pageParam: settings.get('page-param'),
    perPageParam: settings.get('per-page-param'),
  });
  try {
    return { settings, account: await api.call('getAccount', {}) };
  } finally {
    await api.close();
  }
}

/** Signing in again does not help where a key in the environment is refused. @throws every other error */
async function refused(error: unknown, { settings, environment }: Patient): Promise<Finding> {
  const isKeys = keyInForce(await settings(), environment);
  if (!isKeys || !(error instanceof Failure) || error.code !== 'credentials_refused') throw error;
  const message = 'the service does not accept the key in NEWSLETTER_API_KEY';
  return failure(message, 'export NEWSLETTER_API_KEY=<a key that is good>, or unset it');
}

export const accepted: Check = {
  name: 'account',
  needs: ['service', 'sign-in'],
  async look(patient) {
    const found = await readAccount(patient).catch(error => refused(error, patient));
    if ('status' in found) return [found];
    const { settings, account } = found;
    const { name, slug, status } = account;
    checkExpected(account, { settings, environment: patient.environment });
    const who = `${name} (${slug})`;
    if (status === 'paused' || status === 'banned') {
      return [warning(`${who} is ${status}`, "look into the account's settings in the web editor")];
    }
    return [ok(`the service accepts the credentials of ${who}`)];
  },
};

export const keychainUsable: Check = {
  name: 'keychain',
  needs: ['settings'],
  isRare: true,
  async look(patient) {
    const settings = await patient.settings();
    if (settings.get('credential-store') !== 'keychain') return [];
    const { keychain } = await import('../../auth/keychain.ts');
    const surroundings = { ...quickly(patient, settings), timeout: secondsFor(settings) };
    await keychain({ do: 'get', account: 'doctor' }, surroundings);
    return [ok('it answers')];
  },
};
