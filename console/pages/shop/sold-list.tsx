import { exportSold } from '#contract/console/exports.ts';
import { listSold, soldKinds, type SalesStep, type Sold, type SoldKind } from '#contract/console/sales.ts';
import { call } from '#console/lib/client.ts';
import { CsvButton } from '#console/ui/csv-button.tsx';
import { Choice } from '#console/ui/fields.tsx';
import { ChoiceFilter, ListPage, useList } from '#console/ui/list-page.tsx';
import { TitleName } from '#console/ui/title-name.tsx';
import type { Column } from '#console/ui/table.tsx';
import { SUM_COLUMNS } from './sale-columns.ts';

const KIND_NAMES: Record<SoldKind, string> = { title: '작품', plan: '멤버십' };

const columnsOf = (of: SoldKind): readonly Column<Sold>[] => [
  {
    name: KIND_NAMES[of],
    kind: 'name',
    cell: ({ id, name, poster }) =>
      id === null || name === null ? (
        <span className="muted">탈퇴한 이용자의 주문</span>
      ) : poster === null ? (
        name
      ) : (
        <TitleName title={{ name, poster }} address={`#/titles/${id}/products`} />
      ),
  },
  ...SUM_COLUMNS,
];

interface SoldListProps {
  query: Readonly<Record<string, string>>;
  step: SalesStep;
  /** The days or months that may be chosen, the oldest first. */
  points: readonly string[];
}

/** Titles or memberships by what was sold of them. */
export function SoldList({ query, step, points }: SoldListProps) {
  const of = soldKinds.find((each) => each === query['of']) ?? 'title';
  const period = points.find((each) => each === query['period']);
  const filter = { of, step, period };
  const sold = useList({
    path: '/shop/sales',
    query,
    key: ['shop', 'sold', filter],
    limit: 20,
    read: (page, settings) => call(listSold, { query: { ...filter, ...page } }, settings),
  });
  return (
    <section aria-labelledby="sold">
      <div className="section wide">
        <h2 id="sold">무엇이 팔렸나</h2>
        <div className="tools">
          <Choice
            label="무엇"
            isLabelHidden
            value={of}
            options={soldKinds.map((each) => [each, KIND_NAMES[each]] as const)}
            onChange={(next) => sold.filter({ of: next === 'title' ? undefined : next })}
          />
          <ChoiceFilter
            label={step === 'day' ? '날' : '달'}
            value={period}
            all={step === 'day' ? '28일 모두' : '12개월 모두'}
            names={[...points].reverse().map((each) => [each, each])}
            onChange={(next) => sold.filter({ period: next })}
          />
        </div>
      </div>
      <ListPage
        list={sold}
        label={`${KIND_NAMES[of]}별 매출`}
        columns={columnsOf(of)}
        keyOf={({ id }) => id ?? 0}
        empty="이 기간에 팔린 것이 없어요."
        csv={<CsvButton of={exportSold} sent={{ query: filter }} name={`${KIND_NAMES[of]}별 매출`} />}
      />
    </section>
  );
}
