import { type FoldedText, foldedText } from '../rows/values/fold.ts';
import {
  advertisingStems,
  consentStems,
  doubtfulStems,
  endingStems,
  holds,
  isExplained,
  mailStems,
  newsletterStems,
  optOutStems,
  questionStems,
  subscriptionStems,
} from './stems.ts';
import {
  ambiguousStatusNames,
  anyStatusNames,
  listNames,
  negations,
  optInNames,
  optOutNames,
  otherMatters,
  statusNames,
} from './words.ts';

export type HeaderMeaning =
  | 'opt-out'
  /** Why the person must not be emailed. */
  | 'opt-out reason'
  /** Opt-out if its values are yes and no, or dates. */
  | 'likely opt-out'
  /** Something has ended, or is blocked or deleted: perhaps the subscription. */
  | 'perhaps opt-out'
  /** Such a word beside others: "Deleted scenes". */
  | 'remotely opt-out'
  | 'opt-in'
  /** Opt-in if its values are yes and no. */
  | 'likely opt-in'
  /** As "likely", but its name has other words, too: "Consent to photos". */
  | 'remotely opt-in'
  /** Mentions mail: with values yes and no, it is unclear which of them suppresses. */
  | 'mail'
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
  /** Text messages or calls. */
  | 'other channel'
  | 'unknown';

const otherChannel =
  / (?:sms|text messages?|whats ?app|phone|mobile|push|fax|calls?|telegram|viber|telefon[^ ]*|téléphone|teléfono|telefono|post|postal|post mail|briefpost|телефон|смс) /;
const machinery =
  / (?:url|link|token|hash|rate|score|soft|campaign|ip|sent|opens?|clicks?|opened|clicked|rating|source|quelle|abmeldelink|count|number of|languages?|lang|locale|sprache|langue|idioma|lingua|taal|språk|sprog|kieli|język|jazyk|nyelv|limba|dil|dili|язык|мова) /;
/** Above 0 it may mean that the address does not work, or that a mailbox was full for a day. */
const bounceCount =
  /^ (?:(?:e?mail|total|num|number of|count of) )*(?:bounces?|complaints?)(?: (?:count|number|total))? $/;
const trade =
  / (?:payment|payments|paid|order|orders|invoice|shipping|delivery|fulfil[^ ]*|billing|patron|plan|tier|ticket|attendee|lead|deal|stripe|card|charge|rsvp|appointment|booking|reservation|project|task|bestell[^ ]*|zahlung[^ ]*|rechnung[^ ]*|liefer[^ ]*|versand[^ ]*|commande|paiement|pedido|pago|ordine|pagamento|bestelling|betaling|zamówieni[^ ]*|płatno[^ ]*|scenes?|favou?rite|заказ[^ ]*|оплат[^ ]*|замовлен[^ ]*)s? /;

const postalAddress =
  / mailing (?:address|street|city|state|province|region|zip|postal|post|country|line|apt|suite)/;

/** Orders, payments, events. */
export const isAboutTrade = (words: string) => trade.test(words);

export function headerMeaning(header: string): HeaderMeaning {
  const words = spaced(header);
  const name = foldedText(words.split(' '));
  if (otherMatters.has(name.whole)) return 'other matter';
  return exactMeaning(name.whole) ?? otherMeaning(name, words) ?? stemMeaning(name, words);
}

function exactMeaning(name: string): HeaderMeaning | undefined {
  if (optOutNames.has(name)) return 'opt-out';
  if (optInNames.has(name)) return 'opt-in';
  if (statusNames.has(name)) return 'status';
  if (listNames.has(name)) return 'lists';
  if (anyStatusNames.has(name)) return 'any status';
  return ambiguousStatusNames.has(name) ? 'ambiguous status' : undefined;
}

function otherMeaning(name: FoldedText, words: string): HeaderMeaning | undefined {
  if (postalAddress.test(words)) return 'other matter';
  const isAboutMail = holds(name, mailStems, newsletterStems);
  if (otherChannel.test(words) && !isAboutMail) return 'other channel';
  if (bounceCount.test(words)) return 'perhaps opt-out';
  if (machinery.test(words)) return 'other matter';
  if (isAboutTrade(words) && !isAboutMail && !holds(name, optOutStems)) return 'other matter';
  return undefined;
}

const confirmation =
  / (?:(?:email|double)? ?(?:opt ?in|doi|confirm[^ ]*|verif[^ ]*|activat[^ ]*|bestätig[^ ]*|confirmad[^ ]*|confermat[^ ]*|potwierdz[^ ]*)) /;

/** Whether by its name a column holds the day of confirmation or opt-in. */
export function isAboutConfirmation(header: string): boolean {
  const words = spaced(header);
  return (
    confirmation.test(words) &&
    !otherChannel.test(words) &&
    !isAboutTrade(words) &&
    !/ (?:ip|code|token|url) /.test(words)
  );
}

