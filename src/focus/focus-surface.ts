import { useLayoutEffect, type RefObject } from 'react';
import { useLatest } from '#src/lib/use-latest.ts';
import { useFocusEngine, useParentKey } from './focus-context.tsx';
import type { KeyPress } from './engine/key-handlers.ts';
import type { Direction } from './engine/navigator.ts';
import { focusElement } from './real-focus.ts';

export interface FocusSurfaceOptions {
  readonly focusKey: string;
  readonly ref: RefObject<HTMLElement | null>;
  /** The part of the surface that has the real focus. */
  readonly focusedElement: () => HTMLElement | null;
  /** Returns whether the surface used the arrow. */
  readonly onArrow: (direction: Direction, press: KeyPress) => boolean;
  readonly onPress: (press: KeyPress | null) => void;
  /** Returns whether it used the key; receives neither arrows nor OK. */
  readonly onKey: (press: KeyPress) => boolean;
}

/**
 * One focusable node with many parts, which moves the real focus among them itself. Call the returned function when the
 * focused part changed.
 */
export function useFocusSurface(options: FocusSurfaceOptions): () => void {
  const { focusKey, ref } = options;
  const engine = useFocusEngine();
  const parentKey = useParentKey();
  const latest = useLatest(options);

  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    return engine.addNode({
      key: focusKey,
      parentKey,
      element,
      isPlaceholder: false,
      focusElement() {
        const part = latest.current.focusedElement();
        if (part) focusElement(part);
      },
      onArrow: (direction, press) => latest.current.onArrow(direction, press),
      onPress: (press) => latest.current.onPress(press),
      onKey: (press) => latest.current.onKey(press),
    });
  }, [engine, focusKey, parentKey, ref, latest]);

  return () => {
    const part = latest.current.focusedElement();
    if (part && engine.isFocused(focusKey)) focusElement(part);
  };
}
