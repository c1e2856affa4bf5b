import { useLayoutEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react';
import { useFocusSurface } from '#src/focus/focus-surface.ts';
import { useFocusEngine, useTyping } from '#src/focus/index.ts';
import { HOLD_MS, WORD_EVERY_MS } from '#src/lib/press.ts';
import { backspace, focusedKey, hold, move, typeHardware, withText } from './keyboard-model.ts';
import { createKeyboardController, type KeyboardBehaviour, type KeyboardView } from './keyboard-controller.ts';

export interface KeyHandlers {
  readonly onHoverKey: (row: number, index: number) => void;
  readonly onClickKey: (row: number, index: number) => void;
}

/** Binds the keyboard model to focus, remote, pointer and hardware keys. `ref` contains its rows, chips first. */
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

  /** Deletes word after word while backspace is held. */
  const holdKey = () => {
    const { options, chips } = act.behaviour();
    const isBackspace = focusedKey(act.get(), options, chips)?.action.type === 'backspace';
    act.apply(hold(act.get(), options, chips));
    return isBackspace ? WORD_EVERY_MS : undefined;
  };

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
        // Back closes the choice of vowels; otherwise it is left to other handlers.
        return act.get().vowels ? () => act.apply({ ...act.get(), vowels: null }) : null;
      default:
        return null;
    }
  };

  const refocus = useFocusSurface({
    focusKey,
    ref,
    focusedElement() {
      const { row, index } = act.position();
      return (ref.current?.children[row + 1]?.children[index] as HTMLElement | undefined) ?? null;
    },
    onArrow(direction) {
      act.setHardwareInUse(false);
      const next = move(act.get(), direction, act.behaviour().options, act.behaviour().chips);
      if (!next) return false;
      act.apply(next);
      refocus();
      return true;
    },
    onPress(press) {
      if (act.isHardwareInUse()) {
        act.behaviour().onDone();
        return;
      }
      act.press();
      press?.whenHeld(HOLD_MS.typing, holdKey);
    },
    onKey({ key }) {
      const run = shortcut(key);
      if (!run) return false;
      act.setHardwareInUse(false);
      run();
      return true;
    },
  });

  useTyping((typed) => {
    act.setHardwareInUse(true);
    act.apply(
      typed.type === 'backspace' ? backspace(act.get()) : typeHardware(act.get(), typed.text, act.behaviour().options),
    );
  });

  // Before the focus is updated, adopt a text that was changed from outside.
  useLayoutEffect(() => {
    act.set(withText(act.get(), value));
  }, [act, value]);
  // A render may have removed the focused key or chip.
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