/** Whole words that mean opt-out; as parts of other words they mean nothing. */
const shortForms = / (?:unsubs?|unsubbed|dnc|dne|dnm|opt ?outs?) | robinson $/;
const statusWord =
  / [^ ]*statu[st] | (?:état|estado|estatus|situação|stato|stav|tila|durumu?|állapota?|tilstand|stan|stare|starea|статус|состояние|стан|κατάσταση|حالة|الحالة|סטטוס|מצב) |状态|狀態|ステータス|状況|状態|상태/;
const reasonWord =
  /reason|grund|raison|motiv|reden|powód|powod|orsak|årsag|årsak|syy|důvod|\boka?\b|neden|причин|λόγος|سبب|סיבה|原因|理由|사유|comment/;
/** Whole names for having left something. */
const end =
  /^ (?:date |day )?(?:left|leaving|quit|stop|stopped|gone|exit|exited)(?: (?:date|day|on|at|time|flag))? $/;
const reasonOfEnd =
  /^ (?:reasons? (?:for )?(?:leaving|quitting|exit|stopping)|(?:leaving|exit|quit|stop) reason) $/;
/** Services whose names hold a word for mail. */
const mailServices = /mailchimp|mailerlite|mailjet|gmail|hotmail|mailgun/;

function stemMeaning(name: FoldedText, words: string): HeaderMeaning {
  if (holds(name, optOutStems) || shortForms.test(words)) {
    return reasonWord.test(words) ? 'opt-out reason' : 'opt-out';
  }
  if (reasonOfEnd.test(words)) return 'perhaps opt-out';
  if (end.test(words)) return 'remotely opt-out';
  const denial = denialOfMail(name.words);
  if (denial === 'plain') return 'opt-out';
  const doubtful = doubtfulStems.in(name);
  if (doubtful !== undefined) {
    if (!isExplained(name, doubtful)) return 'remotely opt-out';
    return holds(name, endingStems) ? 'perhaps opt-out' : 'likely opt-out';
  }
  return denial === 'remote' ? 'remotely opt-out' : wantedMeaning(name, words);
}

/** The meaning of a name without any word for the end of something. */
function wantedMeaning(name: FoldedText, words: string): HeaderMeaning {
  const isNewsletter = holds(name, newsletterStems);
  const wanted = consentStems.in(name) ?? subscriptionStems.in(name);
  const isMail = holds(name, mailStems);
  if (statusWord.test(words) && (isNewsletter || isMail || wanted !== undefined)) return 'status';
  if (isNewsletter) return 'newsletters';
  if (wanted !== undefined)
    return isExplained(name, wanted) || wanted.startsWith('opt') ? 'likely opt-in' : 'remotely opt-in';
  const isAdvertising = holds(name, advertisingStems);
  if (holds(name, questionStems)) return isMail || isAdvertising ? 'likely opt-in' : 'remotely opt-in';
  return (isMail || isAdvertising) && !mailServices.test(words) ? 'mail' : 'unknown';
}

/** They may stand between a negation and what it denies: "Do not allow bulk emails". */
const fillers = new Set(
  'allow allowed send receive want wants wish get bulk mass any more further our to'.split(' '),
);
/** Negations that may stand behind what they deny: "E-Mails nicht zulassen". */
const lateNegations = new Set(['nicht', 'niet', 'inte', 'ej', 'ikke', 'not']);

/**
 * Whether mail is denied: "No mail", "nicht angemeldet". Remote: "Does not take part in mailings", which cannot be
 * distinguished from "Non-profit newsletter".
 */
function denialOfMail(words: readonly string[]): 'plain' | 'remote' | undefined {
  let found: 'remote' | undefined;
  for (const [i, word] of words.entries()) {
    const rest = foldedText(words.slice(i + 1).filter(one => !fillers.has(one)));
    const [next = ''] = rest.words;
    if (!negations.has(word) || words[i + 1] === 'of') continue;
    if (lateNegations.has(word) && mailStems.in(foldedText(words.slice(0, i))) !== undefined)
      found = 'remote';
    for (const stems of [mailStems, advertisingStems, newsletterStems, subscriptionStems, consentStems]) {
      const stem = stems.in(rest);
      if (stem === undefined) continue;
      if (rest.whole.indexOf(stem) < next.length) return 'plain';
      found = 'remote';
    }
  }
  return found;
}

const isAscii = /^[\0-\x7f]*$/;

/** The words of a name in lower case, with a blank on either side; `camelCase` is two words. */
export function spaced(header: string): string {
  // Expressions for the letters of all alphabets take milliseconds to compile.
  const [border, others] = isAscii.test(header)
    ? [/([a-z])([A-Z])/g, /[^a-z\d]+/g]
    : [/(\p{Ll})(\p{Lu})/gu, /[^\p{L}\p{N}\p{M}]+/gu];
  const divided = header.normalize('NFC').replace(border, '$1 $2');
  const words = divided.toLowerCase().replace(others, ' ').trim();
  return ` ${words} `.replaceAll(/ e (?=mail|post)/g, ' e');
}
