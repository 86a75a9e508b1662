/** The rates of a sent email. service.txt, "Email", has a count and a rate for each. */
export const rates = ['delivery', 'bounce', 'complaint', 'like', 'unsubscribe'] as const;
/** The name of a rate: `delivery` for `delivery_count` and `delivery_rate`. */
export type Rate = (typeof rates)[number];

export const byRate = <T>(make: (rate: Rate) => T) =>
  Object.fromEntries(rates.map(rate => [rate, make(rate)])) as Readonly<Record<Rate, T>>;

/** Titles of tables and charts. */
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
  /** Exceeded if more than `count` in `of`. */
  readonly count: number;
  readonly of: number;
  /** With fewer than this, the rate of a single email is chance. */
  readonly least: number;
  readonly serious: boolean;
  /** What is exceeded, a colon, and what comes of it. */
  readonly meaning: string;
}

/** Sender requirements of Gmail and Yahoo, 2024; the bounce limit is that of sending services. The worst first. */
export const thresholds: readonly Threshold[] = [
  {
    rate: 'complaint',
    count: 3,
    of: 1000,
    least: 3,
    serious: true,
    meaning: 'complaints above 0.3%: Gmail and Yahoo may reject these emails or move them to spam',
  },
  {
    rate: 'complaint',
    count: 1,
    of: 1000,
    least: 3,
    serious: false,
    meaning: 'complaints above 0.1%: over the limit that Gmail and Yahoo recommend',
  },
  {
    rate: 'bounce',
    count: 2,
    of: 100,
    least: 5,
    serious: true,
    meaning: 'bounces above 2%: old or invalid addresses; providers may slow down or block the sender',
  },
];

export const withinLimits = 'Within the limits of mail providers (complaints up to 0.1%, bounces up to 2%)';

/** `0.1%`, as a threshold is written. */
export const percentLimit = (count: number, of: number) => `${Number(((count / of) * 100).toFixed(2))}%`;
