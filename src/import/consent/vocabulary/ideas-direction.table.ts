/**
 * Words that say yes or no beside an idea, and words that change nothing. Whole words; with a `*`, beginnings of words.
 * From the same sources as the ideas.
 */
export default {
  wanted: `
  vuoi, vorresti, chcesz, chciał*, chcete, хотите, хотели, бажаєте, хочете, quieres, desea, voulez, souhaitez, möchtest, möchten sie, willst, wilt u, szeretné, ister misin*, må vi, får vi, saammeko, smíme, accept*, allow*, agree*, want*, wish*, wants, like, likes, please, may, can, yes, interested, permitted, permission, permit*, welcome, keep, okay to, ok to,
  möchte*, moechte*, will, wünsch*, gewünscht, darf, dürfen, duerfen, erlaub*, zulassen, zugelassen, gestatt*, akzept*, willig*, zustimm*, stimme zu, bitte, gerne, gern, freigabe, interess*,
  souhait*, veux, veut, accepte*, accepté*, autoris*, oui, désir*, consent*, d'accord,
  desea*, dese*, quier*, acept*, autoriz*, permit*, consient*, quiero, sí, si, deseja*, quero, quer, aceit*, pretend*, consint*, consent*, autorizo, vuole, vorre*, desider*, accett*, acconsent*, permett*, presto,
  wil, wilt, wens*, graag, akkoord, mag, toestaan, stem toe, chce, chcę, zgadzam się, wyrażam, wyraża, zezwal*, akceptuj*, proszę, chci, přej*, souhlasí*, přijm*, chcem, želám*, súhlasím,
  vill*, vill ha, önska*, godkänn*, tillåt*, samtyck*, tackar ja, gärna, ønsker*, vil, vil ha, vil gerne, accepter*, tillad*, tillat*, samtykk*, godta*, haluan*, halua*, saa, hyväksy*, sallitt*, sallii, suostu*,
  szeretné*, kér*, kérek, elfogad*, engedélyez*, beleegy*, hozzájárul*, dori*, doresc, accept*, vreau, isti*, ister*, istiyor*, kabul*, izin*, onay*, almak*, olur, evet,
  хочу, хочет, желаю, желает, соглас*, разреш*, принима*, можно, хочу отримувати, бажаю, бажає, погодж*, дозвол*, хоче, згоден, згодна, θέλ*, επιθυμ*, αποδέχ*, συμφων*, επιτρέπ*,
  أرغب, يرغب, ترغب, أوافق, يوافق, موافق*, نعم, أقبل, מעוניי*, רוצה, מסכים*, מסכימ*, מאשר*, אישור, 愿意, 願意, 希望, 希望する, 同意, 允许, 允許, 接受, 可, 要, 許可, 承諾, 희망, 동의, 허용, 원함`,
  declined: `
  oposici*, oposiç*, opposition*, opposizion*, opozic*, klage, klager, klagen, refus*, declin*, reject*, revok*, withdr*, withhold*, withheld, opted against, against, unwilling, object*, oppos*, exclud*, isexclud*, excluir, ablehn*, abgelehnt, verweiger*, widerruf*, widersproch*, widerspr*, unerwünscht, untersag*, gesperrt, ausgeschloss*,
  refusé*, rejet*, retir*, révoqu*, s'oppos*, exclu*, exclure, négat*, rechaz*, neg*, denega*, revoc*, retirad*, recus*, rejeit*, revog*, rifiut*, ritirat*, nega*, negato, revocat*, rifiuta,
  weiger*, geweiger*, ingetrokken, bezwaar, afgewezen, odmow*, odmaw*, odrzuc*, wycofa*, cofnię*, sprzeciw*, odmít*, odvol*, neudělen*, zamít*, avböj*, neka*, återkall*, avslå*, avslag, avslått, motsätt*, nægt*, afvis*, frabed*, afsl*, nekt*, trukket, trukket tilbake, trukket tilbage, tilbakekalt,
  kieltä*, kielletty, evätt*, peruut*, hylä*, elutasít*, visszavon*, megtagad*, tilt*, refuz*, respin*, retras*, reddet*, reddedildi, ret, geri çek*, отказ*, отклон*, отозва*, запре*, отвер*, відмов*, відхил*, відклик*, заборон*, αρνήθ*, αρνείται, άρνηση*, ανακάλ*, απορρ*, απόρριψ*,
  رفض*, يرفض, مرفوض, سحب, סירב*, מסרב*, דחה, ביטל, ביקש להסיר, 拒绝, 拒絕, 拒否, 辞退, 不同意, 除外, 排除, 거부, 거절, 철회,`,
  /** Jargon of the trade. */
  jargon: `dnc, dnm, npai, unsub, unsubs, unsubbed, optout, optouts`,
  negations: `
  not, no, non, never, without, don't, dont, doesn't, doesnt, didn't, won't, cannot, can't, isn't, do not, rather not, nicht, kein, keine, keinen, keinerlei, ohne, nie, niemals,
  pas, sans, plus, ne, aucun*, jamais, não, nao, sem, sin, senza, nessun*, niente, niet, geen, nooit, zonder, brak, bez, inte, ej, utan, aldrig, ingen, inga, inget, uden, uten, ikke, ei, älä, ilman, nem, ne, nincs, sem, soha,
  nu, fără, hayır, olmasın, istemi*, не, без, нет, никогда, ні, немає, ніколи, μη, μην, δεν, όχι, χωρίς, ποτέ, غير, لا, بدون, عدم, ليس, לא, ללא, אל, אין, בלי, 不, 没有, 沒有, 无, 無, 未, 勿, 别, 请勿, 請勿, 不要, ない, しない, 不要, 不可, 안함, 않음, 안, 미, nunca, jamais, nessuna, keiner`,
  /** Until then, or since then. */
  until: `until, bis, jusqu'au, jusqu'à, jusque, hasta, até, fino al, fino a, tot, tot en met, t m, t/m, do dnia, ważny do, ważne do, platný do, platná do, saakka, asti, expir*, end, ends, ended, ending, ende, enddatum, fin, fin de, fine, fim, slut, slutt, loppu*, konec, koniec, sfârșit, bitiş, конец, окончан*, кінець, λήξη*, λήγει, vége, 截止, 结束, 終了, 期限, 종료, 만료, valid to, valid until`,
  /** Words for the state of a subscription: on. */
  given: `
  active, enabled, confirmed, potrjen*, potvrđen*, potvrzen*, given, granted, valid, verified, ok, okay, aktiv*, erteilt, gegeben, bestätigt*, gültig, ja, actif*, active, donné*, confirmé*, validé*, activo, activa, otorgad*, concedid*, dado, dada, confirmad*, attiv*, concess*, dato, prestato, prestat*, rilasciat*, confermat*, ativ*,
  actief, gegeven, verleend, bevestigd, aktywn*, udzielon*, wyrażon*, potwierdzon*, aktivní, udělen*, potvrzen*, aktiv*, givet, givit, lämnat, gitt, avgitt, afgivet, bekräft*, bekreft*, bekræft*, annettu, voimassa, aktiivi*, vahvistet*, megadva, megadott, aktív, megerősít*, dat, activ, acordat*, confirmat*, verildi, aktif, etkin, onaylı,
  дано, получено, активн*, подтвержд*, надан*, підтвердж*, активний, ενεργ*, δόθηκε, επιβεβαι*, نشط, فعال, مؤكد, פעיל, ניתן, ניתנה, מאושר, 有效, 已同意, 开启, 有効, 済み, 済, 활성, 완료`,
  status: `
  status*, deliverability, state, stand, statut*, état, etat, estado*, estatus, stato, situação, situacao, stav, stan, tila, durum*, állapot*, tilstand, stare, starea, zustand, preference*, preferenc*, präferenz*, préférence*, option*, choice, wahl, setting*, flag,
  статус*, состояние, стан, κατάσταση*, حالة, الحالة, סטטוס, מצב, 状态, 狀態, ステータス, 状況, 状態, 상태, 여부, 是否, състояние, стање, stanje, stadiu, gjendje, gjendja, būsena, būklė, statuss, stāvoklis, olek, seisund, staða, ástand, toestand, egoera, estat, cyflwr, statws, സ്ഥിതി, stádas, hali, kalagayan, tình trạng, สถานะ, ສະຖານະ, स्थिति, অবস্থা, நிலை, స్థితి, ಸ್ಥಿತಿ, തത്സ്ഥിതി, තත්ත්වය, төлөв, күйі, holati, holat, vəziyyət, სტატუსი, მდგომარეობა, վիճակ, կարգավիճակ, ស្ថានភាព, အခြေအနေ, ሁኔታ, frequency, häufigkeit, fréquence, frecuencia, frequenza`,
  /** Remarks: texts of any kind, in which somebody may have noted a wish. */
  remark: `
  remark*, note, notes, comment*, memo, memos, bemerkung*, notiz*, anmerkung*, kommentar*, hinweis*, opmerking*, aantekening*, remarque*, commentaire*, observation*, observaci*, nota, notas, comentario*, observaç*, comentário*, obs, annotazion*, osservazion*, kommenti*, anmärkning*, anteckning*, merknad*, bemærkning*, huomautus*, huomio*, muistiinpano*, märkus*, märkmed, piezīm*, pastab*, uwag*, notatk*, poznámk*, opomb*, napomen*, напомен*, белешк*, забележк*, бележк*, примечани*, заметк*, комментари*, примітк*, коментар*, заўваг*, megjegyz*, observații, mențiuni, σχόλι*, παρατηρήσ*, notlar, açıklama*, qeyd*, izoh*, ескертпе*, тайлбар*, შენიშვნა*, դիտողություն*, նշում*, ملاحظ*, הערות, הערה, توضیحات, یادداشت*, تبصرہ, टिप्पणी*, মন্তব্য*, குறிப்பு*, గమనిక*, ಟಿಪ್ಪಣಿ*, കുറിപ്പ്, หมายเหตุ*, ghi chú, catatan, keterangan, 备注, 備註, 备考, 備考, メモ, 비고, 메모, maoni`,
  /** Text messages, calls and post; what else may be agreed to than mail. */
  channels: `
  profilazione, profiling, profilering, profilage, profilado, elaboración de perfiles, profilowan*, profilován*, profilozás, профилирован*, профілюван*, third part*, an dritte, à des tiers, a terceros, a terzi, aan derden,
  郵送, 宅配便, puhelin*, puhelim*, telefon*, teléfon*, téléphon*, telefoon*, simtal*, símtal*, tālrun*, τηλέφων*, τηλεφων*, телефон*, хэтлэлт*, هاتف, تلفن, טלפון, โทรศัพท์, điện thoại, telepon, simu, फ़ोन, फोन, ফোন, தொலைபேசி, 电话, 電話, 전화,
  sms, text, texts, text message*, whatsapp, whats app, phone*, mobile, push, fax*, call, calls, calling, telegram, viber, line, telefon*, téléphon*, teléfon*, telefon*, telemarketing, telephone, tel, postal, postale, postales, postaux, postali, postalisch*, post, by post, briefpost, brief, courrier postal, letter, print, телефон*, смс, звон*, 短信, 簡訊, 电话, 電話, 전화, 문자`,
} as const;
