/**
 * The choices that the sandbox makes where service.txt is silent; `newsletter sandbox --decisions` prints them. They
 * are no promise about the real service.
 */

import { maxBodyBytes } from './http/listener.ts';
import { codeSeconds, refreshDays } from './oauth/grants.ts';
import { rulesOf } from './options.ts';
import { colors } from './resources/colors.ts';
import { denyMark } from './resources/email-delivery.ts';
import { filterFields, operators } from './resources/group-filters.ts';
import { failMark } from './resources/import-job.ts';

type Decision = {
  readonly topic: string;
  /** One or two sentences. */
  readonly decision: string;
};

const { defaultPageSize, maxPageSize, maxImport, sendSeconds } = rulesOf({});
const list = (words: readonly string[]) => words.join(', ');

/** Every choice, in the order of service.txt. */
export const decisions: readonly Decision[] = [
  {
    topic: 'Empty text',
    decision:
      'Writing "" to a text that may be null makes it null. Writing null is refused, but for the values in fields.',
  },
  {
    topic: 'Group filters',
    decision: `field is one of ${list(filterFields)} or fields.<variable>; all filters must hold.`,
  },
  { topic: 'Filter operators', decision: `operator is one of ${list(Object.keys(operators))}.` },
  {
    topic: 'Filter values',
    decision:
      'Texts are compared without regard to case; equals on tags asks for one tag; exists and not_exists take no value.',
  },
  {
    topic: 'Group counts',
    decision: 'subscribers_count counts those who are subscribed; a group without filters holds all of them.',
  },
  {
    topic: 'Colors',
    decision: `color, background_color and foreground_color are one of ${list(Object.keys(colors))}, or like #1a2b3c.`,
  },
  { topic: 'font_id and image_id', decision: 'font_id takes any text; image_id is always "none".' },
  {
    topic: 'Rates',
    decision:
      'All rates are fractions from 0 to 1: of the emails sent for delivery and bounces, of those delivered for the rest.',
  },
  {
    topic: 'Subscriber status',
    decision:
      'status is subscribed or unsubscribed. It is never shown; who is unsubscribed belongs to no group.',
  },
  {
    topic: 'Subscriber fields',
    decision:
      'Keys are variables of fields. Given keys are put over those there were, null erases one, unknown ones are refused.',
  },
  {
    topic: 'Field values',
    decision:
      'A date is a string like 2024-05-31, the other kinds are their JSON types; nothing is converted.',
  },
  {
    topic: 'Subscriber tags',
    decision:
      'Tags are names. A given list replaces the one there was, and a name that no tag has becomes a tag.',
  },
  {
    topic: 'Matching',
    decision: 'POST /v1/subscribers matches by address, whatever its case; a status of unsubscribed stays.',
  },
  {
    topic: 'Import rows',
    decision:
      'A row is what POST /v1/subscribers takes, but its tags are added to those there are, and unknown variables are ignored.',
  },
  {
    topic: 'Skipped rows',
    decision:
      'Rows without a valid address, with a value of the wrong kind, or of an unsubscribed person are skipped; error_message says how many and why.',
  },
  {
    topic: 'Updated rows',
    decision: 'A row whose subscriber exists counts as updated, also when nothing differs.',
  },
  {
    topic: 'tag_ids',
    decision:
      'Each must be the id of a tag, or the whole import is refused; the tags are added to every row.',
  },
  {
    topic: 'Import jobs',
    decision:
      'A job is pending for a tenth of its time. Jobs that take no time are half done at the first look and done at the second, or at once for whoever looks at anything else.',
  },
  {
    topic: 'Failed jobs',
    decision: `A row whose address begins with ${failMark} makes its job fail; a failed job has changed nothing.`,
  },
  {
    topic: 'Field variables',
    decision:
      'The variable is the name in lower case with underscores, numbered when taken, and never changes; position counts from 1.',
  },
  {
    topic: 'Names',
    decision: 'Two tags or two fields may not have the same name, whatever its case; two groups may.',
  },
  { topic: 'Field kind', decision: 'A field made without a kind is a text.' },
  {
    topic: 'Paging',
    decision: `page counts from 1 and per_page up to ${maxPageSize} (${defaultPageSize} unless asked for); a page beyond the last is empty.`,
  },
  {
    topic: 'Order',
    decision:
      'Emails and imports are listed newest first, everything else oldest first. Other query parameters are ignored.',
  },
  {
    topic: 'Changing an email',
    decision: 'Only a draft or a scheduled email can be changed; others are refused with 409.',
  },
  {
    topic: 'Sending an email',
    decision:
      'A draft with subject, body and group can be sent (422 without one of them); any other email is refused with 409.',
  },
  {
    topic: 'After sending',
    decision: `The email is reviewing, sending, then sent, within ${sendSeconds} seconds unless told otherwise; counts grow meanwhile. ${denyMark} in the subject makes the review deny it.`,
  },
  { topic: 'Scheduled emails', decision: 'They are sent when their time comes.' },
  {
    topic: 'Statuses of success',
    decision: '201 for what was created, 202 for a job or a sending that was begun, otherwise 200.',
  },
  {
    topic: 'Errors',
    decision:
      'JSON with message and, for a 422, errors: a list of messages by field. 400 malformed JSON, 404, 405, 409, 413, 415, 422, 429.',
  },
  {
    topic: 'Empty updates',
    decision: 'A PATCH with an empty object changes nothing and is answered with the record.',
  },
  {
    topic: 'Limits',
    decision: `An import takes ${maxImport} rows, a body ${maxBodyBytes / 2 ** 20} MiB; more is refused with 413. There is no rate limit unless asked for.`,
  },
  {
    topic: 'Tokens',
    decision: `An authorization code lives ${codeSeconds} seconds, a refresh token ${refreshDays} days.`,
  },
  {
    topic: 'Refreshing',
    decision:
      'Refresh tokens rotate; using one twice revokes all tokens of the sign-in, and so does exchanging a code twice.',
  },
  {
    topic: 'Revocation',
    decision:
      'Answers 200 also for unknown tokens. A refresh token takes its access tokens with it, an access token only itself.',
  },
  {
    topic: 'Errors of OAuth',
    decision: 'Those of RFC 6749: error and error_description as JSON; invalid_client is a 401.',
  },
];
