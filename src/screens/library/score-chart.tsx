import { useChartLetters } from './chart-letters.ts';
import styles from './charts.module.css';

const SCORES = [0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5];
/** Size of the SVG, in tenths of a rem. */
const WIDTH = 280;
const HEIGHT = 150;
const BAR = 18;
const PITCH = WIDTH / SCORES.length;

/** Number of titles by score. */
export function ScoreChart({ scores }: { scores: readonly number[] }) {
  const { size } = useChartLetters();
  const counts = SCORES.map((score) => scores.filter((given) => given === score).length);
  const most = Math.max(1, ...counts);
  const average = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const said = SCORES.map((score, index) => `${score}점 ${counts[index]}개`).filter((_, index) => counts[index] !== 0);
  return (
    <figure
      className={styles.panel}
      role="img"
      aria-label={`별점 ${scores.length}개, 평균 ${average.toFixed(1)}점. ${said.join(', ')}`}
    >
      <figcaption className={styles.caption}>
        <span className={styles.number}>{average.toFixed(1)}</span> 평균 · {scores.length}개 평가
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT + 40}`} className={styles.scoreChart} fontSize={size} aria-hidden="true">
        {SCORES.map((score, index) => {
          const count = counts[index] ?? 0;
          const height = Math.max(4, (count / most) * (HEIGHT - 2 * size));
          const x = index * PITCH + (PITCH - BAR) / 2;
          return (
            <g key={score}>
              <rect
                x={x}
                y={HEIGHT - height}
                width={BAR}
                height={height}
                rx={4}
                className={count === most ? styles.top : styles.bar}
              />
              {count > 0 && (
                <text x={x + BAR / 2} y={HEIGHT - height - 8} textAnchor="middle" className={styles.value}>
                  {count}
                </text>
              )}
              {Number.isInteger(score) && (
                <text x={x + BAR / 2} y={HEIGHT + 30} textAnchor="middle" className={styles.axis}>
                  {score}
                </text>
              )}
            </g>
          );
        })}
      </svg>
    </figure>
  );
}
