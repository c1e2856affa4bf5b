import { createContext, useContext, useLayoutEffect, useMemo, useState, type ReactNode } from 'react';
import type { RemoteKeyEvent, Typed } from '#platform/platform.ts';
import { useLatest } from '#src/lib/use-latest.ts';
import type { FocusEngine } from './focus-engine.ts';
import { ROOT_KEY } from './navigator.ts';
import { createPlace, type Place } from './place.ts';

/*
 * Who hears keys says so in layout effects: the focus is there as soon as they have run, and a key may come with it. Effects
 * come after the next frame, and on a busy set what was pressed or typed until then would go to the screen before.
 */

const EngineContext = createContext<FocusEngine | null>(null);
const ParentKeyContext = createContext(ROOT_KEY);
const PlaceContext = createContext<Place>(createPlace());

export function FocusProvider({ engine, children }: { engine: FocusEngine; children: ReactNode }) {
  useLayoutEffect(() => engine.start(), [engine]);
  return <EngineContext.Provider value={engine}>{children}</EngineContext.Provider>;
}

export const ParentKeyProvider = ParentKeyContext.Provider;
export const useParentKey = () => useContext(ParentKeyContext);

export function useFocusEngine(): FocusEngine {
  const engine = useContext(EngineContext);
  if (!engine) throw new Error('FocusProvider is missing');
  return engine;
}

/** The memory of this visit of the screen. */
export const usePlace = () => useContext(PlaceContext);

/** State of a screen that outlives its components: Back finds it as it was left. A name keeps to one type. */
export function usePlaceState<T>(place: Place, name: string, initial: T): readonly [T, (value: T) => void] {
  const [value, setValue] = useState(() => (place.values.has(name) ? (place.values.get(name) as T) : initial));
  const change = useMemo(
    () => (next: T) => {
      place.values.set(name, next);
      setValue(() => next);
    },
    [place, name],
  );
  return [value, change];
}

/** Everything below belongs to one visit of a screen: `initialKey` has the focus unless the place remembers better. */
export function PlaceProvider(props: { place: Place; initialKey: string; children: ReactNode }) {
  const { place, initialKey } = props;
  const engine = useFocusEngine();
  useLayoutEffect(() => engine.enterPlace(place, initialKey), [engine, place, initialKey]);
  return <PlaceContext.Provider value={place}>{props.children}</PlaceContext.Provider>;
}

/** Hears Back while mounted, before older handlers; `handle` answers whether it went back. */
export function useBack(handle: () => boolean) {
  const engine = useFocusEngine();
  const latest = useLatest(handle);
  useLayoutEffect(() => engine.addBackHandler(() => latest.current()), [engine, latest]);
}

/** Hears keys that the focused thing did not use, while mounted; `handle` answers whether it used the key. */
export function useRemoteKeys(handle: (event: RemoteKeyEvent) => boolean) {
  const engine = useFocusEngine();
  const latest = useLatest(handle);
  useLayoutEffect(() => engine.addKeyHandler((event) => latest.current(event)), [engine, latest]);
}

/** Hears what is typed on a hardware keyboard, while mounted and not under a dialog. */
export function useTyping(handle: (typed: Typed) => void) {
  const engine = useFocusEngine();
  const latest = useLatest(handle);
  useLayoutEffect(() => engine.addTypingHandler((typed) => latest.current(typed)), [engine, latest]);
}

/** Moves the focus to a node by its key. */
export function useFocusMove() {
  const engine = useFocusEngine();
  return useMemo(() => (key: string) => engine.focus(key), [engine]);
}
