/** What the name of a column says about consent. */
import {
  ambiguousStatusNames,
  anyStatusNames,
  listNames,
  optInNames,
  optOutNames,
  otherMatters,
  statusNames,
} from './consent-names.ts';
import {
  consentStems,
  doubtfulStems,
  endingStems,
  isExplained,
  mailStems,
  newsletterStems,
  optOutStems,
  questionStems,
  subscriptionStems,
} from './consent-stems.ts';
import { negations } from './consent-words.ts';
import { fold } from './fold.ts';

export type HeaderSense =
  /** It says who must not be mailed. */
  | 'opt-out'
  /** It says who must not be mailed, if its values are yes and no, or dates. */
  | 'likely opt-out'
  /** Something has ended, or is blocked or deleted: perhaps the subscription. */
  | 'perhaps opt-out'
  /** Its name holds such a word, beside others: "Deleted scenes". */
  | 'remotely opt-out'
  /** It says who may be mailed. */
  | 'opt-in'
  /** It says who may be mailed, if its values are yes and no. */
  | 'likely opt-in'
  /** As "likely", but its name has other words, too: "Consent to photos". */
  | 'remotely opt-in'
  /** Yes and no, or the names of newsletters, or how often they come. */
  | 'newsletters'
  /** Yes and no, or the names of lists. */
  | 'lists'
  | 'status'
  /** A status of any kind. */
  | 'any status'
  /** A status, or part of a postal address. */
  | 'ambiguous status'
  /** About something else, such as an order. */
  | 'other matter'
  /** About text messages or calls, which says nothing about mail. */
  | 'other channel'
  | 'unknown';

const otherChannel =
  / (?:sms|text messages?|whats ?app|phone|mobile|push|fax|calls?|telegram|viber|telefon\p{L}*|téléphone|teléfono|telefono|post|postal|post mail|briefpost|телефон|смс) /u;
const machinery =
  / (?:url|link|token|hash|rate|score|soft|campaign|ip|sent|opens?|clicks?|opened|clicked|rating|source|quelle|abmeldelink|count|number of) /u;
const trade =
  / (?:payment|payments|paid|order|orders|invoice|shipping|delivery|fulfil\p{L}*|billing|patron|plan|tier|ticket|attendee|lead|deal|stripe|card|charge|rsvp|appointment|booking|reservation|project|task|bestell\p{L}*|zahlung\p{L}*|rechnung\p{L}*|liefer\p{L}*|versand\p{L}*|commande|paiement|pedido|pago|ordine|pagamento|bestelling|betaling|zamówieni\p{L}*|płatno\p{L}*|scenes?|favou?rite|заказ\p{L}*|оплат\p{L}*|замовлен\p{L}*) /u;

/** Judges a header. */
export function headerSense(header: string): HeaderSense {
  const name = fold(header);
  const words = spaced(header);
  if (otherMatters.has(name)) return 'other matter';
  return exactSense(name) ?? otherSense(name, words) ?? stemSense(name, words.trim().split(' '));
}

function exactSense(name: string): HeaderSense | undefined {
  if (optOutNames.has(name)) return 'opt-out';
  if (optInNames.has(name)) return 'opt-in';
  if (statusNames.has(name)) return 'status';
  if (listNames.has(name)) return 'lists';
  if (anyStatusNames.has(name)) return 'any status';
  return ambiguousStatusNames.has(name) ? 'ambiguous status' : undefined;
}

function otherSense(name: string, words: string): HeaderSense | undefined {
  const isAboutMail = [mailStems, newsletterStems].some(stems => stems.in(name) !== undefined);
  if (otherChannel.test(words) && !isAboutMail) return 'other channel';
  if (machinery.test(words)) return 'other matter';
  if (trade.test(words) && !isAboutMail && optOutStems.in(name) === undefined) return 'other matter';
  return undefined;
}

function stemSense(name: string, words: readonly string[]): HeaderSense {
  if (optOutStems.in(name) !== undefined || isDenied(words)) return 'opt-out';
  const doubtful = doubtfulStems.in(name);
  if (doubtful !== undefined) {
    if (!isExplained(words, doubtful)) return 'remotely opt-out';
    return endingStems.in(name) === undefined ? 'likely opt-out' : 'perhaps opt-out';
  }
  if (newsletterStems.in(name) !== undefined) return 'newsletters';
  const wanted = consentStems.in(name) ?? subscriptionStems.in(name);
  if (wanted !== undefined) return isExplained(words, wanted) ? 'likely opt-in' : 'remotely opt-in';
  if (questionStems.in(name) === undefined) return 'unknown';
  return mailStems.in(name) === undefined ? 'remotely opt-in' : 'likely opt-in';
}

/** Whether mail is denied: "No mail", "nicht angemeldet". */
function isDenied(tokens: readonly string[]): boolean {
  return tokens.some((token, i) => {
    if (!negations.has(fold(token)) || tokens[i + 1] === 'of') return false;
    const next = fold(tokens.slice(i + 1, i + 3).join(''));
    return [mailStems, newsletterStems, subscriptionStems, consentStems].some(
      stems => stems.in(next) !== undefined,
    );
  });
}

/** The words of a name in lower case, with a blank on either side; `camelCase` is two words. */
export function spaced(header: string): string {
  const divided = header.normalize('NFC').replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
  return ` ${divided
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()} `;
}
