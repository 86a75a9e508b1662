/**
 * The choices that the sandbox makes where service.txt is silent; `newsletter sandbox --decisions` prints them. They
 * are no promise about the real service.
 */
import { filterFields, operators } from '../lib/filter-operators.ts';
import { maxBodyBytes } from './http/listener.ts';
import { codeSeconds, refreshDays } from './oauth/grants.ts';
import { resolveOptions } from './options.ts';
import { colors } from './resources/colors.ts';
import { denyMark } from './resources/email-delivery.ts';
import { failMark } from './resources/import-job.ts';

type Decision = {
  readonly topic: string;
  /** One or two sentences. */
  readonly decision: string;
};

const { defaultPageSize, maxPageSize, maxImport, sendSeconds } = resolveOptions({});
const list = (words: readonly string[]) => words.join(', ');

/** Every choice, in the order of service.txt. */
export const decisions: readonly Decision[] = [
  {
    topic: 'Empty text',
    decision:
      'Writing "" to a text that may be null makes it null. Writing null is an error (422), except for values in fields.',
  },
  {
    topic: 'Group filters',
    decision: `field is one of ${list(filterFields)} or fields.<variable>; all filters must hold.`,
  },
  { topic: 'Filter operators', decision: `operator is one of ${list(Object.keys(operators))}.` },
  {
    topic: 'Filter values',
    decision:
      'Text is compared without regard to case; equals on tags looks for one tag; exists and not_exists take no value.',
  },
  {
    topic: 'Group counts',
    decision: 'subscribers_count counts subscribed people only; a group without filters holds all of them.',
  },
  {
    topic: 'Colors',
    decision: `color, background_color and foreground_color are one of ${list(Object.keys(colors))}, or a value like #1a2b3c.`,
  },
  { topic: 'font_id and image_id', decision: 'font_id takes any text; image_id is always "none".' },
  {
    topic: 'Rates',
    decision:
      'All rates are fractions from 0 to 1: delivery and bounces of the emails sent, the other rates of the emails delivered.',
  },
  {
    topic: 'Subscriber status',
    decision: 'status is subscribed or unsubscribed. It is never shown; unsubscribed people are in no group.',
  },
  {
    topic: 'Subscriber fields',
    decision:
      'Keys are variables of fields. The given keys replace those of the subscriber, null removes one, unknown keys are an error (422).',
  },
  {
    topic: 'Field values',
    decision:
      'A date is a string like 2024-05-31, the other kinds are JSON values of their type; nothing is converted.',
  },
  {
    topic: 'Subscriber tags',
    decision:
      'Tags are names. The given list replaces that of the subscriber, and an unknown name becomes a new tag. PATCH gives a tag the capitals in which it is written; POST and imports leave them.',
  },
  {
    topic: 'Matching',
    decision:
      'POST /v1/subscribers matches by address, without regard to case; an unsubscribed person stays unsubscribed.',
  },
  {
    topic: 'Import rows',
    decision:
      'A row is what POST /v1/subscribers takes, but its tags are added to the existing ones (--import-tags replace: they replace them), and unknown variables are ignored.',
  },
  {
    topic: 'Skipped rows',
    decision:
      'Rows without a valid address, with a value of the wrong kind, or for an unsubscribed person are skipped; error_message says how many and why.',
  },
  {
    topic: 'Updated rows',
    decision: 'A row whose subscriber exists counts as updated, also when nothing differs.',
  },
  {
    topic: 'tag_ids',
    decision:
      'Each must be the id of a tag, or the whole import is an error (422); the tags are added to every row.',
  },
  {
    topic: 'Import jobs',
    decision:
      'A job is pending for a tenth of its time. By default a job is half done when it is first polled and completed the second time, or as soon as anything else is requested.',
  },
  {
    topic: 'Failed jobs',
    decision: `A row whose address begins with ${failMark} makes its job fail; a failed job changes nothing.`,
  },
  {
    topic: 'Field variables',
    decision:
      'The variable is the name in lower case with underscores, with a number when that is taken, and never changes; position counts from 1.',
  },
  {
    topic: 'Names',
    decision: 'Two tags or two fields cannot have the same name, without regard to case; two groups can.',
  },
  { topic: 'Field kind', decision: 'A field created without a kind is a text field.' },
  {
    topic: 'Paging',
    decision: `page counts from 1 and per_page up to ${maxPageSize} (default ${defaultPageSize}); a page after the last one is empty.`,
  },
  {
    topic: 'Order',
    decision:
      'Emails and imports are listed newest first, everything else oldest first. Other query parameters are ignored.',
  },
  {
    topic: 'Changing an email',
    decision: 'Only a draft or a scheduled email can be changed; for any other the response is a 409.',
  },
  {
    topic: 'Sending an email',
    decision:
      'A draft with subject, body and group can be sent; without one of them the response is a 422, for any other email a 409.',
  },
  {
    topic: 'After sending',
    decision: `The email is reviewing, sending, then sent, within ${sendSeconds} seconds by default; counts grow meanwhile. The review denies an email with ${denyMark} in its subject.`,
  },
  { topic: 'Scheduled emails', decision: 'They are sent at the scheduled time.' },
  {
    topic: 'Inbox',
    decision:
      'The pages at / show each email that was sent as it stands, with the name and the physical address of the account below it.',
  },
  {
    topic: 'Success',
    decision: '201 when something was created, 202 when an import or a sending was started, otherwise 200.',
  },
  {
    topic: 'Errors',
    decision:
      'JSON with message and, for a 422, errors: a list of messages by field. 400 malformed JSON, 404, 405, 409, 413, 415, 422, 429.',
  },
  {
    topic: 'This machine only',
    decision:
      'A request whose Host or Origin is not this machine with the port of the sandbox gets a 403: web pages of others cannot use it.',
  },
  {
    topic: 'Empty updates',
    decision: 'A PATCH with an empty object changes nothing; the response is the record.',
  },
  {
    topic: 'Limits',
    decision: `An import takes ${maxImport} rows, a body ${maxBodyBytes / 2 ** 20} MiB; for more the response is a 413. By default there is no rate limit.`,
  },
  {
    topic: 'Tokens',
    decision: `An authorization code is valid for ${codeSeconds} seconds, a refresh token for ${refreshDays} days.`,
  },
  {
    topic: 'Refreshing',
    decision:
      'Refresh tokens rotate; using one twice revokes all tokens of the sign-in, as does exchanging a code twice.',
  },
  {
    topic: 'Revocation',
    decision:
      'The response is a 200 for unknown tokens, too. Revoking a refresh token revokes its access tokens; revoking an access token, nothing else.',
  },
  {
    topic: 'OAuth errors',
    decision: 'As in RFC 6749: JSON with error and error_description; invalid_client is a 401.',
  },
];
