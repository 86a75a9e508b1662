/** The sign-in of service.txt, "Authentication", step by step. The pair is the example of RFC 7636, appendix B. */
const codeVerifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';

/** Step 2: the user is sent to GET {auth_url}/oauth/authorize, approves, and comes back with code and state. */
export const authorization = {
  method: 'GET',
  path: '/oauth/authorize',
  query: {
    client_id: 'sandbox-client',
    redirect_uri: 'http://127.0.0.1:8976/callback',
    response_type: 'code',
    scope: 'account',
    state: 'af0ifjsldkj',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  },
  response: { code: 'SplxlOBeZQQYbYS6WxSbIA', state: 'af0ifjsldkj' },
};

const tokens = {
  access_token: '2YotnFZFEjr1zCsicMWpAA',
  token_type: 'Bearer',
  expires_in: 7200,
  refresh_token: 'tGzv3JOkF0XG5Qx2TlKWIA',
  scope: 'account',
};

/** Steps 3 and 4. */
export const tokenRequest = {
  method: 'POST',
  path: '/oauth/token',
  form: {
    grant_type: 'authorization_code',
    code: 'SplxlOBeZQQYbYS6WxSbIA',
    redirect_uri: 'http://127.0.0.1:8976/callback',
    client_id: 'sandbox-client',
    client_secret: 'sandbox-secret',
    code_verifier: codeVerifier,
  },
  response: tokens,
};

/** "Refresh": the shape of the response is shown only as far as the new access token. */
export const refresh = {
  method: 'POST',
  path: '/oauth/token',
  form: {
    grant_type: 'refresh_token',
    refresh_token: 'tGzv3JOkF0XG5Qx2TlKWIA',
    client_id: 'sandbox-client',
    client_secret: 'sandbox-secret',
  },
  response: tokens,
};

/** "Revocation": the response is not shown. */
export const revocation = {
  method: 'POST',
  path: '/oauth/revoke',
  form: {
    token: 'tGzv3JOkF0XG5Qx2TlKWIA',
    client_id: 'sandbox-client',
    client_secret: 'sandbox-secret',
  },
};
