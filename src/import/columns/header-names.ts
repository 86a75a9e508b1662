import { withoutAccents } from '../rows/values/fold.ts';

/** Removes case, accents, spaces and punctuation. */
export function normalizeName(name: string): string {
  return withoutAccents(name).replace(/[\s_\-.:'’`?!*"“”()/\\|]+/g, '');
}

export function normalizedNames(list: string): ReadonlySet<string> {
  return new Set(list.split(',').map(normalizeName));
}

const emailNames = normalizedNames(`
  email, e-mail, emails, email address, e-mail address, emailaddr, mail, mail address, email id,
  email 1, e-mail 1 - value, primary email, preferred email, main email, your email, what's your email?, contact email,
  subscriber, subscriber email, ticket email, customer email, member email, user email, work email,
  email address - home, email address - work, email address - other, personal email, email (primary),
  courriel, adresse e-mail, adresse électronique, adresse courriel, mél, adresse mail,
  e-mail-adresse, deine e-mail adresse, ihre e-mail-adresse, mailadresse,
  correo, correo electrónico, dirección de correo electrónico, dirección de correo, email del contacto,
  indirizzo email, indirizzo e-mail, posta elettronica, e-mail del partecipante,
  endereço de e-mail, endereço de email, correio eletrônico, correio electrónico,
  e-mailadres, mailadres, e-post, e-postadress, e-postadresse, e-mailadresse, epost,
  sähköposti, sähköpostiosoite, adres e-mail, adres email, e-mailová adresa, e-mail cím, e-posta,
  e-posta adresi, электронная почта, эл. почта, почта, адрес электронной почты, електронна пошта,
  ηλεκτρονικό ταχυδρομείο, メールアドレス, メール, eメール, 电子邮件, 邮箱, 電子郵件, 电子邮箱, 이메일,
  이메일 주소, البريد الإلكتروني, דואר אלקטרוני, אימייל, ईमेल, อีเมล
`);

/** Headers about another person's address. */
const aboutOthers =
  /owner|sender|sent ?by|refer|buyer|order|manager|assistant|registration|organi[sz]er|billing|reply|\bfrom\b|inviter|account/i;
/** Headers about something other than the address itself. */
const aboutTheAddress =
  /status|type|label|permission|disabled|enabled|opened|opens|clicks?|bounce|count|rate|source|valid|verified|display name|opt|marketing|consent|hash|domain/i;

export function isEmailHeader(header: string): boolean {
  return emailNames.has(normalizeName(header));
}

/** The address of a bill or an account: the person's own, if the list has no other. */
export function isOwnIfOnly(header: string): boolean {
  return !isOtherAddressHeader(header.replace(/billing|account|registration/gi, ''));
}

export function isOtherAddressHeader(header: string): boolean {
  return aboutOthers.test(header) || aboutTheAddress.test(header);
}

/** Columns that may hold addresses: those named so, else all except those about other people's addresses. */
export function addressColumns(header: readonly string[], isNamed: (name: string) => boolean): number[] {
  const those = (is: (name: string) => boolean) =>
    header.flatMap((name, column) => (is(name) ? [column] : []));
  const named = those(isNamed);
  return named.length > 0 ? named : those(name => !isOtherAddressHeader(name));
}

const tagNames = normalizedNames('tags, tag, labels, etiquetas, etiquettes, schlagworte, schlagwörter');

export function isTagHeader(header: string): boolean {
  return tagNames.has(normalizeName(header));
}

/** The day of joining the list: signed_up, created_at, Opt-in date, Date added, Anmeldedatum. */
const signUp =
  /(?:^|[\s_.-])(?:sign(?:ed)?[\s_-]?up|joined|subscribed|opt(?:ed)?[\s_-]?in|created|added|registered|anmeldedatum|inscri\w+|iscri\w+)(?![a-zà-ÿ])/i;

export const isSignUpHeader = (header: string) => signUp.test(header);

/** Membership No, Kunden-Nr., customerID, Mobile, Zip: what has digits and is not counted. */
const codes = [
  /(?:^|[\s_.-])(?:no|nr|nº|n°|num|number|id|code|numéro|numero|número|código|číslo)\.?$/i,
  /(?:nummer|numer)$/i,
  /[a-z]ID$/,
  /(?:^|[\s_-])(?:zip|plz|postcode|postleitzahl|cap|phone|mobile|fax)(?![a-zà-ÿ])/i,
  /(?:^|[\s_-])(?:tel|telephone|telefon|téléphone|teléfono|telefono)(?![a-zà-ÿ])/i,
];

/** Whether numbers in the column are names: a field made of it is text. */
export function isCodeHeader(header: string): boolean {
  return codes.some(pattern => pattern.test(header.trim()));
}

const usualFields: Readonly<Record<string, string>> = {
  'first name': `
    first name, given name, firstname, fname, forename, vorname, prénom, nombre, nome, voornaam,
    förnamn, fornavn, etunimi, imię, jméno, křestní jméno, meno, ime, keresztnév, utónév, prenume, eesnimi, vardas, vārds, adı, isim,
    ism, имя, ім’я, име, όνομα, שם פרטי, الاسم الأول, نام, 名, 名字, 이름, tên, nama depan, ticket first name`,
  'last name': `
    last name, family name, surname, lname, lastname, nachname, nom, nom de famille, apellido,
    apellidos, cognome, sobrenome, apelido, achternaam, efternamn, etternavn, efternavn, sukunimi,
    nazwisko, příjmení, priezvisko, prezime, priimek, vezetéknév, családnév, nume de familie, perekonnanimi, pavardė, uzvārds,
    soyadı, soyad, familiya, фамилия, прізвище, фамилно име, презиме, επώνυμο, שם משפחה, اسم العائلة, 姓, họ, nama belakang, ticket last name`,
  name: `
    full name, name, display name, vollständiger name, nom complet, nombre completo, nombre y apellidos, nominativo,
    nome e cognome, nome completo, naam, namn, navn, nimi, név, nume, nume și prenume, imię i nazwisko, jméno a příjmení,
    meno a priezvisko, ime i prezime, ime in priimek, ad soyad, фио, имя и фамилия, піб, име и фамилия, ονοματεπώνυμο, שם, שם מלא,
    الاسم, الاسم الكامل, 氏名, 名前, お名前, 姓名, 성명, ชื่อ, ชื่อ-นามสกุล, họ tên, họ và tên, nama, nama lengkap, नाम, নাম, பெயர், ticket full name`,
  city: `
    city, town, stadt, ort, wohnort, ville, localité, ciudad, población, localidad, città, località, cidade, localidade,
    stad, plaats, woonplaats, miasto, miejscowość`,
  country: `country, land, pays, país, paese, kraj`,
  birthday: `birthday, date of birth, birth date, geburtstag, geburtsdatum, date de naissance`,
  phone: `phone, phone number, telephone, mobile, telefon, téléphone, teléfono, telefono`,
  'job title': `job title, job, position, occupation, profession, beruf, berufsbezeichnung, funktion, fonction, poste, cargo, puesto, professione, functie`,
  company: `company, company name, employer, organization name, organisation name, firmenname, organization, organisation, firma, entreprise, empresa, azienda, bedrijf`,
};

/** Names of people, places and the like: their values say nothing about consent. */
export const usualFieldNames: ReadonlySet<string> = normalizedNames(Object.values(usualFields).join(','));

/** Synonyms of the names of fields that nearly every account has; all names are normalized. */
export const fieldSynonyms: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries(usualFields).map(([field, names]) => [normalizeName(field), normalizedNames(names)]),
);

export function isFieldHeader(header: string): boolean {
  const name = normalizeName(header);
  return tagNames.has(name) || Object.values(fieldSynonyms).some(names => names.has(name));
}
