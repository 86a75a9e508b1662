/** The part of juice that reads no files and loads nothing: the package types only its other entry. */
declare module 'juice/client' {
  import type { Options } from 'juice';
  export default function juice(html: string, options?: Options): string;
}
