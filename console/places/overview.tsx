import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import {
  getOverview,
  getOverviewNow,
  overviewRanges,
  type Overview,
  type OverviewNow,
  type OverviewPoint,
  type OverviewRange,
  type PlaybackFigures,
  type Trouble,
  type TroubleKind,
} from '#contract/console/overview.ts';
import { call, messageOf } from '../lib/client.ts';
import {
  dayText,
  durationText,
  failureName,
  hourText,
  otherName,
  renditionName,
  shareText,
  watchText,
} from '../lib/figures.ts';
import { countText, distanceText, timeText } from '../lib/format.ts';
import { addressOf, replaceAddress } from '../lib/route.ts';
import { Chart, type ChartProps } from '../ui/chart.tsx';
import { Choice } from '../ui/fields.tsx';
import { Head, Nothing, State } from '../ui/page.tsx';
import { Crashes } from './crashes.tsx';

const PATH = '/overview';
const NOW_EVERY_MS = 15_000;
const FIGURES_EVERY_MS = 60_000;

const RANGE_NAMES: Record<OverviewRange, string> = { day: '24시간', week: '7일', month: '4주' };
const PLATFORM_NAMES = { all: '모든 기기', tizen: '삼성 TV', webos: 'LG TV', web: '브라우저' } as const;
type PlatformChoice = keyof typeof PLATFORM_NAMES;

const TROUBLE_NAMES: Record<TroubleKind, string> = {
  failures: '재생 실패가 많아요',
  rebuffering: '재생 중에 자주 멈춰요',
  startup: '첫 화면이 느려요',
  crash: '새로운 앱 오류가 생겼어요',
  job: '정기 작업이 실패했어요',
};

function troubleText({ kind, value, limit, detail }: Trouble): string {
  switch (kind) {
    case 'failures':
      return [`재생의 ${shareText(value)} (기준 ${shareText(limit)})`, detail].filter(Boolean).join(' · ');
    case 'rebuffering':
      return `기다린 시간 ${shareText(value)} (기준 ${shareText(limit)})`;
    case 'startup':
      return `느린 5%는 ${durationText(value)} 넘게 기다려요 (기준 ${durationText(limit)})`;
    case 'crash':
      return `${detail} · ${countText(value)}번`;
    case 'job':
      return `${detail} · ${countText(value)}번`;
  }
}

/** A worker that has not counted for so long, in ms, does not run. */
const LATE_MS = 5 * 60_000;

