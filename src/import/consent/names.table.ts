import { foldedList } from '../rows/values/folded-lists.ts';

export default {
  statusNames: foldedList(`
  subscription status, subscriber status, email status, email permission status, subscriber_type,
  email subscription status, email marketing status, marketing status, opt-in status, subscription state, list status,
  email subscriber status, abonnement status, global status, email channel status, member rating status, newsletter status,
  newsletterstatus, mailing status, consent status, consent state, marketing consent state, marketing consent status,
  email marketing consent state, member status, memberstatus, subscribe type,
  订阅状态, 訂閱狀態, 購読状況, 購読ステータス, 配信ステータス, 配信状況, 구독상태, 구독 상태, 수신상태, 수신 상태
`),
  anyStatusNames: foldedList(`
  status, contact status, statut, état, stato, estatus, situação, situacao, stav, tila, durum, állapot, zustand, tilstand,
  status kontaktu, статус, состояние, стан, κατάσταση, الحالة, حالة, סטטוס, מצב, 状态, 狀態, ステータス, 状況, 状態, 상태
`),
  ambiguousStatusNames: foldedList(`
  state, type, subscription, subscriber, confirmed, is confirmed, verified, is verified, valid, is valid, estado, stan, stare, stat, subscribe type
`),
  listNames: foldedList('mailing list, mailingliste, mailing lists, email list, email lists'),
  optInNames: foldedList(`
  accepts email marketing, accepts marketing, opted in, opt in, optin, subscribed, is subscribed,
  subscribed_to_emails, email marketing consent, email consent, marketing consent, email opt in,
  email_opt_in, accepts emails, email verified, verified email, email confirmed, email validated, is email verified, newsletter consent, consent, is active, active, enabled, email enabled,
  abonniert, aktiv, ist aktiv, actif, activo, activa, attivo, ativo, actief, aktywny, aktiivinen, aktivní, aktív, activ,
  aktif, активен, активный, активний, ενεργός, نشط, פעיל, 有効, 有效, 활성
`),
  optOutNames: foldedList(`
  unsubscribed, unsub, unsubscribed_at, unsubscribed at, unsubscribe date, unsub_time,
  unsubscription_date, unsubscribed on, date unsubscribed, unsubscribed date, unsubscribed from all
  email, email_disabled, opted out, opt out, optout, email opt out, email_opt_out, opted out at, do not
  email, do not contact, donotemail, deleted_at, deleted, clean_time, bounced, bounced_at, hard_bounce,
  hard bounced, email hard bounce reason, complained, spam, blocked, blocklisted, blacklisted,
  email_blacklisted, suppressed, abgemeldet, désabonné, void status, is deleted, isdeleted, email bounced date, emailbounceddate,
  email suppressions, stop time, stop status, removed on, removal reason
`),
  otherMatters: foldedList(`
  cancel date, cancelled at, canceled at, active_subscription, expiry, expiration date, plan, tier, lead status,
  marketing contact status, payment status, attendee status, complimentary_plan, soft_bounce, subscription type,
  subscription date, tax exempt, patron status, delinquent, unsub_campaign_id, unsub_campaign_title, clean_campaign_id,
  clean_campaign_title, activity, role, roles, user role, user roles, rolle
`),
};
