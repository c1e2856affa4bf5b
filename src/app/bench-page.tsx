import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { choosePlatform } from '#platform/index.ts';
import {
  createFocusEngine,
  createVisitMemory,
  FocusProvider,
  FocusScope,
  FocusWall,
  VisitProvider,
  type WallRow,
} from '#src/focus/index.ts';
import { systemClock } from '#src/lib/clock.ts';
import { quietRoot } from '#src/lib/quiet-root.ts';
import { RowTitle } from '#src/ui/page/row-title.tsx';
import { posterRow } from '#src/ui/page/row-shapes.ts';
import { wallSize } from '#src/ui/page/stage-size.ts';
import { Tile } from '#src/ui/tile/tile.tsx';

/*
 * A focus wall of real tiles, for measuring the cost of a key press (bench/focus.ts). Only builds of the mode `bench`
 * contain it. It needs no server; the address sets its size: `#/bench?rows=50&tiles=100`.
 */

declare global {
  interface Window {
    /** The focused tile as `row:column`, from 0; null before the first focus. */
    __focused?: () => string | null;
    /** Keys of a held arrow that the hold rule dropped so far. */
    __coalesced?: () => number;
  }
}

/** A minimal picture: the benchmark does not measure decoding. */
const PICTURE = 'data:image/gif;base64,R0lGODlhAQABAIABAJNm+////yH5BAEKAAEALAAAAAABAAEAAAICRAEAOw==';

const benchRow = (row: number, tiles: number): WallRow => ({
  ...posterRow,
  key: `row-${row}`,
  count: tiles,
  head: <RowTitle text={`${row + 1}번째 줄`} />,
  tileKey: (index) => `tile-${index}`,
  tileLabel: (index) => `작품 ${row + 1}-${index + 1}`,
  onPress: () => undefined,
  renderTile: (index) => (
    <Tile name={`작품 ${row + 1}-${index + 1}`} caption="판타지" picture={PICTURE} color="#22104d" />
  ),
});

function BenchWall({ rows, tiles, onMove }: { rows: number; tiles: number; onMove: (focused: string) => void }) {
  const [visit] = useState(createVisitMemory);
  const [wallRows] = useState(() => Array.from({ length: rows }, (_, row) => benchRow(row, tiles)));
  return (
    <FocusScope focusKey="app" axis="column">
      <VisitProvider visit={visit} initialKey="bench/wall">
        <main data-screen="bench" style={{ transform: 'translate3d(0, 15rem, 0)' }}>
          <FocusWall
            focusKey="bench/wall"
            rows={wallRows}
            {...wallSize}
            onFocusTile={(rowKey, index) => onMove(`${rowKey.slice('row-'.length)}:${index}`)}
          />
        </main>
      </VisitProvider>
    </FocusScope>
  );
}

export function drawBench(root: HTMLElement, page: Window): void {
  const sizes = new URLSearchParams(page.location.hash.split('?')[1] ?? '');
  const count = (name: string, fallback: number) => Math.max(1, Number(sizes.get(name)) || fallback);
  const { keys, lifecycle } = choosePlatform(page);
  const engine = createFocusEngine({ keys, lifecycle, clock: systemClock });
  let focused: string | null = null;
  page.__focused = () => focused;
  page.__coalesced = () => engine.coalescedKeys();
  createRoot(quietRoot(root)).render(
    <FocusProvider engine={engine}>
      <BenchWall
        rows={count('rows', 50)}
        tiles={count('tiles', 100)}
        onMove={(next) => {
          focused = next;
        }}
      />
    </FocusProvider>,
  );
}
