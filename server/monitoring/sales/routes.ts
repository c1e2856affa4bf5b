import { getSales, listSold } from '#contract/console/sales.ts';
import type { MountConsole } from '#server/http/mount-console.ts';
import type { SalesFigures } from './sales.ts';

/** What was sold, for operators in a browser. */
export function mountSales(mount: MountConsole, sales: SalesFigures): void {
  mount(getSales, ({ query }) => sales.find(query.step));
  mount(listSold, ({ query }) => sales.listSold(query));
}
