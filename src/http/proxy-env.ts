/**
 * The proxies that the environment names, lower case first, as curl reads them.
 * @returns empty strings for what is not set
 */
export function proxyVariables(environment: NodeJS.ProcessEnv) {
  return {
    httpProxy: environment.http_proxy || environment.HTTP_PROXY || '',
    httpsProxy: environment.https_proxy || environment.HTTPS_PROXY || '',
    noProxy: environment.no_proxy || environment.NO_PROXY || '',
  };
}

/** Whether a proxy is named at all. */
export function namesProxy(environment: NodeJS.ProcessEnv): boolean {
  const { httpProxy, httpsProxy } = proxyVariables(environment);
  return httpProxy !== '' || httpsProxy !== '';
}
