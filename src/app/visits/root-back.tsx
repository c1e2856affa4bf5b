import { useCallback, useState, useSyncExternalStore } from 'react';
import { useBack } from '#src/focus/index.ts';
import { usePlatform } from '#src/stores/platform-context.ts';
import { useStores } from '#src/stores/stores-context.ts';
import { ExitDialog } from '#src/app/exit-dialog.tsx';
import type { Navigation } from './navigation.ts';

/**
 * The last Back handler, on screens without a previous one: it resumes the profile just left, or asks whether to leave the
 * app.
 */
export function RootBack({ navigation }: { navigation: Navigation }) {
  const platform = usePlatform();
  const { session } = useStores();
  const visit = useSyncExternalStore(navigation.subscribe, navigation.visit);
  /** Id of the visit that shows the dialog; leaving the visit closes it. */
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
