import { FocusWall, type WallRow } from '#src/focus/index.ts';
import { DialogFrame } from '#src/ui/dialog/dialog-frame.tsx';
import styles from './browse-screen.module.css';

export interface GridChoice {
  readonly id: string;
  readonly label: string;
}

export interface ChoiceGridDialogProps {
  readonly focusKey: string;
  readonly title: string;
  readonly choices: readonly GridChoice[];
  readonly selected: string;
  readonly onChoose: (id: string) => void;
  readonly onClose: () => void;
}

const COLUMNS = 3;
const WIDTH = 43;
const HEIGHT = 30;

const rowKeyOf = (index: number) => `choice-${index - (index % COLUMNS)}`;

/** The initial wall memory: focuses the selected choice. */
export function choiceMemory(choices: readonly GridChoice[], selected: string) {
  const index = Math.max(
    0,
    choices.findIndex(({ id }) => id === selected),
  );
  const rowKey = rowKeyOf(index);
  return { rowKey, tileKeys: { [rowKey]: choices[index]?.id ?? '' } };
}

/** A grid of choices, for lists that are too long for `ChoiceDialog`. */
export function ChoiceGridDialog({ focusKey, title, choices, selected, onChoose, onClose }: ChoiceGridDialogProps) {
  const rows: WallRow[] = [];
  for (let first = 0; first < choices.length; first += COLUMNS) {
    const row = choices.slice(first, first + COLUMNS);
    rows.push({
      key: rowKeyOf(first),
      count: row.length,
      tileWidth: 13,
      tileHeight: 4,
      grows: 'widths',
      gap: 2,
      height: 5.5,
      headHeight: 0,
      head: null,
      tileKey: (index) => row[index]?.id ?? '',
      tileLabel: (index) => `${row[index]?.label}${row[index]?.id === selected ? ', 선택됨' : ''}`,
      ordinalLabel: (index) => `${choices.length}개 중 ${first + index + 1}번째`,
      renderTile: (index) => (
        <span className={`${styles.choice} ${row[index]?.id === selected ? styles.chosen : ''}`}>
          {row[index]?.label}
        </span>
      ),
      onPress: (index) => onChoose(row[index]?.id ?? selected),
    });
  }
  return (
    <DialogFrame
      focusKey="browse/choice"
      label={title}
      onBack={() => {
        onClose();
        return true;
      }}
    >
      <h2 className={styles.dialogTitle}>{title}</h2>
      <div className={styles.choices}>
        <FocusWall
          focusKey={focusKey}
          rows={rows}
          width={WIDTH}
          height={Math.min(HEIGHT, rows.length * 5.5)}
          insetLeft={0.5}
          insetTop={0.5}
          keepsColumn
          pageRows={5}
        />
      </div>
    </DialogFrame>
  );
}
