/** The entry of juice that reads no files; the package has types only for its other entry. */
declare module 'juice/client' {
  import type { Options } from 'juice';
  export default function juice(html: string, options?: Options): string;
}
