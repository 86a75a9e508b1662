import { normalizedNames } from './header-names.ts';

/** Words with which files say who must not be mailed, normalized. */

/** Names of columns with a status word for each person. */
export const statusNames = normalizedNames(`
  status, subscription status, subscriber status, email status, email permission status, contact status,
  subscriber_type, email subscription status, email marketing status, marketing status, opt-in status,
  member status, statut, estado, stato, subscription state, list status, email subscriber status,
  abonnement status
`);

/** Names that mean consent only when the values do: "state" may be part of a postal address. */
export const ambiguousStatusNames = normalizedNames(`
  state, type, subscription, subscriber, confirmed
`);

/** Names that mean an opt-in only when the values are yes and no: the column may hold the name of a newsletter. */
export const ambiguousOptInNames = normalizedNames(`
  newsletter, newsletters, newsletter yes/no, newsletter y/n, newsletter ja/nein, newsletter j/n,
  newsletter oui/non, newsletter sí/no, newsletter opt in, newsletter subscription, newsletter
  subscriber, newsletter subscribed, newsletter signup, newsletter sign-up, newsletter abonniert,
  newsletter-abo, newsletter abonnement, newsletter-anmeldung, newsletter angemeldet, newsletter
  erwünscht, newsletter-empfänger, newsletter empfangen, receive newsletter, receives newsletter,
  wants newsletter, subscribe, subscribe to newsletter, mailing list, mailingliste, email list,
  receive emails, receives emails, email marketing, e-mail-marketing, marketing, marketing emails,
  marketing opt in, permission, einwilligung, werbeeinwilligung, infolettre, lettre d'information, boletín,
  nieuwsbrief, nyhetsbrev, nyhedsbrev, uutiskirje, biuletyn
`);

/** Names of columns that say who may be mailed. */
export const optInNames = normalizedNames(`
  accepts email marketing, accepts marketing, opted in, opt in, optin, subscribed, is subscribed,
  subscribed_to_emails, email marketing consent, email consent, marketing consent, email opt in,
  email_opt_in, accepts emails, newsletter consent, consent, is active, active, enabled, email enabled,
  abonniert
`);

/** Names of columns that say who must not be mailed. */
export const optOutNames = normalizedNames(`
  unsubscribed, unsub, unsubscribed_at, unsubscribed at, unsubscribe date, unsub_time,
  unsubscription_date, unsubscribed on, date unsubscribed, unsubscribed date, unsubscribed from all
  email, email_disabled, opted out, opt out, optout, email opt out, email_opt_out, opted out at, do not
  email, do not contact, donotemail, deleted_at, deleted, clean_time, bounced, bounced_at, hard_bounce,
  hard bounced, email hard bounce reason, complained, spam, blocked, blocklisted, blacklisted,
  email_blacklisted, suppressed, abgemeldet, désabonné, void status
`);

/** Status words of people who may be mailed. */
export const activeWords = normalizedNames(`
  subscribed, active, enabled, confirmed, opted in, opt in, optin, regular, yes, true, 1, y, premium,
  gifted, trialed, unpaid, churned, churning, past_due, paused, upcoming, cold, express, implied,
  subscriber, abonniert, aktiv, abonné, actif, suscrito, activo, iscritto, attivo
`);

/** Status words of people who have not confirmed yet. */
export const unconfirmedWords = normalizedNames(`
  pending, unconfirmed, unactivated, awaiting confirmation, needs approval, not confirmed, unverified
`);

/** Status words of people who must not be mailed. */
export const suppressedWords = normalizedNames(`
  unsubscribed, inactive, cleaned, bounced, complained, spam, deleted, removed, blocked, blocklisted,
  blacklisted, disabled, cancelled, canceled, undeliverable, suppressed, opted out, opt out, archived,
  non-subscribed, nonsubscribed, transactional, invalid, junk, banned, abgemeldet, désabonné, inaktiv,
  no, false, 0, n, never, not subscribed, unsubscribe, hard bounced, hard bounce, complaint, nein, non,
  nee, nej, nie, não, falsch, faux, falso, off
`);

/** What means yes in an opt-in column. */
export const yesWords = new Set([
  ...activeWords,
  ...normalizedNames('x, on, t, j, ja, oui, o, si, sí, sim, tak, wahr, vrai, verdadero, vero, ✓, ✔'),
]);

/** What means no in an opt-out column; at the end, what some databases write when there is no date. */
export const notOptedOutWords = normalizedNames(`
  , no, false, 0, n, f, off, never, null, none, nil, n/a, -, nein, non, nee, nej,
  nie, não, falsch, faux, falso, 0.0, 0000-00-00, 0000-00-00
  00:00:00
`);

/** The domain that Substack gives to people who asked to be deleted. */
export const deletionRequestDomain = '@deletion-request.substack.com';
