import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { exportSales } from '#contract/console/exports.ts';
import { getSales, salesSteps, type Sales, type SalesStep } from '#contract/console/sales.ts';
import { call } from '#console/lib/client.ts';
import { dayText } from '#console/lib/figures.ts';
import { countText, timeText } from '#console/lib/format.ts';
import { addressOf, replaceAddress } from '#console/lib/route.ts';
import { Tiles } from '#console/ui/tiles.tsx';
import { Chart, WHOLE_STEPS } from '#console/ui/chart.tsx';
import { CsvButton } from '#console/ui/csv-button.tsx';
import { Choice } from '#console/ui/fields.tsx';
import { Head, QueryNothing } from '#console/ui/page.tsx';
import { Table } from '#console/ui/table.tsx';
import type { PartProps } from './offer-list.tsx';
import { wonText } from './offer-texts.ts';
import { leftOf, SUM_COLUMNS } from './sale-columns.ts';
import { SoldList } from './sold-list.tsx';

const STEP_NAMES: Record<SalesStep, string> = { day: '28일', month: '12개월' };

const startOf = (day: string) => `${day}T00:00:00+09:00`;
const monthText = (at: string) => `${dayText(at).split('/')[0]}월`;
/** A point as a period of the lists: `2026-11-28`, or the month `2026-11`. */
const periodOf = (at: string, step: SalesStep) => (step === 'day' ? at : at.slice(0, 7));

function Figures({ sales, step, query }: { sales: Sales; step: SalesStep; query: PartProps['query'] }) {
  const { points, total } = sales;
  const axisText = step === 'month' ? monthText : dayText;
  return (
    <>
      <Tiles
        tiles={[
          ['주문', countText(total.cnt_order), '결제한 주문'],
          ['매출', wonText(total.won), '할인을 뺀 금액'],
          ['환불', wonText(total.won_refunded), `${countText(total.cnt_refund)}건, 환불한 날에 세요`],
          ['남은 매출', wonText(leftOf(total)), null],
        ]}
      />
      <div className="charts">
        <Chart
          kind="bars"
          times={points.map(({ at }) => startOf(at))}
          axisText={axisText}
          timeText={axisText}
          title="매출"
          summary={wonText(total.won)}
          series={[{ name: '매출', values: points.map(({ won }) => won) }]}
          steps={WHOLE_STEPS}
          valueText={wonText}
        />
        <Chart
          kind="bars"
          times={points.map(({ at }) => startOf(at))}
          axisText={axisText}
          timeText={axisText}
          title="주문"
          summary={countText(total.cnt_order)}
          series={[{ name: '주문', values: points.map(({ cnt_order }) => cnt_order) }]}
          steps={WHOLE_STEPS}
          valueText={countText}
        />
      </div>
      <SoldList query={query} step={step} points={points.map(({ at }) => periodOf(at, step))} />
      <section aria-labelledby="sales-by-time">
        <h2 id="sales-by-time">{step === 'day' ? '날마다' : '달마다'}</h2>
        <Table<Sales['points'][number]>
          label="기간별 매출"
          columns={[
            {
              name: step === 'day' ? '날' : '달',
              kind: 'name',
              cell: ({ at }) => (
                <a href={addressOf('/shop/sales', { ...query, period: periodOf(at, step) })}>{periodOf(at, step)}</a>
              ),
            },
            ...SUM_COLUMNS,
          ]}
          rows={[...points].reverse()}
          keyOf={({ at }) => at}
          csv={<CsvButton of={exportSales} sent={{ query: { step } }} name="기간별 매출" />}
        />
      </section>
    </>
  );
}

/** Sums of orders and refunds by day, month and title. */
export function SalesPage({ query, tabs }: PartProps) {
  const step = salesSteps.find((each) => each === query['step']) ?? 'day';
  const sales = useQuery({
    queryKey: ['shop', 'sales', step],
    queryFn: ({ signal }) => call(getSales, { query: { step } }, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <Head title="판매">
        <Choice
          label="기간"
          isLabelHidden
          value={step}
          options={salesSteps.map((each) => [each, STEP_NAMES[each]] as const)}
          onChange={(next) => replaceAddress(addressOf('/shop/sales', next === 'day' ? {} : { step: next }))}
        />
      </Head>
      {tabs}
      {sales.data ? <Figures sales={sales.data} step={step} query={query} /> : <QueryNothing query={sales} />}
      {sales.data?.counted_at && (
        <p className="muted pad">
          {timeText(sales.data.counted_at)}까지 집계했어요. 환불은 결제한 날이 아니라 환불한 날에 세요.
        </p>
      )}
    </>
  );
}
