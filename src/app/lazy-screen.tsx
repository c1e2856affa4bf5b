import { useEffect, useState, type ComponentType } from 'react';
import { ScreenFailed } from '#src/ui/screen-failed.tsx';
import { ScreenLoading } from '#src/ui/screen-loading.tsx';

export type LazyScreen<Props extends object> = ComponentType<Props> & {
  /** Loads the screen's script ahead of its first showing; what went wrong is met when it is shown. */
  preload(): void;
};

/**
 * A screen whose script is not part of the first one. What was loaded before is there at once, without anything between
 * (which React.lazy does not promise); what could not be loaded is asked for again.
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
    const [Screen, setScreen] = useState(() => loaded);
    const [hasFailed, setFailed] = useState(false);
    const isWanted = !Screen && !hasFailed;
    useEffect(() => {
      if (!isWanted) return;
      let isShown = true;
      loadOnce().then(
        (screen) => isShown && setScreen(() => screen),
        () => isShown && setFailed(true),
      );
      return () => {
        isShown = false;
      };
    }, [isWanted]);

    if (Screen) return <Screen {...props} />;
    if (!hasFailed) return <ScreenLoading name={name} />;
    return (
      <ScreenFailed
        text="화면을 불러오지 못했어요. 연결을 확인해 주세요."
        isOffline
        isRetrying={false}
        onRetry={() => setFailed(false)}
      />
    );
  }
  return Object.assign(Lazy, { preload: () => void loadOnce().catch(() => undefined) });
}
