/**
 * Stems of the words with which people and services say who may be mailed and who must not, in the languages of our
 * users. A name or a phrase is searched for them without case, accents, spaces and punctuation.
 */
import { fold, foldedList } from './fold.ts';

/** Stems by their first two letters, so that a text is searched once for all of them. */
export class Stems {
  readonly #byStart = new Map<string, string[]>();
  /** All of them, folded. */
  readonly all: readonly string[];

  /** @param list words separated by commas */
  constructor(list: string) {
    this.all = foldedList(list);
    for (const stem of this.all) {
      const start = stem.slice(0, 2);
      this.#byStart.set(start, [...(this.#byStart.get(start) ?? []), stem]);
    }
  }

  /** The first stem that a folded text holds. */
  in(folded: string): string | undefined {
    for (let at = 0; at < folded.length - 1; at++) {
      const stem = this.#byStart.get(folded.slice(at, at + 2))?.find(one => folded.startsWith(one, at));
      if (stem !== undefined) return stem;
    }
    return undefined;
  }
}

/** They say that somebody must not be mailed, wherever they stand. */
export const optOutStems = new Stems(`
  unsubscri, optout, optedout, optingout, opted me out, do not mail, do not email, do not contact, do not send,
  don't mail, don't email, don't contact, stop mail, hard bounce, bounced,
  bounce reason, bounce date, suppress, blacklist, blocklist, black list, block list, denylist, stoplist, signed off,
  sign off, signoff, spam complaint, marked as spam, spam report, reported spam, complained, nonsubscri,
  not subscri, email disabled, disabled email, emailblocked,
  abgemeld, abmeld, abbestell, ausgetragen, austragen, keine werbung, kein newsletter, keine newsletter, keine mail,
  keine email, nicht anschreiben, nicht kontaktieren, nicht mailen, werbesperre, mailsperre, sperrliste,
  werbewiderspruch, nicht mehr anschreiben,
  désinscri, désabon, ne pas contacter, ne pas envoyer, ne pas écrire, ne plus contacter, ne plus envoyer, liste noire,
  pas de newsletter,
  desuscri, desinscri, dar de baja, dado de baja, dada de baja, se dio de baja, lista negra, no enviar, no contactar,
  no molestar, cancelar suscripción, cancelada la suscripción, rebotad,
  disiscri, disiscriz, non contattare, non inviare, non scrivere, lista nera,
  descadastr, não enviar, não contatar, não contactar, não perturbe,
  uitgeschreven, uitschrijf, afgemeld, afmeld, niet mailen, niet contacteren, niet benaderen, geen mail, geen
  nieuwsbrief, zwarte lijst,
  wypisan, wypisał, wypisz, odsubskryb, wyrejestrow, zrezygnow, nie wysyłać, nie kontaktować, czarna lista,
  avregistrer, avanmäl, avprenumer, ingen reklam, kontakta ej, skicka ej, inte kontakta, svartlist,
  afmeld, frameld, frabed, ikke kontakt, send ikke, ikke send, ingen reklame, sortliste,
  avmeld, ikke kontakt, svarteliste,
  markkinointikielto, mainoskielto, ei uutiskirjettä, ei saa lähettää, älä lähetä, estolista, perunut tilauksen,
  tilaus peruttu, peruuttanut,
  odhlaš, odhlás, nezasílat, neposílat, nekontaktovat, odregistr, černá listina, blacklist,
  leiratkoz, ne küldj, nem kér, tiltólista, feketelista,
  dezabon, dezinscri, nu trimite, nu contacta, lista neagră,
  abonelikten, abonelik iptal, aboneliği iptal, listeden çık, gönderme, kara liste,
  отписа, отписк, отпиш, не отправлять, не писать, не слать, черный список, стоп-лист, отказ от рассылк,
  відписа, відписк, не надсилати, не писати, чорний список, відмова від розсилк,
  απεγγραφ, απεγγεγρ, κατάργηση εγγραφ, μην αποστ, μη στέλν, μαύρη λίστα, διαγραμμέν, διαγράφηκε, διαγραφή από,
  إلغاء الاشتراك, ألغى الاشتراك, إلغاء اشتراك, غير مشترك, القائمة السوداء, لا ترسل, عدم الإرسال,
  ביטול הרשמה, ביטול מנוי, ביטל הרשמה, הסיר את עצמו, הוסר מרשימ, הוסר מהרשימ, רשימה שחורה, לא לשלוח, לא לפנות,
  退订, 退訂, 取消订阅, 取消訂閱, 黑名单, 黑名單, 拒收, 不接收, 勿发, 勿發, 退信,
  配信停止, 購読解除, 購読停止, 登録解除, 退会, 配信不可, 配信拒否, 受信拒否, 送信不可, 送信停止, 配信解除, メール不要,
  ブラックリスト,
  수신거부, 수신 거부, 구독취소, 구독 취소, 구독해지, 구독 해지, 수신차단, 수신 차단, 블랙리스트, 발송제외
`);

