import { useCallback, useState, useSyncExternalStore } from 'react';
import { useBack } from '#src/focus/index.ts';
import { usePlatform } from '#src/stores/platform-context.ts';
import { useStores } from '#src/stores/stores-context.ts';
import { ExitDialog } from './exit-dialog.tsx';
import type { Navigation } from './navigation.ts';

/**
 * The last to hear Back, on every screen that has nothing behind it: a viewer who only looked at who else could watch
 * goes back to where they were, everybody else is asked whether to leave the app.
 */
export function RootBack({ navigation }: { navigation: Navigation }) {
  const platform = usePlatform();
  const { session } = useStores();
  const visit = useSyncExternalStore(navigation.subscribe, navigation.visit);
  /** The visit on which it was asked: the question is gone with it. */
  const [askedOn, setAskedOn] = useState<number | null>(null);

  useBack(
    useCallback(() => {
      if (session.getState().resumeProfile()) return true;
      if (platform.backAtRoot === 'system') platform.exit();
      else setAskedOn(navigation.visit().id);
      return true;
    }, [navigation, platform, session]),
  );
  if (askedOn !== visit.id) return null;
  return <ExitDialog onCancel={() => setAskedOn(null)} onExit={() => platform.exit()} />;
}
