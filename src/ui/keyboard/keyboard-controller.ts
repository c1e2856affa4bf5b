import { textOf } from './hangul.ts';
import {
  createKeyboardState,
  focusedPlace,
  pointAt,
  press,
  typeText,
  type Chip,
  type KeyboardOptions,
  type KeyboardState,
} from './keyboard-model.ts';

export interface KeyboardBehaviour {
  readonly focusKey: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onDone: () => void;
  readonly onChip: ((id: string) => void) | undefined;
  readonly chips: readonly Chip[];
  readonly options: KeyboardOptions;
}

/** The part of the state that is drawn by React; where the focus is, is not. */
export type KeyboardView = Pick<KeyboardState, 'layer' | 'shift' | 'vowels' | 'row' | 'x'>;

/**
 * The state of one mounted keyboard, and what changes it. A move of the focus renders nothing; what is drawn anew tells its
 * listeners.
 */
export function createKeyboardController(initial: KeyboardBehaviour) {
  let behaviour = initial;
  let state = createKeyboardState(initial.value, initial.options);
  let view: KeyboardView = state;
  /** Enter ends the typing when that is what the hands are doing; on the remote OK presses the key in focus. */
  let isHardwareInUse = false;
  const listeners = new Set<() => void>();

  const text = () => textOf(state.composition);
  const set = (next: KeyboardState) => {
    state = next;
    if (next.layer === view.layer && next.shift === view.shift && next.vowels === view.vowels) return;
    view = next;
    listeners.forEach((listener) => listener());
  };
  /** Takes a state that somebody's press made, and says what it did to the text. */
  const apply = (next: KeyboardState) => {
    const before = text();
    set(next);
    if (text() !== before) behaviour.onChange(text());
  };

  return {
    get: () => state,
    set,
    apply,
    view: () => view,
    behaviour: () => behaviour,
    bind: (next: KeyboardBehaviour) => void (behaviour = next),
    isHardwareInUse: () => isHardwareInUse,
    setHardwareInUse: (isInUse: boolean) => void (isHardwareInUse = isInUse),
    place: () => focusedPlace(state, behaviour.options, behaviour.chips),
    type: (characters: string) => apply(typeText(state, characters, behaviour.options)),
    press() {
      const pressed = press(state, behaviour.options, behaviour.chips);
      apply(pressed.state);
      if (pressed.effect?.type === 'done') behaviour.onDone();
      else if (pressed.effect) behaviour.onChip?.(pressed.effect.id);
    },
    pointAt: (row: number, index: number) => set(pointAt(state, row, index, behaviour.options, behaviour.chips)),
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