/** They may say so, or be about something else: an order, a block of flats, a deleted scene. */
export const doubtfulStems = new Stems(`
  cancel, delete, deletion, blocked, removed, removal, spam, complain, bounce, disabled, invalid, undeliver,
  inactive, unreachable, objection, objected, revoked, withdrawn, quit, banned, archived, unwanted, churned,
  gesperrt, sperr, gekündigt, gekuendigt, kündig, kuendig, gelöscht, geloescht, storniert, widerspr, widerruf, inaktiv,
  unzustell, beschwer,
  bloqué, supprim, annul, plainte, résili, rejet, opposition, opposé, rebond, retiré,
  baja, bloquead, eliminad, borrad, queja, rechaz, rebote,
  cancell, bloccat, rimoss, eliminat, revoc, reclamo, rimbalz,
  excluíd, removid, reclama, bloquead,
  geblokkeerd, blokk, verwijder, opgezegd, geannuleerd, klacht, ingetrokken,
  zablok, usunięt, anulow, skarga, wycofan, rezygn, sprzeciw, odrzuc, wypis,
  spärr, blockera, borttag, raderad, uppsagd, avslutad, klagomål, studsa,
  blokeret, spærret, slettet, opsagt, klage, afvist,
  blokkert, sperret, oppsagt, avvist, reservert,
  peruut, poiste, poistunu, estett, valitus, kielt, eronnut,
  blokov, smazan, zrušen, odvolan, stížnost, odmítn,
  letilt, törölt, töröl, lemond, panasz, visszavon, visszapattan,
  blocat, șters, anulat, retras, reclamați, plânge, respins,
  iptal, engel, silin, şikayet, çıktı, ayrıldı,
  заблок, удален, отмен, отказ, жалоб, отозв,
  видален, скасов, відмов, скарг, відклик,
  αποκλει, διαγραφ, ακυρω, παράπον, μπλοκ, ανακλ,
  محظور, محذوف, ملغى, ملغي, شكوى, حذف, إلغاء, مرفوض,
  חסום, נמחק, בוטל, תלונה, הסרה, הוסר, ביטול,
  取消, 删除, 刪除, 屏蔽, 投诉, 投訴, 封锁, 封鎖,
  解除, 停止, 削除, ブロック, 苦情, キャンセル,
  차단, 삭제, 취소, 해지, 탈퇴, 반송, 불만
`);

/** Doubtful stems that usually end something that is paid for or ordered. */
export const endingStems = new Stems(`
  cancel, quit, churned, gekündigt, gekuendigt, kündig, kuendig, storniert, annul, résili, opgezegd, geannuleerd, anulow,
  uppsagd, avslutad, opsagt, oppsagt, zrušen, lemond, iptal, отмен, скасов, ακυρω, إلغاء, 取消, キャンセル, 취소
`);

/** Consent itself. */
export const consentStems = new Stems(`
  optin, optedin, consent, permission, gdpr, accepts email, accepts marketing, email marketing,
  einwillig, zustimmung, consentement, consentimiento, consenso, consentimento, autorización, toestemming, zgoda, zgody,
  samtyck, samtykke, suostumus, souhlas, hozzájárul, consimț, izin, onay, rıza, согласи, згода, συγκατάθ, συναίν,
  موافق, הסכמה, 同意, 동의
`);

/** Newsletters: the column may say yes and no, or name newsletters. */
export const newsletterStems = new Stems(`
  newsletter, nieuwsbrief, nyhetsbrev, nyhedsbrev, uutiskirje, hírlevel, hírlevél, biulety, bülten, infolettre, lettre
  d'info, boletín, boletim, bollettino, rundbrief, рассылк, розсилк, ενημερωτικό δελτίο, النشرة, ניוזלטר, דיוור, メルマガ,
  メールマガジン, 뉴스레터, 电子报, 電子報, zpravodaj, buletin
`);

