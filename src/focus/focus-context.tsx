import { createContext, useContext, useLayoutEffect, useMemo, useState, type ReactNode } from 'react';
import type { Typed } from '#platform/platform.ts';
import { createRequiredContext } from '#src/lib/required-context.ts';
import { useLatest } from '#src/lib/use-latest.ts';
import type { FocusEngine } from './engine/focus-engine.ts';
import type { KeyPress } from './engine/key-handlers.ts';
import { ROOT_KEY } from './engine/navigator.ts';
import { createVisitMemory, type VisitMemory } from './engine/visit-memory.ts';

/*
 * Register key handlers in layout effects: the focus is set right after them, and a key may follow at once. Passive effects
 * run after the next frame; on a busy set, keys pressed before would go to the previous screen.
 */

const [EngineProvider, useEngine] = createRequiredContext<FocusEngine>('Focus');
const ParentKeyContext = createContext(ROOT_KEY);
const VisitContext = createContext<VisitMemory>(createVisitMemory());

export function FocusProvider({ engine, children }: { engine: FocusEngine; children: ReactNode }) {
  useLayoutEffect(() => engine.start(), [engine]);
  return <EngineProvider value={engine}>{children}</EngineProvider>;
}

export const ParentKeyProvider = ParentKeyContext.Provider;
export const useParentKey = () => useContext(ParentKeyContext);

export const useFocusEngine: () => FocusEngine = useEngine;

/** The memory of this visit of the screen. */
export const useVisitMemory = () => useContext(VisitContext);

/** State of a screen that outlives its components: Back finds it as it was left. A name keeps to one type. */
export function useVisitState<T>(visit: VisitMemory, name: string, initial: T): readonly [T, (value: T) => void] {
  const [value, setValue] = useState(() => (visit.values.has(name) ? (visit.values.get(name) as T) : initial));
  const change = useMemo(
    () => (next: T) => {
      visit.values.set(name, next);
      setValue(() => next);
    },
    [visit, name],
  );
  return [value, change];
}

/** Everything below belongs to one visit of a screen: `initialKey` has the focus unless the visit remembers better. */
export function VisitProvider(props: { visit: VisitMemory; initialKey: string; children: ReactNode }) {
  const { visit, initialKey } = props;
  const engine = useFocusEngine();
  useLayoutEffect(() => engine.enterVisit(visit, initialKey), [engine, visit, initialKey]);
  return <VisitContext.Provider value={visit}>{props.children}</VisitContext.Provider>;
}

/** Handles Back while mounted, before handlers that were rendered earlier; `handle` returns whether it went back. */
export function useBack(handle: () => boolean, ownKey?: string) {
  const engine = useFocusEngine();
  const parentKey = useParentKey();
  // Numbered during rendering, because effects of inner components run first.
  const [order] = useState(engine.nextOrder);
  const latest = useLatest(handle);
  useLayoutEffect(
    () => engine.addBackHandler(ownKey ?? parentKey, order, () => latest.current()),
    [engine, ownKey, parentKey, order, latest],
  );
}

/**
 * Handles keys that the focused node did not use, while mounted: keydown and each repeat. `handle` returns whether it used
 * the key; the press reports its end.
 */
export function useRemoteKeys(handle: (press: KeyPress) => boolean) {
  const engine = useFocusEngine();
  const parentKey = useParentKey();
  const latest = useLatest(handle);
  useLayoutEffect(() => engine.addKeyHandler(parentKey, (press) => latest.current(press)), [engine, parentKey, latest]);
}

/** Handles typing on a hardware keyboard, while mounted and not under a dialog. */
export function useTyping(handle: (typed: Typed) => void) {
  const engine = useFocusEngine();
  const parentKey = useParentKey();
  const latest = useLatest(handle);
  useLayoutEffect(
    () => engine.addTypingHandler(parentKey, (typed) => latest.current(typed)),
    [engine, parentKey, latest],
  );
}

/**
 * Declares that a requested screen is loading. Until it is drawn, keys and characters wait for it, and Back calls `cancel`,
 * after which the screen must not appear; null leaves Back to other handlers. Waiting input is dropped when nothing comes.
 */
export function useComing(isComing: boolean, cancel: (() => void) | null) {
  const engine = useFocusEngine();
  const latest = useLatest(cancel);
  useLayoutEffect(() => (isComing ? engine.addComing(() => latest.current) : undefined), [engine, isComing, latest]);
}

/** Drops waiting input: the component that calls this reports that the screen failed to load. */
export function useNothingCame() {
  const engine = useFocusEngine();
  useLayoutEffect(() => engine.addFailure(), [engine]);
}

/** Moves the focus to a node by its key. */
export function useFocusMove() {
  const engine = useFocusEngine();
  return useMemo(() => (key: string) => engine.focus(key), [engine]);
}
