import { memo } from 'react';
import { pointerProps } from '#src/focus/index.ts';
import { Icon, type IconPath } from '../icon.tsx';
import { laterIcons } from '../later-icons.ts';
import { characterName, keyName } from './key-names.ts';
import { rowsOf, type Chip, type Direction } from './keyboard-model.ts';
import styles from './keyboard.module.css';
import type { Key, LayerName, Vowels } from './layers.ts';
import { useKeyboard, type KeyHandlers } from './use-keyboard.ts';

export interface KeyboardProps {
  /** Keys of the keyboard are `<focusKey>/<key>`. */
  readonly focusKey: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Called by the last key, by fast-forward on the remote, and by Enter after typing on a hardware keyboard. */
  readonly onDone: () => void;
  /** Available layers, the initial one first. */
  readonly layers: readonly LayerName[];
  /** The initial layer, where another than the first was chosen before. */
  readonly layer?: LayerName;
  readonly onLayer?: (layer: LayerName) => void;
  readonly doneLabel?: string;
  readonly maxLength?: number;
  /** The character of the wide key; default: a space; empty for no such key. */
  readonly wideKey?: string;
  /** Chips above the keys, at most half as many as the layer has columns. */
  readonly chips?: readonly Chip[];
  /** Called when a chip is chosen; one with a text has already typed it. */
  readonly onChip?: (id: string) => void;
  /** Edges where the focus leaves the keyboard; at the others it wraps around. */
  readonly exits?: readonly Direction[];
  /** Width of a column, in rem. */
  readonly pitch?: number;
}

const NO_CHIPS: readonly Chip[] = [];
const NO_EXITS: readonly Direction[] = [];
const MAX_LENGTH = 255;
const CHIP_SPAN = 2;
const CHIP_ROW = -1;
/** In rem; the style sheet uses the same height for rows and chips. */
const PITCH = 6.25;
const GAP = 0.75;
const CHIPS_HEIGHT = 4.75;
const ROW_HEIGHT = 5.25;

/**
 * A keyboard for the remote: one focus node that computes arrows itself, with the real focus on the key. Holding OK on a
 * consonant lets one arrow type the next vowel; holding backspace deletes word after word.
 */
export function Keyboard(props: KeyboardProps) {
  const { focusKey, value, onChange, onDone, layers, layer, onLayer, onChip } = props;
  const { doneLabel = '입력 완료', maxLength = MAX_LENGTH, chips = NO_CHIPS, exits = NO_EXITS, pitch = PITCH } = props;
  const { wideKey = ' ' } = props;
  const options = { layers, doneLabel, maxLength, exits, wideKey };
  const { ref, view, handlers } = useKeyboard({
    focusKey,
    value,
    onChange,
    onDone,
    onChip,
    layer,
    onLayer,
    chips,
    options,
  });

  return (
    <div className={styles.keyboard} role="group" aria-label="화면 키보드">
      <div ref={ref}>
        <div className={styles.chips}>
          {chips.map((chip, index) => (
            <ChipView key={chip.id} chip={chip} index={index} focusKey={focusKey} pitch={pitch} {...handlers} />
          ))}
        </div>
        {rowsOf(view, options).map((row, rowIndex) => (
          <div key={rowIndex} className={styles.row}>
            {row.map((key, index) => (
              // Keyed by position, so that the key of another layer reuses the element and keeps the focus.
              <KeyView
                key={index}
                id={key.id}
                label={key.label}
                name={keyName(key)}
                span={key.span}
                kind={key.action.type}
                isOn={key.action.type === 'shift' && view.shift !== 'off'}
                row={rowIndex}
                index={index}
                focusKey={focusKey}
                pitch={pitch}
                {...handlers}
              />
            ))}
          </div>
        ))}
      </div>
      {view.vowels && <VowelChoice vowels={view.vowels} row={view.row} x={view.x} pitch={pitch} />}
    </div>
  );
}

interface ChipViewProps extends KeyHandlers {
  readonly chip: Chip;
  readonly index: number;
  readonly focusKey: string;
  readonly pitch: number;
}

function ChipView({ chip, index, focusKey, pitch, onHoverKey, onClickKey }: ChipViewProps) {
  return (
    <div
      role="button"
      tabIndex={-1}
      data-focus-key={`${focusKey}/${chip.id}`}
      aria-label={chip.name ?? chip.label}
      aria-disabled={chip.isDisabled}
      className={styles.chip}
      style={{ width: `${CHIP_SPAN * pitch - GAP}rem` }}
      {...pointerProps(
        () => onHoverKey(CHIP_ROW, index),
        () => onClickKey(CHIP_ROW, index),
      )}
    >
      {chip.label}
    </div>
  );
}

interface KeyViewProps extends KeyHandlers {
  readonly id: string;
  readonly label: string;
  readonly name: string;
  readonly span: number;
  readonly kind: Key['action']['type'];
  readonly isOn: boolean;
  readonly row: number;
  readonly index: number;
  readonly focusKey: string;
  readonly pitch: number;
}

const SIGNS: Readonly<Record<string, IconPath>> = {
  '⇧': laterIcons.shift,
  '⇪': laterIcons.shiftLock,
  '␣': laterIcons.space,
};

const styleOf = (kind: KeyViewProps['kind'], label: string): string | undefined => {
  if (kind === 'done') return styles.done;
  if (kind !== 'character') return styles.tool;
  return label.length > 1 ? styles.word : '';
};

const KeyView = memo(function KeyView(props: KeyViewProps) {
  const { id, label, name, span, kind, isOn, row, index, focusKey, pitch, onHoverKey, onClickKey } = props;
  const sign = SIGNS[label];
  return (
    <div
      role="button"
      tabIndex={-1}
      data-focus-key={`${focusKey}/${id}`}
      aria-label={name}
      aria-pressed={kind === 'shift' ? isOn : undefined}
      className={`${styles.key} ${styleOf(kind, label)}`}
      style={{ width: `${span * pitch - GAP}rem` }}
      {...pointerProps(
        () => onHoverKey(row, index),
        () => onClickKey(row, index),
      )}
    >
      {sign === undefined ? label : <Icon name={sign} size={2.25} />}
    </div>
  );
});

interface VowelChoiceProps {
  readonly vowels: Vowels;
  readonly row: number;
  readonly x: number;
  readonly pitch: number;
}

/** The five vowels around the held key, each in its arrow's direction. */
function VowelChoice({ vowels, row, x, pitch }: VowelChoiceProps) {
  const said = (['left', 'right', 'up', 'down', 'ok'] as const).map((key) => characterName(vowels[key])).join(', ');
  const left = x * pitch + (pitch - GAP) / 2;
  const top = CHIPS_HEIGHT + row * ROW_HEIGHT + (ROW_HEIGHT - GAP) / 2;
  return (
    <div
      className={styles.vowels}
      role="status"
      aria-label={`모음을 골라 주세요. 왼쪽, 오른쪽, 위, 아래, 확인 순서로 ${said}`}
      style={{ left: `${left}rem`, top: `${top}rem` }}
    >
      <span className={`${styles.vowel} ${styles.vowelUp}`}>{vowels.up}</span>
      <span className={`${styles.vowel} ${styles.vowelLeft}`}>{vowels.left}</span>
      <span className={`${styles.vowel} ${styles.vowelOk}`}>{vowels.ok}</span>
      <span className={`${styles.vowel} ${styles.vowelRight}`}>{vowels.right}</span>
      <span className={`${styles.vowel} ${styles.vowelDown}`}>{vowels.down}</span>
    </div>
  );
}
