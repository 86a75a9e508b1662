import {
  flag,
  negative,
  number,
  type OptionValues,
  optionGroup,
  text,
  wholeNumber,
} from '../../cli/option.ts';

/** Seconds to wait for the browser. */
export const defaultTimeout = 300;

export const options = {
  ...optionGroup('Method', {
    apiKey: flag('--api-key', 'read a personal key from a hidden prompt, or from stdin'),
    browser: negative('--no-browser', 'print the sign-in URL, and prompt for the URL you were redirected to'),
    loginTimeout: number(
      '--login-timeout <seconds>',
      `how long to wait for the browser (${defaultTimeout})`,
      wholeNumber,
    ),
  }),
  ...optionGroup('App, for browser sign-in', {
    clientId: text('--client-id <id>', 'client id of the app'),
    redirectUri: text(
      '--redirect-uri <uri>',
      'redirect URI registered for the app (default http://127.0.0.1:8976/callback)',
    ),
    tokenUrl: text('--token-url <url>', 'token URL of a broker that holds the client secret'),
    clientSecretStdin: flag('--client-secret-stdin', 'read the client secret from stdin'),
  }),
  ...optionGroup('Storage', {
    credentialStore: text(
      '--credential-store <place>',
      'where to store credentials: auto, keychain (or fail) or file',
    ),
    storeClientSecret: flag(
      '--store-client-secret',
      'store the client secret on this machine, for refreshing',
    ),
  }),
};

export type LoginOptions = OptionValues<typeof options>;
