import type { Sales } from '#contract/console/sales.ts';
import { countText } from '#console/lib/format.ts';
import type { Column } from '#console/ui/table.tsx';
import { wonText } from './offer-texts.ts';

type SaleSums = Sales['total'];

/** The figures of a day, a month, a title or a membership. */
export const SUM_COLUMNS = [
  { name: '주문', kind: 'number', cell: ({ cnt_order: count }: SaleSums) => countText(count) },
  { name: '매출', kind: 'number', cell: ({ won }: SaleSums) => wonText(won) },
  {
    name: '환불',
    kind: 'number',
    cell: ({ cnt_refund: count, won_refunded: won }: SaleSums) =>
      count === 0 ? '—' : `${wonText(won)} (${countText(count)})`,
  },
  { name: '남은 매출', kind: 'number', cell: (sums: SaleSums) => wonText(leftOf(sums)) },
] as const satisfies readonly Column<SaleSums>[];

export const leftOf = ({ won, won_refunded: back }: SaleSums) => won - back;
