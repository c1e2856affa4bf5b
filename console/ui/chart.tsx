import { useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

export interface ChartSeries {
  name: string;
  /** One for each time; null where there is nothing to show. */
  values: readonly (number | null)[];
}

export interface ChartProps {
  title: string;
  /** Text beside the title while the pointer is not on the chart, such as the sum. */
  summary: string;
  kind: 'bars' | 'lines';
  /** Starts of the points, ISO 8601. */
  times: readonly string[];
  series: readonly [ChartSeries, ...ChartSeries[]];
  /** Steps that the axis may have. Default: any; of counted things, whole ones alone (`WHOLE_STEPS`). */
  steps?: readonly number[];
  /** A value in words. */
  valueText(value: number): string;
  /** A point in words, and in short on the axis. */
  timeText(at: string): string;
  axisText(at: string): string;
}

/** 1, 2, 5, 10, 20 … of what is counted. */
export const WHOLE_STEPS = Array.from(
  { length: 30 },
  (_, index) => [1, 2, 5][index % 3]! * 10 ** Math.floor(index / 3),
);
/** Seconds that are whole minutes and hours. */
export const TIME_STEPS = [60, 120, 300, 600, 1200, 1800, ...WHOLE_STEPS.map((hours) => hours * 3600)];

const HEIGHT = 170;
/** Custom properties of the series, in their order. */
const COLORS = ['--accent', '--chart-2'];

/** The colour of a custom property: `light-dark()` is resolved only where it is used. */
function colorOf(element: HTMLElement, property: string): string {
  const probe = element.appendChild(document.createElement('i'));
  probe.style.color = `var(${property})`;
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Changes when the page changes between light and dark. */
function useIsDark(): boolean {
  const [isDark, setIsDark] = useState(() => matchMedia('(prefers-color-scheme: dark)').matches);
  useEffect(() => {
    const query = matchMedia('(prefers-color-scheme: dark)');
    const follow = () => setIsDark(query.matches);
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, []);
  return isDark;
}

/** A chart for eyes and pointers, and the same values as a table for everybody else. */
export function Chart(props: ChartProps) {
  const { title, summary, kind, times, series, steps, valueText, timeText, axisText } = props;
  const box = useRef<HTMLDivElement>(null);
  const isDark = useIsDark();
  const [pointed, setPointed] = useState<number | null>(null);
  const [isTable, setIsTable] = useState(false);
  /** Texts change with each render; the chart is drawn again only for other values. */
  const texts = useRef({ valueText, axisText });
  useEffect(() => {
    texts.current = { valueText, axisText };
  });
  const drawn = JSON.stringify([times, series]);

  useEffect(() => {
    const element = box.current!;
    const [at, shown] = JSON.parse(drawn) as [string[], ChartSeries[]];
    const line = colorOf(element, '--line');
    const font = '12px Pretendard, system-ui, sans-serif';
    const axis = { stroke: colorOf(element, '--muted'), font, ticks: { show: false } };
    const bars = uPlot.paths.bars!({
      size: [shown.length > 1 ? 0.42 : 0.72, 26],
      align: shown.length > 1 ? -1 : 0,
      gap: 1,
    });
    const otherBars = uPlot.paths.bars!({ size: [0.42, 26], align: 1, gap: 1 });
    const chart = new uPlot(
      {
        width: Math.max(1, element.clientWidth),
        height: HEIGHT,
        legend: { show: false },
        cursor: { y: false, drag: { x: false, y: false }, points: { show: kind === 'lines' } },
        padding: [10, 8, 0, 0],
        scales: {
          x: { time: false, range: (_, from, to) => [from - 0.6, to + 0.6] },
          y: { range: (_, __, most) => [0, most > 0 ? most * 1.08 : 1] },
        },
        axes: [
          {
            ...axis,
            grid: { show: false },
            // Not beside the lowest value of the other axis.
            size: 30,
            gap: 8,
            space: 58,
            incrs: [1, 2, 3, 4, 6, 7, 12, 14, 24, 48],
            values: (_, positions) =>
              positions.map((position) => (at[position] === undefined ? '' : texts.current.axisText(at[position]))),
          },
          {
            ...axis,
            size: 62,
            space: 36,
            grid: { stroke: line, width: 1 },
            ...(steps && { incrs: [...steps] }),
            values: (_, values) => values.map((value) => texts.current.valueText(value)),
          },
        ],
        series: [
          {},
          ...shown.map(({ name }, index) => {
            const color = colorOf(element, COLORS[index] ?? '--muted');
            return {
              label: name,
              stroke: color,
              width: kind === 'lines' ? 2 : 0,
              ...(kind === 'bars' && { fill: color, paths: index === 0 ? bars : otherBars }),
              // A point between two gaps would be invisible.
              points: { show: kind === 'lines' && shown.every(({ values }) => values.length < 40), size: 5 },
            };
          }),
        ],
        hooks: { setCursor: [({ cursor }) => setPointed(cursor.idx ?? null)] },
      },
      [at.map((_, index) => index), ...shown.map(({ values }) => [...values])],
      element,
    );
    const resized = new ResizeObserver(() =>
      chart.setSize({ width: Math.max(1, element.clientWidth), height: HEIGHT }),
    );
    resized.observe(element);
    return () => {
      resized.disconnect();
      chart.destroy();
    };
  }, [drawn, kind, steps, isDark]);

  const textOf = (value: number | null | undefined) => (value === null || value === undefined ? '—' : valueText(value));
  const at = pointed === null ? undefined : times[pointed];
  return (
    <figure className="chart">
      <figcaption>
        <h3>{title}</h3>
        <p className="chart-value">
          {at === undefined
            ? summary
            : `${timeText(at)} · ${series.map(({ name, values }) => `${name} ${textOf(values[pointed!])}`).join(', ')}`}
        </p>
      </figcaption>
      {series.length > 1 && (
        <ul className="chart-keys" aria-hidden="true">
          {series.map(({ name }, index) => (
            <li key={name}>
              <i style={{ background: `var(${COLORS[index]})` }} />
              {name}
            </li>
          ))}
        </ul>
      )}
      <div ref={box} className="chart-box" aria-hidden="true" />
      <details onToggle={(event) => setIsTable(event.currentTarget.open)}>
        <summary>
          <span className="hidden">{title} </span>표로 보기
        </summary>
        {isTable && (
          <div className="chart-table" tabIndex={0} role="region" aria-label={`${title} 표`}>
            <table aria-label={title}>
              <thead>
                <tr>
                  <th scope="col">시각</th>
                  {series.map(({ name }) => (
                    <th key={name} scope="col" className="number">
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {times
                  .map((time, index) => (
                    <tr key={time}>
                      <th scope="row">{timeText(time)}</th>
                      {series.map(({ name, values }) => (
                        <td key={name} className="number" data-label={name}>
                          {textOf(values[index])}
                        </td>
                      ))}
                    </tr>
                  ))
                  .reverse()}
              </tbody>
            </table>
          </div>
        )}
      </details>
    </figure>
  );
}
