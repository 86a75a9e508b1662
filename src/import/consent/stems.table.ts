import { foldedList } from '../rows/values/folded-lists.ts';

/** Stems, folded. */
export interface StemList {
  readonly all: readonly string[];
  /** Those that may also be read as a word before another: "de suscripción", "des abonnés". */
  readonly mayBeTwoWords: readonly string[];
  /** Those that are parts of many other words, too, and count only at the start of one: Hungarian "kér", not "speaker". */
  readonly atWordStart: readonly string[];
}

/** @param list words separated by commas, with a `^` where they count only at the start of a word */
function stemList(list: string): StemList {
  const isLikeTwo = (stem: string) => /^d[eéi][^ ]+$/.test(stem.trim());
  const some = (is: (stem: string) => boolean) => foldedList(list.split(',').filter(is).join(','));
  return {
    all: foldedList(list),
    mayBeTwoWords: some(isLikeTwo),
    atWordStart: some(stem => stem.trim().startsWith('^')),
  };
}

const neutralWords = foldedList(`
  subscribers, subscriber, subscription, contacts, contact, customer, buyer, purchaser, recipient, attendee,
  client, reader, guest, donor, newsletters, newsletter, marketing, promotional, promotions, given, granted, global,
  emails,
  email, mailing, mails, mail, status, state, reason, date, time, flag, user, member, person, list, from, been,
  have, has,
  was, did, all, the, yes, is, at, on, of, by, or, no,
  zeitpunkt, datum, grund, kontakt, vom, von, am, um, der, fecha, data, date, motivo, motif, raison, correo, correos,
  del, della, des, dal, de, da, do, du, la, le, el, dato, årsag, årsak, orsak, päivä, pvm, syy, dátum, dátuma, oka,
  tarihi,
  tarih, nedeni, дата, причина, рассылки, розсилки, ημερομηνία, تاريخ, سبب, תאריך, סיבה, מ, 日期, 时间, 時間, 日時, 日, 原因, 理由,
  일자, 일시, 사유, 일, 已, 被, 是否, 済み, 済, された, 여부, gesetzt, seg, har, é, è, état, lista, liste, listen, seznam,
  λίστα, قائمة, 목록, 名单, 名單, リスト, bırakıldı, adresse, adresi, adresa, adres, address, dirección, indirizzo, endereço, er, está
`);

