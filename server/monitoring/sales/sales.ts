import type { Sales, SalesStep, Sold, SoldQuery } from '#contract/console/sales.ts';
import type { Connection } from '#server/db/open.ts';
import type { Clock } from '#server/lib/clock.ts';
import { groupBy } from '#server/lib/group-by.ts';
import { findSummary } from '../quality/fold-store.ts';
import { stepOf, stepsUntil } from '../viewing/periods.ts';
import { listSaleDays, listSoldOf, type SaleSums } from './sales-store.ts';

export interface SalesFigures {
  find(step: SalesStep): Promise<Sales>;
  listSold(query: SoldQuery): Promise<{ count: number; results: Sold[] }>;
}

const NO_SUMS: SaleSums = { cnt_order: 0, won: 0, cnt_refund: 0, won_refunded: 0 };

const addSums = (one: SaleSums, other: SaleSums): SaleSums => ({
  cnt_order: one.cnt_order + other.cnt_order,
  won: one.won + other.won,
  cnt_refund: one.cnt_refund + other.cnt_refund,
  won_refunded: one.won_refunded + other.won_refunded,
});

/** First and last day of a day or a month. No month has a day after its 31st, and days are compared as text. */
const daysOfPeriod = (period: string) =>
  period.length === 10 ? { from: period, to: period } : { from: `${period}-01`, to: `${period}-31` };

/** What was sold, from the sums that a worker counts. */
export function createSalesFigures(options: {
  db: Connection;
  clock: Clock;
  artUrl(path: string): string;
}): SalesFigures {
  const { db, clock, artUrl } = options;
  return {
    async find(step) {
      const steps = stepsUntil(clock.now(), step);
      const days = await listSaleDays(db, steps[0]!);
      const byStep = groupBy(days, ({ day }) => stepOf(day, step));
      return {
        counted_at: (await findSummary(db, 'sales'))?.countedAt.toISOString() ?? null,
        points: steps.map((at) => ({ at, ...(byStep.get(at) ?? []).reduce<SaleSums>(addSums, NO_SUMS) })),
        total: days.reduce<SaleSums>(addSums, NO_SUMS),
      };
    },

    async listSold({ of, step, period, limit, offset }) {
      const days =
        period === undefined ? { from: stepsUntil(clock.now(), step)[0]!, to: '9999' } : daysOfPeriod(period);
      const { count, rows } = await listSoldOf(db, { of, ...days, limit, offset });
      return {
        count,
        results: rows.map(({ id, name, poster, ...sums }) =>
          id === 0
            ? { id: null, name: null, poster: null, ...sums }
            : { id, name, poster: poster === null ? null : artUrl(poster), ...sums },
        ),
      };
    },
  };
}
