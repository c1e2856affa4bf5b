import { useLayoutEffect, type RefObject } from 'react';
import type { RemoteKeyEvent } from '#platform/platform.ts';
import { useLatest } from '#src/lib/use-latest.ts';
import { useFocusEngine, useParentKey } from './focus-context.tsx';
import type { Direction } from './navigator.ts';
import { focusElement } from './real-focus.ts';

export interface FocusSurfaceOptions {
  readonly focusKey: string;
  readonly ref: RefObject<HTMLElement | null>;
  /** The part of the surface that has the real focus now. */
  readonly focusedElement: () => HTMLElement | null;
  /** Answers whether the arrow was used inside. */
  readonly onArrow: (direction: Direction, event: RemoteKeyEvent) => boolean;
  readonly onPress: () => void;
  /** Answers whether it used the key; OK comes here when it is let go. */
  readonly onKey: (event: RemoteKeyEvent) => boolean;
}

/**
 * One focusable node with many parts, among which it moves the real focus by itself. Call what is returned when the part
 * changed.
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
      onArrow: (direction, event) => latest.current.onArrow(direction, event),
      onPress: () => latest.current.onPress(),
      onKey: (event) => latest.current.onKey(event),
    });
  }, [engine, focusKey, parentKey, ref, latest]);

  return () => {
    const part = latest.current.focusedElement();
    if (part && engine.isFocused(focusKey)) focusElement(part);
  };
}
