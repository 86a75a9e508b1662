/** Words that name columns, in the languages people's files are in. */

const invisible = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;

/** A header as it is compared: without case, accents, spaces and punctuation. */
export function normalizeName(header: string): string {
  return header
    .normalize('NFKD')
    .replace(invisible, '')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s_\-.:'’`?!*"“”()/\\|]+/g, '');
}

/** Columns this program writes into its own rejects files. */
export const rejectColumns = ['_line', '_code', '_reason'] as const;

const emailNames = new Set(
  [
    ...[
      'email',
      'e-mail',
      'emails',
      'email address',
      'e-mail address',
      'emailaddr',
      'mail',
      'mail address',
      'email id',
    ],
    ...['email 1', 'e-mail 1 - value', 'primary email', 'your email', "what's your email?", 'contact email'],
    ...[
      'subscriber',
      'subscriber email',
      'ticket email',
      'customer email',
      'member email',
      'user email',
      'work email',
    ],
    ...[
      'email address - home',
      'email address - work',
      'email address - other',
      'personal email',
      'email (primary)',
    ],
    ...['courriel', 'adresse e-mail', 'adresse électronique', 'adresse courriel', 'mél', 'adresse mail'],
    ...['e-mail-adresse', 'deine e-mail adresse', 'ihre e-mail-adresse', 'mailadresse'],
    ...[
      'correo',
      'correo electrónico',
      'dirección de correo electrónico',
      'dirección de correo',
      'email del contacto',
    ],
    ...['indirizzo email', 'indirizzo e-mail', 'posta elettronica', 'e-mail del partecipante'],
    ...['endereço de e-mail', 'endereço de email', 'correio eletrônico', 'correio electrónico'],
    ...['e-mailadres', 'mailadres', 'e-post', 'e-postadress', 'e-postadresse', 'e-mailadresse', 'epost'],
    ...[
      'sähköposti',
      'sähköpostiosoite',
      'adres e-mail',
      'adres email',
      'e-mailová adresa',
      'e-mail cím',
      'e-posta',
    ],
    ...[
      'e-posta adresi',
      'электронная почта',
      'эл. почта',
      'почта',
      'адрес электронной почты',
      'електронна пошта',
    ],
    ...[
      'ηλεκτρονικό ταχυδρομείο',
      'メールアドレス',
      'メール',
      'eメール',
      '电子邮件',
      '邮箱',
      '電子郵件',
      '电子邮箱',
      '이메일',
    ],
    ...['이메일 주소', 'البريد الإلكتروني', 'דואר אלקטרוני', 'אימייל', 'ईमेल', 'อีเมล'],
  ].map(normalizeName),
);

/** Columns about somebody else's address, or about the address rather than holding it. */
const aboutOthers =
  /owner|sender|sent ?by|refer|buyer|order|manager|assistant|registration|organi[sz]er|billing|reply|\bfrom\b|inviter|account/i;
const aboutTheAddress =
  /status|type|label|permission|disabled|enabled|opened|opens|clicks?|bounce|count|rate|source|valid|verified|display name|opt|marketing|consent|hash|domain/i;

/** Whether a header is one of the known names of the subscriber's own address column. */
export function isEmailHeader(header: string): boolean {
  return emailNames.has(normalizeName(header));
}

/** Whether a header speaks of somebody else's address, or of something about an address. */
export function isOtherAddressHeader(header: string): boolean {
  return aboutOthers.test(header) || aboutTheAddress.test(header);
}

const tagNames = new Set(
  ['tags', 'tag', 'labels', 'etiquetas', 'etiquettes', 'schlagworte', 'schlagwörter'].map(normalizeName),
);

export function isTagHeader(header: string): boolean {
  return tagNames.has(normalizeName(header));
}

/** Other names of fields that nearly every account has, by the field's loose name. */
export const fieldSynonyms: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries({
    'first name': [
      ...[
        'first name',
        'given name',
        'firstname',
        'fname',
        'forename',
        'vorname',
        'prénom',
        'nombre',
        'nome',
        'voornaam',
      ],
      ...[
        'förnamn',
        'fornavn',
        'etunimi',
        'imię',
        'jméno',
        'keresztnév',
        'имя',
        'ім’я',
        'όνομα',
        '名',
        'ticket first name',
      ],
    ],
    'last name': [
      ...[
        'last name',
        'family name',
        'surname',
        'lname',
        'lastname',
        'nachname',
        'nom',
        'nom de famille',
        'apellido',
      ],
      ...[
        'apellidos',
        'cognome',
        'sobrenome',
        'apelido',
        'achternaam',
        'efternamn',
        'etternavn',
        'efternavn',
        'sukunimi',
      ],
      ...['nazwisko', 'příjmení', 'vezetéknév', 'фамилия', 'прізвище', 'επώνυμο', '姓', 'ticket last name'],
    ],
    name: [
      'full name',
      'name',
      'display name',
      'vollständiger name',
      'nom complet',
      'nombre completo',
      'ticket full name',
    ],
    city: ['city', 'town', 'stadt', 'ort', 'ville', 'ciudad', 'città', 'cidade', 'stad', 'miasto'],
    country: ['country', 'land', 'pays', 'país', 'paese', 'kraj'],
    birthday: ['birthday', 'date of birth', 'birth date', 'geburtstag', 'geburtsdatum', 'date de naissance'],
    phone: ['phone', 'phone number', 'telephone', 'mobile', 'telefon', 'téléphone', 'teléfono', 'telefono'],
    company: [
      'company',
      'organization',
      'organisation',
      'firma',
      'entreprise',
      'empresa',
      'azienda',
      'bedrijf',
    ],
  }).map(([field, names]) => [normalizeName(field), names.map(normalizeName)]),
);
