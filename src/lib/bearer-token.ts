/** Whether a text can be sent in an Authorization header (RFC 6750, section 2.1): visible ASCII, no spaces. */
export function isBearerToken(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text);
}
