import { DialogFrame } from './dialog-frame.tsx';
import styles from './choice-dialog.module.css';
import { OptionList } from './option-list.tsx';
import { OptionRow } from './option-row.tsx';

export interface Choice<V> {
  readonly value: V;
  readonly label: string;
  readonly detail?: string;
}

export interface ChoiceDialogProps<V> {
  readonly focusKey: string;
  readonly title: string;
  readonly choices: readonly Choice<V>[];
  /** The current value, which has the focus first. */
  readonly chosen: V;
  readonly onChoose: (value: V) => void;
  readonly onCancel: () => void;
}

const MOST_VISIBLE = 6;

/** A dialog with a single choice. Back keeps the current value. */
export function ChoiceDialog<V extends string | number | null>(props: ChoiceDialogProps<V>) {
  const { focusKey, title, choices, chosen, onChoose, onCancel } = props;
  const listKey = `${focusKey}/list`;
  const keyOf = (value: V) => `${focusKey}/${value ?? 'none'}`;
  return (
    <DialogFrame
      focusKey={focusKey}
      label={title}
      preferredKey={listKey}
      onBack={() => {
        onCancel();
        return true;
      }}
    >
      <h2 className={styles.title}>{title}</h2>
      <OptionList focusKey={listKey} visible={MOST_VISIBLE} preferredKey={keyOf(chosen)}>
        {choices.map(({ value, label, detail }) => (
          <OptionRow
            key={keyOf(value)}
            focusKey={keyOf(value)}
            label={label}
            detail={detail}
            isChosen={value === chosen}
            onPress={() => onChoose(value)}
          />
        ))}
      </OptionList>
    </DialogFrame>
  );
}