/** Subscriptions: to a newsletter, or to something that is paid for. */
export const subscriptionStems = new Stems(`
  subscri, abonn, angemeldet, anmeldung, suscri, inscri, iscri, assin, aangemeld, aanmeld, inschrijv, ingeschreven,
  zapisan, subskry, prenumer, tilmeld, påmeld, tilaa, tilaus, přihláš, odběr, feliratkoz, abonat, abonar, abone,
  подписк, подписа, підписк, підписа, εγγραφ, εγγεγρ, συνδρομ, اشتراك, مشترك, הרשמה, רשום, מנוי, 订阅, 訂閱, 購読, 配信, 구독
`);

/** Questions whether somebody wants mail: "May we write to you?" */
export const questionStems = new Stems(`
  we email, email you, write to you, mail you, contact you, hear from us, keep me, keep you, send me, send you, receive,
  updates, stay in touch, email me, wants email, accepts email, accept mail, get news,
  ihnen schreiben, dir schreiben, kontaktieren, informieren, zusenden, erhalten, empfangen,
  vous écrire, recevoir, contacter, informé, recibir, escribir, acepta, contactar, enviarte, ricevere, scriver, accetta,
  inviar, receber, escrever, aceita, enviar, ontvang, mailen, benaderen, otrzymyw, wysyłać, pisać, skriva, skicka,
  mejla, sende dig, skrive, ønsker, modtage, motta, sende deg, lähettää, vastaanot, haluat, zasílat, posílat, dostávat,
  psát, küldhet, írhat, kér, primi, trimit, scrie, almak ister, gönder, yazab, получать, писать, отправлять, хотите,
  отримувати, писати, надсилати, бажаєте, λαμβάν, στέλν, γράψ, تلقي, استلام, مراسل, نرسل, לקבל, לשלוח, לכתוב, 接收, 发送,
  發送, 受け取, 受信, お送り, 받으, 수신, 보내
`);

/** Electronic mail and advertising, in a header. */
export const mailStems = new Stems(`
  mail, correo, courriel, posta, sähköposti, почт, пошт, メール, 邮件, 郵件, 이메일, البريد, דוא, marketing, werbung, reklam,
  e-post, epost, publicidad, pubblicit, promo
`);

/** What may stand beside a stem in a header without changing its meaning. */
const neutralWords = foldedList(`
  subscribers, subscriber, subscription, contacts, contact, customer, newsletters, newsletter, marketing, global, emails,
  email, mailing, mails, mail, status, state, reason, date, time, flag, user, member, person, list, from, been, have, has,
  was, did, all, the, yes, is, at, on, of, by, or, no,
  zeitpunkt, datum, grund, kontakt, vom, von, am, um, der, fecha, data, date, motivo, motif, raison, correo, correos,
  del, della, des, dal, de, da, do, du, la, le, el, dato, årsag, årsak, orsak, päivä, pvm, syy, dátum, dátuma, oka, tarihi,
  tarih, nedeni, дата, причина, рассылки, розсилки, ημερομηνία, تاريخ, سبب, תאריך, סיבה, מ, 日期, 时间, 時間, 日時, 日, 原因, 理由,
  일자, 일시, 사유, 일, 已, 被, 是否, 済み, 済, された, 여부
`);

const neutral = new Set(neutralWords);
/** Those that may be part of a compound: Kündigungs-datum. In Chinese, Japanese and Korean a word is short. */
const compounds = neutralWords
  .filter(word => word.length > 2 || !/^[\p{Script=Latin}\d]/u.test(word))
  .sort((a, b) => b.length - a.length);
/** Letters that an ending may have: Abmeld-ung. */
const longestEnding = 5;

/**
 * Whether a name is hardly more than a stem and words that do not change its meaning.
 *
 * @param words of the name, in lower case
 * @param stem one that the name holds
 */
export function isExplained(words: readonly string[], stem: string): boolean {
  const folded = words.map(fold);
  const isOneWord = folded.some(word => word.includes(stem));
  const relevant = isOneWord ? folded.filter(word => !neutral.has(word)) : [folded.join('')];
  let rest = relevant.map(word => word.replace(stem, ' ')).join(' ');
  for (const word of compounds) rest = rest.replaceAll(word, ' ');
  return fold(rest).length <= longestEnding;
}
