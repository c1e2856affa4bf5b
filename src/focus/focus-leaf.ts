import { useLayoutEffect, useRef, type RefObject } from 'react';
import { useLatest } from '#src/lib/use-latest.ts';
import { useFocusEngine, useParentKey } from './focus-context.tsx';
import type { HoldAction } from './engine/focus-node.ts';
import type { KeyPress } from './engine/key-handlers.ts';
import type { Direction } from './engine/navigator.ts';
import { pointerProps, type PointerProps } from './engine/pointer.ts';
import { focusElement } from './real-focus.ts';
import { describeOrdinal } from './spoken-ordinal.ts';

export interface FocusLeafOptions {
  /** Derived from an id, never from an index. If it may change, it must also be the React `key`. */
  readonly focusKey: string;
  readonly onPress?: () => void;
  /** The current effect of holding OK; without it OK acts on keydown. */
  readonly holdAction?: () => HoldAction | null;
  /** Returns whether it used the arrow. */
  readonly onArrow?: (direction: Direction, press: KeyPress) => boolean;
  /** Returns whether it used the key; receives neither arrows nor OK. */
  readonly onKey?: (press: KeyPress) => boolean;
  /** A placeholder: keys pressed on it wait for the loading content. */
  readonly isPlaceholder?: boolean;
  /** Whether the voice guide reads the position in the group; false where the name implies it, as on a keypad. */
  readonly isOrdinalSaid?: boolean;
}

/** The props of a focusable element. */
export interface FocusProps<E extends HTMLElement> extends PointerProps {
  readonly ref: RefObject<E | null>;
  readonly tabIndex: -1;
  readonly 'data-focus-key': string;
}

/** Makes an element focusable. Style it by `:focus`: the focused leaf has the real focus, without a render. */
export function useFocusLeaf<E extends HTMLElement = HTMLDivElement>(options: FocusLeafOptions): FocusProps<E> {
  const { focusKey, isPlaceholder = false } = options;
  const engine = useFocusEngine();
  const parentKey = useParentKey();
  const ref = useRef<E>(null);
  const latest = useLatest(options);

  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    return engine.addNode({
      key: focusKey,
      parentKey,
      element,
      isPlaceholder,
      focusElement() {
        if (latest.current.isOrdinalSaid !== false) describeOrdinal(element, engine.ordinalOf(focusKey));
        focusElement(element);
      },
      onPress: () => latest.current.onPress?.(),
      holdAction: () => latest.current.holdAction?.() ?? null,
      onArrow: (direction, press) => latest.current.onArrow?.(direction, press) ?? false,
      onKey: (press) => latest.current.onKey?.(press) ?? false,
    });
  }, [engine, focusKey, parentKey, isPlaceholder, latest]);

  return {
    ref,
    tabIndex: -1,
    'data-focus-key': focusKey,
    ...pointerProps(
      () => engine.point(focusKey),
      () => engine.press(focusKey),
    ),
  };
}
