import { FocusGroup, useBack, useFocusEngine, useFocusLeaf } from '#src/focus/index.ts';
import { Icon, type IconName } from '#src/ui/icon.tsx';
import { Picture } from '#src/ui/tile/picture.tsx';
import styles from './side-navigation.module.css';

export interface NavigationEntry {
  readonly focusKey: string;
  readonly label: string;
  readonly icon: IconName;
  /** Drawn as a circle instead of the icon. */
  readonly picture?: string | undefined;
  /** New things behind the entry, drawn on the icon. */
  readonly count: number;
  readonly isCurrent?: boolean;
  readonly onPress: () => void;
}

export interface SideNavigationProps {
  readonly entries: readonly NavigationEntry[];
  /** Key of the content group, to which Back and Right return. */
  readonly contentKey: string;
}

/** Marks the navigation around `veil` while it has the focus: Chromium knows `:focus-within` from 60 on only. */
function markFocusWithin(veil: HTMLElement | null) {
  const navigation = veil?.parentElement;
  if (!navigation) return;
  // On the document: a focused entry that is removed reports no `focusout`.
  const mark = ({ target }: FocusEvent) => {
    if (navigation.contains(target as Node)) navigation.dataset['open'] = '';
    else delete navigation.dataset['open'];
  };
  document.addEventListener('focusin', mark);
  return () => document.removeEventListener('focusin', mark);
}

/** The navigation at the left edge: icons that expand to labels while they have the focus. */
export function SideNavigation({ entries, contentKey }: SideNavigationProps) {
  const engine = useFocusEngine();
  const current = entries.find((entry) => entry.isCurrent);
  // Back closes the navigation that Left opened.
  useBack(() => {
    const isOpen = entries.some(({ focusKey }) => engine.isFocused(focusKey));
    if (!isOpen) return false;
    // A pointer that opened the navigation does not rest on what gets the focus now.
    engine.endPointing();
    engine.focus(contentKey);
    return true;
  });
  return (
    <FocusGroup
      focusKey="navigation"
      axis="column"
      role="navigation"
      label="메뉴"
      className={styles.navigation}
      {...(current ? { preferredKey: current.focusKey } : {})}
    >
      <div className={styles.shade} />
      <div ref={markFocusWithin} className={styles.veil} />
      {entries.map((entry) => (
        <Entry key={entry.focusKey} {...entry} />
      ))}
    </FocusGroup>
  );
}

function Entry({ focusKey, label, icon, picture, count, isCurrent = false, onPress }: NavigationEntry) {
  const focusProps = useFocusLeaf({ focusKey, onPress });
  return (
    <div
      {...focusProps}
      role="button"
      aria-label={count > 0 ? `${label}, 새 소식 ${count}개` : label}
      aria-current={isCurrent ? 'page' : undefined}
      className={`${styles.entry} ${isCurrent ? styles.current : ''}`}
    >
      <span className={styles.icon}>
        {picture ? (
          <span className={styles.picture}>
            <Picture src={picture} color="#3d3552" />
          </span>
        ) : (
          <Icon name={icon} size={2.25} />
        )}
        {count > 0 && <span className={styles.count}>{count}</span>}
      </span>
      <span className={styles.label}>{label}</span>
    </div>
  );
}
