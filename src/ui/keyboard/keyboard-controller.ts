import { createListeners } from '#src/lib/listeners.ts';
import { textOf } from './hangul.ts';
import {
  createKeyboardState,
  focusedPosition,
  pointAt,
  press,
  typeText,
  type Chip,
  type KeyboardOptions,
  type KeyboardState,
} from './keyboard-model.ts';
import type { LayerName } from './layers.ts';

export interface KeyboardBehaviour {
  readonly focusKey: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onDone: () => void;
  readonly onChip: ((id: string) => void) | undefined;
  /** The layer at the start; default: the first one. */
  readonly layer: LayerName | undefined;
  readonly onLayer: ((layer: LayerName) => void) | undefined;
  readonly chips: readonly Chip[];
  readonly options: KeyboardOptions;
}

/** The part of the state that React draws; the position of the focus is not drawn. */
export type KeyboardView = Pick<KeyboardState, 'layer' | 'shift' | 'vowels' | 'row' | 'x'>;

/**
 * The state of one mounted keyboard and its changes. Moving the focus renders nothing; visible changes notify the
 * listeners.
 */
export function createKeyboardController(initial: KeyboardBehaviour) {
  let behaviour = initial;
  let state = createKeyboardState(initial.value, initial.options, initial.layer);
  let view: KeyboardView = state;
  /** Whether Enter ends the typing: true while a hardware keyboard is in use. On the remote, OK presses the focused key. */
  let isHardwareInUse = false;
  const changes = createListeners();

  const text = () => textOf(state.composition);
  const set = (next: KeyboardState) => {
    state = next;
    if (next.layer === view.layer && next.shift === view.shift && next.vowels === view.vowels) return;
    const isOtherLayer = next.layer !== view.layer;
    view = next;
    changes.tell();
    if (isOtherLayer) behaviour.onLayer?.(next.layer);
  };
  /** Applies the state after a press, and reports changes of the text. */
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
    position: () => focusedPosition(state, behaviour.options, behaviour.chips),
    type: (characters: string) => apply(typeText(state, characters, behaviour.options)),
    press() {
      const pressed = press(state, behaviour.options, behaviour.chips);
      apply(pressed.state);
      if (pressed.effect?.type === 'done') behaviour.onDone();
      else if (pressed.effect) behaviour.onChip?.(pressed.effect.id);
    },
    pointAt: (row: number, index: number) => set(pointAt(state, row, index, behaviour.options, behaviour.chips)),
    subscribe: changes.subscribe,
  };
}
