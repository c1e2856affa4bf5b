import { PLATFORM_LABELS } from '#contract/platforms.ts';
import type { Overview, OverviewNow, OverviewPoint, OverviewRange } from '#contract/console/overview.ts';
import { dayText, durationText, failedShare, hourText, orNone, shareText, watchText } from '#console/lib/figures.ts';
import { countText } from '#console/lib/format.ts';
import { Chart, TIME_STEPS, WHOLE_STEPS, type ChartProps } from '#console/ui/chart.tsx';
import { Tiles } from '#console/ui/tiles.tsx';

/** The figures of now, and of a range. */
export function Sums({ now, total }: { now: OverviewNow; total: Overview['total'] }) {
  const playing = now.playing.by_platform
    .filter(({ count }) => count > 0)
    .map(({ platform, count }) => `${PLATFORM_LABELS[platform]} ${countText(count)}`)
    .join(', ');
  return (
    <Tiles
      tiles={[
        ['지금 보는 중', countText(now.playing.count), playing || '아무도 보고 있지 않아요'],
        ['재생 시작', countText(total.cnt_start), `시청 ${watchText(total.play_seconds)}`],
        [
          '첫 화면까지',
          orNone(total.startup_p50_ms, durationText),
          `느린 5% ${orNone(total.startup_p95_ms, durationText)}`,
        ],
        [
          '재생 중 멈춤',
          orNone(total.rebuffer_ratio, shareText),
          `버린 프레임 ${orNone(total.dropped_ratio, shareText)}`,
        ],
        [
          '재생 실패',
          orNone(failedShare(total), shareText),
          `${countText(total.cnt_playback)}번 가운데 ${countText(total.cnt_failed)}번`,
        ],
        ['가입', countText(total.cnt_sign_up), `주문 ${countText(total.cnt_order)}건 · ${countText(total.won)}원`],
      ]}
    />
  );
}

type Value = (point: OverviewPoint) => number | null;

/** The figures of a range by hour or day. */
export function Charts({ overview, range }: { overview: Overview; range: OverviewRange }) {
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
        steps: WHOLE_STEPS,
        valueText: countText,
      })}
      {chart({
        title: '시청 시간',
        summary: watchText(total.play_seconds),
        kind: 'bars',
        series: [of('시청', (point) => point.play_seconds)],
        steps: TIME_STEPS,
        valueText: watchText,
      })}
      {chart({
        title: '첫 화면까지 걸린 시간',
        summary: `보통 ${orNone(total.startup_p50_ms, durationText)}`,
        kind: 'lines',
        series: [of('보통', (point) => point.startup_p50_ms), of('느린 5%', (point) => point.startup_p95_ms)],
        steps: WHOLE_STEPS,
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
        steps: WHOLE_STEPS,
        valueText: countText,
      })}
    </div>
  );
}
