import { createContext, useCallback, useContext, useEffect, useState, type ComponentType } from 'react';
import { useBack, useFocusEngine } from '#src/focus/index.ts';
import { ScreenFailed } from '#src/ui/page/screen-failed.tsx';
import { ScreenLoading } from '#src/ui/page/screen-loading.tsx';

export type LazyScreen<Props extends object> = ComponentType<Props> & {
  /** Loads the screen's script early. Never rejects: a failure appears when the screen is shown. */
  preload(): Promise<void>;
};

const nothing = () => undefined;

const ReloadContext = createContext<() => Promise<void>>(() => Promise.reject(new Error('nothing to reload')));

/** Provides the function that reloads the page; it rejects while the page's server does not answer. */
export const ReloadProvider = ReloadContext.Provider;

/**
 * A screen with its own script. A loaded script renders synchronously (which React.lazy does not guarantee); a failed one
 * is requested again. While it loads, Back leaves it like the screen itself.
 *
 * @param name of the screen in the markup
 */
export function lazyScreen<Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
): LazyScreen<Props> {
  let loaded: ComponentType<Props> | null = null;
  let loading: Promise<ComponentType<Props>> | null = null;

  const loadOnce = () => {
    loading ??= load().then(
      (screen) => (loaded = screen),
      (error: unknown) => {
        loading = null;
        throw error;
      },
    );
    return loading;
  };

  function Lazy(props: Props) {
    const { onLeave } = props as { onLeave?: () => void };
    const engine = useFocusEngine();
    const reload = useContext(ReloadContext);
    const [Screen, setScreen] = useState(() => loaded);
    const [hasFailed, setFailed] = useState(false);
    const [isAsked, setAsked] = useState(true);
    useBack(() => {
      if (Screen || !onLeave) return false;
      onLeave();
      return true;
    });
    const isWanted = !Screen && isAsked;
    useEffect(() => {
      if (!isWanted) return;
      let isShown = true;
      loadOnce().then(
        (screen) => isShown && setScreen(() => screen),
        () =>
          // Chromium caches a failed module script until the page reloads, so a second failure reloads the page.
          (hasFailed ? reload() : Promise.reject(new Error('failed once'))).catch(() => {
            if (!isShown) return;
            setFailed(true);
            setAsked(false);
          }),
      );
      return () => {
        isShown = false;
      };
    }, [hasFailed, isWanted, reload]);
    const retry = useCallback(() => setAsked(true), []);

    if (Screen) return <Screen {...props} />;
    if (!hasFailed) return <ScreenLoading name={name} />;
    return (
      <ScreenFailed
        text="화면을 불러오지 못했어요. 연결을 확인해 주세요."
        isOffline
        isRetrying={isAsked}
        onRetry={retry}
        onLeave={engine.back}
      />
    );
  }
  return Object.assign(Lazy, { preload: () => loadOnce().then(nothing, nothing) });
}
