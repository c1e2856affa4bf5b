import { startPreparing, type PreparingParts } from '../prepare/start-preparing.ts';
import { createPaceWatch } from '../pace-watch.ts';
import { startVisitCache } from '../visits/visit-cache.ts';
import type { Navigation } from '../visits/navigation.ts';

export interface LaterParts extends Omit<PreparingParts, 'page'> {
  readonly navigation: Navigation;
}

/** What the first screen does not need, as one script. */
export function startLaterEffects(parts: LaterParts) {
  const { queryClient, navigation, clock, platform, stores } = parts;
  startVisitCache({ queryClient, navigation, clock, memory: platform.memory });
  return {
    watchPace: createPaceWatch({ onMeasured: (pace) => stores.pace.setState({ pace }) }),
    takePrepared: startPreparing({ ...parts, page: window }),
  };
}

export type LaterEffects = ReturnType<typeof startLaterEffects>;
