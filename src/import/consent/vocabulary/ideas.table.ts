/**
 * What words stand for, in the languages with most users. Collected from exports of mailing services, the interfaces of EspoCRM,
 * listmonk, Mailtrain, Mailman and vtiger, and dictionaries. How an entry is written: `lexicon.table.ts`.
 * In order: where two entries are equally long, the first counts.
 */
export default {
  /** Certain: they are said of mail alone. */
  unsubscribed: `
  reason for leaving the list, reason for leaving our list, leaving the list, leaving our list, leaving the mailing list, asked us to stop, told us to stop, asks us to stop, wants us to stop, demandé d'arrêter, demandé l'arrêt, gebeten aufzuhören, pidió parar, pidió que par, chiesto di smettere, gevraagd te stoppen, pediu para parar, prosił o spokój, prosiła o spokój, not to be chased, not be chased, not to be bothered, not be bothered, stop chasing, stop bothering, ne plus être relanc, ne pas être relanc, ne plus être sollicit, ne pas être sollicit, ne plus être dérang, ne pas être dérang, nicht mehr belästig, nicht mehr behellig, no ser molestad, no volver a molestar, non essere disturbat, non disturbare, não ser incomodad, niet meer lastig, keine post von uns, keine post mehr, no post from us, no mail from us, geen post van ons, geen post meer, ingen post från oss, ingen post fra, opted me out, do not mail, do not email, do not contact, do not send,
  no marketing, no promotion, don't mail, don't email, don't contact, stop mail, stop pub, stop marketing,
  stop newsletter, stop sending, bounce, rebond, rimbalz, バウンス, 바운스, hard bounce, bounced, bounce reason, bounce date, suppress,
  black list, block list, denylist, stoplist, spam complaint, marked as spam, spam report,
  reported spam, complained, nonsubscri, not subscri, email disabled, disabled email, emailblocked,
  emails blocked, blocked email, nomail, noemail, no newsletter, no longer subscri, off the list,
  off our list, off your list, off this list, off mailing list, removed from list, removed from the list,
  remove me, take me off, stop email, spam trap, bad email, bad address, dead email,
  dead address, email is bad, ohne newsletter, sans newsletter, sin newsletter, senza newsletter, sem newsletter,
  without newsletter, zonder nieuwsbrief, unsub date, unsub time, unsub reason, unsub at, date unsub, is unsub,
  global unsub, abbestell, keine werbung, kein newsletter, keine newsletter, keine mail, keine email,
  nicht anschreiben, nicht kontaktieren, nicht werbesperre, mailsperre, sperrliste, werbewiderspruch,
  nicht mehr anschreiben, désinscri, désabon, ne pas contacter, ne pas envoyer, ne pas écrire, ne plus contacter, ne pas sollicit, ne plus sollicit,
  ne plus envoyer, liste noire, pas de newsletter, noncourriel, pas d'email, pas de courriel,
  desuscri, desinscr, lista negra, sin correo, no enviar, no contactar, no molestar, cancelar suscripción,
  cancelada la suscripción, rebotad, disiscri, disiscriz, non contattare, non inviare, non scrivere, lista nera,
  niente email, niente newsletter, descadastr, sem email, recusa email, não enviar, não contatar, não contactar,
  não perturbe, niet niet contacteren, niet benaderen, geen mail, geen email, geen nieuwsbrief,
  niet emailen, zwarte lijst, nie wysyłać, nie kontaktować, czarna lista, stoppa epost,
  stoppa e-postbrev, avprenumer, ingen reklam, kontakta ej, skicka ej, inte kontakta, svartlist,
  ikke kontakt, send ikke, ikke send, ingen reklame, sortliste, stopp epost, svarteliste, markkinointikielto,
  mainoskielto, ei uutiskirjettä, ei saa lähettää, eroa postituslist, eronnut postituslist, poistu postituslist,
  postituslistalta ero, postituslistalta poist, älä lähetä, estolista, perunut tilauksen, tilaus peruttu,
  peruuttanut, nezasílat, neposílat, nekontaktovat, černá listina, leiratkoz, ne küldj, nincs levél,
  tiltólista, feketelista, dezabon, dezinscri, fără mail, fără email, nu trimite, nu contacta,
  lista neagră, abonelikten, abonelik iptal, aboneliği iptal, listeden çık, gönderme, kara liste,
  e-posta istemiyor, bülten istemiyor, abonelik istemiyor, отписа, отписк, отпиш,
  не отправлять, не писать, не слать, черный список, черном списке, удалить подписк, стоп-лист, отказ от рассылк,
  відписа, відписк, не надсилати, не писати, чорний список, чорному списку, припинити підписк,
  відмова від розсилк, απεγγραφ, απεγγεγρ, κατάργηση εγγραφ, μην αποστ, μη στέλν, μαύρη λίστα, χωρίς mail,
  χωρίς email, إلغاء الاشتراك, ألغى الاشتراك, إلغاء اشتراك, غير مشترك, القائمة السوداء, لا ترسل, عدم الإرسال,
  عدم إرسال, بدون بريد, ביטול מנוי, הסיר את עצמו, הוסר מרשימ, הוסר מהרשימ, רשימה שחורה, לא לשלוח,
  לא לפנות, ללא דואר, הסר מנוי, הפסק את ההרשמה, 退订, 退訂, 不收信, 没有邮件, 沒有郵件, 不再接收, 取消订阅, 取消訂閱, 黑名单, 黑名單, 拒收, 不接收, 勿发,
  勿發, 退信, 配信停止, オプトアウト, 購読を解除, 配信を停止, 購読解除, 購読停止, 配信不可, 配信拒否, 受信拒否, 送信不可, 送信停止, 配信解除, メール不要, ブラックリスト, ブロックリスト,
  수신 거부, 구독 중지, 수신 중지, 받지 않음, 구독 취소, 구독 해지, 수신 차단, 블랙리스트, 발송제외,
  abonelikten çık, abonelikten ayrıl, הוסר מרשימת התפוצה, הוסר מרשימת תפוצה, bounces, opt out, opted out, opting out, opts out, un subscri, no thanks newsletter, ne plus écrire, ne plus recevoir, fjern fra liste, leave me alone, stop writing, lista robinson, odsubskryb, 不要发, 不再发送, zustellfehler, sendefehler, send error, sending fail, send fail, échec d'envoi, ошибка отправки, 送信エラー, 发送失败, 發送失敗, 발송 실패`,
  /** The person has died. */
  deceased: `
  deceased, passed away, verstorben, décédé, fallecid, decedut, falecid, overleden, zmarł, avliden, avlidna, afdød, avdød, kuollut, zemřel, elhunyt, decedat, vefat, умерш, помер, αποβίω, 死亡, 사망`,
  /** Jargon of the trade. */
  jargon: `dnc, dnm, npai, unsub, unsubs, unsubbed, optout, optouts`,
  /** Somebody left a list: of a newsletter, a course, a club. */
  left: `
  signed off, sign off, to be removed, off list, abgemeld, abmeld, ausgetragen, austrag, dar de baja,
  darse de baja, dado de baja, dada de baja, dados de baja, dio de baja, dieron de baja, dieró de baja,
  causó baja, solicitó la baja, uitgeschreven, uitschrij, afgemeld, wypisan, wypisał, wypisz, wypisać,
  wyrejestrow, zrezygnow, avregistrer, avanmäl, afmeld, frameld, frabed, udmeldt, avmeld, meld av, meld meg av,
  meld meg ut, utmeldt, odhlaš, odhlašov, odregistr, üyelikten, üyelikten ayrıl, üyelikten çık, üyeliği sonlan, üyelik bitir, διαγραμμέν,
  διαγράφηκε, διαγραφή από, ביטול הרשמה, ביטל הרשמה, ביטול רישום, 登録を解除, 登録を取り消, 登録取消, 登録抹消, 登録解除, 退会,  ausgetret, austritt,
  please remove, please delete, bitte löschen, bitte entfernen, merci de supprimer, à supprimer, da cancellare, da eliminare, do usunięcia, 削除希望, skal slettes,
  trat aus, deuse de baixa, deregister, unregister, meldt av, meldt fra, meldt ut, meldt seg av, meldt seg ut, meldte seg av`,
  newsletter: `
  hear from us, von uns hören, van ons horen, høre fra os, høre fra oss, hör av oss, höra av oss, recevoir de nos nouvelles, le escribimos, te escribimos, os escribimos, les escribimos, le scriviamo, ti scriviamo, vi scriviamo, vous écrivons, lhe escrevemos, schreiben wir, newsletter, envío de mail, envío de e-mail, envío de correo, verteiler, berichtenlijst, mailing list, mailingliste, liste de diffusion, verzendlijst, utskick, rozesíl,
  nieuwsbrief, nyhetsbrev, nyhedsbrev, uutiskirje, hírlevel, biulety, bülten, infolettre,
  lettre d'info, lettre d'information, boletín, boletim, bollettino, rundbrief, рассыл, розсил, ενημερωτικό δελτίο, النشرة, ניוזלטר,
  דיוור, メルマガ, メールマガジン, 뉴스레터, 电子报, 電子報, zpravodaj, buletin, ידיעון, 電郵通訊, ニュースレター, mailing preference,
  email preference, mail preference, subscription preference, communication preference, contact preference,
  marketing preference, email frequency, mail frequency, newsletter frequency, email digest, mailing,
  תפוצה, رسالة إخبارية, bulk mail, mass mail, massen e mail, massenmail, serienmail, e mailing, aussendung, notiziario, e-zine,
  nyhetsutskick, rundmail, circulaire, odber noviniek, obchodních sdělení, masový, hromadn, infopost, werbepost, rundpost, kundenpost, vereinspost, elternpost, postitus, postituks, envío de informac, envío de comunicaciones, envío de notic, envío de noved, envío de public, envío de promo, envío de comunic, envío de ofert, envío información, envío publicidad, envio de novid, invio di informaz, invio di notiz, invio di novità, invio di pubblic, invio di promo, invio di comunic, invio di offert, invio di materiale, invio informazioni, invio notizie, invio comunicazioni, invio materiale, envoi d'inform, envoi d'actual, envoi de nouvel, envoi de public, envoi de promo, envoi de commun, envoi d'offre, notify by email, notify by mail, notify via email`,
  consent: `
  opt-in, オプトイン, autorisation, autorizz, autorizzazion, autoryz, lopd, markkinointilupa, consent, gdpr, rgpd,
  dsgvo, lgpd, legal basis, rechtsgrundlage, base légale, base jurídica, base giuridica, einwillig, zustimmung, consentement, consentimiento, consenso, consentimento, autorización,
  zgoda, zgody, samtyck, samtykke, suostumus, souhlas, hozzájárul, consimț, consimțământ, ^izin, ^onay, ^rıza,
  согласи, згода, συγκατάθ, συναίν, موافق, הסכמה, 同意, 동의,
  opted in, opting in, einverständnis, toestemming, ^iys, autorizaci, soglasje, rodo, kvkk`,
  subscription: `
  abonament, keep me posted, keep me informed, keep me updated, keep me up to date, subscri, subscription, suscripci, abonnement, abonnemang, abbonament, abonn, abos, abokünd, abonare, サブスクリプション, suscri, subskry, prenumer, prenumeration, tilaa, tilaus, odběr, odebír, feliratkoz,
  abonat, abonar, abone, подписк, подписа, підписк, підписа, συνδρομ, اشتراك, مشترك, מנוי, 订阅, 訂閱, 購読, 구독`,
  advertising: `
  marketing, werbung, reklam, publicidad, pubblicit, promotion, promoc, promozion, reclame, publicité, реклам,
  διαφημ, إعلان, פרסום, 广告, 廣告, 広告, 광고,
  werbe, advert, promozional, promotional, promotionnel, publicitair, comercial, markkinointi, mainos, markedsfør, marknadsför, markeds,
  hirdetés, pazarlama, tanıtım, promovare, publicitate, publicidade, предложени, 营销, 營銷, 行銷, 推广, 推廣, 宣伝, 販促, 홍보, 마케팅, تسويق, שיווק, marketingow, mktg, mktng, mkting, mrktg`,
  mail: `
  електронна адрес, електронної адрес, электронный адрес, электронного адрес, elektronická adres, adres elektroniczn, elektronisk adresse, elektronische adresse, adresse électronique, dirección electrónica, indirizzo elettronico, endereço eletr, elektronik adres,
  mail, correo, courriel, posta, sähköposti, почт, пошт, メール, 邮件, 郵件, 이메일, البريد, דוא, e-post,
  e-posta, postituslist, ηλεκτρονικ, 信件, 메일, דואר, correio, post electronic, poczt, sähköpost, e-bost, ゆうびん, 邮箱, 信箱, 電郵, 电邮`,
  /** Whether somebody agrees to how data are kept, which is not yet a wish to get mail. */
  privacy: `datenschutz, privacy, privacidad, confidentialit, ochrona danych, tietosuoja, adatkezel, gizlilik, конфиденциал, персональн, 隐私, 隱私, プライバシ, 個人情報, 개인정보`,
  /** Until then, or since then. */
  until: `until, bis, jusqu'au, jusqu'à, jusque, hasta, até, fino al, fino a, tot, tot en met, t m, do dnia, ważny do, ważne do, platný do, platná do, saakka, asti, expir*, expire*, до, end, ends, ended, ending, ende, enddatum, fin, fin de, fine, fim, slut, slutt, loppu*, konec, koniec, sfârșit, bitiş, конец, окончан*, кінець, λήξη*, λήγει, vége, 截止, 结束, 終了, 期限, 종료, 만료, valid to, valid until`,
  contact: `
  contactar, contattar, kontaktier, kontaktow, kontaktov, kontaktovať, contacteren, kontaktere, kontaktera, contactarl, contactart, contattarl, contattart, contattarv, kontaktieren, contact, kontakt, contatt, contato, yhteydenotto, yhteystieto, yhteyttä, контакт, επικοινων, اتصال, תקשר, ליצור קשר, 联系, 聯絡, 連絡, 연락,
  ansprach, in touch, reach you, iletişim, kapcsolat`,
  /** Text messages, calls and post; what else may be agreed to than mail. */
  channel: `
  profilazione, profiling, profilering, profilage, profilado, elaboración de perfiles, profilowan*, profilován*, profilozás, профилирован*, профілюван*, third part*, partner offer*, partnerangebot*, offres partenaires, offres de nos partenaires, an dritte, à des tiers, a terceros, a terzi, aan derden,
  郵送, 宅配便, puhelin*, puhelim*, telefoon*, simtal*, tālrun*, τηλέφων*, хэтлэлт*, هاتف, تلفن, טלפון, โทรศัพท์, điện thoại, telepon, simu, फ़ोन, ফোন, தொலைபேசி,
  sms, text, texts, text message*, whats app, phone*, mobile, push, fax*, call, calls, calling, telegram, viber, line, téléphon*, telefon*, telemarketing, telephone, tel, postal, postale, postales, postaux, postali, postalisch*, post, by post, briefpost, brief, courrier postal, letter, print, телефон*, смс, звон*, 短信, 簡訊, 电话, 電話, 전화, 문자`,
  /** What else is consented to. */
  matter: `
  pet, pets, image*, photo*, photograph*, picture*, video*, foto*, bild*, imagen, immagin*, imagem, obraz*, wizerun*, kuva*, zdjęc*, фото*, snímk*, billed*, bilete, bilde*, l'image, droit à l'image, media, school trip, trip, treatment, medical, swim*, excursion, sepa, lastschrift, direct debit, cookie*, terms, agb, conditions, tac, data processing, wycieczk*, ausflug*, fotografering, fotograf*, uscita, uscite, saída, saídas, salida, salidas, sortie, sorties, wyjści*, outing*, ausgang, schoolreis*, schooluitstap*, uitstap*, gita, gite, passeio*, visita de estudo*, utflykt*, udflugt*, utflukt*, retki*, retke*, výlet*, kirándul*, excursi*, gezi*, экскурси*, екскурсі*, εκδρομ*, samodzieln*, powrót, powrot*, alleine, heimweg, nach hause, nachhause, zelfstandig*, naar huis, home alone, walk home, leave site, leave school, leave the school, leaving site, leaving school, go home, parental*, parentale*, responsabilité parentale, opérer, opération*, surgery, operation, autonoma, autonomo, from religion, transport*, transporte*, trasporto, beförder*, dowóz, rides, pick up, pickup, abhol*, ophal*, recogid*, ritiro figli*, hämtning, afhentning, henting, odběr dítěte, vyzvednut*, schwimm*, zwemm*, natation, nuoto, natación, natação, pływ*, vaccin*, impf*, szczepi*, vacun*, szczepień, medic*, médic*, erste hilfe, first aid, sunscreen, sonnencreme, sonnenschutz, face paint*, klettern*, para retirar, de retiro, a retirar, al ritiro, ritiro, retirada de alun, retirada da criança, retirada do alun, retirada del alumn, retirada de menor, retirar al, retirar a mi, retirar o alun, travel, arzt, ärztlich*, medizin*, fotos, filmen, religion*, religionsunterricht, mittagessen, lunch, baignade, baigner, piscin*, hospitalis*, soins, seul, seule, rentrer, filmer, parents, parenti, padres, pais, genitori, eltern*, ouders*, rodzic*, föräldrar*, forældre*, foreldre*, vanhem*, rodičů, rodiče, szülő*, părinți*, veli, родител*, батьків, γονέα, γονέων, medisch*, medisin*, leczeni*, leków, basen*, bada, badning, tur, turer, lääk*, uinti*, uinnin, kuvaus*, focení, focením, fotografován*, ošetřen*, plaván*, plavec*, sağlık, yüzme, gezi, çıkış, прививк*, щеплен*, лечен*, лікуван*, плаван*, φωτογραφ*, εξόδου, εμβολ*, farmaci, medicinali, somministrazion*, somministrare, médicament*, medicament*, medicación, medicação, laboral, médica, oběd*, odchod*, poistua, kotiin, lähteä, rückgabe, erste-hilfe, zecken*, notarzt`,
  /** What mail may be about, and how it is delivered; elsewhere of the trade. */
  subject: `
  parish, fitness*, gimnasio, gimnàs, ginásio, da academia, na academia, palestra, salle de sport, sportschool, siłowni*, posilovn*, posilňovn*, edzőterem*, sală, sala, sală de fitness, kuntosali*, γυμναστήρι*, спортзал*, спортклуб*, jõusaal*, spor salonu, over 16, over 18, over 21, 18 or over, age confirm*, age verif*, volljährig*, über 18, ab 18, plus de 18, majeur, majeure, mayor de 18, mayor de edad, maggiorenne, maggiore di 18, maior de 18, maior de idade, 18 jaar of ouder, meerderjarig*, pełnoletn*, över 18, over 18 år, täysi ikäinen, membership, membership level, member level, mitgliedschaft*, adhésion, membresía, lidmaatschap, delivery*, deliver*, delivered, attendee*, lesson*, course*, class, school, gym, event, events, library, kurs*, klasse, veranstaltung*, livraison*, cours, entrega*, curso*, clase, consegna*, corso, levering*, cursus, dostaw*, leverans*, toimitus*, livrare*, teslimat*, доставк*, παράδοσ*, project*, projekt*, projet*, proyecto*, progett*, projeto*, проект*, service*, servicio*, serviço*, servizi, diensten, dienste, dienstleistung*, palvelu*, služb*, szolgáltat*, servicii*, hizmet*, услуг*, послуг*, association*, asociación, asociaci*, associaz*, associaç*, verein*, vereniging*, förening*, forening*, stowarzyszen*, yhdisty*, spolek, spolku, egyesület*, asociați*, derne*, συλλόγ*, club*, klub*, activit*, aktivit*, actividad*, atividad*, attività, aktywnoś*, aktivnost*, toiminta*, toiminna*, tevékenység*, faaliyet*, etkinli*, мероприят*, заход*, захід, εκδήλωσ*, εκδηλώσ*, wydarze*, evenement*, événement*, évènement*, evento*, eventi, evenemang*, arrangement*, tapahtum*, rendezvén*, esemén*, eveniment*, akcích, akcím, schule*, schulen, école*, escuela*, escola*, scuola*, szkoł*, skola*, skole*, koulu*, škola, školy, škole, iskola*, iskolá*, școal*, școli*, okul*, школ*, σχολεί*, corsi, kurzy, kurzu, kurzů, kurzech, kurslar*, kurssei*, kurssien, tanfolyam*, cursuri*, курс*, μαθήμα*, workshop*, seminar*, ausstellung*, exhibition*, exposition*, exposicion*, arbeit, travaux, konzert*, concert*, koncert*, konsert*, gemeinde*, gottesdienst*, zustell*, entregas, bezorg*, doręcz*, dostarcza*, doruč*, kézbesít*, παράδοση, доставка, 配達, 投递, cursussen, derneğimiz*, etkinliklerimiz, rendezvényeinkről, rendezvényekről, spouse*, husband, wife, partner*, parent*, mother, father, child, children, next of kin, ehepartner*, ehefrau, ehemann, conjoint*, cónyuge*, coniuge, cônjuge*, małżon*, manžel*, puoliso, maka, make, ektefelle*, ægtefælle*, супруг*, подружжя, eşi, product*, produkt*, produit*, producto*, produto*, prodott*, termék*, продукт*`,
  trade: `
  listing, listings, shift, shifts, slot, slots, rota, schicht*, turno, turnos, turni, créneau*, dyżur*, směna, směny,
  payment*, paid, pay, order*, invoice*, billing, shipping, shipment, shipped, fulfil*, parcel, courier, patron, plan, plans, tier, ticket*, lead, leads, deal, stripe, card, cards, charge, rsvp, appointment*, booking*, reservation*, project, task, issue, bug, room, lunch, meal*, visit*, visa, locker, check out, check in, fee, fees, loan*, price, purchase*, sales, stock,
  bestell*, zahlung*, rechnung*, liefer*, versandart, buchung*, reservierung*, termin*, karte, zimmer, spende*, rechnungs*, commande*, paiement*, facture*, rendez-vous, carte, pedido*, pago*, factura*, reserva*, envío*, cita*, matrícula*, ordine*, pagamento*, fattura*, spedizion*, prenotazion*,
  bestelling*, betaling*, factuur*, afspraak*, reservering*, zamówien*, płatno*, faktur*, wizyt*, rezerwac*, przesył*, objednáv*, platb*, doprav*, faktura*, rezervac*, permanentk*, beställning*, betalning*, bokning*, ordre*, bestilling*, tilaus numero, tilaukset, tilauspäivä, maksu*, varaus*, rendelés*, fizetés*, szállítás*, foglalás*, comandă, plată, programare*, rezervare*,
  sipariş*, ödeme*, kargo*, rezervasyon*, randevu*, заказ*, оплат*, отправлен*, брон*, замовлен*, παραγγελ*, πληρωμ*, κράτησ*, الطلب, طلب*, الدفع, شحن*, حجز*, הזמנ*, תשלום*, משלוח*, הרשמה לקורס, 订单*, 訂單*, 支付*, 付款*, 物流*, 配送*, 発送*, 注文*, 支払*, 予約*, 受注*, 出荷*, 주문*, 결제*, 배송*, 예약*`,
  thing: `
  route, topic*, do you like, did you like, how did you hear, how do you hear, where did you hear, pension*, insurance*, reminder*, erinnerung*, mahnung*, rappel, rappels, recordatorio*, promemoria, upomín*, przypomnie*, herinnering*, påminnelse*, recibo, recibos, receipt*, hisobot, level, display,   url*, link, links, token, hash, rate, score, soft, campaign, ip, opens, open, click*, opened, clicked, rating, source, quelle, count, number, nr, no of, languages, language, lang, locale, sprache, langue, idioma, lingua, taal, språk, sprog, kieli, język, jazyk, nyelv, limba, dil, язык, мова,
  name, person, people, owner, phone, id, key, type, typ, tipo, kind, format, method, subject, title, first, last, latest, next, recent, emergency, notfall*, street, city, province, region, zip, country, address line, apt, suite, domain, provider, server, account, folder, signature, client, avatar,
  mailing address, mailing street, mailing city, mailing state, mailing zip, mailing postal code, mailing country, postal address, delivery address, contact address, kontaktart, art der, kaynağı, kaynak, fuente, fonte, źródło, zdroj, forrás, sursa, источник, джерело, πηγή, 来源, 來源, origin, label, labels, contact name, contact person, ansprechpartner*, kontaktperson*, persona de contacto, personne à contacter, osoba kontaktowa, kontaktní osoba, контактное лицо, postal code, postcode, postleitzahl, código postal, kod pocztowy, poštovní, psč, postnummer, postinumero, posta kodu, почтовый индекс, поштовий індекс, guide, department, abteilung, manager, agency, agentur, budget, industry, company, firma, unternehmen, lens, lenses, editor, redakteur*, rédacteur*, redactor*, redattore, paket*, pakket*`,
  negation: `
  not, never, without, don't, doesn't, didn't, won't, cannot, can't, isn't, do not, rather not, nicht, kein, keine, keinen, keinerlei, ohne,
  sans, plus, aucun*, não, sin, nessun*, niente, niet, zonder, inte, ej, utan, aldrig, ingen, inga, inget, uden, uten, ikke, älä, ilman, sem, soha,
  hayır, olmasın, istemi*, нет, никогда, ні, немає, ніколи, ποτέ, غير, لا, לא, ללא, אל, אין, בלי, 不, 没有, 沒有, 无, 無, 未, 勿, 别, 请勿, 請勿, ない, しない, 不要, 不可, 미, nunca, jamais, nessuna, keiner`,
  declined: `
  oposici*, oposiç*, opposition*, opposizion*, opozic*, klage, klager, klagen, declin*, reject*, revok*, withdr*, withhold*, withheld, opted against, against, object*, oppos*, exclud*, isexclud*, excluir, ablehn*, verweiger*, widerruf*, widersproch*, widerspr*, untersag*, gesperrt, ausgeschloss*,
  rejet*, retir*, révoqu*, s'oppos*, exclu*, exclure, rechaz*, neg*, revoc*, retirad*, recus*, rejeit*, rifiut*, ritirat*, nega*, negato, revocat*, rifiuta,
  weiger*, geweiger*, ingetrokken, afgewezen, odrzuc*, wycofa*, cofnię*, odmít*, odvol*, zamít*, avböj*, neka*, återkall*, avslå*, avslag, avslått, motsätt*, nægt*, afvis*, frabed*, afsl*, nekt*, trukket, trukket tilbake, trukket tilbage, tilbakekalt,
  kieltä*, kielletty, evätt*, peruut*, hylä*, megtagad*, tilt*, reddet*, reddedildi, ret, geri çek*, отклон*, отозва*, запре*, отвер*, відмов*, відхил*, відклик*, заборон*, αρνήθ*, άρνηση*, απορρ*, απόρριψ*,
  رفض*, סירב*, מסרב*, דחה, ביטל, 除外, 排除, objeción*, objeç*, obiezion*, einspruch*, einspruch gegen, einwand, einwände, einwänd*, widersprech*, widerspr* gegen, einspruch* gegen, oppos* contre, oppos* à, oposic* contra, oposic* a, oposiç* à, oposiç* a, opposiz* contro, opposiz* a, bezwaar* tegen, bezwaren*, sprzeciw* wobec, sprzeciw* przeciw*, sprzeciw* na, invändning*, invändning* mot, invänder, indsigelse*, indsigelse* mod, innsigelse*, innsigelse* mot, innvending*, motsetter, modsætter, vastust*, námitk*, námitk* proti, námietk*, tiltakoz*, tiltakoz* ellen, opoziți*, opoziți* la, itiraz*, возражен*, возраж* против, запереч*, εναντίωσ*, αντίρρησ*, αντιρρήσ*, اعتراض*, התנגדות, 异议, 異議, 異議あり, 이의, opone, opongo, opõe, opponiert, verzet*, verzet* tegen`,
  /** Words for the state of a subscription: on. */
  given: `
  enabled, confirmed, potrjen*, potvrđen*, given, granted, valid, verified, ok, okay, erteilt, gegeben, bestätigt*, bestätigung*, gültig, ja, actif*, active, donné*, confirmé*, validé*, activo, activa, otorgad*, concedid*, dado, dada, confirmad*, concess*, dato, prestato, prestat*, rilasciat*, confermat*, ativ*,
  actief, gegeven, verleend, bevestigd, potwierdzon*, potvrzen*, givet, givit, lämnat, gitt, avgitt, afgivet, bekräft*, bekreft*, bekræft*, annettu, aktiivi*, vahvistet*, megadva, megadott, megerősít*, dat, activ, acordat*, confirmat*, verildi, etkin, onaylı,
  дано, получено, подтвержд*, надан*, підтвердж*, активний, δόθηκε, επιβεβαι*, مؤكد, ניתן, ניתנה, מאושר, 有效, 已同意, 开启, 済み, 済, 활성, 완료, activated, activation*, activat*, activad*, activé*, activac*, ativaç*, aktivac*, aktywac*, aktivier*, aktivér*, freischalt*, freigeschaltet, geactiveerd*, activatie*, activare, aktiválás*, aktiválva, активац*, активир*, активов*, ενεργοποι*, etkinleş*, 激活*, 有効化, 활성화, تفعيل, הפעלה`,
  status: `
  situación, voorkeur*, préférence*, prefs, preferans*, status*, deliverability, state, stand, statut*, état, estado*, estatus, stato, situação, stav, stan, tila, durum*, állapot*, tilstand, stare, starea, zustand, preference*, preferenc*, präferenz*, option*, choice, wahl, setting*, flag,
  статус*, состояние, стан, κατάσταση*, حالة, الحالة, סטטוס, מצב, 状态, 狀態, ステータス, 状況, 状態, 상태, 여부, 是否, състояние, стање, stanje, stadiu, gjendje, gjendja, būsena, būklė, statuss, stāvoklis, olek, seisund, staða, ástand, toestand, egoera, estat, cyflwr, statws, സ്ഥിതി, stádas, hali, kalagayan, tình trạng, สถานะ, ສະຖານະ, स्थिति, অবস্থা, நிலை, స్థితి, ಸ್ಥಿತಿ, തത്സ്ഥിതി, තත්ත්වය, төлөв, күйі, holati, holat, vəziyyət, სტატუსი, მდგომარეობა, վիճակ, կարգավիճակ, ស្ថានភាព, အခြေအနေ, ሁኔታ, frequency, häufigkeit, fréquence, frecuencia, frequenza, availability, zustellbarkeit, délivrabilité, entregabilidad*, recapitabilità, bezorgbaarheid, dostarczalność, doručitelnost, доставляемость`,
  /** Remarks: texts of any kind, in which somebody may have noted a wish. */
  remark: `
  remark*, note, notes, comment*, memo, memos, bemerkung*, notiz*, anmerkung*, kommentar*, hinweis*, opmerking*, aantekening*, remarque*, commentaire*, observation*, observaci*, nota, notas, comentario*, observaç*, obs, annotazion*, osservazion*, kommenti*, anmärkning*, anteckning*, merknad*, bemærkning*, huomautus*, huomio*, muistiinpano*, märkus*, märkmed, piezīm*, pastab*, uwag*, notatk*, poznámk*, opomb*, napomen*, напомен*, белешк*, забележк*, бележк*, примечани*, заметк*, комментари*, примітк*, коментар*, заўваг*, megjegyz*, observații, mențiuni, σχόλι*, παρατηρήσ*, notlar, açıklama*, qeyd*, izoh*, ескертпе*, тайлбар*, შენიშვნა*, դիտողություն*, նշում*, ملاحظ*, הערות, הערה, توضیحات, یادداشت*, تبصرہ, टिप्पणी*, মন্তব্য*, குறிப்பு*, గమనిక*, ಟಿಪ್ಪಣಿ*, കുറിപ്പ്, หมายเหตุ*, ghi chú, catatan, keterangan, 备注, 備註, 备考, 備考, メモ, 비고, 메모, maoni`,
  /** News that are sent, or told. */
  news: `
  future events, upcoming events, neue kurse, updates, digest, notif, campaigns, powiadomi, benachricht, ^varsl, avisos, special offer, angebote, offres, ofertas, offerte, ^noticias, novedad, novit, novidad, ^neuigk, actualit, nouvelles, nyheter, uutis,
  novin, notizie, informati, informaci, informazion, mededeling, nieuws, uitnodiging, einladung, invitation, zpráv, новост, новин, ειδοποι, お知らせ, 通知, 消息, 資訊, 소식, 알림, ^news, op de hoogte, auf dem laufenden, rester informé, tenu informé, tenir informé, au courant, mantener informad, mantenerme informad, estar informad, restare aggiornat, rimanere aggiornat, essere aggiornat, manter informad, hållas uppdaterad, hållas informerad, holdes opdateret, holdes orientert, holdes oppdatert, ajan tasalla, na bieżąco, být informov, byť informovan, tájékoztatás, fi informat, в курсе, в курсі, ενημερώνομαι, haberdar, stay informed, kept informed, be informed`,
  sending: `
  informiert, receiv, ^recev, ^reçoi, recevoi, ricev, ^receb, ontvang, zusend, zugesandt, ^erhalt, empfang, schreiben, anschreib, ^écrire, écrir, escribir, ^scriver,
  escrever, ^enviar, ^envoi, ^envoy, ^invi, invio, ^inviar, verzend, benader, otrzymyw, wysył, pisać, skriva, ^skick, skrive, modtag, ^motta, mottar,
  lähet, vastaanot, zasíl, posíl, dostáv, ^psát, küld, írhat, trimit, ^scrie, gönder, yazab, получа, писать, отправ, присыл,
  отриму, писати, надсил, λαμβάν, στέλν, γράψ, αποστολ, تلقي, استلام, مراسل, نرسل, إرسال, לקבל, לשלוח, לכתוב, קבלת, 接收, 发送,
  發送, 受け取, 受取, 受信, お送り, 送付, 送信, 받으, 수신, 보내, 발송, ^versand, angeschrieben, anzuschreiben, angemail, zuschick, zugeschickt, zuzuschick, aangeschreven, aanschrijv, toezend, toegezonden, toestur, toegestuurd, escribam, scrivet, kirjoitta, napisać, napsat, napísať, írjon, írjatok, yazıl, пишите, пишіть, γράφ`,
  /** Joined something: a list, a course, a club. */
  joined: `
  加入, הירשם, נרשם, üyelik, üye ol, üyeliğ, angemeldet, anmelde, anmeldung, inscri, inscre, ^iscri, ^assin, aangemeld,
    inscription, inscripci, iscrizion, assinatura, přihlašov,
  aanmeld, inschrijv, ingeschreven, zapisan, zapisz, anmäld, anmälan, anmäl, tilmeld, påmeld, meld på, liity,
  liittyn, přihláš, εγγραφ, εγγεγρ, הרשמה, רשום, 配信`,
  /** Something has ended, or is blocked or deleted: perhaps the subscription. */
  ended: `
  cancel, delete, deletion, blocked, removed, removal, spam, complain, disabled, invalid, undeliver,
  inactive, objection, objected, revoked, withdrawn, banned, archived, unwanted, churned, exclude,
  exclusion, leavers, former member, former subscri, ehemalig, peruttu, perutut, suspend, suspens,     date left, left on, exit date, date de sortie,
  date d'arrêt, datum uit, does not want, doesn't want, möchte kein, möchte nicht, ne souhaite pas, ne veut pas,
  no quiere, no desea, non desidera, non vuole, não deseja, não quer, wil geen, wil niet, nie chce, vill inte,
  ønsker ikke, ei halua, nechce, nem szeretne, nu dorește, не хочет, не желает, не бажає, δεν επιθυμεί, لا يرغب,
  לא מעוניין, 希望しません, 원하지 않, gesperrt, sperr, gekündigt, gekuendigt, kündig, kuendig, gelöscht, geloescht,
  storniert, widerspr, widerruf, inaktiv, unzustell, nicht zustellbar, zurückgewiesen, beschwer, deaktivier,
  blockier, ausgeschl, rückläufer, bloqué, supprim, ^annul, plainte, résili, rejet,
  opposition, opposé, retiré, désactiv, renvoy, bloquead, eliminad, borrad, ^queja, rechaz, rebot,
  devuelt, inhabilit, exclui, cancell, blocca, rimoss, respint, disattiv, disabilitat, recesso,
  eliminat, revoc, excluíd, removid, ^devol, desativ, rejei, geblokkeerd, blokk, verwijder,
  opgezegd, geannuleerd, klacht, ingetrokken, opzeg, uitgezet, uitgeschak, geweig, onbestel, zablok, usunięt,
  usunięci, anulow, skarga, wycofan, rezygn, sprzeciw, odrzuc, wypis, reklamac, wyłącz, odbic, odmow, spärr,
  blockera, borttag, raderad, uppsagd, avslutad, klagomål, ^studs, avbryt, avbrut, bortval, valt bort, stoppa,
  avböj, blokeret, spærret, slettet, opsagt, klage over, afvis, fravalg, udmeld, blokering, blokkert, sperret,
  oppsagt, avvis, avslå, reservert, reservasjon, peruut, poiste, poistunu, estett, valitus, eronnut, ^eroa,
  irtisan, palautun, blokov, smazan, zrušen, odvolan, stížnost, odmítn, zrušit, vyřaz, letilt, törölt,
  töröl, panasz, visszavon, visszapattan, tiltás, kikapcsol, elutasít, visszautas, blocat, ^șters, anulat,
  retras, plânge, respins, blocăr, renunț, dezactiv, iptal, engell, silin, şikayet, çıktı, ayrıl, sonlandır,
  devre dışı, istemiyor, geri dön, ^pasif, заблок, блокир, удален, отмен, отказ, жалоб, отозв, возврат, исключ,
  видален, скасов, відмов, скарг, відклик, блокув, відхил, вилуч, повернен, αποκλει, διαγραφ, ακυρω, παράπον,
  μπλοκ, ανακλ, εξαίρεσ, διαμαρτυρ, παραδοτε, απενεργ, απόρρι, محظور, محذوف, ملغى, ملغي, شكوى, حذف, إلغاء, مرفوض,
  انسحاب, انسحب, حظر, ارتد, معطل, חסום, נמחק, בוטל, תלונה, הסרה, הסר, הוסר, ביטול, חסימ, הפסק, 取消, 删除, 刪除, 屏蔽,
  投诉, 投訴, 封锁, 封鎖, 排除, 退回, 弹回, 反弹, 拒绝, 拒絕, 禁用, 停用, 解除, 停止, 削除, ブロック, 苦情, キャンセル, クレーム, 拒否, 取り消, 不達, 차단, 삭제,
  취소, 해지, 탈퇴, 반송, 불만, 컴플레인, 거부, 거절, 중지, 정지,
  unconfirm, unverif, blokkering, bloqueio, bloqueo, blockiert, quit date, date quit, reason for leaving, leaving reason, leaving date, werbefrei, reklamefri, reclamevrij, discontinu, ceased, restrict, forbid, prohibit, prohibid, proibid, proibit, unzulässig, zakázán, verbot, verbiet, lemondott, lemondás, lemondva, kielletty, kielt, exempt, excluded,
  ^stop, unreachable, скасова, not wish, lapsed, érvénytelen, недоступ, wrong address, address error, address in error, address wrong, adresse en erreur, adresse* erron*, adresse* incorrect*, adresse* fausse*, direcc* erró*, direcc* incorrect*, error en la direc, error de direc, indirizz* errat*, indirizz* sbagliat*, indirizz* non valid*, endereç* errad*, endereç* incorr*, adress* fehlerhaft*, fehlerhaft* adress*, falsch* adress*, adress* falsch*, adres* fout*, fout* adres*, onjuist* adres*, adres* onjuist*, felaktig* adress*, forkert* adresse*, feil adresse, väärä osoite, virheellinen osoite, zły adres, chybn* adres*, špatn* adres*, hibás cím, rossz cím, adres* greșit*, adres* eronat*, hatal* adres*, yanlış adres, неверн* адрес*, ошибочн* адрес*, невірн* адрес*, помилков* адрес*, грешен адрес, погрешна адреса, pogrešn* adres*, napač* naslov*, λάθος διεύθυνση, λανθασμέν* διεύθυνσ*, klaiding* adres*, nepareiz* adres*, vale aadress, 地址错误, 地址錯誤, アドレスエラー, 주소 오류, عنوان خاطئ, כתובת שגויה, non distribué, non distribuable, non délivr, non recapit, non consegn, no entrega, não entreg, niet bezorg, niet afgeleverd, niet bestelbaar, ej levere, inte levere, ikke leve, nie dostarcz, nedoruč, не доставл, не достав, nelivrat, data uscita, data di uscita, data de saída, data saída, fecha de salida, fecha salida, datum odchodu, uitstapdatum, existiert nicht, inexistent, nonexistent, non existent, does not exist, doesn't exist, n existe pas, no existe, inesistent, não existe, bestaat niet, nie istnieje, finns inte, finnes ikke, findes ikke, eksisterer ikke, ei ole olemassa, neexistuj, nem létez, nu există, не существует, несуществ, не існує, неіснуюч, δεν υπάρχει, ανύπαρκτ, mevcut değil, 存在しない, 不存在, 존재하지 않`,
  wanted: `
  vuoi, vorresti, chcesz, chciał*, chcete, хотите, хотели, бажаєте, хочете, quieres, desea, voulez, souhaitez, möchtest, möchten sie, willst, wilt u, szeretné, ister misin*, må vi, får vi, saammeko, smíme, allow*, agree*, want*, wish*, wants, like, likes, please, may, can, yes, interested, permitted, permission, welcome, keep, okay to, ok to,
  möchte*, moechte*, will, wünsch*, gewünscht, darf, dürfen, duerfen, erlaub*, zulassen, zugelassen, gestatt*, akzept*, willig*, zustimm*, stimme zu, bitte, gern, freigabe, interess*,
  souhait*, veux, accepte*, autoris*, oui, désir*,
  desea*, dese*, consient*, quiero, sí, deseja*, quero, quer, aceit*, pretend*, consint*, consent*, autorizo, vorre*, desider*, accett*, acconsent*, permett*, presto,
  wilt, wens*, mag, toestaan, stem toe, zgadzam się, wyrażam, wyraża, akceptuj*, proszę, chci, přej*, přijm*, chcem, želám*, súhlasím,
  vill*, vill ha, önska*, godkänn*, tillåt*, samtyck*, ønsker*, vil ha, vil gerne, accepter*, tillad*, godta*, haluan*, halua*, hyväksy*, sallitt*, sallii, suostu*,
  szeretné*, kérek, engedélyez*, beleegy*, doresc, isti*, ister*, istiyor*, kabul*, almak*, evet,
  хочу, хочет, желаю, желает, соглас*, принима*, можно, хочу отримувати, бажаю, бажає, погодж*, хоче, συμφων*,
  أوافق, نعم, أقبل, מעוניי*, מסכים*, מסכימ*, מאשר*, אישור, 允许, 允許, erwünscht, joignable*, erreichbar*, bereikbaar, raggiungibil*, contactable*, localizable*, permis*, permes*, permissão, tillstånd, tilladelse, tillatelse, zezwolen*, povolení, povolenie, dovoljen*, разрешение, дозвіл, άδεια, disponib*, bereit, podemos, possiamo, pouvons nous, pouvez vous, peut on, puis je, können wir, dürften wir, mogen wij, mogen we, mogen, możemy, kan vi, kan jeg, kan skolen, můžeme, můžete, putem, putem să, можем ли, можем, можемо, μπορούμε, miyiz, saako, voimmeko, voisimmeko, wollen sie, willst du, wollen, bilgilendirilmek, gustaría, gustaria, gostari*, piacerebbe, aimeriez vous, aimerais, poproszę`,
  /** They change nothing. */
  neutral: `
  nach der messe, auf der messe, après le salon, dopo la fiera, después de la feria, tras la feria, depois da feira, após a feira, na de beurs, po targach, po veletrhu, po veľtrhu, efter mässan, efter messen, after the fair, after the show, messujen jälkeen, nach, nach der, before, vor, avant, antes, después, despues, prima, dopo, na de, das programm, le programme, el programa, il programma, o programa, het programma, il calendario, le calendrier, el calendario, den kalender, das monatsprogramm, primary, primär, primaire, primario, comunicacion*, comunicazion*, communication*, comunicar*, html, テキスト,
  doble, simple, single, explícit, explícito, explizit, explicite, dupla, doppio, dvojit*, podwójn*,
  adresas, adreso, adrese, aadress*, osoite*, heimilisfang, cím, címe, адрес*, διεύθυνση, عنوان, כתובת, 地址, アドレス, 주소, địa chỉ, alamat, पता, ที่อยู่, yra, e-postadress*,
  buyer, purchaser, recipient, attendee, donor, motivo, raison, årsag, årsak, orsak, dátuma, oka, nedeni, причина, سبب, סיבה, 原因, 理由, 사유, 被, された, gesetzt, seg, lista, listen, seznam, 목록, bırakıldı, adresse, adresi, adres, address, dirección, indirizzo, endereço, adress*, address*, adresa, system, list*, liste, seznam*,
  είναι, σε, تم, しますか, します, ますか, 시겠습니까, 으시, 하시, 겠습니까, 습니까, 니까, 기, יש, metadata, allen, aller, channel ids, 됨, the, double, longer, request*, thanks, thank you, danke, merci, grazie, obrigad*, tack, takk, mange tak, dziękuję, děkuji, ďakujem, köszönöm, mulțumesc, teşekkür*, спасибо, дякую, ευχαριστώ, شكرا, תודה, kiitos, mehr, diese, personen, our, your, you, us, my, to, by, for, from, with, off, are, was, has, have, had, would, does, did, and, or, be, been, that, this, about, at all, any, more, further, some, also, if, it, its, get, gets, got, how, often, contacts, member, members, customer, customers, user, users, reader, recipient*, guest, donor*,
  bulk, mass, time, day, when, reason, list, lists, group, groups, electronic, digital, online, message*, nachricht*, meddelande*, beskeder, meldinger, viest*, sporočil*, повідомлен*, mensaj*, messaggi*, mensage*, mesaj*, üzenet*, poruka, poruke, berichten, rule, since, weekly, daily, czy, misin, päivä, päivämäärä, pvm, datum, zeitpunkt, ημερομηνία, tarih, grund, syy, general, regular, global, future, infos, y n, yes no, ja nein, oui non, si no, true false, tick, check, checkbox, box,
  der, die, dem, ein, eine, einen, unser*, unsere*, unseren, ihr*, dein*, ich, wir, uns, ihnen, mir, mich, zu, zum, zur, für, fuer, mit, von, vom, am, im, auf, über, und, oder, ist, hat, wird, werden, haben, weitere, sich, als, empfänger, empfaenger, kontakt, kunde, kunden, mitglied, rundschreiben, elektronisch*,
  tous, toutes, les, un, une, des, d, notre, votre, vous, par, pour, sur, ou, est, date, motif, lettre, d'information, information, informations, électronique, groupés, contacté, contactée,
  el, los, las, lo, una, uno, nuestro*, nuestra*, sus, le, nos, está, fecha, recibir, electrónico, información, enviarle, envíos,
  gli, dal, della, dei, delle, nostra, nostro, nostre, vostro, suo, mia, ti, ci, ed, con, su, tramite, all, alla, allo, nella, finalità, scopi, data, commercial*, elettronica, dati,
  dos, das, nosso*, nossa*, seu, sua, em, por, para, com, pelo, pela, que, comunicaç*, eletrônic*,
  een, onze, ons, jouw, uw, jij, je, wij, op, aan, van, met, voor, of, is, wordt, algemeen, digitale, elektronische,
  we, drogą, elektroniczn*, nasz*, twoj*, pan, pani, oraz, lub, wiadomo*,
  en, det, vår, våra, ditt, din, ert, jag, vi, från, och, har, som, mig,
  et, vårt, våre, deg, dere, oss, via, av, og, eller, er, nyt, os, vores, dit, jeg, dig, ved,
  tai, ovat, sinulle, meiltä, meidän, teille, saako, sähköisen, sähköinen,
  önnek, rendszeres, bir, ile, veya, için, size, bize, tarihi, ticari, elektronik, ileti*, sms olmayan,
  на, в, от, с, по, из, и, или, о, об, вам, вас, мне, нас, наш*, ваш*, для, у, через, від, до, про, та, або, нам, чи, з, із, отримання, получение, дата, список, списка, після, after, za, iz, ke, ze, u, at least, stay, touch, hear, let, know, keep me, keep you, posted, would like, add, join, see, be sent, being, myself, yourself, 
  ή, στην, σας, μας, τα,
  من, على, إلى, عبر, أو, و, تاريخ, قائمة, التواصل, של, את, על, עם, או, ו, ב, ל, מ, ה, תאריך, רשימה, רשימת, מאת,
  了, 是, 我, 您, 你, 我們, 对, 對, 或, 和, 与, 有, 信息, 訊息, 内容, リスト, る, ら, り, れ, っ, た, さ, せ, け, め, む, み, い, が, から, する, て, と, も, です, ます, ご, お, について, 購入時, 会員, 名単, 名单, 名單, 이, 가, 은, 는, 에, 의, 일, 일자, 일시, 日, 日期, 时间, 時間, 日時, 种类, 類別, inform*, upcoming, coming, new, recibirl*, sobre, kommand*, kommend*, prochain*, prochaines, próxim*, prossim*, volgende, kolejn*, nadchodząc*, tulevista, tulevis*, příští*, következő, următoare*, gelecek, hakkında, будущих, майбутні, nuevo*, nuev*, nouveau*, nouvelle, nuov*, nieuwe, nye, nya, neue, uusista, nových, új, noi, yeni, новых, нових, postfach, mailbox, buzón, casella, boîte, caixa, postvak, postbus, skrzynka, skrzynki, brevlåda, inkorg, postkasse, postilaatikko, schránka, postafiók, cutia, posta kutusu, ящик, скринька, server*, 信箱, 邮箱, 郵箱`,
} as const;
