/**
 * Faults in requests and sign-ins that no test can notice, as in `equivalent.js`.
 *
 * @type {import('./equivalent.js').Equivalents}
 */
export const inRequests = {
  'src/http/sender.ts': [
    { why: 'a text equals no status', lines: ['accepted: readonly number[] = []'] },
    {
      why: 'without a bearer there are no credentials to ask for another one; the condition is for the compiler',
      lines: ['bearer !== undefined && mayRenew'],
      becomes: 'true',
    },
    {
      why: 'there is a bearer, so there are credentials',
      lines: ['renewed = await this.#credentials?.renew(bearer);'],
      becomes: 'this.#credentials.renew',
    },
    {
      why: 'joining signals again costs time only',
      lines: ['if (known !== undefined) return known;'],
      becomes: 'false',
    },
    { why: 'joining signals again costs time only', lines: ['this.#signals.set(own, joined);'] },
  ],
  'src/http/undici/transport.ts': [
    {
      why: 'it only makes the end of the process faster, on Node 20',
      lines: [
        'keepParserSimple();',
        'function keepParserSimple(): void {',
        "process.versions.node.startsWith('20.')",
      ],
    },
    {
      why: 'a small body in pieces takes more packets; for a large one in one piece `true` is noticed',
      lines: ['return bytes <= chunkSize ?'],
    },
    {
      why: 'an empty piece changes nothing',
      lines: ['at < part.byteLength'],
      becomes: 'at <= part.byteLength',
    },
    {
      why: 'undici does not pass 100 on: it closes the connection',
      lines: ['if (status < 100)'],
      becomes: 'status <= 100',
    },
    {
      why: 'a response does not end before it has begun; the condition is for the compiler',
      lines: ['if (head === undefined) return;'],
      becomes: 'false',
    },
  ],
  'src/http/received-page.ts': [
    {
      why: 'what is no number is no whole number either; the condition is for the compiler',
      lines: ["return typeof number === 'number' && Number.isSafeInteger"],
      becomes: 'true',
    },
  ],
  'src/http/rails.ts': [
    {
      why: 'without a limit of sends consent is never refused',
      lines: ["if (asked.sends && (send?.value === 'person'"],
      becomes: 'true',
    },
    {
      why: 'no consent is no person, and an unknown number',
      lines: ['this.approveSend(this.#consent ??'],
      becomes: '{}',
    },
    {
      why: 'an endpoint that reads has no other need, for which the default is the same',
      lines: ["endpoint?.repeat === 'read' ? 'all'"],
      becomes: 'false',
    },
  ],
  'src/auth/credentials/keychain.ts': [
    {
      why: 'for the compiler: there are pipes',
      lines: ["child.stdout?.setEncoding('utf8')", "child.stdin?.on('error'", 'child.stdin?.end(request);'],
    },
    {
      why: 'what the process says beside its answer is read by nobody',
      lines: ["stdio: ['pipe', 'pipe', 'ignore']"],
    },
    {
      why: 'a terminal shows it, which sends Ctrl-C to a whole group, or Windows',
      lines: ["detached: process.platform !== 'win32'", 'windowsHide: true'],
    },
    { why: 'it rejects a promise that is settled', lines: ['clearTimeout(late);'] },
  ],
  'src/auth/credentials/file.ts': [
    {
      why: 'a draft that is not there cannot be read, which says the same',
      lines: ['if (draft === undefined) return undefined;'],
      becomes: 'false',
    },
    {
      why: 'for the compiler: only failures come',
      lines: ['if (error instanceof Failure) return undefined;'],
    },
    { why: 'Windows has no user ids', lines: ['process.getuid?.()', 'if (user === undefined ||'] },
    {
      why: 'older versions of Node throw where newer ones find nothing',
      lines: ["if (systemCode(error) === 'ENOTDIR')"],
      becomes: 'false',
    },
  ],
  'src/auth/open-browser.ts': [
    { why: 'Windows only', lines: ["process.platform === 'win32' ? ';'"], becomes: 'false' },
    {
      why: 'a browser outlives this process, which a test does not',
      lines: ['child.unref();', "stdio: 'ignore', detached: true"],
      becomes: ';',
    },
  ],
};
