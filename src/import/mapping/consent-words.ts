/** Whole values with which files say who may be emailed, in the languages of our users. */
import { foldedSet, Words } from '../values/fold.ts';

/** Status words of people who may be emailed. */
export const activeWords = new Words(`
  subscrib*, active, enabled, confirmed, opted in, opt in, optin, single opt-in, double opt-in, regular, premium,
  gifted,
  trialed, unpaid, churned, churning, past_due, paused, upcoming, cold, express, implied, explicit,
  granted, given, accepted, allowed, agreed, valid, consented, verified, deliverable, listed,
  abonn*, aktiv*, angemeld*, eingetragen*, bestätigt*, erteilt*, zugestimmt, eingewilligt, opt-in gesetzt,
  registriert*, freigegeben, freigeschaltet, gewünscht, einverstanden, eingeschaltet, bestellt,
  inscrit*, actif*, active*, activé*, confirmé*, accord*, accepté*, donné, autorisé*, opté pour, a opté pour,
  suscri*, alta, altas, dado de alta, dada de alta, se dio de alta, se dieron de alta, activo, activa, activad*,
  habilitad*,
  confirmad*, otorgad*, concedid*, aceptad*, autorizad*,
  iscritt*, attiv*, confermat*, concess*, accettat*, abilitat*, dato, rilasciat*,
  cadastrad*, ativ*, assinante*, aceito, aceite, subscrit*, ativad*,
  aangemeld*, ingeschreven, actief, actieve, geactiveerd*, bevestigd*, gegeven, geabonneerd*, verleend, geaccepteerd*,
  zapisan*, aktywn*, potwierdzon*, udzielon*, wyrażon*, włączon*, subskryb*, subskrybent*, wyrażam zgodę,
  prenumerera*, prenumerant*, registrerad*, anmäld*, bekräfta*, givet, godkänd*, lämnat,
  tilmeldt*, abonner*, bekræft*, konfirmer*, accepteret, afgivet,
  påmeldt*, gitt, bekreft*, aksepter*, avgitt,
  tilaaja, tilaajat, tilannut, tilattu, aktiivinen, vahvistettu, annettu, hyväksytty, liittynyt, käytössä,
  přihlášen*, přihlášeno k odběru, potvrzen*, povolen*, udělen*, odebírá, odběratel*,
  feliratkoz*, megerősített, megerősítve, engedélyezve, bekapcsolva, megadva, megadott, elfogadva,
  abonat*, activ, activat*, confirmat*, acordat*, înscris*,
  abone, aktif, etkin, etkinleştirildi, onaylı, onaylandı, doğrulanmış, doğrulandı, üye, üye olundu, üye oldu, var,
  verildi, kayıtlı,
  kabul, kabul etti,
  подписан*, подписал*, подписч*, активен, активн*, подтвержден*, включен*, дано, получено, разрешен*, вкл,
  підписан*, підписав*, підписник*, підтверджен*, увімкнен*, чинн*, надан*, дозволен*,
  εγγεγραμμέν*, ενεργός, ενεργή, ενεργό, ενεργοποιημέν*, επιβεβαιωμέν*, δόθηκε, συνδρομητ*,
  مشترك*, نشط*, فعال*, مؤكد*, موافق*, مقبول*, مفعل*, مسجل*,
  רשום*, נרשם*, פעיל*, מנוי*, מאושר*, מופעל*, מסכים*, הסכים*,
  已订阅, 已訂閱, 订阅, 訂閱, 订阅中, 訂閱中, 订阅者, 訂閱者, 活跃, 活躍, 有效, 正常, 已确认, 已確認, 同意, 已同意, 接收, 启用, 啟用, 已启用, 已啟用,
  选择加入, 選擇加入,
  購読中, 配信中, 登録済み, 登録済, 有効, 希望, 希望する, 同意する, 確認済み, 登録中, 配信可, 購読, 購読済み, 購読者, 加入済み, 加入中, 加入,
  オプトイン,
  구독중, 구독 중, 구독, 구독됨, 구독자, 활성, 활성화, 활성화됨, 동의, 동의함, 수신, 수신동의, 정상, 확인됨, 희망, 가입, 가입됨
`);

/** Status words of people who have not confirmed yet. */
export const unconfirmedWords = new Words(`
  pending, unconfirmed, unactivated, awaiting confirmation, needs approval, not confirmed, unverified, not verified,
  not yet confirmed, awaiting approval, waiting for confirmation,
  unbestätigt*, nicht bestätigt, ausstehend, wartend, bestätigung ausstehend, en attente, non confirmé*,
  pendiente*, no confirmad*,
  sin confirmar, in attesa, non confermat*, pendente*, não confirmad*, in afwachting, onbevestigd*, niet bevestigd,
  oczekuj*,
  niepotwierdzon*, väntande, obekräftad*, afventer, ubekræftet, venter, ubekreftet, odottaa, vahvistamaton,
  vahvistamatta, čeká,
  nepotvrzen*, függőben, megerősítetlen, nem megerősített, nincs megerősítve, în așteptare, neconfirmat*,
  beklemede, onaylanmadı,
  onay bekliyor, doğrulanmadı, ожидает, не подтвержден*, неподтвержден*, очікує, не підтверджен*, непідтверджен*,
  εκκρεμεί,
  μη επιβεβαιωμένος, ανεπιβεβαίωτ*, قيد الانتظار, غير مؤكد, غير مؤكدة, ממתין, לא אושר, לא מאושר, 待确认, 待確認, 未确认,
  未確認, 保留, 仮登録,
  대기, 대기중, 미확인
`);

