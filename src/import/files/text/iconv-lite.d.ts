/** The tables of iconv-lite, which it does not describe: the characters of the bytes from 128 on. */

interface CodePageTable {
  readonly chars: string;
}

declare module 'iconv-lite/encodings/sbcs-data.js' {
  const tables: Readonly<Record<'maccenteuro', CodePageTable>>;
  export default tables;
}

declare module 'iconv-lite/encodings/sbcs-data-generated.js' {
  const tables: Readonly<
    Record<
      | 'cp437'
      | 'cp737'
      | 'cp775'
      | 'cp850'
      | 'cp852'
      | 'cp857'
      | 'cp858'
      | 'cp862'
      | 'cp1125'
      | 'macgreek'
      | 'macturkish',
      CodePageTable
    >
  >;
  export default tables;
}
