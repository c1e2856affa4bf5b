import { useCallback, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import type { Item, ItemSummary, StartAgain } from '#contract/catalogue.ts';
import type { HomeRow } from '#contract/home.ts';
import { usePlayItem } from '#src/features/episodes/use-play-item.ts';
import { ItemFacts } from '#src/features/items/item-facts.tsx';
import { TrailerSlot } from '#src/features/playback/trailer/trailer-slot.tsx';
import { FocusGroup, FocusWall, useFocusIn, useVisitMemory, type VisitMemory, type WallRow } from '#src/focus/index.ts';
import { memoByKey } from '#src/lib/memo-by-key.ts';
import { useClock } from '#src/stores/clock-context.ts';
import { useSettings } from '#src/stores/stores-context.ts';
import { Button } from '#src/ui/button.tsx';
import { isWallUp, Stage } from '#src/ui/page/stage.tsx';
import { wallBelowBlock, wallSize } from '#src/ui/page/stage-size.ts';
import { TitleBlock } from '#src/ui/page/title-block.tsx';
import { itemAt, toWallRow, type HomeRowActions } from './row-kinds.tsx';
import styles from './home-stage.module.css';
import { useFollowed } from './use-followed.ts';
import { useHomeRows } from './use-home-rows.ts';

export const homeKeys = { play: 'home/play', details: 'home/details', wall: 'home/wall' } as const;

export interface HomeStageProps extends Omit<HomeRowActions, 'onPlayItem' | 'clock' | 'isSingle' | 'onMenu'> {
  /** The rows of the server's answer. */
  readonly answered: readonly HomeRow[];
}

export function HomeStage({ answered, onOpenItem, onOpenTheme, onPlay }: HomeStageProps) {
  const clock = useClock();
  const isSingle = useSettings(({ settings }) => settings.singlePresses);
  const playItem = usePlayItem(onPlay, onOpenItem);
  const visit = useVisitMemory();
  const { rows, reach } = useHomeRows(visit, answered);
  const shell = useRef<HTMLDivElement>(null);
  const billboard = rows.find((row) => row.kind === 'billboard')?.results[0] ?? null;

  const [menu, setMenu] = useState<ReactNode>(null);
  const openMenu = useCallback(
    (begun: StartAgain) =>
      void import('./start-again-menu.tsx').then(
        ({ StartAgainMenu }) =>
          setMenu(
            <StartAgainMenu begun={begun} onOpenItem={onOpenItem} onPlay={onPlay} onClose={() => setMenu(null)} />,
          ),
        // If the script does not load, the hold does nothing.
        () => undefined,
      ),
    [onOpenItem, onPlay],
  );

  // Memoized by row, so that a longer row does not render the others again.
  const wallRowOf = useMemo(
    () =>
      memoByKey((_key, row: HomeRow) =>
        toWallRow(row, { clock, isSingle, onOpenItem, onOpenTheme, onPlay, onMenu: openMenu, onPlayItem: playItem }),
      ),
    [clock, isSingle, onOpenItem, onOpenTheme, onPlay, openMenu, playItem],
  );
  const wallRows = useMemo(
    () => rows.map((row) => wallRowOf(row.id, row)).filter((row): row is WallRow => row !== null),
    [rows, wallRowOf],
  );
  const { followed, item, follow, leave } = useFollowed(() => rememberedItem(rows, wallRows, visit));
  const shown = item ?? followed ?? billboard;
  const followTile = (rowKey: string, index: number) => {
    const row = rows.find(({ id }) => id === rowKey);
    // Under the pointer the block stays, and its art with it.
    follow(row && isWallUp(visit) ? itemAt(row, index) : null);
    reach(rowKey, index);
  };

  return (
    <>
      <Stage
        backdrop={(followed ? item : billboard)?.backdrop ?? null}
        color={shown?.color ?? '#22104d'}
        film={billboard && <TrailerSlot itemId={billboard.id} area={shell} />}
        upper={
          billboard && (
            <Billboard shell={shell} onOpenItem={onOpenItem} item={billboard} onPlayItem={playItem} onEnter={leave} />
          )
        }
        compact={shown && <TitleBlock name={shown.name} isCompact facts={<ItemFacts item={shown} />} />}
        wall={
          wallRows.length > 0 && (
            <FocusWall
              focusKey={homeKeys.wall}
              rows={wallRows}
              {...wallSize}
              firstHeight={wallBelowBlock}
              onFocusTile={followTile}
            />
          )
        }
      />
      {menu}
    </>
  );
}

/** The title of the last focused tile, so that the stage shows it from the first frame. */
function rememberedItem(
  rows: readonly HomeRow[],
  wallRows: readonly WallRow[],
  visit: VisitMemory,
): ItemSummary | null {
  const memory = isWallUp(visit) ? visit.walls.get(homeKeys.wall) : undefined;
  const row = rows.find(({ id }) => id === memory?.rowKey);
  const wallRow = wallRows.find(({ key }) => key === memory?.rowKey);
  if (!memory || !row || !wallRow) return null;
  for (let index = 0; index < wallRow.count; index += 1) {
    if (wallRow.tileKey(index) === memory.tileKeys[wallRow.key]) return itemAt(row, index);
  }
  return null;
}

interface BillboardProps {
  readonly shell: RefObject<HTMLDivElement | null>;
  readonly item: Item;
  readonly onOpenItem: (itemId: number) => void;
  readonly onPlayItem: (item: Item) => void;
  readonly onEnter: () => void;
}

function Billboard({ shell, item, onOpenItem, onPlayItem, onEnter }: BillboardProps) {
  const { resume } = item.my;
  const play = resume ? `${resume.episode_num} ${resume.offset > 0 ? '이어보기' : '재생'}` : '재생';
  useFocusIn(shell, onEnter);
  return (
    <div ref={shell}>
      <TitleBlock name={item.name} facts={<ItemFacts item={item} />} text={item.synopsis} />
      <FocusGroup focusKey="home/billboard" axis="row" className={styles.buttons} preferredKey={homeKeys.play}>
        <Button
          focusKey={homeKeys.play}
          label={play}
          name={`${item.name}, ${play}`}
          icon="play"
          isPrimary
          plays={resume?.episode_id}
          onPress={() => onPlayItem(item)}
        />
        <Button focusKey={homeKeys.details} label="상세 정보" icon="info" onPress={() => onOpenItem(item.id)} />
      </FocusGroup>
    </div>
  );
}
