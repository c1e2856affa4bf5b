import { init, setFocus, useFocusable, FocusContext } from '@noriginmedia/norigin-spatial-navigation';
import { memo, useCallback, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

/* What is common: React, norigin as its manual shows it, one focusable per tile, every tile mounted. */

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
    <div ref={ref} className={focused ? 'tile focused' : 'tile'} style={{ left: `${column * PITCH}rem` }}>
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
      <div ref={ref} className="row" style={{ top: `${row * ROW_HEIGHT}rem` }}>
        <div>{`${row + 1}번째 줄`}</div>
        <div className="track" style={{ transform: `translate3d(${-column * PITCH}rem, 0, 0)` }}>
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
      <div ref={ref} className="wall" style={{ transform: `translate3d(0, ${-row * ROW_HEIGHT}rem, 0)` }}>
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
