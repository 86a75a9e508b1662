/** The rules of the Public Suffix List, as tldts keeps them: its types do not reach them. */
declare module 'tldts/dist/cjs/src/data/trie.js' {
  export const labelText: string;
  export const edgeLength: Uint8Array;
  export const edgeStart: Uint16Array;
  export const rulesRoot: number;
}