export default {
  optOutStems: stemList(`
  unsubscri, optout, optedout, optingout, opted me out, do not mail, do not email, do not contact, do not send,
  no marketing, no promotion, don't mail, don't email, don't contact, stop mail, stop pub, stop marketing,
  stop newsletter, stop sending, hard bounce, bounced,
  bounce reason, bounce date, suppress, blacklist, blocklist, black list, block list, denylist, stoplist, signed off,
  sign off, signoff, spam complaint, marked as spam, spam report, reported spam, complained, nonsubscri,
  not subscri, email disabled, disabled email, emailblocked, emails blocked, blocked email, nomail, noemail,
  nonewsletter, no newsletter,
  no longer subscri, to be removed, off the list, off our list, off your list, off this list, off mailing list,
  off list, removed from list, removed from the list, remove me, take me off, stop email, stopemail,
  spamtrap, spam trap, bad email, bad address, dead email, dead address, email is bad,
  ohne newsletter, sans newsletter, sin newsletter, senza newsletter, sem newsletter, without newsletter,
  zonder nieuwsbrief,
  unsub date, unsub time, unsub reason, unsub at, date unsub, is unsub, global unsub,
  abgemeld, abmeld, abbestell, ausgetragen, austrag, keine werbung, kein newsletter, keine newsletter, keine mail,
  keine email, nicht anschreiben, nicht kontaktieren, nicht mailen, werbesperre, mailsperre, sperrliste,
  werbewiderspruch, nicht mehr anschreiben,
  désinscri, désabon, ne pas contacter, ne pas envoyer, ne pas écrire, ne plus contacter, ne plus envoyer,
  liste noire,
  pas de newsletter, noncourriel, pas d'email, pas de mail, pas de courriel,
  desuscri, desinscr, dar de baja, darse de baja, dado de baja, dada de baja, dados de baja, dio de baja,
  dieron de baja, dieró de baja,
  causó baja, solicitó la baja, lista negra, sin correo, no enviar, no contactar,
  no molestar, cancelar suscripción, cancelada la suscripción, rebotad,
  disiscri, disiscriz, non contattare, non inviare, non scrivere, lista nera, niente email, niente newsletter,
  descadastr, sem email, recusa email, não enviar, não contatar, não contactar, não perturbe,
  uitgeschreven, uitschrij, afgemeld, afmeld, niet mailen, niet contacteren, niet benaderen, geen mail, geen email,
  geen nieuwsbrief,
  niet emailen,  zwarte lijst,
  wypisan, wypisał, wypisz, wypisać, odsubskryb, wyrejestrow, zrezygnow, nie wysyłać, nie kontaktować, czarna lista,
  avregistrer, avanmäl, stoppa epost, stoppa e-postbrev, avprenumer, ingen reklam, kontakta ej, skicka ej,
  inte kontakta, svartlist,
  afmeld, frameld, frabed, stop e-mail, udmeldt, ikke kontakt, send ikke, ikke send, ingen reklame, sortliste,
  avmeld, meld av, meld meg av, meld meg ut, utmeldt, stopp epost, svarteliste,
  markkinointikielto, mainoskielto, ei uutiskirjettä, ei saa lähettää, eroa postituslist, eronnut postituslist,
  poistu postituslist, postituslistalta ero, postituslistalta poist, älä lähetä, estolista, perunut tilauksen,
  tilaus peruttu, peruuttanut,
  odhlaš, odhlás, nezasílat, neposílat, nekontaktovat, odregistr, černá listina, blacklist,
  leiratkoz, ne küldj, nincs levél, nem kér, tiltólista, feketelista,
  dezabon, dezinscri, fără mail, fără email, nu trimite, nu contacta, lista neagră,
  abonelikten, abonelik iptal, aboneliği iptal, listeden çık, gönderme, kara liste, üyelikten, üyeliği sonlan,
  üyelik bitir, e-posta istemiyor, eposta istemiyor, bülten istemiyor, abonelik istemiyor,
  отписа, отписк, отпиш, не отправлять, не писать, не слать, черный список, черном списке, удалить подписк,
  стоп-лист, отказ от рассылк,
  відписа, відписк, не надсилати, не писати, чорний список, чорному списку, припинити підписк, відмова від розсилк,
  απεγγραφ, απεγγεγρ, κατάργηση εγγραφ, μην αποστ, μη στέλν, μαύρη λίστα, διαγραμμέν, διαγράφηκε, διαγραφή από,
  χωρίς mail, χωρίς email,
  إلغاء الاشتراك, ألغى الاشتراك, إلغاء اشتراك, غير مشترك, القائمة السوداء, لا ترسل, عدم الإرسال, عدم إرسال,
  الغاء الاشتراك, بدون بريد,
  ביטול הרשמה, ביטול מנוי, ביטל הרשמה, הסיר את עצמו, הוסר מרשימ, הוסר מהרשימ, רשימה שחורה, לא לשלוח, לא לפנות,
  ביטול רישום, ללא דואר, הסר מנוי, הפסק את ההרשמה,
  退订, 退訂, 不收信, 没有邮件, 沒有郵件, 不再接收, 取消订阅, 取消訂閱, 黑名单, 黑名單, 拒收, 不接收, 勿发, 勿發, 退信,
  配信停止, オプトアウト, 登録を解除, 登録を取り消, 登録取消, 登録抹消, 購読を解除, 配信を停止, 購読解除, 購読停止, 登録解除, 退会, 配信不可, 配信拒否, 受信拒否, 送信不可, 送信停止, 配信解除,
  メール不要,
  ブラックリスト, ブロックリスト,
  수신거부, 수신 거부, 구독 중지, 수신 중지, 받지 않음, 구독취소, 구독 취소, 구독해지, 구독 해지, 수신차단, 수신 차단, 블랙리스트, 발송제외
`),
  doubtfulStems: stemList(`
  cancel, delete, deletion, blocked, removed, removal, spam, complain, bounce, disabled, invalid, undeliver,
  inactive, unreachable, objection, objected, revoked, withdrawn, banned, archived, unwanted, churned,
  exclude, exclusion, leavers, former member, former subscri, ehemalig, peruttu, perutut,
  suspend, suspens, deceased, passed away, verstorben, décédé, fallecid, decedut, falecid, overleden, zmarł, avliden,
  avlidna, afdød, avdød, kuollut, zemřel, elhunyt, decedat, vefat, умерш, помер, αποβίω, 死亡, 사망, date left, left on,
  exit date, date de sortie, date d'arrêt, datum uit,
  does not want, doesn't want, möchte kein, möchte nicht, ne souhaite pas, ne veut pas, no quiere, no desea,
  non desidera, non vuole, não deseja, não quer, wil geen, wil niet, nie chce, vill inte, ønsker ikke, ei halua,
  nechce, nem szeretne, nu dorește,
  не хочет, не желает, не бажає, δεν επιθυμεί, لا يرغب, לא מעוניין, 希望しません, 원하지 않,
  gesperrt, sperr, gekündigt, gekuendigt, kündig, kuendig, gelöscht, geloescht, storniert, widerspr, widerruf,
  inaktiv,
  unzustell, nicht zustellbar, zurückgewiesen, beschwer, deaktivier, blockier, ausgeschl, ausgetret, austritt, rückläufer,
  bloqué, supprim, ^annul, plainte, résili, rejet, opposition, opposé, rebond, retiré, désactiv, renvoy,
  ^baja, bloquead, eliminad, borrad, ^queja, rechaz, rebot, devuelt, inhabilit, desactiv, exclui,
  cancell, blocca, rimoss, respint, disattiv, disabilitat, recesso, eliminat, revoc, reclamo, rimbalz,
  excluíd, removid, reclama, bloque, ^recus, ^devol, desativ, rejei,
  geblokkeerd, blokk, verwijder, opgezegd, geannuleerd, klacht, ingetrokken, opzeg, uitgezet, uitgeschak, geweig,
  onbestel,
  zablok, usunięt, usunięci, anulow, skarga, wycofan, rezygn, sprzeciw, odrzuc, wypis, reklamac, wyłącz, odbic, odmow,
  spärr, blockera, borttag, raderad, uppsagd, avslutad, klagomål, ^studs, avbryt, avbrut, bortval, valt bort,
  stoppa, avböj,
  blokeret, spærret, slettet, opsagt, ^klage, afvis, fravalg, udmeld, blokering,
  blokkert, sperret, oppsagt, avvis, avslå, reservert, reservasjon,
  peruut, poiste, poistunu, estett, valitus, kielt, eronnut, ^eroa, irtisan, palautun,
  blokov, smazan, zrušen, odvolan, stížnost, odmítn, zrušit, zakáz, vyřaz, nedoruč,
  letilt, törölt, töröl, lemond, panasz, visszavon, visszapattan, tiltás, kikapcsol, elutasít, visszautas,
  blocat, ^șters, anulat, retras, reclamați, plânge, respins, blocăr, renunț, dezactiv,
  iptal, engell, silin, şikayet, çıktı, ayrıl, sonlandır, devre dışı, istemiyor, geri dön, ^pasif,
  заблок, блокир, удален, отмен, отказ, жалоб, отозв, возврат, исключ,
  видален, скасов, відмов, скарг, відклик, блокув, відхил, вилуч, повернен,
  αποκλει, διαγραφ, ακυρω, παράπον, μπλοκ, ανακλ, εξαίρεσ, διαμαρτυρ, παραδοτε, απενεργ, απόρρι,
  محظور, محذوف, ملغى, ملغي, شكوى, حذف, إلغاء, مرفوض, انسحاب, انسحب, حظر, ارتد, معطل,
  חסום, נמחק, בוטל, תלונה, הסרה, הסר, הוסר, ביטול, חסימ, הפסק,
  取消, 删除, 刪除, 屏蔽, 投诉, 投訴, 封锁, 封鎖, 排除, 退回, 弹回, 反弹, 拒绝, 拒絕, 禁用, 停用,
  解除, 停止, 削除, ブロック, 苦情, キャンセル, クレーム, バウンス, 拒否, 取り消, 不達,
  차단, 삭제, 취소, 해지, 탈퇴, 반송, 불만, 컴플레인, 바운스, 거부, 거절, 중지, 정지
`),
  endingStems: stemList(`
  cancel, churned, gekündigt, gekuendigt, kündig, kuendig, storniert, ^annul, résili, opgezegd, geannuleerd,
  anulow,
  uppsagd, avslutad, opsagt, oppsagt, zrušen, lemond, iptal, отмен, скасов, ακυρω, إلغاء, 取消, キャンセル, 취소
`),
  consentStems: stemList(`
  optin, optedin, opt-in, オプトイン, autorisation, autorizz, autoryz, lopd, markkinointilupa, consent, permission, gdpr,
  rgpd, dsgvo, lgpd, accepts email, accepts marketing, email marketing,
  einwillig, zustimmung, consentement, consentimiento, consenso, consentimento, autorización, toestemming, zgoda,
  zgody,
  samtyck, samtykke, suostumus, souhlas, hozzájárul, consimț, ^izin, ^onay, ^rıza, согласи, згода, συγκατάθ, συναίν,
  موافق, הסכמה, 同意, 동의
`),
  newsletterStems: stemList(`
  newsletter, verteiler, mailing list, mailingliste, liste de diffusion, verzendlijst, utskick, rozesíl, nieuwsbrief,
  nyhetsbrev, nyhedsbrev, uutiskirje, hírlevel, hírlevél, biulety, bülten, infolettre, lettre
  d'info, boletín, boletim, bollettino, rundbrief, рассыл, розсил, ενημερωτικό δελτίο, النشرة, ניוזלטר, דיוור, メルマガ,
  メールマガジン, 뉴스레터, 电子报, 電子報, zpravodaj, buletin, ידיעון, 電郵通訊, ニュースレター, mailing preference, email preference,
  mail preference,
  subscription preference, communication preference, contact preference, marketing preference, email frequency,
  mail frequency,
  newsletter frequency, email digest, mailings
`),
  subscriptionStems: stemList(`
  subscri, abonn, abonare, サブスクリプション, 加入, הירשם, נרשם, üyelik, üye ol, üyeliğ, angemeldet, anmeldung, suscri,
  inscri, inscre, ^iscri, ^assin, aangemeld, aanmeld, inschrijv, ingeschreven,
  zapisan, zapisz, subskry, prenumer, anmäld, anmälan, anmäl, tilmeld, påmeld, meld på, tilaa, liity, liittyn,
  tilaus, přihláš, odběr, odebír, feliratkoz, abonat, abonar, abone,
  подписк, подписа, підписк, підписа, εγγραφ, εγγεγρ, συνδρομ, اشتراك, مشترك, הרשמה, רשום, מנוי, 订阅, 訂閱, 購読, 配信, 구독
`),
  questionStems: stemList(`
  we email, email you, write to you, mail you, contact you, hear from us, keep me, keep you, send me, send you,
  receive,
  updates, notif, special offer, datenschutz, privacy, privacidad, confidentialité, angebote, offres, ofertas,
  stay in touch, email me, wants email, accepts email, accept mail, get news,
  ihnen schreiben, dir schreiben, kontaktieren, informieren, zusenden, erhalten, empfangen,
  vous écrire, recevoir, contacter, informé, recibir, escribir, acepta, contactar, enviarte, ricevere, scriver,
  accetta,
  inviar, receber, escrever, aceita, enviar, ontvang, mailen, benaderen, otrzymyw, wysyłać, pisać, skriva, skicka,
  mejla, sende dig, skrive, ønsker, modtage, ^motta, sende deg, lähettää, vastaanot, haluat, zasílat, posílat,
  dostávat,
  ^psát, küldhet, írhat, ^kér, ^primi, trimit, ^scrie, almak ister, gönder, yazab, получать, писать, отправлять, хотите,
  отримувати, писати, надсилати, бажаєте, λαμβάν, στέλν, γράψ, تلقي, استلام, مراسل, نرسل, לקבל, לשלוח, לכתוב, 接收, 发送,
  發送, 受け取, 受信, お送り, 받으, 수신, 보내
`),
  mailStems: stemList(`
  mail, correo, courriel, posta, sähköposti, почт, пошт, メール, 邮件, 郵件, 이메일, البريد, דוא, e-post, epost, eposta, e-posta,
  postituslist, ηλεκτρονικ, 信件, 메일, דואר
`),
  advertisingStems: stemList(`
  marketing, werbung, reklam, publicidad, pubblicit, promotion, promoc, promozion, reclame, publicité, реклам, διαφημ, إعلان,
  פרסום, 广告, 廣告, 広告, 광고
`),
  neutralWords,
  /** Those that may be part of a compound: Kündigungs-datum. In Chinese, Japanese and Korean a word is short. */
  compounds: neutralWords
    .filter(word => word.length > 2 || !/^[\p{Script=Latin}\d]/u.test(word))
    .sort((a, b) => b.length - a.length),
};
