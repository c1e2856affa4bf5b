import type { ProfileStatistics } from '#contract/statistics.ts';
import { minutesLabel } from '#src/lib/title-labels.ts';
import { useChartLetters } from './chart-letters.ts';
import styles from './charts.module.css';

/** In units of the SVG. */
const LINE = 34;
const LABEL_WIDTH = 92;
const VALUE_WIDTH = 118;
/** Number of bars; the chart omits less watched genres. */
const DRAWN = 7;

/** Time by genre as bars, the most watched first. The caller labels it for the voice guide. */
export function GenreChart({ genres }: { genres: ProfileStatistics['by_genre'] }) {
  const { scale, size, width: chartWidth } = useChartLetters();
  const [labelWidth, valueWidth] = [LABEL_WIDTH * scale, VALUE_WIDTH * scale];
  const drawn = genres.slice(0, DRAWN);
  const most = Math.max(1, ...drawn.map(({ play_time: time }) => time));
  const room = chartWidth - labelWidth - valueWidth;
  return (
    <svg viewBox={`0 0 ${chartWidth} ${DRAWN * LINE}`} className={styles.chart} fontSize={size} aria-hidden="true">
      {drawn.map(({ genre, play_time: time }, index) => {
        const width = Math.max(3, (time / most) * room);
        const middle = index * LINE + LINE / 2;
        return (
          <g key={genre}>
            <text x={0} y={middle + size / 3} className={styles.axis}>
              {genre}
            </text>
            <rect
              x={labelWidth}
              y={middle - 9}
              width={width}
              height={18}
              rx={4}
              className={index === 0 ? styles.top : styles.bar}
            />
            <text x={labelWidth + width + 8} y={middle + size / 3} className={styles.value}>
              {minutesLabel(time)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
