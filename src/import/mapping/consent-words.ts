import { normalizeName } from './header-names.ts';

/** Words by which files say who must not be mailed, in comparable form. */

const words = (text: string) => new Set(text.split(',').map(normalizeName));

export const statusNames = words(`
  status, subscription status, subscriber status, email status, email permission status, contact status,
  subscriber_type, email subscription status, email marketing status, marketing status, opt-in status,
  member status, statut, estado, stato, subscription state, list status, email subscriber status,
  abonnement status
`);

/** A column of this name is about consent only if its words are: it may be the state somebody lives in. */
export const ambiguousStatusNames = words(`
  state, type, subscription, subscriber, confirmed
`);

/** Columns of these names say who wants to be mailed only if they say yes and no: they may name the newsletter. */
export const ambiguousOptInNames = words(`
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

export const optInNames = words(`
  accepts email marketing, accepts marketing, opted in, opt in, optin, subscribed, is subscribed,
  subscribed_to_emails, email marketing consent, email consent, marketing consent, email opt in,
  email_opt_in, accepts emails, newsletter consent, consent, is active, active, enabled, email enabled,
  abonniert
`);

export const optOutNames = words(`
  unsubscribed, unsub, unsubscribed_at, unsubscribed at, unsubscribe date, unsub_time,
  unsubscription_date, unsubscribed on, date unsubscribed, unsubscribed date, unsubscribed from all
  email, email_disabled, opted out, opt out, optout, email opt out, email_opt_out, opted out at, do not
  email, do not contact, donotemail, deleted_at, deleted, clean_time, bounced, bounced_at, hard_bounce,
  hard bounced, email hard bounce reason, complained, spam, blocked, blocklisted, blacklisted,
  email_blacklisted, suppressed, abgemeldet, désabonné, void status
`);

export const activeWords = words(`
  subscribed, active, enabled, confirmed, opted in, opt in, optin, regular, yes, true, 1, y, premium,
  gifted, trialed, unpaid, churned, churning, past_due, paused, upcoming, cold, express, implied,
  subscriber, abonniert, aktiv, abonné, actif, suscrito, activo, iscritto, attivo
`);

export const unconfirmedWords = words(`
  pending, unconfirmed, unactivated, awaiting confirmation, needs approval, not confirmed, unverified
`);

export const suppressedWords = words(`
  unsubscribed, inactive, cleaned, bounced, complained, spam, deleted, removed, blocked, blocklisted,
  blacklisted, disabled, cancelled, canceled, undeliverable, suppressed, opted out, opt out, archived,
  non-subscribed, nonsubscribed, transactional, invalid, junk, banned, abgemeldet, désabonné, inaktiv,
  no, false, 0, n, never, not subscribed, unsubscribe, hard bounced, hard bounce, complaint, nein, non,
  nee, nej, nie, não, falsch, faux, falso, off
`);

export const yesWords = new Set([
  ...activeWords,
  ...words('x, on, t, j, ja, oui, o, si, sí, sim, tak, wahr, vrai, verdadero, vero, ✓, ✔'),
]);

/** What means no in a column that says who opted out; at the end, what some databases write for no date. */
export const notOptedOutWords = words(`
  , no, false, 0, n, f, off, never, null, none, nil, n/a, -, nein, non, nee, nej,
  nie, não, falsch, faux, falso, 0.0, 0000-00-00, 0000-00-00
  00:00:00
`);

/** Where Substack sends the mail of people who asked to be deleted. */
export const deletionRequestDomain = '@deletion-request.substack.com';
