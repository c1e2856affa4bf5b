import { createContext, useContext, useEffect, useLayoutEffect, useMemo, useRef, type ReactNode } from 'react';
import type { RemoteKeyEvent } from '#platform/platform.ts';
import type { FocusEngine } from './focus-engine.ts';
import { ROOT_KEY } from './navigator.ts';
import { createPlace, type Place } from './place.ts';

const EngineContext = createContext<FocusEngine | null>(null);
const ParentKeyContext = createContext(ROOT_KEY);
const PlaceContext = createContext<Place>(createPlace());

export function FocusProvider({ engine, children }: { engine: FocusEngine; children: ReactNode }) {
  useEffect(() => engine.start(), [engine]);
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

/** Everything below belongs to one visit of a screen: `initialKey` has the focus unless the place remembers better. */
export function PlaceProvider(props: { place: Place; initialKey: string; children: ReactNode }) {
  const { place, initialKey } = props;
  const engine = useFocusEngine();
  useEffect(() => engine.enterPlace(place, initialKey), [engine, place, initialKey]);
  return <PlaceContext.Provider value={place}>{props.children}</PlaceContext.Provider>;
}

/** The newest value, for who subscribes once: whoever was mounted first stays first, however often it renders. */
function useLatest<T>(value: T): { readonly current: T } {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}

/** Hears Back while mounted, before older handlers; `handle` answers whether it went back. */
export function useBack(handle: () => boolean) {
  const engine = useFocusEngine();
  const latest = useLatest(handle);
  useEffect(() => engine.addBackHandler(() => latest.current()), [engine, latest]);
}

/** Hears keys that the focused thing did not use, while mounted; `handle` answers whether it used the key. */
export function useRemoteKeys(handle: (event: RemoteKeyEvent) => boolean) {
  const engine = useFocusEngine();
  const latest = useLatest(handle);
  useEffect(() => engine.addKeyHandler((event) => latest.current(event)), [engine, latest]);
}

/** Moves the focus to a node by its key. */
export function useFocusMove() {
  const engine = useFocusEngine();
  return useMemo(() => (key: string) => engine.focus(key), [engine]);
}
