import { init, setFocus, useFocusable, FocusContext } from '@noriginmedia/norigin-spatial-navigation';
import { memo, useCallback, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

/*
 * A common approach: React and norigin as in its manual, one focusable per tile, every tile mounted; rows as flex
 * boxes, moved by `translateX`, and a focused tile that grows.
 */

const PICTURE = 'data:image/gif;base64,R0lGODlhAQABAIABAJNm+////yH5BAEKAAEALAAAAAABAAEAAAICRAEAOw==';
const ROWS = 50;
const TILES = 100;
const ROW_HEIGHT = 33;
const PITCH = 16;

let focusedTile: string | null = null;
window.__focused = () => focusedTile;

interface TileProps {
  row: number;
  column: number;
  onFocused: (column: number) => void;
}

const Tile = memo(function Tile({ row, column, onFocused }: TileProps) {
  const { ref, focused } = useFocusable<object, HTMLDivElement>({
    focusKey: `${row}:${column}`,
    onFocus: () => onFocused(column),
  });
  return (
    <div ref={ref} className={focused ? 'tile focused' : 'tile'}>
      <img src={PICTURE} alt="" />
      <span>{`작품 ${row + 1}-${column + 1}`}</span>
    </div>
  );
});

const Row = memo(function Row({ row, onFocused }: { row: number; onFocused: (row: number) => void }) {
  const [column, setColumn] = useState(0);
  const { ref, focusKey } = useFocusable<object, HTMLDivElement>({
    focusKey: `row-${row}`,
    saveLastFocusedChild: true,
  });
  const focusTile = useCallback(
    (next: number) => {
      focusedTile = `${row}:${next}`;
      setColumn(next);
      onFocused(row);
    },
    [row, onFocused],
  );
  return (
    <FocusContext.Provider value={focusKey}>
      <div ref={ref} className="row">
        <h2>{`${row + 1}번째 줄`}</h2>
        <div className="track" style={{ transform: `translateX(${-column * PITCH}rem)` }}>
          {Array.from({ length: TILES }, (_, index) => (
            <Tile key={index} row={row} column={index} onFocused={focusTile} />
          ))}
        </div>
      </div>
    </FocusContext.Provider>
  );
});

function Wall() {
  const [row, setRow] = useState(0);
  const { ref, focusKey } = useFocusable<object, HTMLDivElement>({ focusKey: 'wall' });
  useEffect(() => void setFocus('0:0'), []);
  return (
    <FocusContext.Provider value={focusKey}>
      <div ref={ref} className="wall" style={{ transform: `translateY(${-row * ROW_HEIGHT}rem)` }}>
        {Array.from({ length: ROWS }, (_, index) => (
          <Row key={index} row={index} onFocused={setRow} />
        ))}
      </div>
    </FocusContext.Provider>
  );
}

init();
const root = document.getElementById('root');
if (root) createRoot(root).render(<Wall />);
