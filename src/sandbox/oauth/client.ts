/** A registered app (service.txt, "OAuth 2.0 for third-party apps"). */
export interface SandboxClient {
  readonly id: string;
  readonly secret: string;
  readonly name: string;
  readonly description: string;
  readonly redirectUris: readonly string[];
}

/** @param extra redirect URIs beside those of the command's `login` */
export function sandboxClient(extra: readonly string[] = []): SandboxClient {
  return {
    id: 'sandbox-client',
    secret: 'sandbox-secret',
    name: 'newsletter',
    description: 'The newsletter command line on this computer',
    redirectUris: [
      'http://127.0.0.1:8976/callback',
      'http://localhost:8976/callback',
      'http://[::1]:8976/callback',
      ...extra,
    ],
  };
}
