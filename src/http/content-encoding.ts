import type { WireAnswer } from './transport.ts';

const largest = 256 * 1024 * 1024;

type Decoder = (
  body: Buffer,
  options: { maxOutputLength: number },
  callback: (error: Error | null, result: Buffer) => void,
) => void;

/**
 * The body of an answer, decompressed (`Content-Encoding: gzip` or `br`, RFC 9110, section 8.4).
 * @throws Error when the bytes are damaged, too many, or encoded in another way
 */
export async function decoded(answer: WireAnswer): Promise<Buffer> {
  const encoding = (answer.headers['content-encoding'] ?? '').trim().toLowerCase();
  if (encoding === '' || encoding === 'identity' || answer.body.byteLength === 0) return answer.body;
  const zlib = await import('node:zlib');
  const decoders: Readonly<Record<string, Decoder | undefined>> = {
    gzip: zlib.gunzip,
    'x-gzip': zlib.gunzip,
    br: zlib.brotliDecompress,
  };
  const decoder = Object.hasOwn(decoders, encoding) ? decoders[encoding] : undefined;
  if (decoder === undefined) throw new Error(`unknown content encoding '${encoding}'`);
  return new Promise((resolve, reject) => {
    decoder(answer.body, { maxOutputLength: largest }, (error, result) => {
      if (error) reject(error);
      else resolve(result);
    });
  });
}
