import { Failure } from '../../../lib/failure.ts';
import { type DateOrder, dateOrders } from './date-orders.ts';

/**
 * The order of a form of dates, the value of `--date-format`: DMY, DD/MM/YYYY, d.m.yy, %d-%m-%Y. Dates show their marks
 * themselves, and a time behind them.
 *
 * @throws Failure invalid_value
 */
export function orderOfForm(form: string): DateOrder {
  const letters = form
    .toUpperCase()
    .replace(/[T ]*%?H.*$/, '')
    .replace(/[^A-Z]/g, '');
  const order = dateOrders.find(one => one === [...new Set(letters)].join(''));
  if (order !== undefined) return order;
  throw new Failure('invalid_value', `--date-format: unsupported date format "${form}"`, {
    hint: 'for example --date-format DD/MM/YYYY, or just DMY',
  });
}
