import { useMemo } from 'react';
import type { ItemSummary } from '#contract/catalogue.ts';
import { itemRow } from '#src/features/items/item-row.tsx';
import { FocusGroup, FocusScope, FocusWall } from '#src/focus/index.ts';
import { useClock } from '#src/stores/clock-context.ts';
import { useSettings } from '#src/stores/stores-context.ts';
import { Button } from '#src/ui/button.tsx';
import styles from './after-last.module.css';

export interface AfterLastProps {
  /** Titles similar to the one that ended, the most similar first; not empty. */
  readonly items: readonly ItemSummary[];
  readonly onOpen: (itemId: number) => void;
  readonly onReplay: () => void;
  readonly onLeave: () => void;
}

const ROW = 'after';
/** In rem; below the heading, with the height for letters above 130 %. */
const WALL = { insetLeft: 6, width: 108, height: 36 } as const;
const LARGE_WALL = { ...WALL, height: 52 } as const;

/** After the last episode of a title: what to watch next. Nothing plays by itself. */
export function AfterLast({ items, onOpen, onReplay, onLeave }: AfterLastProps) {
  const clock = useClock();
  const isLarge = useSettings(({ settings }) => settings.letters === 'large-2' || settings.letters === 'large-3');
  const rows = useMemo(() => {
    const open = ({ id }: { id: number }) => onOpen(id);
    return [itemRow({ key: ROW, title: '다음에 볼 만한 작품', items, clock, onOpen: open, onPlay: open })];
  }, [items, clock, onOpen]);
  const leave = () => {
    onLeave();
    return true;
  };
  return (
    <div className={styles.veil}>
      <FocusScope
        focusKey="after"
        axis="column"
        role="dialog"
        label="끝까지 봤어요"
        preferredKey="after/wall"
        onBack={leave}
      >
        <div className={styles.head}>
          <div>
            <h2 className={styles.title}>끝까지 봤어요</h2>
            <p className={styles.text}>방금 본 작품과 비슷한 순서로 골랐어요.</p>
          </div>
          <FocusGroup focusKey="after/buttons" axis="row" className={styles.buttons} preferredKey="after/leave">
            <Button focusKey="after/again" label="처음부터" icon="retry" onPress={onReplay} />
            <Button focusKey="after/leave" label="나가기" onPress={onLeave} />
          </FocusGroup>
        </div>
        <FocusWall focusKey="after/wall" rows={rows} {...(isLarge ? LARGE_WALL : WALL)} />
      </FocusScope>
    </div>
  );
}
