import { useMemo } from 'react';
import type { ProfileImage } from '#contract/profiles.ts';
import { beginWallAt, FocusWall, useVisitMemory, type WallRow } from '#src/focus/index.ts';
import { Picture } from '#src/ui/tile/picture.tsx';
import styles from './picture-wall.module.css';

const COLUMNS = 8;
const TILE = 10.5;
const GAP = 1.75;

const wallKey = 'profile-edit/pictures';

export interface PictureWallProps {
  readonly images: readonly ProfileImage[];
  readonly chosenId: number;
  readonly onChoose: (image: ProfileImage) => void;
}

/** All profile pictures; the current one has the focus first. */
export function PictureWall({ images, chosenId, onChoose }: PictureWallProps) {
  const visit = useVisitMemory();
  const rows = useMemo(() => toRows(images, onChoose), [images, onChoose]);
  const chosenAt = images.findIndex(({ id }) => id === chosenId);
  const row = rows[Math.floor(Math.max(0, chosenAt) / COLUMNS)];
  if (row) beginWallAt(visit, wallKey, { rowKey: row.key, tileKeys: { [row.key]: `picture:${chosenId}` } });
  return (
    <FocusWall
      focusKey={wallKey}
      rows={rows}
      width={COLUMNS * (TILE + GAP)}
      height={44}
      insetLeft={1}
      insetTop={1}
      keepsColumn
    />
  );
}

const toRows = (images: readonly ProfileImage[], onChoose: (image: ProfileImage) => void): WallRow[] =>
  Array.from({ length: Math.ceil(images.length / COLUMNS) }, (_, index) => {
    const inRow = images.slice(index * COLUMNS, (index + 1) * COLUMNS);
    const at = (column: number) => inRow[column]!;
    return {
      key: `pictures-${index}`,
      count: inRow.length,
      tileWidth: TILE,
      tileHeight: TILE,
      gap: GAP,
      height: TILE + GAP,
      headHeight: 0,
      head: null,
      tileKey: (column) => `picture:${at(column).id}`,
      tileLabel: (column) => at(column).name,
      onPress: (column) => onChoose(at(column)),
      renderTile: (column) => (
        <div className={styles.picture}>
          <Picture src={at(column).url} color="#3d3552" />
        </div>
      ),
    };
  });
