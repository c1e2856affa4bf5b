import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { exportVouchers, exportVoucherUses } from '#contract/console/exports.ts';
import { listVouchers, listVoucherUses, type Voucher, type VoucherUse } from '#contract/console/vouchers.ts';
import { call } from '#console/lib/client.ts';
import { countText, timeText } from '#console/lib/format.ts';
import { useMe } from '#console/lib/session.ts';
import { CsvButton } from '#console/ui/csv-button.tsx';
import { Sheet } from '#console/ui/dialogs.tsx';
import { ListPage, SearchFilter, useList } from '#console/ui/list-page.tsx';
import { Head, QueryNothing, State } from '#console/ui/page.tsx';
import { RowAction } from '#console/ui/row-action.tsx';
import { Table, type Column } from '#console/ui/table.tsx';
import type { PartProps } from './offer-list.tsx';
import { VoucherDialog } from './voucher-form.tsx';
import { givesText, USE_STATE_NAMES, VOUCHER_STATE_NAMES, VOUCHER_STATE_TONES } from './voucher-texts.ts';

/** Uses in the dialog; a code has a row with their number. */
const SHOWN_USES = 100;

/** Codes for days of a membership, or a discount. */
export function VouchersPage({ query, tabs }: PartProps) {
  const { may } = useMe();
  const [edited, setEdited] = useState<Voucher | 'new' | null>(null);
  const [used, setUsed] = useState<Voucher | null>(null);
  const keyword = query['keyword'];
  const vouchers = useList({
    path: '/shop/vouchers',
    query,
    key: ['shop', 'vouchers', keyword],
    read: (page, settings) => call(listVouchers, { query: { keyword, ...page } }, settings),
  });
  const columns: readonly Column<Voucher>[] = [
    {
      name: '쿠폰',
      kind: 'name',
      cell: ({ name, code }) => (
        <>
          {name}
          <span className="note">
            <code>{code}</code>
          </span>
        </>
      ),
    },
    { name: '주는 것', label: true, cell: givesText },
    {
      name: '상태',
      cell: ({ state }) => <State tone={VOUCHER_STATE_TONES[state]}>{VOUCHER_STATE_NAMES[state]}</State>,
    },
    { name: '끝', label: true, kind: 'time', cell: ({ ends_at: end }) => timeText(end) },
    {
      name: '사용',
      kind: 'number',
      cell: ({ cnt_used: cntUsed, max_uses: most }) => `${countText(cntUsed)} / ${countText(most)}`,
    },
    {
      name: '작업',
      kind: 'actions',
      cell: (voucher) => (
        <>
          <RowAction of={voucher.name} verb="쓴 사람" onPress={() => setUsed(voucher)} />
          {may('owner') && <RowAction of={voucher.name} verb="바꾸기" onPress={() => setEdited(voucher)} />}
        </>
      ),
    },
  ];
  return (
    <>
      <Head title="판매">
        <SearchFilter
          label="이름이나 번호로 찾기"
          value={keyword}
          onChange={(next) => vouchers.filter({ keyword: next })}
        />
        {may('owner') && (
          <Button className="button primary" onPress={() => setEdited('new')}>
            쿠폰 만들기
          </Button>
        )}
      </Head>
      {tabs}
      <ListPage
        list={vouchers}
        label="쿠폰"
        columns={columns}
        keyOf={({ id }) => id}
        csv={<CsvButton of={exportVouchers} sent={{ query: { keyword } }} name="쿠폰" />}
        empty={keyword ? '찾는 쿠폰이 없어요.' : '쿠폰이 없어요. 무료 이용 기간이나 할인을 번호로 나눠 줄 수 있어요.'}
      />
      {edited !== null && <VoucherDialog shown={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      {used !== null && <Uses of={used} onClose={() => setUsed(null)} />}
    </>
  );
}

const USE_COLUMNS: readonly Column<VoucherUse>[] = [
  {
    name: '이용자',
    kind: 'name',
    cell: ({ account_id: id, email }) => <a href={`#/accounts/${id}`}>{email}</a>,
  },
  { name: '쓴 때', kind: 'time', cell: ({ used_at: at }) => timeText(at) },
  { name: '결과', cell: ({ state }) => USE_STATE_NAMES[state] },
];

function Uses({ of: { id, name }, onClose }: { of: Voucher; onClose(): void }) {
  const uses = useQuery({
    queryKey: ['shop', 'voucher-uses', id],
    queryFn: ({ signal }) =>
      call(listVoucherUses, { params: { id }, query: { limit: String(SHOWN_USES) } }, { signal }),
  });
  const { results = [], count = 0 } = uses.data ?? {};
  return (
    <Sheet title={`${name}: 쓴 사람`} isOpen isWide onClose={onClose}>
      {results.length === 0 ? (
        <QueryNothing query={uses}>아직 아무도 쓰지 않았어요.</QueryNothing>
      ) : (
        <Table
          label="쓴 사람"
          columns={USE_COLUMNS}
          rows={results}
          keyOf={({ account_id: account }) => account}
          csv={<CsvButton of={exportVoucherUses} sent={{ params: { id } }} name={`${name} 쓴 사람`} />}
        />
      )}
      {count > results.length && (
        <p className="muted">
          {countText(count)}명 가운데 나중에 쓴 {results.length}명이에요.
        </p>
      )}
      <div className="actions">
        <Button className="button" onPress={onClose}>
          닫기
        </Button>
      </div>
    </Sheet>
  );
}
