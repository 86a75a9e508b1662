/** Certificates that the tests make themselves, without any program. */
import { writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { temporaryFolder } from './home.ts';

export interface Certificate {
  /** Paths of PEM files. */
  readonly file: string;
  readonly key: string;
  readonly pem: { readonly cert: string; readonly key: string };
}

/**
 * Makes a certificate of a host or of a client, signed by itself unless an authority is given.
 *
 * @param days from now that it ends; negative when it has ended already
 */
export async function certificate(name: string, days = 1, authority?: Certificate): Promise<Certificate> {
  const day = 86_400_000;
  const altName = isIP(name) === 0 ? ({ type: 2, value: name } as const) : ({ type: 7, ip: name } as const);
  const { cert, private: key } = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(Date.now() - 3 * day),
    notAfterDate: new Date(Date.now() + days * day),
    extensions: [
      { name: 'basicConstraints', cA: authority === undefined },
      { name: 'subjectAltName', altNames: [altName] },
    ],
    ...(authority && { ca: authority.pem }),
  });
  const folder = temporaryFolder();
  const files = { file: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  writeFileSync(files.file, cert);
  writeFileSync(files.key, key);
  return { ...files, pem: { cert, key } };
}
