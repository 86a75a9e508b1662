import { endpoints } from '../../../contract/index.ts';
import { rates } from '../../../emails/statistics/rates.ts';
import type { Row, View } from '../../../terminal/terminal.ts';

/** Fractions, which a table shows as percentages. */
const fractions = (names: readonly string[]) =>
  Object.fromEntries(
    names.map(name => [name, (row: Row) => (typeof row[name] === 'number' ? row[name] : null)]),
  );

const shares = rates.map(rate => `${rate}_share`);
const medians = shares.map(share => `median_${share}`);
const about = ['id', 'subject', 'status', 'group_id', 'sent_at', 'sent_count'];

export const listView: View = {
  plural: 'sent emails',
  columns: ['id', 'subject', 'sent_at', 'sent_count', ...shares],
  fields: [
    ...about,
    ...rates.flatMap(rate => [`${rate}_count`, `${rate}_share`]),
    ...['exceeded', 'impossible', 'disagreeing'],
  ],
  kinds: endpoints.listEmails.response.fields,
  shares: fractions([...shares, ...medians]),
  empty: 'newsletter emails send <id>',
};

/** One email, compared with the medians of earlier emails. */
export const detailView: View = {
  ...listView,
  plural: 'compared emails',
  fields: [...(listView.fields ?? []), 'summary', 'unusual', 'compared_with', ...medians],
};

/** Two emails: a line for each rate. */
export const comparisonView: View = {
  plural: 'rates',
  columns: ['metric', 'first', 'second', 'difference', 'significant'],
  shares: fractions(['first', 'second', 'difference']),
};
