import { expect, test } from 'vitest';
import { firstPass } from '../first-pass.ts';

/** Headers, refusals and agreements as lists of real programs and clubs write them. */
const cases: readonly (readonly [from: string, header: string, out: string, good: string])[] = [
  ['de, CRM', 'Werbeeinwilligung', 'verweigert', 'erteilt'],
  ['fr, museum', 'Ne pas solliciter', 'oui', 'non'],
  ['pt, school', 'Envio de e-mails', 'proibido', 'permitido'],
  ['de, optician', 'Werbliche Ansprache', 'unzulässig', 'zulässig'],
  ['fr, Odoo', 'Exclu du publipostage', 'TRUE', 'FALSE'],
  ['nl, web shop', 'Afgemeld voor reclame', 'ja', 'nee'],
  ['sv, choir', 'På sändlistan', 'struken', 'med'],
  ['sv, web shop', 'Tackar nej till nyhetsbrev', '1', '0'],
  ['da, party', 'Må kontaktes på mail', 'Nej tak', 'Ja'],
  ['is, theatre', 'Fréttabréf', 'vill ekki póst', 'áskrifandi'],
  ['pl, association', 'Wyraża zgodę na przesyłanie informacji', 'wycofał(a)', 'tak'],
  ['bg, gym', 'Не желае промоции', 'да', ''],
  ['it, library', 'Rifiuto comunicazioni elettroniche', 'SI', 'NO'],
  ['uk, parish', 'Чи надсилати вісник?', 'просить не писати', 'надсилати'],
  ['kk, bookshop', 'Жаңалықтар хабарламасы', 'бас тартты', 'алады'],
  ['mn, blog', 'Имэйл товхимол', 'Захиалгаа цуцалсан', 'Захиалсан'],
  ['ne, club', 'समाचार पत्र', 'चाहिँदैन', 'सदस्य'],
  ['te, society', 'వార్తాలేఖ', 'వద్దు', 'కావాలి'],
  ['sw, cooperative', 'Jarida kwa barua pepe', 'hataki', 'anapokea'],
  ['cy, listmonk', 'Cylchlythyr', 'Wedi dad-danysgrifio', 'Wedi tanysgrifio'],
  ['zh-TW, web shop', '願意收到促銷信', '不願意', '願意'],
  ['ja, donors', '会報不要', '○', ''],
  ['ko, charity', '소식지 수신 동의', '철회', '동의'],
  ['id, club', 'Bersedia dikirimi info lewat surel', 'menolak', 'bersedia'],
  ['th, charity', 'จดหมายข่าว', 'เลิกรับ', 'รับ'],
  ['am, NGO', 'ዜና መጽሔት', 'አልፈልግም', 'ይቀበላል'],
  ['ar, alumni', 'هل ترغب في استلام رسائلنا؟', 'لا أرغب', 'نعم'],
  ['de-AT, hotel', 'Mailingsperre', 'J', 'N'],
  ['de, CiviCRM', 'Keine Massen-E-Mails (Opt-out)', 'ja', 'nein'],
  ['es-MX, clinic', 'Oposición a publicidad por correo electrónico', 'SI', 'NO'],
  ['nl-BE, youth', 'Snelleberichtenlijst', 'uitgeschreven', 'ingeschreven'],
  ['lt, EspoCRM', 'El. pašto adresas yra neteisingas', 'Taip', 'Ne'],
  ['uk, EspoCRM', 'Електронна адреса недійсна', '1', '0'],
  ['de, Shopware', 'status', 'notSet', 'optIn'],
  ['cs, Ecomail', 'Odhlášen dne', '2024-12-18 13:45:31', ''],
  ['cy, listmonk', 'Statws', 'Heb gadarnhau', 'Wedi tanysgrifio'],
  ['de, compound', 'Newsletterabwahl', 'ja', 'nein'],
  ['de, ending', 'Newsletterfrei', 'ja', 'nein'],
  ['hu, ending', 'Hírlevélmentes', 'igen', 'nem'],
  ['ta, society', 'செய்திமடல் வேண்டுமா', 'இல்லை', 'ஆம்'],
  ['sl, phpList', 'Potrjen', 'Ne', 'Da'],
  ['nl, Laposta', 'status', 'uitgeschreven', 'actief'],
  ['en, form', 'Fancy getting our monthly round-up?', 'Not for me', 'Go on then'],
];

test.each(cases)('%s: %s', async (_from, header, out, good) => {
  const { loadText, emails } = firstPass();
  const rows = [`Email,"${header}"`, `o@x.org,${out}`, `g@x.org,${good}`, `h@x.org,${good}`];
  const got = await loadText(`${rows.join('\n')}\n`).then(
    emails,
    (failure: { code: string }) => failure.code,
  );
  expect([['g@x.org', 'h@x.org'], 'consent_unclear']).toContainEqual(got);
});

test('when a state has a word beside "unsubscribed" that nobody knows, then it is a question', async () => {
  const { loadText } = firstPass();
  const rows = [
    'Email,status',
    'a@x.org,uitgeschreven',
    'b@x.org,actief',
    'c@x.org,actief',
    'd@x.org,opgeschoond',
  ];
  await expect(loadText(`${rows.join('\n')}\n`)).rejects.toMatchObject({ code: 'consent_unclear' });
});

/** Columns about something else, with values that would refuse mail elsewhere. */
const others: readonly (readonly [from: string, header: string, out: string, good: string])[] = [
  ['hu, school', 'Menza', 'nem kér', 'kér'],
  ['fr-BE, health fund', 'Opposition prospection postale', 'O', 'N'],
  ['gl, hostel', 'Estado', 'non presentado', 'confirmada'],
  ['fi, shop', 'Puhelinmarkkinointikielto', 'kyllä', 'ei'],
  ['en, CRM', 'Lead Status', 'Not Contacted', 'Pre-Qualified'],
  ['it, festival', 'Consenso profilazione', 'No', 'Sì'],
  ['de, CleverReach', 'Softbounces', '2', '0'],
  ['id, seminar', 'Kehadiran', 'Tidak hadir', 'Hadir'],
  ['hi, camp', 'भोजन', 'सात्विक', 'सामान्य'],
  ['de, shop', 'Außendienst', 'Rosenow', 'Wirth'],
  ['th, hotel', 'รับข่าวสารทาง SMS', 'ไม่ยินยอม', 'ยินยอม'],
];

test.each(others)('%s: %s says nothing of mail', async (_from, header, out, good) => {
  const { loadText, emails } = firstPass();
  const rows = [`Email,"${header}"`, `o@x.org,${out}`, `g@x.org,${good}`, `h@x.org,${good}`];
  await loadText(`${rows.join('\n')}\n`);
  expect(await emails()).toHaveLength(3);
});
