import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { previewPlans, previewTimes } from '#contract/console/title-editing.ts';
import { previewTitle, type EditedTitle, type TitlePreview } from '#contract/console/title-editing.ts';
import { call } from '../lib/client.ts';
import { Choice } from '../ui/fields.tsx';
import { QueryNothing, State } from '../ui/page.tsx';
import { TelevisionFrame } from './television-frame.tsx';

type Rating = '19' | '15' | '12' | '7' | 'all';
type Plan = (typeof previewPlans)[number];
type At = (typeof previewTimes)[number];

const LIMITS: readonly (readonly [Rating, string])[] = [
  ['19', '제한 없는 프로필'],
  ['15', '15세까지'],
  ['12', '12세까지'],
  ['7', '7세까지'],
  ['all', '전체 관람가만'],
];
const PLANS: readonly (readonly [Plan, string])[] = [
  ['free', '이용권 없음'],
  ['basic', '베이직'],
  ['premium', '프리미엄'],
];

const TIMES: readonly (readonly [At, string])[] = [
  ['now', '지금'],
  ['published', '모두 공개한 뒤'],
];

const WHY: Record<NonNullable<TitlePreview['why']>, string> = {
  ended: '제공이 끝나 보이지 않아요.',
  country: '이 나라에서는 볼 수 없는 작품이에요.',
  unpublished: '내려진 작품이라 아무에게도 보이지 않아요.',
  rating: '이 프로필의 나이 제한보다 등급이 높아서 보이지 않아요.',
  empty: '공개된 회차가 없어서 목록에 나오지 않아요.',
};

const ACCESS: Record<TitlePreview['episodes'][number]['access']['type'], string> = {
  free: '바로 보기',
  own: '소장',
  rental: '대여',
  membership: '이용권으로 보기',
  avod: '광고와 함께 보기',
  locked: '잠김',
};

const accessText = ({ type, needs }: TitlePreview['episodes'][number]['access']) =>
  type !== 'locked' ? ACCESS[type] : needs === 'purchase' ? '구매해야 볼 수 있음' : '이용권이 있어야 볼 수 있음';

const regionNames = new Intl.DisplayNames('ko', { type: 'region' });
/** Not the code of a country: wherever a title that is limited to countries is not shown. */
const ELSEWHERE = 'ZZ';
const ANYWHERE = 'any';

type Limited = Readonly<{ countries?: readonly string[]; country_ratings?: readonly { country: string }[] }>;

/** The countries that a title or its episodes tell apart. */
function countriesOf({ fields, episodes }: Pick<EditedTitle, 'fields' | 'episodes'>): string[] {
  const named = [fields, ...episodes.map((episode) => episode.fields)].flatMap((record) => {
    const { countries = [], country_ratings: ratings = [] } = record as Limited;
    return [...countries, ...ratings.map(({ country }) => country)];
  });
  return [...new Set(named)].sort();
}

/** The title as the rules show it to somebody of an age and with a membership. */
export function PreviewPanel({ title }: { title: EditedTitle }) {
  const [limit, setLimit] = useState<Rating>('19');
  const [plan, setPlan] = useState<Plan>('free');
  // Viewers see nothing of a draft yet.
  const [at, setAt] = useState<At>(title.is_removable ? 'published' : 'now');
  const [country, setCountry] = useState(ANYWHERE);
  const countries = countriesOf(title);
  const query = { max_rating: limit, plan, at, ...(country !== ANYWHERE && { country }) };
  const found = useQuery({
    queryKey: ['titles', String(title.id), 'preview', query],
    queryFn: ({ signal }) => call(previewTitle, { params: { id: String(title.id) }, query }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  return (
    <>
      <div className="tools preview-tools">
        <Choice label="때" value={at} options={TIMES} onChange={(value: At) => setAt(value)} />
        <Choice label="프로필" value={limit} options={LIMITS} onChange={(value: Rating) => setLimit(value)} />
        <Choice label="이용권" value={plan} options={PLANS} onChange={(value: Plan) => setPlan(value)} />
        {countries.length > 0 && (
          <Choice
            label="나라"
            value={country}
            options={[
              [ANYWHERE, '가리지 않음'],
              ...countries.map((code) => [code, regionNames.of(code) ?? code] as const),
              [ELSEWHERE, '다른 나라'],
            ]}
            onChange={setCountry}
          />
        )}
      </div>
      {!found.data ? (
        <QueryNothing query={found} />
      ) : (
        <section aria-label="시청자가 보는 모습" aria-busy={found.isFetching}>
          <p className="calm">
            {found.data.why === null ? (
              <State tone={at === 'now' ? 'good' : 'info'}>
                {at === 'now' ? '목록과 검색에 보여요.' : '공개하면 목록과 검색에 이렇게 보여요.'}
              </State>
            ) : (
              <State tone="warn">{WHY[found.data.why]}</State>
            )}
          </p>
          {found.isFetchedAfterMount && found.data.television && (
            // Each query starts the app again. It reads its data only once, so it must not start with a cached answer.
            <TelevisionFrame key={JSON.stringify(query)} television={found.data.television} />
          )}
          {found.data.is_shown && (
            <div className="table-box">
              <table aria-label="보이는 회차">
                <tbody>
                  {found.data.episodes.map(({ id, episode_num: number, subject, access }) => (
                    <tr key={id}>
                      <td className="time">{number}</td>
                      <th scope="row">{subject}</th>
                      <td className="end">
                        <State tone={access.type === 'locked' ? 'quiet' : 'good'}>{accessText(access)}</State>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </section>
      )}
    </>
  );
}
