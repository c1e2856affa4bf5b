import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  getOverview,
  overviewRanges,
  type Overview,
  type OverviewNow,
  type OverviewRange,
} from '#contract/console/overview.ts';
import { exportOverview, type OverviewTable } from '#contract/console/exports.ts';
import { call, messageOf } from '#console/lib/client.ts';
import { useOverviewNow } from '#console/lib/overview-now.ts';
import { otherName, renditionName } from '#console/lib/figures.ts';
import { countText, distanceText, timeText } from '#console/lib/format.ts';
import { addressOf, replaceAddress } from '#console/lib/route.ts';
import { useMe } from '#console/lib/session.ts';
import { Choice } from '#console/ui/fields.tsx';
import { Head, Nothing, State } from '#console/ui/page.tsx';
import { Crashes } from './crashes.tsx';
import { Charts, Sums } from './overview-figures.tsx';
import { PLATFORM_CHOICES, type PlatformChoice } from './overview-names.ts';
import { FirstStart } from './first-start.tsx';
import { OpenedRows } from './opened-rows.tsx';
import { FailingEpisodes, Failures, Groups, PlayedTitles, StartTimes } from './overview-tables.tsx';
import { CsvButton } from '#console/ui/csv-button.tsx';
import { TroubleList } from './troubles.tsx';

const PATH = '/overview';
const NOW_EVERY_MS = 15_000;
const FIGURES_EVERY_MS = 60_000;

const RANGE_NAMES: Record<OverviewRange, string> = { day: '24시간', week: '7일', month: '4주' };
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
        <TroubleList troubles={now.troubles} />
      ) : (
        <p className="calm">
          {isLate ? (
            <State tone="warn">{now.counted_at === null ? '아직 집계하지 않았어요' : '집계가 멈췄어요'}</State>
          ) : (
            <State tone="good">큰 문제가 없어요</State>
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

const isUnused = ({ total, failures }: Overview) =>
  total.cnt_start + total.cnt_playback + total.cnt_sign_up + total.cnt_order + failures.length === 0;

export function OverviewPage({ query }: { query: Readonly<Record<string, string>> }) {
  const queries = useQueryClient();
  const { may } = useMe();
  const range = overviewRanges.find((each) => each === query['range']) ?? 'day';
  const platform =
    (Object.keys(PLATFORM_CHOICES) as PlatformChoice[]).find((each) => each === query['platform']) ?? 'all';
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
  const now = useOverviewNow(NOW_EVERY_MS);
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
  const csvOf = (table: OverviewTable, name: string) => (
    <CsvButton
      of={exportOverview}
      sent={{ query: { range, table, ...(platform !== 'all' && { platform }) } }}
      name={name}
    />
  );
  return (
    <>
      <Head title="현황">
        <Choice
          label="기기"
          isLabelHidden
          value={platform}
          options={Object.entries(PLATFORM_CHOICES) as [PlatformChoice, string][]}
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
          {may('owner') && platform === 'all' && isUnused(figures.data) && <FirstStart />}
          <h2 className="hidden">{RANGE_NAMES[range]}</h2>
          <Sums now={now.data} total={figures.data.total} />
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
              <p className="table-foot">{csvOf('points', '시각별 그림')}</p>
              <PlayedTitles titles={now.data.playing.titles} />
              <OpenedRows range={range} />
              <FailingEpisodes episodes={figures.data.failing_episodes} csv={csvOf('episodes', '실패한 회차')} />
              <Failures failures={figures.data.failures} csv={csvOf('failures', '실패 코드')} />
              <Groups title="엔진" groups={figures.data.by_engine} nameOf={otherName} csv={csvOf('engines', '엔진')} />
              <StartTimes groups={figures.data.by_engine} />
              <Groups
                title="앱 버전"
                groups={figures.data.by_version}
                nameOf={otherName}
                csv={csvOf('versions', '앱 버전')}
              />
              <Groups
                title="화질"
                groups={figures.data.by_rendition}
                nameOf={renditionName}
                csv={csvOf('renditions', '화질')}
              />
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
