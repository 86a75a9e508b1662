/**
 * Beginnings of words about mail and consent, wherever they stand, in the languages with most users; sources as in
 * `ideas-refused.table.ts`. `^`: only at the start of a word.
 */
export default {
  newsletter: `
  newsletter, envío de mail, envío de e-mail, envío de correo, verteiler, berichtenlijst, mailing list, mailingliste, liste de diffusion, verzendlijst, utskick, rozesíl,
  nieuwsbrief, nyhetsbrev, nyhedsbrev, uutiskirje, hírlevel, hírlevél, biulety, bülten, infolettre,
  lettre d'info, lettre d'information, boletín, boletim, bollettino, rundbrief, рассыл, розсил, ενημερωτικό δελτίο, النشرة, ניוזלטר,
  דיוור, メルマガ, メールマガジン, 뉴스레터, 电子报, 電子報, zpravodaj, buletin, ידיעון, 電郵通訊, ニュースレター, mailing preference,
  email preference, mail preference, subscription preference, communication preference, contact preference,
  marketing preference, email frequency, mail frequency, newsletter frequency, email digest, mailings,
  תפוצה, رسالة إخبارية, bulk mail, bulkmail, mass mail, massmail, massen e mail, massenmail, serienmail, emailing, e mailing, aussendung, notiziario, e-zine,
  nyhetsutskick, rundmail, circulaire, odber noviniek, obchodních sdělení, masový, hromadn`,
  subscription: `
  keep me posted, keep me informed, keep me updated, keep me up to date, subscri, subscription, suscripci, abonnement, abonnemang, abbonament, abonn, abos, abokünd, abonare, サブスクリプション, suscri, subskry, prenumer, prenumeration, tilaa, tilaus, odběr, odebír, feliratkoz,
  abonat, abonar, abone, подписк, подписа, підписк, підписа, συνδρομ, اشتراك, مشترك, מנוי, 订阅, 訂閱, 購読, 구독`,
  /** Joined something: a list, a course, a club. */
  joined: `
  加入, הירשם, נרשם, üyelik, üye ol, üyeliğ, angemeldet, anmelde, anmeldung, inscri, inscre, ^iscri, ^assin, aangemeld,
    inscription, inscripci, iscrizion, assinatura, přihlašov, prihlasov,
  aanmeld, inschrijv, ingeschreven, zapisan, zapisz, anmäld, anmälan, anmäl, tilmeld, påmeld, meld på, liity,
  liittyn, přihláš, εγγραφ, εγγεγρ, הרשמה, רשום, 配信`,
  consent: `
  optin, optedin, opt-in, オプトイン, autorisation, autorizz, autorizzazion, autoryz, lopd, markkinointilupa, consent, gdpr, rgpd,
  dsgvo, lgpd, legal basis, rechtsgrundlage, base légale, base jurídica, base giuridica, einwillig, zustimmung, consentement, consentimiento, consenso, consentimento, autorización,
  toestemming, zgoda, zgody, samtyck, samtykke, suostumus, souhlas, hozzájárul, consimț, consimțământ, ^izin, ^onay, ^rıza,
  согласи, згода, συγκατάθ, συναίν, موافق, הסכמה, 同意, 동의,
  opt in, opted in, opting in, einverständnis, toestemming, autorizaci, soglasje`,
  mail: `
  електронна адрес, електронної адрес, электронный адрес, электронного адрес, elektronická adres, adres elektroniczn, elektronisk adresse, elektronische adresse, adresse électronique, dirección electrónica, indirizzo elettronico, endereço eletr, elektronik adres,
  mail, correo, courriel, posta, sähköposti, почт, пошт, メール, 邮件, 郵件, 이메일, البريد, דוא, e-post, epost, eposta,
  e-posta, postituslist, ηλεκτρονικ, 信件, 메일, דואר,
  correio, post electronic, poczt, sähköpost, e-bost, ゆうびん, 邮箱, 信箱, 電郵, 电邮`,
  advertising: `
  marketing, werbung, reklam, publicidad, pubblicit, promotion, promoc, promozion, reclame, publicité, реклам,
  διαφημ, إعلان, פרסום, 广告, 廣告, 広告, 광고,
  werbe, advert, promozional, promotional, promotionnel, publicitair, comercial, markkinointi, mainos, markedsfør, marknadsför, markeds,
  hirdetés, pazarlama, tanıtım, promovare, publicitate, publicidade, предложени, 营销, 營銷, 行銷, 推广, 推廣, 宣伝, 販促, 홍보, 마케팅, تسويق, שיווק, marketingow`,
  /** Whether somebody agrees to how data are kept, which is not yet a wish to get mail. */
  privacy: `datenschutz, privacy, privacidad, confidentialit, ochrona danych, tietosuoja, adatkezel, gizlilik, конфиденциал, персональн, 隐私, 隱私, プライバシ, 個人情報, 개인정보`,
  contact: `
  contact, kontakt, contatt, contato, yhteydenotto, yhteystieto, yhteyttä, контакт, επικοινων, اتصال, תקשר, ליצור קשר, 联系, 聯絡, 連絡, 연락,
  ansprach, reach you, iletişim, kapcsolat`,
  /** News that are sent, or told. */
  news: `
  updates, notif, campaigns, powiadomi, benachricht, ^varsl, avisos, special offer, angebote, offres, ofertas, offerte, ^noticias, novedad, novit, novidad, ^neuigk, actualit, nouvelles, nyheter, uutis,
  novin, notizie, informati, informaci, informazion, mededeling, nieuws, uitnodiging, einladung, invitation, zpráv, ^noutăți, новост, новин, ειδοποι, お知らせ, 通知, 消息, 資訊, 소식, 알림`,
  sending: `
  ^send, receiv, ^recib, ^recev, ^reçoi, recevoi, ricev, ^receb, ontvang, zusend, zugesandt, erhalt, ^erhält, empfang, schreiben, anschreib, ^écrire, écrir, escribir, ^scriver,
  escrever, ^enviar, ^envoi, ^envoy, ^invi, invio, ^inviar, verzend, mailen, benader, otrzymyw, wysył, pisać, skriva, ^skick, mejla, skrive, modtag, ^motta, mottar,
  lähet, vastaanot, zasíl, zasíl, posíl, dostáv, ^psát, küld, írhat, ^primi, trimit, ^scrie, gönder, yazab, получа, писать, отправ, присыл,
  отриму, писати, надсил, λαμβάν, στέλν, γράψ, αποστολ, تلقي, استلام, مراسل, نرسل, إرسال, לקבל, לשלוח, לכתוב, קבלת, 接收, 发送,
  發送, 受け取, 受取, 受信, お送り, 送付, 送信, 받으, 수신, 보내, 발송, ^versand`,
} as const;
