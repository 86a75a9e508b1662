/** Words as they are compared: folded, with endings; orders of dates. */
import { describe, expect, it } from 'vitest';
import { orderOfForm } from '../../../../src/import/rows/values/dates.ts';
import { fold, foldedText, Words, withoutAccents } from '../../../../src/import/rows/values/fold.ts';
import { foldEach, foldedList, wordList } from '../../../../src/import/rows/values/folded-lists.ts';

describe('folded words', () => {
  it.each([
    ['E-Mail Adresse', 'emailadresse'],
    ['E_MAIL 2', 'email2'],
    ['Prénom', 'prenom'],
    ['Łódź ØRE', 'lodzore'],
    ['Straße', 'strasse'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['ı', 'i'],
    ['Œuvre æon ðđ', 'oeuvreaeondd'],
    ['a\u200bb\u00adc', 'abc'],
    ['✓', 'x'],
    ['メール', 'メール'],
    ['--', ''],
  ])('%j is %j', (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  it('of a long cell only the beginning is compared', () => {
    expect(fold('a'.repeat(5000))).toHaveLength(2000);
    expect(fold('é'.repeat(5000))).toHaveLength(2000);
    expect(withoutAccents('É x-Y')).toBe('e x-y');
  });

  it('texts that are folded together come each to what they do alone', () => {
    const characters = Array.from({ length: 0xd800 }, (_, unit) => String.fromCharCode(unit));
    const texts = ['', 'A,b', 'ΟΔΟΣ', 'Łódź\nStraße', 'é\u0301\u0316', '✓', '✓ 済み', 'İ', 'ﬁ'];
    for (const some of [characters, texts, characters.map(one => `a${one}b`)]) {
      expect(foldEach(some)).toEqual(some.map(fold));
    }
  });

  it('in a list each word is there once, and one with a star has endings of up to four letters', () => {
    expect(foldedList('Ja, ja,Oui, ,é\nb')).toEqual(['ja', 'oui', 'eb']);
    const list = wordList('Ja, abgemeld*,unsub*');
    expect(list).toEqual({ whole: ['ja'], beginnings: ['abgemeld', 'unsub'] });
    const words = new Words(list);
    expect(['ja', 'unsub', 'jas', ''].map(word => words.has(word))).toEqual([true, false, false, false]);
    const begins = (...each: string[]) => words.begins(foldedText(each));
    expect(begins('abgemeld')).toBe(true);
    expect(begins('Abgemeldet')).toBe(true);
    expect(begins('abgemeldeten')).toBe(true);
    expect(begins('abgemeldetenx')).toBe(false);
    expect(begins('ja')).toBe(false);
    // The ending belongs to the last word as a whole.
    expect(begins('unsub', 'de')).toBe(false);
    expect(begins('un', 'sub')).toBe(true);
    expect(begins()).toBe(false);
    expect(foldedText(['É', '-', 'b'])).toEqual({ whole: 'eb', words: ['e', 'b'] });
  });
});

describe('forms of dates that are given', () => {
  it.each(['DD/MM', 'DD/MM/YYYY/x', 'YYYY-DD-MM', 'Monday', ''])('%j is refused', form => {
    expect(() => orderOfForm(form)).toThrow(expect.objectContaining({ code: 'invalid_value' }));
  });

  it('the order of a form is known', () => {
    const forms = ['DMY', 'DD/MM/YYYY HH:mm', '%d-%m-%Y %H:%M', 'd. m. yy', 'M/D/YY', 'YYYY-MM-DDTHH:mm:ss'];
    expect(forms.map(orderOfForm)).toEqual(['DMY', 'DMY', 'DMY', 'DMY', 'MDY', 'YMD']);
  });
});
