/** Whole values with which files say who may be mailed, folded, in the languages of our users. */
import { foldedSet } from './fold.ts';

/** Status words of people who may be mailed. */
export const activeWords = foldedSet(`
  subscribed, active, enabled, confirmed, opted in, opt in, optin, single opt-in, double opt-in, regular, premium, gifted,
  trialed, unpaid, churned, churning, past_due, paused, upcoming, cold, express, implied, explicit, subscriber, subscribes,
  granted, given, accepted, allowed, agreed, consented, verified, deliverable, subscribe,
  abonniert, aktiv, angemeldet, eingetragen, bestätigt, erteilt, zugestimmt, eingewilligt, abonnent, abonnentin, bestellt,
  registriert, freigegeben, gewünscht, einverstanden,
  abonné, abonnée, inscrit, inscrite, actif, active, confirmé, confirmée, accordé, accepté, donné, autorisé,
  suscrito, suscrita, alta, dado de alta, activo, activa, confirmado, confirmada, otorgado, concedido, aceptado, suscriptor,
  iscritto, iscritta, attivo, attiva, confermato, concesso, accettato, dato, rilasciato,
  inscrito, inscrita, cadastrado, ativo, ativa, assinante, aceito, aceite, autorizado, subscrito,
  aangemeld, ingeschreven, actief, bevestigd, gegeven, geabonneerd, verleend, geaccepteerd, abonnee,
  zapisany, zapisana, aktywny, aktywna, potwierdzony, udzielona, wyrażona, subskrybent, subskrybuje, wyrażam zgodę,
  prenumererar, prenumerant, registrerad, anmäld, bekräftad, givet, godkänd, lämnat, aktiverad,
  tilmeldt, bekræftet, accepteret, afgivet, abonnerer,
  påmeldt, gitt, bekreftet, akseptert, avgitt,
  tilaaja, tilannut, aktiivinen, vahvistettu, annettu, hyväksytty, liittynyt,
  přihlášen, přihlášený, přihlášena, aktivní, potvrzen, potvrzený, udělen, odebírá, odběratel,
  feliratkozott, aktív, megerősített, megadva, megadott, feliratkozva, elfogadva,
  abonat, abonată, activ, confirmat, acordat, înscris,
  abone, aktif, onaylı, onaylandı, var, verildi, kayıtlı, kabul,
  подписан, подписана, подписался, подписалась, активен, активный, подтвержден, дано, получено, подписчик, разрешено,
  підписаний, підписана, підписався, активний, підтверджено, надана, надано, підписник, дозволено,
  εγγεγραμμένος, εγγεγραμμένη, ενεργός, ενεργή, επιβεβαιωμένος, δόθηκε, συνδρομητής,
  مشترك, نشط, فعال, مؤكد, موافق, مقبول, مفعل,
  רשום, רשומה, פעיל, מנוי, מאושר, מסכים, הסכים,
  已订阅, 已訂閱, 订阅, 订阅中, 活跃, 有效, 正常, 已确认, 同意, 已同意, 接收, 启用,
  購読中, 配信中, 登録済み, 登録済, 有効, 希望, 希望する, 同意する, 同意, 確認済み, 登録中, 配信可, 購読,
  구독중, 구독 중, 구독, 활성, 동의, 동의함, 수신, 수신동의, 정상, 확인됨, 희망
`);

/** Status words of people who have not confirmed yet. */
export const unconfirmedWords = foldedSet(`
  pending, unconfirmed, unactivated, awaiting confirmation, needs approval, not confirmed, unverified, not verified,
  not yet confirmed, awaiting approval,
  unbestätigt, nicht bestätigt, ausstehend, wartend, en attente, non confirmé, pendiente, no confirmado, sin confirmar,
  in attesa, non confermato, pendente, não confirmado, in afwachting, onbevestigd, niet bevestigd, oczekujący, oczekuje,
  niepotwierdzony, väntande, obekräftad, afventer, ubekræftet, venter, ubekreftet, odottaa, vahvistamaton, čeká,
  nepotvrzen, nepotvrzený, függőben, megerősítetlen, nem megerősített, în așteptare, neconfirmat, beklemede, onaylanmadı,
  onay bekliyor, ожидает, не подтвержден, не подтверждён, очікує, не підтверджений, εκκρεμεί, μη επιβεβαιωμένος, قيد الانتظار,
  غير مؤكد, ממתין, לא אושר, 待确认, 未确认, 未確認, 保留, 仮登録, 대기, 대기중, 미확인
`);

/** Status words of people who must not be mailed, whatever the column. */
export const optedOutWords = foldedSet(`
  unsub, unsubs, unsubbed, cleaned, hard bounced, hard bounce, hardbounced, spam complaint, spam reported, spam_reported,
  optout, opt out, opted out, non-subscribed, nonsubscribed, never subscribed, not subscribed, not opted in,
  nepřihlášen, neabonat, abone değil, 未订阅, 未訂閱, 未購読, 미구독, ausgetragen, odhlášen, odhlášený, odjava
`);

