import type { ProfileStatistics } from '#contract/statistics.ts';
import { minutesLabel } from '#src/lib/title-labels.ts';
import { useChartLetters } from './chart-letters.ts';
import styles from './charts.module.css';

type Days = ProfileStatistics['by_day'];

/** In units of the SVG. */
const HEIGHT = 238;
const LEFT = 52;
/** Below the columns, for the dates. */
const FOOT = 34;
const TOP = 10;
const HOUR = 3600;
const MINUTE = 60;
/** Candidate steps of the y axis, in seconds; the chart uses the first that fits the highest column. */
const STEPS = [5 * MINUTE, 10 * MINUTE, 20 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR];
/** Right margin, for half of the last date. */
const RIGHT = 20;
/** Marks of the y axis above zero. */
const MARKS = 3;
const LABEL_EVERY = 7;

/** Formats `"2026-11-20"` as `"11.20"`. */
const shortDate = (date: string) => `${Number(date.slice(5, 7))}.${Number(date.slice(8, 10))}`;

/** The days with viewing time, as text for the voice guide. */
export function daysLabel(days: Days): string {
  const watched = days.filter(({ play_time: time }) => time > 0);
  if (watched.length === 0) return '최근 28일 동안 본 작품이 없어요';
  return watched
    .map(
      ({ date, play_time: time }) =>
        `${Number(date.slice(5, 7))}월 ${Number(date.slice(8, 10))}일 ${minutesLabel(time)}`,
    )
    .join(', ');
}

/** Time by day as columns. The caller labels it for the voice guide. */
export function DayChart({ days }: { days: Days }) {
  const { scale, size, width } = useChartLetters();
  const [left, bottom] = [LEFT * scale, HEIGHT - FOOT * scale];
  const most = Math.max(...days.map(({ play_time: time }) => time), 0);
  const step = STEPS.find((each) => each * MARKS >= most) ?? 8 * HOUR;
  const yOf = (seconds: number) => bottom - (seconds / (step * MARKS)) * (bottom - TOP);
  const pitch = (width - left - RIGHT * scale) / Math.max(1, days.length);
  return (
    <svg viewBox={`0 0 ${width} ${HEIGHT}`} className={styles.chart} fontSize={size} aria-hidden="true">
      {Array.from({ length: MARKS + 1 }, (_, index) => index * step).map((mark) => (
        <g key={mark}>
          <line x1={left} x2={width} y1={yOf(mark)} y2={yOf(mark)} className={styles.line} />
          <text x={left - 8} y={yOf(mark) + size / 3} textAnchor="end" className={styles.axis}>
            {mark === 0 ? '0' : minutesLabel(mark)}
          </text>
        </g>
      ))}
      {days.map(({ date, play_time: time }, index) => (
        <g key={date}>
          {time > 0 && (
            <rect
              x={left + index * pitch + pitch * 0.18}
              y={Math.min(bottom - 3, yOf(time))}
              width={pitch * 0.64}
              height={Math.max(3, bottom - yOf(time))}
              rx={2}
              className={time === most ? styles.top : styles.bar}
            />
          )}
          {(days.length - 1 - index) % LABEL_EVERY === 0 && (
            <text x={left + (index + 0.5) * pitch} y={bottom + 24 * scale} textAnchor="middle" className={styles.axis}>
              {shortDate(date)}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}