/** @param readAt when the answer came, in ms since 1970 */
function Troubles({ now, readAt }: { now: OverviewNow; readAt: number }) {
  const isLate = now.counted_at === null || readAt - new Date(now.counted_at).getTime() > LATE_MS;
  return (
    <section aria-labelledby="troubles">
      <h2 id="troubles" className="hidden">
        최근 한 시간
      </h2>
      {now.troubles.length > 0 ? (
        <ul className="troubles" aria-label="최근 한 시간의 문제">
          {now.troubles.map((trouble) => (
            <li key={`${trouble.kind} ${trouble.detail}`}>
              <strong>{TROUBLE_NAMES[trouble.kind]}</strong>
              <span>{troubleText(trouble)}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="calm">
          {isLate ? (
            <State tone="warn">{now.counted_at === null ? '아직 집계하지 않았어요' : '집계가 멈췄어요'}</State>
          ) : (
            <State tone="good">최근 한 시간에 큰 문제가 없어요</State>
          )}
          <span className="muted">
            {now.counted_at === null
              ? '작업 프로세스가 1분마다 집계해요.'
              : `${distanceText(now.counted_at)} 집계 · 한 시간 동안 재생 ${countText(now.hour.cnt_start)}번 시작`}
          </span>
        </p>
      )}
    </section>
  );
}

const Tile = ({ name, value, note }: { name: string; value: string; note?: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <strong>{value}</strong>
      {note !== undefined && <span className="note">{note}</span>}
    </dd>
  </div>
);

const NONE = '—';
const orNone = (value: number | null, text: (value: number) => string) => (value === null ? NONE : text(value));
const failedShare = ({ cnt_failed: failed, cnt_playback: all }: PlaybackFigures) => (all === 0 ? null : failed / all);

function Tiles({ now, total }: { now: OverviewNow; total: Overview['total'] }) {
  const playing = now.playing.by_platform
    .filter(({ count }) => count > 0)
    .map(({ platform, count }) => `${PLATFORM_NAMES[platform]} ${countText(count)}`)
    .join(', ');
  return (
    <dl className="tiles">
      <Tile name="지금 보는 중" value={countText(now.playing.count)} note={playing || '아무도 보고 있지 않아요'} />
      <Tile name="재생 시작" value={countText(total.cnt_start)} note={`시청 ${watchText(total.play_seconds)}`} />
      <Tile
        name="첫 화면까지"
        value={orNone(total.startup_p50_ms, durationText)}
        note={`느린 5% ${orNone(total.startup_p95_ms, durationText)}`}
      />
      <Tile
        name="재생 중 멈춤"
        value={orNone(total.rebuffer_ratio, shareText)}
        note={`버린 프레임 ${orNone(total.dropped_ratio, shareText)}`}
      />
      <Tile
        name="재생 실패"
        value={orNone(failedShare(total), shareText)}
        note={`${countText(total.cnt_playback)}번 가운데 ${countText(total.cnt_failed)}번`}
      />
      <Tile
        name="가입"
        value={countText(total.cnt_sign_up)}
        note={`주문 ${countText(total.cnt_order)}건 · ${countText(total.won)}원`}
      />
    </dl>
  );
}

type Value = (point: OverviewPoint) => number | null;

function Charts({ overview, range }: { overview: Overview; range: OverviewRange }) {
  const { points, total } = overview;
  const times = points.map(({ at }) => at);
  const ofTime = {
    times,
    axisText: range === 'day' ? hourText : dayText,
    timeText: (at: string) => (range === 'month' ? dayText(at) : `${dayText(at)} ${hourText(at)}`),
  };
  const of = (name: string, value: Value) => ({ name, values: points.map(value) });
  const chart = (props: Omit<ChartProps, keyof typeof ofTime>) => <Chart key={props.title} {...ofTime} {...props} />;
  return (
    <div className="charts">
      {chart({
        title: '재생 시작',
        summary: `${countText(total.cnt_start)}번`,
        kind: 'bars',
        series: [of('시작', (point) => point.cnt_start)],
        valueText: countText,
      })}
      {chart({
        title: '시청 시간',
        summary: watchText(total.play_seconds),
        kind: 'bars',
        series: [of('시청', (point) => point.play_seconds)],
        valueText: watchText,
      })}
      {chart({
        title: '첫 화면까지 걸린 시간',
        summary: `보통 ${orNone(total.startup_p50_ms, durationText)}`,
        kind: 'lines',
        series: [of('보통', (point) => point.startup_p50_ms), of('느린 5%', (point) => point.startup_p95_ms)],
        valueText: durationText,
      })}
      {chart({
        title: '재생 중 멈춤',
        summary: orNone(total.rebuffer_ratio, shareText),
        kind: 'lines',
        series: [of('멈춤', (point) => point.rebuffer_ratio)],
        valueText: shareText,
      })}
      {chart({
        title: '재생 실패',
        summary: orNone(failedShare(total), shareText),
        kind: 'lines',
        series: [of('실패', failedShare)],
        valueText: shareText,
      })}
      {chart({
        title: '가입과 주문',
        summary: `가입 ${countText(total.cnt_sign_up)}, 주문 ${countText(total.cnt_order)}`,
        kind: 'bars',
        series: [of('가입', (point) => point.cnt_sign_up), of('주문', (point) => point.cnt_order)],
        valueText: countText,
      })}
    </div>
  );
}

function Groups({ title, groups, nameOf }: GroupsProps) {
  if (groups.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <div className="table-box">
        <table aria-label={title}>
          <thead>
            <tr>
              <th scope="col">이름</th>
              <th scope="col" className="number">
                재생
              </th>
              <th scope="col" className="number">
                실패
              </th>
              <th scope="col" className="number">
                첫 화면
              </th>
              <th scope="col" className="number">
                느린 5%
              </th>
              <th scope="col" className="number">
                멈춤
              </th>
            </tr>
          </thead>
          <tbody>
            {groups.map((group) => (
              <tr key={group.name}>
                <th scope="row">{nameOf(group.name)}</th>
                <td className="number" data-label="재생">
                  {countText(group.cnt_playback)}
                </td>
                <td className="number" data-label="실패">
                  {orNone(failedShare(group), shareText)}
                </td>
                <td className="number" data-label="첫 화면">
                  {orNone(group.startup_p50_ms, durationText)}
                </td>
                <td className="number" data-label="느린 5%">
                  {orNone(group.startup_p95_ms, durationText)}
                </td>
                <td className="number" data-label="멈춤">
                  {orNone(group.rebuffer_ratio, shareText)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

interface GroupsProps {
  title: string;
  groups: Overview['by_engine'];
  nameOf(name: string): string;
}

function Failures({ failures }: { failures: Overview['failures'] }) {
  if (failures.length === 0) return null;
  return (
    <section>
      <h2>실패 코드</h2>
      <div className="table-box">
        <table aria-label="실패 코드">
          <thead>
            <tr>
              <th scope="col">코드</th>
              <th scope="col">엔진</th>
              <th scope="col" className="number">
                재생
              </th>
            </tr>
          </thead>
          <tbody>
            {failures.map(({ code, engine, cnt }) => (
              <tr key={`${code} ${engine}`}>
                <th scope="row">
                  <code>{code}</code>
                  <span className="note">{failureName(code)}</span>
                </th>
                <td>{otherName(engine)}</td>
                <td className="number" data-label="재생">
                  {countText(cnt)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function PlayedTitles({ titles }: { titles: OverviewNow['playing']['titles'] }) {
  if (titles.length === 0) return null;
  return (
    <section>
      <h2>지금 보는 작품</h2>
      <div className="table-box">
        <table aria-label="지금 보는 작품">
          <thead>
            <tr>
              <th scope="col">작품</th>
              <th scope="col" className="number">
                보는 중
              </th>
            </tr>
          </thead>
          <tbody>
            {titles.map(({ item_id: id, name, episode_num: number, count }) => (
              <tr key={`${id} ${number}`}>
                <th scope="row">
                  {name} <span className="muted">{number}</span>
                </th>
                <td className="number" data-label="보는 중">
                  {countText(count)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const isUnused = ({ total, failures }: Overview) =>
  total.cnt_start + total.cnt_playback + total.cnt_sign_up + total.cnt_order + failures.length === 0;

export function OverviewPlace({ query }: { query: Readonly<Record<string, string>> }) {
  const queries = useQueryClient();
  const range = overviewRanges.find((each) => each === query['range']) ?? 'day';
  const platform =
    (Object.keys(PLATFORM_NAMES) as PlatformChoice[]).find((each) => each === query['platform']) ?? 'all';
  const go = (changes: Record<string, string>) => {
    const { page: _, ...kept } = query;
    const next = { ...kept, ...changes };
    replaceAddress(
      addressOf(PATH, {
        range: next['range'] === 'day' ? undefined : next['range'],
        platform: next['platform'] === 'all' ? undefined : next['platform'],
      }),
    );
  };

  /** Repeated by the page itself, except for the first time. */
  const isBackground = (key: readonly string[]) => queries.getQueryData(key) !== undefined;
  const nowKey = ['overview', 'now'];
  const now = useQuery({
    queryKey: nowKey,
    queryFn: ({ signal }) => call(getOverviewNow, {}, { signal, isBackground: isBackground(nowKey) }),
    refetchInterval: NOW_EVERY_MS,
  });
  const key = ['overview', range, platform];
  const figures = useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      call(
        getOverview,
        { query: { range, ...(platform !== 'all' && { platform }) } },
        { signal, isBackground: isBackground(key) },
      ),
    refetchInterval: FIGURES_EVERY_MS,
    placeholderData: keepPreviousData,
  });
  const error = now.error ?? figures.error;
  return (
    <>
      <Head title="현황">
        <Choice
          label="기기"
          isLabelHidden
          value={platform}
          options={Object.entries(PLATFORM_NAMES) as [PlatformChoice, string][]}
          onChange={(next: PlatformChoice) => go({ platform: next })}
        />
        <Choice
          label="기간"
          isLabelHidden
          value={range}
          options={overviewRanges.map((each) => [each, RANGE_NAMES[each]] as const)}
          onChange={(next: OverviewRange) => go({ range: next })}
        />
      </Head>
      {now.data && figures.data ? (
        <>
          {error && <p className="problem">{messageOf(error)}</p>}
          <Troubles now={now.data} readAt={now.dataUpdatedAt} />
          <h2 className="hidden">{RANGE_NAMES[range]}</h2>
          <Tiles now={now.data} total={figures.data.total} />
          {isUnused(figures.data) ? (
            <p className="nothing">
              <span>
                {RANGE_NAMES[range]} 동안 아무도 재생하지 않았어요.
                <br />
                누군가 영상을 보기 시작하면 1분 안에 여기에 나타나요.
              </span>
            </p>
          ) : (
            <>
              <Charts overview={figures.data} range={range} />
              <PlayedTitles titles={now.data.playing.titles} />
              <Failures failures={figures.data.failures} />
              <Groups title="엔진" groups={figures.data.by_engine} nameOf={otherName} />
              <Groups title="앱 버전" groups={figures.data.by_version} nameOf={otherName} />
              <Groups title="화질" groups={figures.data.by_rendition} nameOf={renditionName} />
            </>
          )}
          <Crashes query={query} />
          {figures.data.folded_at !== null && (
            <p className="muted pad">{timeText(figures.data.folded_at)}까지 집계했어요. 가입과 주문은 모든 기기예요.</p>
          )}
        </>
      ) : (
        <Nothing
          isPending={error === null}
          error={error ? messageOf(error) : undefined}
          onRetry={() => (void now.refetch(), void figures.refetch())}
        >
          {null}
        </Nothing>
      )}
    </>
  );
}
