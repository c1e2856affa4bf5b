import { useState } from 'react';
import { exportLicensorReport, exportViewedTitles } from '#contract/console/exports.ts';
import {
  listViewedTitles,
  SMALLEST_GROUP,
  viewingGroups,
  viewingOrders,
  viewingSpans,
  type ViewedTitle,
} from '#contract/console/viewing.ts';
import { call } from '#console/lib/client.ts';
import { orNone, watchText } from '#console/lib/figures.ts';
import { countText } from '#console/lib/format.ts';
import { CsvButton } from '#console/ui/csv-button.tsx';
import { Choice } from '#console/ui/fields.tsx';
import { ChoiceFilter, ListPage, SearchFilter, useList } from '#console/ui/list-page.tsx';
import { TitleName } from '#console/ui/title-name.tsx';
import type { Column } from '#console/ui/table.tsx';
import { GROUP_NAMES, ORDER_NAMES, SPAN_NAMES } from './viewing-names.ts';

/** `+12` or `−3`; nothing for figures that are not shown. */
function changeText({ cnt_start: now, cnt_start_before: before }: ViewedTitle): string {
  if (now === null || before === null) return '—';
  return now === before ? '같음' : `${now > before ? '+' : '−'}${countText(Math.abs(now - before))}`;
}

const columnsOf = (hasChange: boolean): readonly Column<ViewedTitle>[] => [
  {
    name: '작품',
    kind: 'name',
    cell: ({ title, is_small }) => (
      <TitleName title={title} address={`#/viewing/${title.id}`}>
        {is_small && <span className="note">본 계정이 {SMALLEST_GROUP}개가 안 돼요</span>}
      </TitleName>
    ),
  },
  { name: '시작', kind: 'number', cell: ({ cnt_start }) => orNone(cnt_start, countText) },
  ...(hasChange ? [{ name: '앞 기간보다', kind: 'number', cell: changeText } as const] : []),
  { name: '시청', kind: 'number', cell: ({ play_seconds }) => orNone(play_seconds, watchText) },
  ...(hasChange
    ? ([
        { name: '계정·날', kind: 'number', cell: ({ cnt_view }) => orNone(cnt_view, countText) },
        { name: '끝까지', kind: 'number', cell: ({ cnt_finished }) => orNone(cnt_finished, countText) },
      ] satisfies Column<ViewedTitle>[])
    : []),
];

/** The month before the current one in Korea, `2026-10`: the last whole one. */
export function lastMonth(now: number): string {
  const [year, month] = new Date(now + 9 * 3_600_000).toISOString().split('-').map(Number);
  return month === 1 ? `${year! - 1}-12` : `${year}-${String(month! - 1).padStart(2, '0')}`;
}

/** Titles by what was watched of them in the last whole days. */
export function ViewedTitles({ query }: { query: Readonly<Record<string, string>> }) {
  const span = viewingSpans.find((each) => each === query['span']) ?? 'week';
  const order = viewingOrders.find((each) => each === query['order']) ?? 'starts';
  const group = viewingGroups.find((each) => each === query['group']);
  const filter = { span, order, group, keyword: query['keyword'] };
  const titles = useList({
    path: '/viewing',
    query,
    key: ['viewing', 'titles', filter],
    limit: 20,
    read: (page, settings) => call(listViewedTitles, { query: { ...filter, ...page } }, settings),
  });
  const [month] = useState(() => lastMonth(Date.now()));
  return (
    <section aria-labelledby="viewed-titles">
      <div className="section wide">
        <h2 id="viewed-titles">작품</h2>
        <div className="tools">
          <SearchFilter
            label="이름으로 찾기"
            value={query['keyword']}
            onChange={(keyword) => titles.filter({ keyword })}
          />
          <Choice
            label="작품 기간"
            isLabelHidden
            value={span}
            options={viewingSpans.map((each) => [each, SPAN_NAMES[each]] as const)}
            onChange={(next) => titles.filter({ span: next })}
          />
          <Choice
            label="순서"
            isLabelHidden
            value={order}
            options={viewingOrders.map((each) => [each, ORDER_NAMES[each]] as const)}
            onChange={(next) => titles.filter({ order: next })}
          />
          <ChoiceFilter
            label="기기나 이용권"
            value={group}
            all="모든 시청"
            names={viewingGroups.map((each) => [each, GROUP_NAMES[each]!])}
            onChange={(next) => titles.filter({ group: next })}
          />
        </div>
      </div>
      <ListPage
        list={titles}
        label="작품별 시청"
        columns={columnsOf(group === undefined)}
        keyOf={({ title }) => title.id}
        empty={order === 'never' ? '모든 작품을 누군가 봤어요.' : '이 기간에 본 작품이 없어요.'}
        csv={
          <>
            <CsvButton of={exportLicensorReport} sent={{ query: { month } }} name={`${month} 권리사 보고서`}>
              권리사 보고서
            </CsvButton>
            <CsvButton of={exportViewedTitles} sent={{ query: filter }} name="작품별 시청" />
          </>
        }
      />
    </section>
  );
}
