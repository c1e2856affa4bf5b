import { useState } from 'react';
import { Button } from 'react-aria-components';
import {
  advertisementStates,
  listOperatedAdvertisements,
  type OperatedAdvertisement,
} from '#contract/console/advertisements.ts';
import { exportAdvertisements } from '#contract/console/exports.ts';
import { call } from '#console/lib/client.ts';
import { orNone, shareText } from '#console/lib/figures.ts';
import { countText } from '#console/lib/format.ts';
import { ChoiceFilter, ListPage, SearchFilter, useList } from '#console/ui/list-page.tsx';
import { Head, State } from '#console/ui/page.tsx';
import type { Column } from '#console/ui/table.tsx';
import { AdvertisementDialog } from './advertisement-form.tsx';
import { skipText, spanText, STATE_NAMES, STATE_TONES } from './advertisement-names.ts';
import { CsvButton } from '#console/ui/csv-button.tsx';

const COLUMNS: readonly Column<OperatedAdvertisement>[] = [
  { name: '번호', kind: 'number', label: false, className: 'muted', sortBy: 'id', cell: ({ id }) => id },
  {
    name: '이름',
    kind: 'name',
    sortBy: 'title',
    cell: ({ id, title, clip, skip_after: skipAfter }) => (
      <>
        <a href={`#/advertisements/${id}`}>{title}</a>
        <span className="note">
          {clip.name ?? clip.id} · {countText(clip.duration)}초 · {skipText(skipAfter)}
        </span>
      </>
    ),
  },
  { name: '상태', cell: ({ state }) => <State tone={STATE_TONES[state]}>{STATE_NAMES[state]}</State> },
  { name: '기간', label: true, sortBy: 'starts_at', cell: spanText },
  {
    name: '비중',
    kind: 'number',
    sortBy: 'weight',
    cell: ({ weight, share }) => (
      <>
        {weight}
        {share !== null && <span className="note">{shareText(share)}</span>}
      </>
    ),
  },
  { name: '노출', kind: 'number', sortBy: 'impressions', cell: ({ total }) => countText(total.cnt_impression) },
  {
    name: '완주율',
    kind: 'number',
    sortBy: 'completion',
    cell: ({ total }) => orNone(total.completion_rate, shareText),
  },
];

export function AdvertisementsPage({ query }: { query: Readonly<Record<string, string>> }) {
  /** The clip of a new advertisement; empty while none is chosen. */
  const [adding, setAdding] = useState<string | null>(query['clip'] ?? null);
  const filter = {
    keyword: query['keyword'],
    state: advertisementStates.find((state) => state === query['state']),
    sorting: query['sorting'] as 'id' | undefined,
    direction: query['direction'] as 'up' | undefined,
  };
  const advertisements = useList({
    path: '/advertisements',
    query,
    key: ['advertisements', 'list', filter],
    read: (page, settings) => call(listOperatedAdvertisements, { query: { ...filter, ...page } }, settings),
  });
  const close = () => {
    setAdding(null);
    if (query['clip'] !== undefined) advertisements.filter({ clip: undefined });
  };
  return (
    <>
      <Head title="광고">
        <SearchFilter
          label="이름이나 영상으로 찾기"
          value={filter.keyword}
          onChange={(keyword) => advertisements.filter({ keyword })}
        />
        <ChoiceFilter
          label="상태"
          value={filter.state}
          all="모든 상태"
          names={advertisementStates.map((state) => [state, STATE_NAMES[state]])}
          onChange={(state) => advertisements.filter({ state })}
        />
        <Button className="button primary" onPress={() => setAdding('')}>
          광고 만들기
        </Button>
      </Head>
      <ListPage
        list={advertisements}
        label="광고"
        columns={COLUMNS}
        csv={<CsvButton of={exportAdvertisements} sent={{ query: filter }} />}
        keyOf={({ id }) => id}
        empty={
          (filter.state ?? filter.keyword)
            ? '찾는 광고가 없어요.'
            : '광고가 없어요. 광고 자리에서는 아무것도 나가지 않아요.'
        }
      />
      {adding !== null && <AdvertisementDialog shown={null} clipId={adding} onClose={close} />}
    </>
  );
}
