import type { JsonObject } from '../contract/schema.ts';

/** A change to one subscriber (PATCH /v1/subscribers/{id}), one of many. */
export interface SubscriberPatch {
  /** Its place among the changes, from 0: the same in every run, so that one can continue another. */
  readonly place: number;
  /** Id of the subscriber. */
  readonly id: string;
  readonly email: string;
  readonly body: PatchBody;
  /** Their other fields that have a value, which a change of fields must leave. */
  readonly kept?: JsonObject | undefined;
}

/** The body of the request: what is not named stays as it is. */
export interface PatchBody {
  readonly status?: string;
  readonly fields?: JsonObject;
  readonly tags?: readonly string[];
}
