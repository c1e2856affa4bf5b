import type { ReactNode } from 'react';
import { SMALLEST_GROUP, viewingSteps, type Viewing, type ViewingStep } from '#contract/console/viewing.ts';
import { dayText, hourText, orNone, shareText, watchText } from '#console/lib/figures.ts';
import { countText } from '#console/lib/format.ts';
import { Tiles } from '#console/ui/tiles.tsx';
import { Chart, TIME_STEPS, WHOLE_STEPS } from '#console/ui/chart.tsx';
import { Choice } from '#console/ui/fields.tsx';
import { Table } from '#console/ui/table.tsx';
import { GROUP_NAMES, STEP_NAMES } from './viewing-names.ts';

export const stepOf = (text: string | undefined): ViewingStep => viewingSteps.find((each) => each === text) ?? 'day';

export const StepChoice = ({ step, onChange }: { step: ViewingStep; onChange(step: ViewingStep): void }) => (
  <Choice
    label="기간"
    isLabelHidden
    value={step}
    options={viewingSteps.map((each) => [each, STEP_NAMES[each]] as const)}
    onChange={onChange}
  />
);

const startOf = (day: string) => `${day}T00:00:00+09:00`;
const monthText = (at: string) => `${dayText(at).split('/')[0]}월`;

/** `34%` of the starts; a dash where either is unknown. */
const partText = (part: number | null, all: number | null) =>
  part === null || all === null || all === 0 ? '—' : shareText(part / all);

function Split({ title, rows }: { title: string; rows: Viewing['by_device'] }) {
  const all = rows.some(({ cnt_start: starts }) => starts === null)
    ? null
    : rows.reduce((sum, { cnt_start: starts }) => sum + (starts ?? 0), 0);
  return (
    <section>
      <h2>{title}</h2>
      <Table
        label={title}
        rows={rows}
        keyOf={({ name }) => name}
        columns={[
          { name: '이름', kind: 'name', cell: ({ name }) => GROUP_NAMES[name] ?? name },
          { name: '시작', kind: 'number', cell: ({ cnt_start }) => orNone(cnt_start, countText) },
          { name: '비율', kind: 'number', cell: ({ cnt_start }) => partText(cnt_start, all) },
          { name: '시청', kind: 'number', cell: ({ play_seconds }) => orNone(play_seconds, watchText) },
        ]}
      />
    </section>
  );
}

/** Whether a chart leaves out a time because too few accounts watched. */
export const hasHidden = ({ points, by_hour: hours }: Pick<Viewing, 'points' | 'by_hour'>): boolean =>
  points.some(({ cnt_start: starts }) => starts === null) || hours.includes(null);

interface ViewingFiguresProps {
  viewing: Viewing;
  step: ViewingStep;
  csv: ReactNode;
}

/** The figures of the service or of a title: sums, charts, and parts by device, plan and hour. */
export function ViewingFigures({ viewing, step, csv }: ViewingFiguresProps) {
  const { points, total, by_device, by_plan, by_hour } = viewing;
  const axisText = step === 'month' ? monthText : dayText;
  const timeText = (at: string) => (step === 'week' ? `${dayText(at)}부터 7일` : axisText(at));
  const ofTime = { kind: 'bars', times: points.map(({ at }) => startOf(at)), axisText, timeText } as const;
  return (
    <>
      <Tiles
        tiles={[
          ['재생 시작', orNone(total.cnt_start, countText), '한 계정이 한 회차에 하루 열 번까지'],
          ['시청', orNone(total.cnt_view, countText), '3분 넘게 본 계정, 하루에 한 번'],
          ['시청 시간', orNone(total.play_seconds, watchText), null],
          ['끝까지 봄', orNone(total.cnt_finished, countText), partText(total.cnt_finished, total.cnt_start)],
        ]}
      />
      <div className="charts">
        <Chart
          {...ofTime}
          title="재생 시작"
          summary={orNone(total.cnt_start, countText)}
          series={[{ name: '시작', values: points.map(({ cnt_start }) => cnt_start) }]}
          steps={WHOLE_STEPS}
          valueText={countText}
        />
        <Chart
          {...ofTime}
          title="시청 시간"
          summary={orNone(total.play_seconds, watchText)}
          series={[{ name: '시청', values: points.map(({ play_seconds }) => play_seconds) }]}
          steps={TIME_STEPS}
          valueText={watchText}
        />
        <Chart
          kind="bars"
          title="시작한 시각"
          summary="한국 시각"
          times={by_hour.map((_, hour) => startOf('2026-01-01').replace('T00', `T${String(hour).padStart(2, '0')}`))}
          series={[{ name: '시작', values: by_hour }]}
          steps={WHOLE_STEPS}
          valueText={countText}
          axisText={hourText}
          timeText={hourText}
        />
        <div className="splits">
          <Split title="기기" rows={by_device} />
          <Split title="이용권" rows={by_plan} />
        </div>
      </div>
      {hasHidden(viewing) && <p className="note">본 계정이 {SMALLEST_GROUP}개가 안 되는 때는 그래프에 없어요.</p>}
      <p className="table-foot">{csv}</p>
    </>
  );
}