/** What means yes where something is asked about consent, besides the words for yes. */
export const agreedWords = foldedSet(`
  ok, okay, sure, jawohl, gerne, sì, sí, a, k, i, d, 有, 可, 确定, 確定, ein, aan, på, til, be, вкл
`);

/** What means no there, or that there is nothing: consent that is refused or withdrawn, too. */
export const declinedWords = foldedSet(`
  never, null, none, nil, n/a, nan, nope, nothing,
  refused, declined, denied, withdrawn, revoked, rejected, not given, not granted, objected, unwanted,
  keine, kein, keiner, niemals, verweigert, abgelehnt, widerrufen, nicht erteilt, widersprochen, nicht gewünscht, aus,
  aucun, aucune, jamais, refusé, refusée, retiré, révoqué, rien, ninguno, ninguna, nunca, nada, rechazado,
  denegado, revocado,
  retirado, nessuno, nessuna, niente, mai, negato, rifiutato, revocato, ritirato, nao, nenhum, nenhuma, negado,
  recusado, revogado,
  geen, nooit, geweigerd, ingetrokken, niets, uit, brak, żaden, nigdy, odmowa, wycofana, wycofano, cofnięta,
  odwołana, nic,
  ingen, aldrig, nekat, återkallat, nekad, av, aldri, afslået, trukket tilbage, trukket, tilbagekaldt, avslått,
  fra, ei
  mitään, ei koskaan, kielletty, evätty, žádný, nikdy, odmítnut, odvolán, odvolaný, neudělen, nincs, soha, semmi,
  ki, elutasítva,
  visszavonva, visszavont, niciunul, niciodată, nimic, refuzat, retras, respins, yok, asla, hiçbir zaman,
  reddedildi, geri çekildi,
  никогда, ничего, отказано, отказ, отозвано, выкл, немає, ніколи, нічого, відмовлено, відкликана, відкликано,
  вимкнено, κανένα, ποτέ,
  τίποτα, αρνήθηκε, ανακλήθηκε, لا شيء, أبدا, لا أبدا, مرفوض, שום דבר, אין, ללא, לעולם לא, סירב, בוטלה, 无, 無, 没有,
  沒有, 从不, 從不,
  拒绝, 拒絕, 不同意, 不需要, 不要, 否定, 关, 關, なし, 無し, 不可, 希望しない, 同意しない, 拒否, 없음, 거부, 거절, 미동의, 동의안함,
  원하지않음
`);

/** What stands before a word of consent to deny it. */
export const negations = foldedSet(`
  not, non, no, never, without, nicht, kein, keine, keinen, ohne, pas, sans, não, sem, sin, senza, niet, geen, nie,
  brak, bez, inte, ej,
  utan, uden, uten, zonder, ikke, ei, ilman, ne, nem, nincs, nu, fără, hayır, не, без, нет, ні, μη, δεν, χωρίς,
  غير, لا, بدون, عدم, לא, ללא,
  אל, 不, 没有, 沒有, 无
`);

/** How often mail comes. */
export const frequencyWords = new Words(`
  daily, weekly, monthly, quarterly, yearly, annually, hourly, biweekly, fortnightly, immediate, immediately,
  instant, instantly,
  once a day, once a week, once a month, every day, every week, every month, digest, daily digest, weekly digest,
  real time, occasionally,
  täglich*, wöchentlich*, monatlich*, vierteljährlich*, jährlich*, sofort, quotidien*, hebdomadaire*, mensuel*,
  trimestriel*, immédiat*,
  diari*, semanal*, mensual*, trimestral*, giornalier*, quotidian*, settimanal*, mensil*, diári*, mensal*,
  dagelijks*, wekelijks*,
  maandelijks*, codzienni*, dzienni*, tygodniow*, miesięczn*, co tydzień, co miesiąc, daglig*, dagligen,
  varje vecka, veckovis, månadsvis,
  ugentlig*, månedlig*, ukentlig*, päivittäin, viikoittain, kuukausittain, denně, týdně, měsíčně, naponta, hetente,
  havonta, zilnic*,
  săptămânal*, lunar, günlük, haftalık, aylık, ежедневно, еженедельно, ежемесячно, щодня, щотижня, щомісяця,
  καθημεριν*, ημερήσι*,
  εβδομαδιαί*, μηνιαί*, يومي*, أسبوعي*, شهري*, יומי*, שבועי*, חודשי*, 每天, 每日, 每周, 每週, 每月, 毎日, 毎週, 毎月, 週刊, 月刊, 매일,
  매주, 매월
`);

/** The domain that Substack gives to people who asked to be deleted. */
export const deletionRequestDomain = '@deletion-request.substack.com';
