const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Whether a text is an id of the service, a UUID (service.txt), rather than a name or an address. */
export function isId(text: string): boolean {
  return uuid.test(text);
}

/** Whether the service returned another id than the requested one. */
export function isOtherId(given: unknown, asked: string): boolean {
  return isId(asked) && String(given).toLowerCase() !== asked.toLowerCase();
}
