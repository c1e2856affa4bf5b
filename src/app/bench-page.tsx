import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { choosePlatform } from '#platform/index.ts';
import {
  createFocusEngine,
  createPlace,
  FocusProvider,
  FocusScope,
  FocusWall,
  PlaceProvider,
  type WallRow,
} from '#src/focus/index.ts';
import { systemClock } from '#src/lib/clock.ts';
import { quietRoot } from '#src/lib/quiet-root.ts';
import { RowTitle } from '#src/ui/row-title.tsx';
import { posterRow } from '#src/ui/row-shapes.ts';
import { wallSize } from '#src/ui/stage-size.ts';
import { Tile } from '#src/ui/tile.tsx';

/*
 * A wall of the app's own parts and nothing else, for measuring what a key press costs (scripts/bench-focus.ts). It is
 * only in a build of the mode `bench`, asks no server, and is told its size by the address: `#/bench?rows=50&tiles=100`.
 */

declare global {
  interface Window {
    /** The tile under the focus as `row:column`, from 0; null before there is one. */
    __focused?: () => string | null;
    /** Keys of a held arrow that the hold rule dropped so far. */
    __coalesced?: () => number;
  }
}

/** As large as a poster's entry in a list; what decoding costs is not measured here. */
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
  const [place] = useState(createPlace);
  const [wallRows] = useState(() => Array.from({ length: rows }, (_, row) => benchRow(row, tiles)));
  return (
    <FocusScope focusKey="app" axis="column">
      <PlaceProvider place={place} initialKey="bench/wall">
        <main data-screen="bench" style={{ transform: 'translate3d(0, 15rem, 0)' }}>
          <FocusWall
            focusKey="bench/wall"
            rows={wallRows}
            {...wallSize}
            onFocusTile={(rowKey, index) => onMove(`${rowKey.slice('row-'.length)}:${index}`)}
          />
        </main>
      </PlaceProvider>
    </FocusScope>
  );
}

export function drawBench(root: HTMLElement, page: Window): void {
  const sizes = new URLSearchParams(page.location.hash.split('?')[1] ?? '');
  const count = (name: string, fallback: number) => Math.max(1, Number(sizes.get(name)) || fallback);
  const engine = createFocusEngine({ keys: choosePlatform(page).keys, now: systemClock.now });
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
