import { useFocusEngine, type GridShape } from '#src/focus/index.ts';
import { Placeholder } from '#src/ui/tile/placeholder.tsx';
import styles from './grid-skeleton.module.css';

const ROWS = [0, 1];

/** The shape of a loading grid. It has the focus unless something beside it has. */
export function GridSkeleton({
  focusKey,
  shape,
  insetLeft,
}: {
  focusKey: string;
  shape: GridShape;
  insetLeft: number;
}) {
  const large = useFocusEngine().largeMeasures();
  const { columns, tileWidth, tileHeight, gap, rowHeight } = large?.grid(shape) ?? shape;
  return (
    <div className={styles.grid} style={{ left: `${insetLeft}rem` }}>
      {ROWS.flatMap((row) =>
        Array.from({ length: columns }, (_, column) => {
          const style = {
            left: `${column * (tileWidth + gap)}rem`,
            top: `${row * rowHeight}rem`,
            width: `${tileWidth}rem`,
            height: `${tileHeight}rem`,
          };
          return (
            <div key={`${row}/${column}`} className={styles.tile} style={style}>
              {row === 0 && column === 0 && <Placeholder focusKey={focusKey} className={styles.first} />}
            </div>
          );
        }),
      )}
    </div>
  );
}
