/** The rates of a sent email. service.txt, "Email", has a count and a rate for each. */
export const rates = ['delivery', 'bounce', 'complaint', 'like', 'unsubscribe'] as const;
/** The name of a rate: `delivery` for `delivery_count` and `delivery_rate`. */
export type Rate = (typeof rates)[number];

/** Their names for people. */
export const rateTitles: Readonly<Record<Rate, string>> = {
  delivery: 'delivered',
  bounce: 'bounced',
  complaint: 'complaints',
  like: 'likes',
  unsubscribe: 'unsubscribed',
};

/** A rate above which mail providers act against a sender. */
export interface Threshold {
  readonly rate: Rate;
  /** They act when it is more than `count` in `of`. */
  readonly count: number;
  readonly of: number;
  readonly serious: boolean;
  readonly meaning: string;
}

/** Sender requirements of Gmail and Yahoo, 2024; the bounce limit is that of sending services. The worst come first. */
export const thresholds: readonly Threshold[] = [
  {
    rate: 'complaint',
    count: 3,
    of: 1000,
    serious: true,
    meaning: 'complaints above 0.3 %: Gmail and Yahoo put such a sender into spam or refuse it',
  },
  {
    rate: 'complaint',
    count: 1,
    of: 1000,
    serious: false,
    meaning: 'complaints above 0.1 %: more than Gmail and Yahoo ask senders to stay below',
  },
  {
    rate: 'bounce',
    count: 2,
    of: 100,
    serious: true,
    meaning: 'bounces above 2 %: old or invented addresses; providers slow down or block such a sender',
  },
];
