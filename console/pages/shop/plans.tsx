import { useState } from 'react';
import { Button } from 'react-aria-components';
import { exportPlans } from '#contract/console/exports.ts';
import { listOperatedPlans, type OperatedPlan } from '#contract/console/offers.ts';
import { call } from '#console/lib/client.ts';
import { CsvButton } from '#console/ui/csv-button.tsx';
import { ListPage, useList } from '#console/ui/list-page.tsx';
import { Head } from '#console/ui/page.tsx';
import { RowAction } from '#console/ui/row-action.tsx';
import type { Column } from '#console/ui/table.tsx';
import { OfferDialog } from './offer-form.tsx';
import { filterOf, Filters, Name, stateColumn, type PartProps } from './offer-list.tsx';
import { PLAN_NAMES, wonText } from './offer-texts.ts';

/** Memberships for sale. */
export function PlansPage({ query, tabs }: PartProps) {
  /** The plan as the operator saw it; `new` for one that is added. */
  const [edited, setEdited] = useState<OperatedPlan | 'new' | null>(null);
  const filter = filterOf(query);
  const plans = useList({
    path: '/shop/plans',
    query,
    key: ['shop', 'plans', filter],
    read: (page, settings) => call(listOperatedPlans, { query: { ...filter, ...page } }, settings),
  });
  const columns: readonly Column<OperatedPlan>[] = [
    { name: '이름', kind: 'name', cell: Name },
    { name: '등급', label: true, cell: ({ plan }) => PLAN_NAMES[plan] },
    { name: '가격', kind: 'number', cell: ({ price }) => wonText(price) },
    { name: '기간', kind: 'number', cell: ({ days }) => `${days}일` },
    stateColumn,
    {
      name: '작업',
      kind: 'actions',
      cell: (plan) => <RowAction of={plan.name} verb="바꾸기" onPress={() => setEdited(plan)} />,
    },
  ];
  return (
    <>
      <Head title="판매">
        <Filters list={plans} query={query} label="이름으로 찾기" />
        <Button className="button primary" onPress={() => setEdited('new')}>
          멤버십 만들기
        </Button>
      </Head>
      {tabs}
      <ListPage
        list={plans}
        label="멤버십"
        columns={columns}
        keyOf={({ id }) => id}
        csv={<CsvButton of={exportPlans} sent={{ query: filter }} name="멤버십" />}
        empty={
          (filter.state ?? filter.keyword)
            ? '찾는 멤버십이 없어요.'
            : '파는 멤버십이 없어요. 시청자는 무료와 광고로만 볼 수 있어요.'
        }
      />
      {edited !== null && (
        <OfferDialog offer={{ is: 'plan', shown: edited === 'new' ? null : edited }} onClose={() => setEdited(null)} />
      )}
    </>
  );
}