/** Words of people who must not be mailed, in a column about consent. Elsewhere they may say something else. */
export const suppressedWords = foldedSet(`
  inactive, bounced, complained, spam, deleted, removed, blocked, disabled, cancelled, canceled, undeliverable,
  archived, transactional, invalid, junk, banned, complaint, temporary hold, hold, expired, stopped, unreachable, bounce,
  inaktiv, gelöscht, gesperrt, gekündigt, blockiert, entfernt, ungültig, unzustellbar, abgelaufen,
  inactif, supprimé, bloqué, annulé, résilié, désactivé, invalide, inactivo, eliminado, bloqueado, cancelado, cancelada, baja,
  desactivado, inválido, inattivo, cancellato, bloccato, rimosso, eliminato, disattivato, inativo, removido, excluído,
  desativado, inactief, verwijderd, geblokkeerd, opgezegd, nieaktywny, usunięty, zablokowany, anulowany, inaktiverad,
  raderad, spärrad, blockerad, uppsagd, inaktiv, slettet, blokeret, spærret, opsagt, blokkert, sperret, oppsagt, poistunut,
  poistettu, estetty, peruttu, peruutettu, ei-aktiivinen, neaktivní, smazán, smazaný, zablokován, zrušen, inaktív, törölt,
  letiltott, letiltva, lemondott, inactiv, șters, blocat, anulat, pasif, silindi, engellendi, iptal, iptal edildi, неактивен,
  неактивный, удален, удалён, заблокирован, отменен, неактивний, видалений, заблокований, скасовано, ανενεργός, διαγράφηκε,
  αποκλεισμένος, ακυρώθηκε, غير نشط, محذوف, محظور, ملغى, ملغي, לא פעיל, נמחק, חסום, הוסר, בוטל, 无效, 已删除, 已屏蔽, 已取消, 停用,
  無効, 削除済み, 停止中, 停止, 解除済み, 解除, 비활성, 삭제됨, 삭제, 차단됨, 차단, 해지, 탈퇴, 취소
`);

/** What means yes. */
export const yesWords = foldedSet(`
  yes, true, 1, y, x, on, t, j, ok, okay, sure, ja, jawohl, gerne, wahr, oui, o, vrai, si, sí, sì, s, verdadero, vero, sim, verdadeiro,
  waar, tak, prawda, jo, sant, sand, kyllä, joo, k, tosi, ano, a, pravda, igen, i, igaz, da, adevărat, evet, e, doğru,
  да, д, истина, так, істина, ναι, αληθές, نعم, صح, כן, אמת, 是, 是的, 有, 真, 对, はい, 可, 真, 예, 네, 참, checked
`);

/** What means no, or that there is nothing: consent that is refused or withdrawn, too. */
export const noWords = foldedSet(`
  no, false, 0, n, f, off, never, null, none, nil, n/a, nan, nope, unchecked,
  refused, declined, denied, withdrawn, revoked, rejected, not given, not granted, objected, unwanted,
  nein, falsch, keine, kein, keiner, niemals, nie, verweigert, abgelehnt, widerrufen, nicht erteilt, widersprochen, nicht gewünscht,
  non, faux, aucun, aucune, jamais, refusé, retiré, révoqué, falso, ninguno, ninguna, nunca, rechazado, denegado, revocado,
  retirado, nessuno, nessuna, mai, negato, rifiutato, revocato, ritirato, não, nao, nenhum, nenhuma, negado, recusado, revogado, nee,
  onwaar, geen, nooit, geweigerd, ingetrokken, fałsz, brak, żaden, nigdy, odmowa, wycofana, wycofano, cofnięta, odwołana, nej, falskt,
  ingen, aldrig, nekat, återkallat, nekad, falsk, aldri, afslået, trukket tilbage, trukket, tilbagekaldt, avslått, nei, ei, epätosi, ei
  mitään, kielletty, evätty, ne, nepravda, žádný, nikdy, odmítnut, odvolán, odvolaný, neudělen, nem, hamis, nincs, soha, elutasítva,
  visszavonva, visszavont, nu, fals, niciunul, niciodată, refuzat, retras, respins, hayır, h, yanlış, yok, asla, reddedildi, geri çekildi,
  нет, ложь, никогда, отказано, отказ, отозвано, ні, хибність, немає, ніколи, відмовлено, відкликана, відкликано, όχι, ψευδές, κανένα, ποτέ,
  αρνήθηκε, ανακλήθηκε, لا, خطأ, لا شيء, أبدا, مرفوض, לא, שקר, אין, לעולם לא, סירב, בוטלה, 否, 不, 假, 无, 無, 没有, 从不, 拒绝, 拒絕, 不同意,
  不需要, 不要, いいえ, 偽, なし, 不可, 不要, 希望しない, 同意しない, 拒否, 아니오, 아니요, 거짓, 없음, 거부, 거절, 미동의, 동의안함, 원하지않음
`);

/** What stands before a word of consent to deny it. */
export const negations = foldedSet(`
  not, non, no, never, nicht, kein, keine, pas, não, niet, geen, nie, brak, inte, ej, ikke, ei, ne, nem, nu, hayır, не, нет, ні, μη, δεν,
  غير, لا, לא
`);

/** Words of columns called "status" that are about something other than consent. */
export const otherStatusWords = foldedSet(`
  shipped, delivered, paid, open, closed, new, completed, complete, processing, refunded, fulfilled, unfulfilled, draft, sent,
  returned, lead, customer, prospect, qualified, unqualified, student, guest, single, married, employed, retired, vip, gold,
  silver, bronze, free, done, in progress, todo, won, lost, attending, not attending, checked in, on hold, backordered,
  versandt, geliefert, bezahlt, offen, geschlossen, neu, kunde, interessent, expédié, livré, payé, client, enviado, entregado,
  pagado, cliente, spedito, consegnato, pagato, verzonden, geleverd, betaald, klant
`);

/** The domain that Substack gives to people who asked to be deleted. */
export const deletionRequestDomain = '@deletion-request.substack.com';
