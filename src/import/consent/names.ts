/** Names of columns whose meaning is known, folded. */
import table from './names.table.ts';

/** A status word for each person. */
export const statusNames: ReadonlySet<string> = new Set(table.statusNames);

/** A status of any kind: of a subscription, of an order, of a customer. */
export const anyStatusNames: ReadonlySet<string> = new Set(table.anyStatusNames);

/** They mean consent only when the values do: "state" may be part of a postal address. */
export const ambiguousStatusNames: ReadonlySet<string> = new Set(table.ambiguousStatusNames);

/** They name lists, or say yes and no. */
export const listNames: ReadonlySet<string> = new Set(table.listNames);

/** Yes, or a date: the person may be emailed. */
export const optInNames: ReadonlySet<string> = new Set(table.optInNames);

/** Yes, a date, a reason or a count above 0: the person must not be emailed. */
export const optOutNames: ReadonlySet<string> = new Set(table.optOutNames);

/** Columns that sound like consent and are about something else. */
export const otherMatters: ReadonlySet<string> = new Set(table.otherMatters);
