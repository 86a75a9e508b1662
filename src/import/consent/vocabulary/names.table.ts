import { foldedList } from '../../rows/values/folded-lists.ts';

/** Columns of mailing services whose names do not say what they are about. */
export default {
  statusNames: foldedList(`
  subscriber_type, list status, global status, member rating status, member status, memberstatus, person - marketing status, subscribe type, email permission status
`),
  refusedNames: foldedList(`
  deleted_at, isdeleted, is deleted, clean_time, void status, stop time, stop status, removed on, removal reason, emailbounceddate, email bounced date,
  complained, suppressed, suppressions, email suppressions, deceased, bounced, bounced_at, dnc, dnd, dne, dnm, npai, robinson, unsub, unsubs
`),
  otherChannels: foldedList('marketing contact status'),
  otherMatters: foldedList(`
  cancel date, cancelled at, canceled at, active_subscription, expiry, expiration date, plan, tier, lead status,
  payment status, attendee status, complimentary_plan, soft_bounce, softbounces, soft bounces, soft bounce count, subscription type,
  subscription date, tax exempt, patron status, delinquent, unsub_campaign_id, unsub_campaign_title, clean_campaign_id,
  clean_campaign_title, activity, retired, role, roles, user role, user roles, rolle
`),
};
