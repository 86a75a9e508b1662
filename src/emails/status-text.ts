/** The status of an email as it is shown, whatever the service sent (service.txt, "Email status"). */
export function statusText(status: unknown): string {
  return typeof status === 'string' && status !== '' ? status.slice(0, 40) : 'without a status';
}
