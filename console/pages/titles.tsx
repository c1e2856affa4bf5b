import { useEffect, useRef, useState } from 'react';
import { listOperatedTitles, releaseStates, type ListedTitle } from '#contract/console/titles.ts';
import { exportTitles } from '#contract/console/exports.ts';
import { call } from '../lib/client.ts';
import { distanceText, timeText } from '../lib/format.ts';
import { CsvButton } from '../ui/csv-button.tsx';
import { ChoiceFilter, ListPage, SearchFilter, useList } from '../ui/list-page.tsx';
import { Head } from '../ui/page.tsx';
import type { Column } from '../ui/table.tsx';
import { TitleName } from '../ui/title-name.tsx';
import { BulkBar, MOST_CHOSEN } from './bulk/bulk-bar.tsx';
import { LastBulk } from './bulk/last-bulk.tsx';
import { ReleaseBadge, STATE_NAMES } from './release.tsx';

const COLUMNS: readonly Column<ListedTitle>[] = [
  { name: '번호', kind: 'number', label: false, className: 'muted', sortBy: 'id', cell: ({ id }) => id },
  {
    name: '제목',
    kind: 'name',
    sortBy: 'name',
    cell: (title) => <TitleName title={title} address={`#/titles/${title.id}`} />,
  },
  { name: '상태', cell: ({ state }) => <ReleaseBadge state={state} /> },
  {
    name: '공개 시각',
    kind: 'time',
    sortBy: 'at',
    cell: ({ state, at, notice }) => (
      <>
        {at === null ? (
          <span className="muted">없음</span>
        ) : (
          <>
            {timeText(at)} {state !== 'published' && <span className="muted">{distanceText(at)}</span>}
          </>
        )}
        {notice !== null && <span className="note">{notice}</span>}
      </>
    ),
  },
  {
    name: '공개한 회차',
    kind: 'number',
    cell: ({ cnt_episode: all, cnt_out: out }) => (
      <>
        {out}
        <span className="muted"> / {all}</span>
      </>
    ),
  },
];

type Chosen = ReadonlyMap<number, ListedTitle>;

/** A box for each title, and one for all of the page. */
const chosenColumn = (
  rows: readonly ListedTitle[],
  chosen: Chosen,
  choose: (next: Chosen) => void,
): Column<ListedTitle> => {
  const put = (titles: readonly ListedTitle[], isChosen: boolean) => {
    const next = new Map(chosen);
    for (const title of titles)
      if (!isChosen) next.delete(title.id);
      else if (next.size < MOST_CHOSEN) next.set(title.id, title);
    choose(next);
  };
  return {
    name: '고르기',
    className: 'chosen',
    head: (
      <input
        type="checkbox"
        aria-label="이 쪽 모두 고르기"
        checked={rows.length > 0 && rows.every(({ id }) => chosen.has(id))}
        onChange={({ target }) => put(rows, target.checked)}
      />
    ),
    cell: (title) => (
      <input
        type="checkbox"
        aria-label={`${title.name} 고르기`}
        checked={chosen.has(title.id)}
        onChange={({ target }) => put([title], target.checked)}
      />
    ),
  };
};

export function TitlesPage({ query }: { query: Readonly<Record<string, string>> }) {
  const page = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<Chosen>(new Map());
  const filter = {
    keyword: query['keyword'],
    state: releaseStates.find((state) => state === query['state']),
    sorting: query['sorting'] as 'id' | undefined,
    direction: query['direction'] as 'up' | undefined,
  };
  const titles = useList({
    path: '/titles',
    query,
    key: ['titles', 'list', filter],
    read: (page, settings) => call(listOperatedTitles, { query: { ...filter, ...page } }, settings),
  });

  // "/" goes to the search, as in most tools.
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.key !== '/' || (target instanceof HTMLElement && target.closest('input, textarea, [role=dialog]')))
        return;
      event.preventDefault();
      page.current?.querySelector('input')?.focus();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);

  return (
    <>
      <Head title="작품">
        <a className="button primary" href="#/titles/new">
          새 작품
        </a>
        <div ref={page} className="tools">
          <SearchFilter
            label="이름이나 번호로 찾기 ( / )"
            value={filter.keyword}
            onChange={(keyword) => titles.filter({ keyword })}
          />
          <ChoiceFilter
            label="상태"
            value={filter.state}
            all="모든 상태"
            names={releaseStates.map((state) => [state, STATE_NAMES[state]])}
            onChange={(state) => titles.filter({ state })}
          />
        </div>
      </Head>
      <LastBulk />
      <ListPage
        list={titles}
        label="작품"
        columns={[chosenColumn(titles.rows, chosen, setChosen), ...COLUMNS]}
        keyOf={({ id }) => id}
        empty="찾는 작품이 없어요."
        csv={<CsvButton of={exportTitles} sent={{ query: filter }} />}
      />
      <BulkBar titles={[...chosen.values()]} onClear={() => setChosen(new Map())} />
    </>
  );
}
