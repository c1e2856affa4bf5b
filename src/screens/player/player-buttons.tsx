import { FocusGroup, useFocusLeaf } from '#src/focus/index.ts';
import { Icon, type AnyIcon } from '#src/ui/icon.tsx';
import { laterIcons } from '#src/ui/later-icons.ts';
import styles from './player-buttons.module.css';
import type { MenuKind } from './player-menu.tsx';

export interface PlayerButtonsProps {
  /** Menus with a choice, in the order of their buttons. */
  readonly menus: readonly MenuKind[];
  /** The current choice of a menu, spoken only. */
  readonly menuValues: Readonly<Partial<Record<MenuKind, string>>>;
  readonly onMenu: (kind: MenuKind) => void;
  /** Null if there is no such episode. */
  readonly onPrevious: (() => void) | null;
  readonly onNext: (() => void) | null;
}

const MENU_BUTTONS: Record<MenuKind, { label: string; color?: KeyColor }> = {
  episodes: { label: '회차' },
  subtitles: { label: '자막', color: 'red' },
  audio: { label: '음성' },
  speed: { label: '속도', color: 'green' },
  quality: { label: '화질', color: 'yellow' },
  settings: { label: '재생 설정' },
};

/** The buttons below the timeline. A dot marks the coloured key that does the same. */
export function PlayerButtons({ menus, menuValues, onMenu, onPrevious, onNext }: PlayerButtonsProps) {
  return (
    <FocusGroup focusKey="player/buttons" axis="row" preferredKey="player/menu:subtitles" className={styles.row ?? ''}>
      {onPrevious && (
        <PlayerButton focusKey="player/previous" label="이전 화" icon={laterIcons.previous} onPress={onPrevious} />
      )}
      {onNext && (
        <PlayerButton focusKey="player/next" label="다음 화" icon={laterIcons.next} color="blue" onPress={onNext} />
      )}
      <span className={styles.space} />
      {menus.map((kind) => (
        <PlayerButton
          key={kind}
          focusKey={`player/menu:${kind}`}
          {...MENU_BUTTONS[kind]}
          value={menuValues[kind]}
          onPress={() => onMenu(kind)}
        />
      ))}
    </FocusGroup>
  );
}

type KeyColor = 'red' | 'green' | 'yellow' | 'blue';

interface PlayerButtonProps {
  readonly focusKey: string;
  readonly label: string;
  /** Spoken after the label. */
  readonly value?: string | undefined;
  readonly icon?: AnyIcon;
  readonly color?: KeyColor;
  readonly onPress: () => void;
}

function PlayerButton({ focusKey, label, value, icon, color, onPress }: PlayerButtonProps) {
  const focusProps = useFocusLeaf({ focusKey, onPress });
  return (
    <div
      {...focusProps}
      role="button"
      aria-label={value === undefined ? label : `${label}, ${value}`}
      className={styles.button}
    >
      {color && <span className={`${styles.dot} ${styles[color]}`} />}
      {icon && (
        <span className={styles.icon}>
          <Icon name={icon} size={1.625} />
        </span>
      )}
      <span>{label}</span>
    </div>
  );
}
