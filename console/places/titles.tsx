import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { listOperatedTitles, releaseStates, type ReleaseState } from '#contract/console/titles.ts';
import { call } from '../lib/client.ts';
import { distanceText, timeText } from '../lib/format.ts';
import { addressOf, replaceAddress } from '../lib/route.ts';
import { Choice, Field } from '../ui/fields.tsx';
import { Head, Pager, QueryNothing, SortHead } from '../ui/page.tsx';
import { ReleaseBadge, STATE_NAMES } from './release.tsx';

const LIMIT = 50;
const PATH = '/titles';

export function TitlesPlace({ query }: { query: Readonly<Record<string, string>> }) {
  const place = useRef<HTMLDivElement>(null);
  const page = Math.max(1, Number(query['page']) || 1);
  const asked = {
    keyword: query['keyword'],
    state: releaseStates.find((state) => state === query['state']),
    sorting: query['sorting'] as 'id' | undefined,
    direction: query['direction'] as 'up' | undefined,
    limit: String(LIMIT),
    offset: String((page - 1) * LIMIT),
  };
  const titles = useQuery({
    queryKey: ['titles', 'list', asked],
    queryFn: ({ signal }) => call(listOperatedTitles, { query: asked }, { signal }),
    placeholderData: keepPreviousData,
  });

  // "/" goes to the search, as in most tools.
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.key !== '/' || (target instanceof HTMLElement && target.closest('input, textarea, [role=dialog]')))
        return;
      event.preventDefault();
      place.current?.querySelector('input')?.focus();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);

  const results = titles.data?.results ?? [];
  return (
    <>
      <Head title="작품">
        <a className="button primary" href="#/titles/new">
          새 작품
        </a>
        <div ref={place} className="tools">
          <Field
            label="이름이나 번호로 찾기 ( / )"
            type="search"
            value={query['keyword'] ?? ''}
            onChange={(keyword) => replaceAddress(addressOf(PATH, { ...query, page: undefined, keyword }))}
            isLabelHidden
          />
          <Choice
            label="상태"
            isLabelHidden
            value={asked.state ?? 'all'}
            options={[['all', '모든 상태'], ...releaseStates.map((state) => [state, STATE_NAMES[state]] as const)]}
            onChange={(state: ReleaseState | 'all') =>
              replaceAddress(addressOf(PATH, { ...query, page: undefined, state: state === 'all' ? undefined : state }))
            }
          />
        </div>
      </Head>
      {results.length === 0 ? (
        <QueryNothing query={titles}>찾는 작품이 없어요.</QueryNothing>
      ) : (
        <div className="table-box">
          <table aria-label="작품">
            <thead>
              <tr>
                <SortHead by="id" path={PATH} query={query} name="number">
                  번호
                </SortHead>
                <SortHead by="name" path={PATH} query={query}>
                  제목
                </SortHead>
                <th scope="col">상태</th>
                <SortHead by="at" path={PATH} query={query}>
                  공개 시각
                </SortHead>
                <th scope="col" className="number">
                  공개한 회차
                </th>
              </tr>
            </thead>
            <tbody>
              {results.map(({ id, name, state, at, notice, cnt_episode: all, cnt_out: out }) => (
                <tr key={id}>
                  <td className="number muted">{id}</td>
                  <th scope="row">
                    <a href={`#/titles/${id}`}>{name}</a>
                  </th>
                  <td>
                    <ReleaseBadge state={state} />
                  </td>
                  <td className="time">
                    {at === null ? (
                      <span className="muted">없음</span>
                    ) : (
                      <>
                        {timeText(at)} {state !== 'published' && <span className="muted">{distanceText(at)}</span>}
                      </>
                    )}
                    {notice !== null && <span className="note">{notice}</span>}
                  </td>
                  <td className="number" data-label="공개한 회차">
                    {out}
                    <span className="muted"> / {all}</span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {titles.data && <Pager path={PATH} query={query} count={titles.data.count} limit={LIMIT} />}
    </>
  );
}
