import { setTimeout as wait } from 'node:timers/promises';
import type { SubscriberImport } from '../../contract/index.ts';
import type { Api } from '../../http/api.ts';
import { Failure } from '../../lib/failure.ts';

/** Milliseconds before a job that the service does not show is looked for again; doubled each time. */
const firstPause = 250;
/** How often it is looked for again: some 8 seconds in all. */
const retries = 5;

/**
 * Fetches a job that exists. Services may show a new job only a moment after it was created.
 *
 * @throws Failure not_found when the service no longer knows it; any failure of a request
 */
export async function fetchJob(api: Api, id: string, signal?: AbortSignal): Promise<SubscriberImport> {
  for (let retry = 0; ; retry++) {
    try {
      return await api.call('getImport', { id }, { signal });
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'not_found' || retry === retries) throw error;
    }
    await wait(firstPause * 2 ** retry, undefined, signal === undefined ? {} : { signal });
  }
}
