import { useLayoutEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react';
import { useFocusEngine, useFocusSurface, useTyping } from '#src/focus/index.ts';
import { backspace, backspaceWord, focusedKey, hold, move, typeHardware, withText } from './keyboard-model.ts';
import { createKeyboardController, type KeyboardBehaviour, type KeyboardView } from './keyboard-controller.ts';
import { useHeldPress } from './use-held-press.ts';

export interface KeyHandlers {
  readonly onHoverKey: (row: number, index: number) => void;
  readonly onClickKey: (row: number, index: number) => void;
}

/** What a keyboard does: the model, bound to focus, remote, pointer and hardware keys. Its rows stand in `ref`, chips first. */
export function useKeyboard(behaviour: KeyboardBehaviour): {
  ref: RefObject<HTMLDivElement | null>;
  view: KeyboardView;
  handlers: KeyHandlers;
} {
  const { focusKey, value } = behaviour;
  const engine = useFocusEngine();
  const [act] = useState(() => createKeyboardController(behaviour));
  const view = useSyncExternalStore(act.subscribe, act.view);
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => act.bind(behaviour));

  const held = useHeldPress({
    onHold() {
      const { options, chips } = act.behaviour();
      const key = focusedKey(act.get(), options, chips);
      act.apply(hold(act.get(), options, chips));
      return key?.action.type === 'backspace';
    },
    onHoldAgain: () => act.apply(backspaceWord(act.get())),
  });

  const shortcut = (key: string): (() => void) | null => {
    if (/^[0-9]$/.test(key)) return () => act.type(key);
    switch (key) {
      case 'play-pause':
      case 'play':
        return () => act.type(' ');
      case 'rewind':
        return () => act.apply(backspace(act.get()));
      case 'fast-forward':
        return () => act.behaviour().onDone();
      case 'channel-up':
      case 'channel-down':
        return () => {
          const hasChips = act.behaviour().chips.length > 0;
          act.set({ ...act.get(), row: key === 'channel-up' && hasChips ? -1 : 0, x: 0, vowels: null });
          refocus();
        };
      case 'back':
        // Back closes the choice of vowels; without one it is not the keyboard's.
        return act.get().vowels ? () => act.apply({ ...act.get(), vowels: null }) : null;
      default:
        return null;
    }
  };

  const refocus = useFocusSurface({
    focusKey,
    ref,
    focusedElement() {
      const { row, index } = act.place();
      return (ref.current?.children[row + 1]?.children[index] as HTMLElement | undefined) ?? null;
    },
    onArrow(direction) {
      act.setHardwareInUse(false);
      held.release();
      const next = move(act.get(), direction, act.behaviour().options, act.behaviour().chips);
      if (!next) return false;
      act.apply(next);
      refocus();
      return true;
    },
    onPress() {
      if (act.isHardwareInUse()) {
        act.behaviour().onDone();
        return;
      }
      act.press();
      held.begin();
    },
    onKey(event) {
      if (event.key === 'ok') {
        held.release();
        return true;
      }
      const run = shortcut(event.key);
      if (run && event.phase === 'down') {
        act.setHardwareInUse(false);
        run();
      }
      return run !== null;
    },
  });

  useTyping((typed) => {
    act.setHardwareInUse(true);
    act.apply(
      typed.type === 'backspace' ? backspace(act.get()) : typeHardware(act.get(), typed.text, act.behaviour().options),
    );
  });

  // Before the focus is put anew: what somebody else made of the text counts.
  useLayoutEffect(() => {
    act.set(withText(act.get(), value));
  }, [act, value]);
  // What was drawn anew may have taken the key, or the chip, that had the focus.
  useLayoutEffect(refocus);

  const [handlers] = useState<KeyHandlers>(() => ({
    onHoverKey(row, index) {
      act.pointAt(row, index);
      engine.focus(focusKey);
    },
    onClickKey(row, index) {
      act.setHardwareInUse(false);
      act.pointAt(row, index);
      act.press();
    },
  }));
  return { ref, view, handlers };
}
