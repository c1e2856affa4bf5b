import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import {
  advertisementStates,
  listOperatedAdvertisements,
  type AdvertisementState,
} from '#contract/console/advertisements.ts';
import { call } from '../lib/client.ts';
import { orNone, shareText } from '../lib/figures.ts';
import { countText } from '../lib/format.ts';
import { addressOf, replaceAddress } from '../lib/route.ts';
import { Choice, Field } from '../ui/fields.tsx';
import { Head, Pager, QueryNothing, SortHead, State } from '../ui/page.tsx';
import { AdvertisementDialog } from './advertisement-form.tsx';
import { skipText, spanText, STATE_NAMES, STATE_TONES } from './advertisement-names.ts';

const LIMIT = 50;
const PATH = '/advertisements';

export function AdvertisementsPlace({ query }: { query: Readonly<Record<string, string>> }) {
  /** The clip of a new advertisement; empty while none is chosen. */
  const [adding, setAdding] = useState<string | null>(query['clip'] ?? null);
  const page = Math.max(1, Number(query['page']) || 1);
  const asked = {
    keyword: query['keyword'],
    state: advertisementStates.find((state) => state === query['state']),
    sorting: query['sorting'] as 'id' | undefined,
    direction: query['direction'] as 'up' | undefined,
    limit: String(LIMIT),
    offset: String((page - 1) * LIMIT),
  };
  const advertisements = useQuery({
    queryKey: ['advertisements', 'list', asked],
    queryFn: ({ signal }) => call(listOperatedAdvertisements, { query: asked }, { signal }),
    placeholderData: keepPreviousData,
  });
  const change = (next: Record<string, string | undefined>) =>
    replaceAddress(addressOf(PATH, { ...query, page: undefined, ...next }));
  const close = () => {
    setAdding(null);
    if (query['clip'] !== undefined) change({ clip: undefined });
  };
  const results = advertisements.data?.results ?? [];
  return (
    <>
      <Head title="광고">
        <Field
          label="이름이나 영상으로 찾기"
          type="search"
          value={query['keyword'] ?? ''}
          onChange={(keyword) => change({ keyword })}
          isLabelHidden
        />
        <Choice
          label="상태"
          isLabelHidden
          value={asked.state ?? 'all'}
          options={[['all', '모든 상태'], ...advertisementStates.map((state) => [state, STATE_NAMES[state]] as const)]}
          onChange={(state: AdvertisementState | 'all') => change({ state: state === 'all' ? undefined : state })}
        />
        <Button className="button primary" onPress={() => setAdding('')}>
          광고 만들기
        </Button>
      </Head>
      {results.length === 0 ? (
        <QueryNothing query={advertisements}>
          {(asked.state ?? asked.keyword)
            ? '찾는 광고가 없어요.'
            : '광고가 없어요. 광고 자리에서는 아무것도 나가지 않아요.'}
        </QueryNothing>
      ) : (
        <div className="table-box">
          <table aria-label="광고">
            <thead>
              <tr>
                <SortHead by="id" path={PATH} query={query} name="number">
                  번호
                </SortHead>
                <SortHead by="title" path={PATH} query={query}>
                  이름
                </SortHead>
                <th scope="col">상태</th>
                <SortHead by="starts_at" path={PATH} query={query}>
                  기간
                </SortHead>
                <SortHead by="weight" path={PATH} query={query} name="number">
                  비중
                </SortHead>
                <SortHead by="impressions" path={PATH} query={query} name="number">
                  노출
                </SortHead>
                <SortHead by="completion" path={PATH} query={query} name="number">
                  완주율
                </SortHead>
              </tr>
            </thead>
            <tbody>
              {results.map((one) => (
                <tr key={one.id}>
                  <td className="number muted">{one.id}</td>
                  <th scope="row">
                    <a href={`#/advertisements/${one.id}`}>{one.title}</a>
                    <span className="note">
                      {one.clip.name ?? one.clip.id} · {countText(one.clip.duration)}초 · {skipText(one.skip_after)}
                    </span>
                  </th>
                  <td>
                    <State tone={STATE_TONES[one.state]}>{STATE_NAMES[one.state]}</State>
                  </td>
                  <td data-label="기간">{spanText(one)}</td>
                  <td className="number" data-label="비중">
                    {one.weight}
                    {one.share !== null && <span className="note">{shareText(one.share)}</span>}
                  </td>
                  <td className="number" data-label="노출">
                    {countText(one.total.cnt_impression)}
                  </td>
                  <td className="number" data-label="완주율">
                    {orNone(one.total.completion_rate, shareText)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {advertisements.data && <Pager path={PATH} query={query} count={advertisements.data.count} limit={LIMIT} />}
      {adding !== null && <AdvertisementDialog shown={null} clipId={adding} onClose={close} />}
    </>
  );
}
