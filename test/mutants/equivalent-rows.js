/**
 * Faults in the reading of rows that no test can notice, as in `equivalent.js`: most are in shorter ways for what stands in most
 * files, or in what is remembered.
 *
 * @type {import('./equivalent.js').Equivalents}
 */
export const inRows = {
  'src/import/rows/values/dates.ts': [
    {
      why: 'the longer way reads the same',
      lines: [
        'if (usual !== undefined) return { value: usual };',
        'function usualIso(given',
        'const text = given.length === 20',
        'if (text.length !== 10 && text.length !== 19)',
        'const date = text.length === 10',
        'const year = twoDigitsAt(date, 0)',
        'if (date.charCodeAt(4) !== dash',
        'if (!isDay(year, twoDigitsAt(date, 5)',
        'if (text.length === 10) return date;',
        'const [divider, first, second]',
        "if ((divider !== ' '",
        'return isTime ?',
        'const isTime =',
        'const [dash, zero]',
        'function twoDigitsAt(',
        'const [tens, ones] =',
        'return tens >= 0',
      ],
    },
    { why: 'most texts have no such digits, which saves time only', lines: ['if (!/[\\u060c\\u0660'] },
  ],
  'src/import/rows/values/numbers.ts': [
    {
      why: 'the longer way reads the same',
      lines: [
        'if (text.length > exactDigits',
        'if (!isMark || at === 0',
        "if (!text.includes('.') && !text.includes(','))",
        'if (at === text.length) return { value',
        'if (at !== -1 && text[at] === given)',
        "return { value: Number(given === ','",
      ],
    },
  ],
  'src/import/rows/validate.ts': [
    {
      why: 'an expected number of rows: tables grow',
      lines: [
        'const likelyRows = files.reduce',
        'new AddressTable(files.reduce(',
        "if (source.form !== 'text') return source.likelyRows;",
        "source.encoding.startsWith('utf-16')",
        'return source.bytes /',
      ],
    },
  ],
  'src/import/rows/values/fold.ts': [
    { why: 'the longer way gives the same', lines: ['if (!notAscii.test(text))'], becomes: 'false' },
    { why: 'it takes more steps', lines: ['.replace(/[^a-z\\d]+/g'], becomes: '/[^a-z\\d]/g' },
    { why: 'it takes more steps', lines: ['\\p{M}]+/gu'], becomes: '/[^\\p{L}\\p{N}\\p{M}]/gu' },
    { why: 'it takes more steps', lines: ['\\p{M}\\n]+/gu'], becomes: '/[^\\p{L}\\p{N}\\p{M}\\n]/gu' },
  ],
  'src/import/rows/values/email-address.ts': [
    {
      why: 'with a quote left at one end it is no address either',
      lines: ["return /^'[^']*@[^']*'$/.test(text) ||"],
    },
    {
      why: 'the longer way reads the same',
      lines: [
        'const plain = ',
        'if (cell.length <= 128',
        'if (at <= 64 &&',
        '/^[ -?A-~]*$/.test(trimmed)',
        'return /\\P{ASCII}/u.test(domain)',
      ],
    },
  ],
  'src/import/rows/values/column-format.ts': [
    {
      why: 'what was noted is noted again, which costs time only',
      lines: [
        "else if (this.#kind === 'date' && text[4] === '-')",
        'const words = text.replace(',
        "if (words === ' ' ||",
        'if (this.#words.size < mostWords)',
        'if (shown === undefined || shown === this.#last)',
      ],
    },
  ],
  'src/import/rows/values/tags.ts': [
    {
      why: 'the longer way gives the same; what is remembered saves time only',
      lines: [
        'if (columns.length === 0 && always.length === 0) return;',
        'if (always.length === 0 && columns.length === 1',
        'if (tags === undefined) {',
        'if (known.size < 10_000)',
      ],
    },
  ],
  'src/import/rows/values/month-names.ts': [
    { why: 'the longer way gives the same', lines: ['if (only !== undefined && named.length === 1)'] },
  ],
  'src/import/rows/values/clock.ts': [
    { why: 'most dates have no time, which saves time only', lines: ['if (!/[:,hk]/i.test(text))'] },
  ],
  'src/import/rows/risk/judge.ts': [
    {
      why: 'what is remembered saves time only',
      lines: [
        'if (remembered !== undefined || known.has',
        'if (known.size >= mostRemembered)',
        'known.set(domain, judged);',
        'readonly #domains: string[]',
        'readonly #risks: (JudgedRisk',
        'let hash = ',
        'const end = Math.min(start + 12',
        'for (let at = start; at < end;',
        'const place = hash &',
        "const domain = this.#domains[place] ?? '';",
        'if (domain.length === address.length - start',
      ],
    },
  ],
};
