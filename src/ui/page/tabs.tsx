import { FocusGroup, useFocusIn, useFocusLeaf } from '#src/focus/index.ts';
import styles from './tabs.module.css';

export interface TabOption<T extends string> {
  readonly id: T;
  readonly label: string;
  /** The spoken label, where the visible one is too short. */
  readonly name?: string;
}

export interface TabsProps<T extends string> {
  readonly focusKey: string;
  readonly label: string;
  readonly options: readonly TabOption<T>[];
  readonly selected: T;
  readonly onSelect: (id: T) => void;
  /** Small tabs select on OK only: they sort the same content instead of showing another. */
  readonly isSmall?: boolean;
}

export const tabKey = (focusKey: string, id: string) => `${focusKey}/${id}`;

/** A row of tabs above the content that they select. */
export function Tabs<T extends string>({
  focusKey,
  label,
  options,
  selected,
  onSelect,
  isSmall = false,
}: TabsProps<T>) {
  return (
    <FocusGroup
      focusKey={focusKey}
      axis="row"
      role="group"
      label={label}
      preferredKey={tabKey(focusKey, selected)}
      className={`${styles.tabs} ${isSmall ? styles.small : ''}`}
    >
      {options.map(({ id, label: text, name = text }) => (
        <Tab
          key={id}
          focusKey={tabKey(focusKey, id)}
          text={text}
          label={name}
          isSelected={id === selected}
          isByFocus={!isSmall}
          onSelect={() => onSelect(id)}
        />
      ))}
    </FocusGroup>
  );
}

interface TabProps {
  readonly focusKey: string;
  readonly text: string;
  readonly label: string;
  readonly isSelected: boolean;
  readonly isByFocus: boolean;
  readonly onSelect: () => void;
}

function Tab({ focusKey, text, label, isSelected, isByFocus, onSelect }: TabProps) {
  const select = () => {
    if (!isSelected) onSelect();
  };
  const focusProps = useFocusLeaf({ focusKey, onPress: select });
  useFocusIn(focusProps.ref, () => isByFocus && select());
  return (
    <div
      {...focusProps}
      role="button"
      aria-label={label}
      aria-pressed={isSelected}
      className={`${styles.tab} ${isSelected ? styles.selected : ''}`}
    >
      {text}
    </div>
  );
}
