/** What other services show of a person or an email, and this one does not (service.txt, "Subscriber", "Email"). */
const hidden =
  /^(?:status|(?:un)?subscribed|active|bounced?|bounces|complained|complaints?|(?:last_)?(?:open|click)(?:s|ed|_rate|_count|ed_at)?)$/i;

export const isNotShown = (name: string) => hidden.test(name);

/** The hint for such a name, wherever it is typed. */
export const notShown =
  'the service does not show opens and clicks, nor the status and bounces of a person; what it counts: newsletter emails stats';
