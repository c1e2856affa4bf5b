import { useLayoutEffect, useRef, type RefObject } from 'react';
import type { RemoteKeyEvent } from '#platform/platform.ts';
import { useLatest } from '#src/lib/use-latest.ts';
import { useFocusEngine, useParentKey } from './focus-context.tsx';
import type { Direction } from './navigator.ts';
import { pointerProps, type PointerProps } from './pointer.ts';
import { focusElement } from './real-focus.ts';
import { describePlace } from './spoken-place.ts';

export interface FocusLeafOptions {
  /** Made from an id, never from an index. A leaf that may get another key needs it as its React `key` too. */
  readonly focusKey: string;
  readonly onPress?: () => void;
  /** What holding OK does; without it OK acts as soon as it goes down. */
  readonly onHold?: () => void;
  /** Answers whether it used the arrow. */
  readonly onArrow?: (direction: Direction, event: RemoteKeyEvent) => boolean;
  /** Answers whether it used the key; neither arrows nor OK come here. */
  readonly onKey?: (event: RemoteKeyEvent) => boolean;
  /** Stands in for what is loading: keys pressed on it wait for what comes. */
  readonly isPlaceholder?: boolean;
  /** Whether the voice guide says where it stands in its group; false where the name tells, as on a pad of keys. */
  readonly isPlaceSaid?: boolean;
}

/** What a focusable element must carry. */
export interface FocusProps<E extends HTMLElement> extends PointerProps {
  readonly ref: RefObject<E | null>;
  readonly tabIndex: -1;
  readonly 'data-focus-key': string;
}

/** Makes one element focusable. Style it by `:focus`: the focused leaf has the real focus, and nothing renders anew. */
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
        if (latest.current.isPlaceSaid !== false) describePlace(element, engine.placeOf(focusKey));
        focusElement(element);
      },
      onPress: () => latest.current.onPress?.(),
      holdAction: () => latest.current.onHold ?? null,
      onArrow: (direction, event) => latest.current.onArrow?.(direction, event) ?? false,
      onKey: (event) => latest.current.onKey?.(event) ?? false,
    });
  }, [engine, focusKey, parentKey, isPlaceholder, latest]);

  return {
    ref,
    tabIndex: -1,
    'data-focus-key': focusKey,
    ...pointerProps(
      () => engine.focus(focusKey),
      () => engine.press(focusKey),
    ),
  };
}
