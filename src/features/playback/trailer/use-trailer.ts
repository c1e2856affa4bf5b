import { useEffect, useState, useSyncExternalStore } from 'react';
import { usePlaybackServices } from '#src/features/playback/playback-context.ts';
import type { PlaybackMachine } from '#src/player/index.ts';
import { usePlatform } from '#src/stores/platform-context.ts';

export interface Trailer {
  /** Ref of the video element. */
  readonly ref: (video: HTMLVideoElement | null) => void;
  /** Null while its script loads. */
  readonly machine: PlaybackMachine | null;
  readonly state: 'waiting' | 'playing' | 'paused' | 'ended' | 'failed';
}

const noChanges = () => () => undefined;

/** The picture of a trailer while the component is mounted. Loads the player's script only now. */
export function useTrailer(url: string): Trailer {
  const services = usePlaybackServices();
  const platform = usePlatform();
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const [machine, setMachine] = useState<PlaybackMachine | null>(null);
  const [hasNoScript, setNoScript] = useState(false);

  useEffect(() => {
    if (!video) return;
    let isWanted = true;
    let opened: PlaybackMachine | null = null;
    import('./trailer-machine.ts').then(
      ({ openTrailer }) => {
        if (!isWanted) return;
        opened = openTrailer(video, url, services, platform);
        setMachine(opened);
      },
      () => (isWanted ? setNoScript(true) : undefined),
    );
    return () => {
      isWanted = false;
      void opened?.close();
    };
  }, [video, url, services, platform]);

  const state = useSyncExternalStore(machine?.subscribe ?? noChanges, () => machine?.getState().state ?? 'loading');
  return { ref: setVideo, machine, state: hasNoScript ? 'failed' : shownState(state) };
}

function shownState(state: ReturnType<PlaybackMachine['getState']>['state']): Trailer['state'] {
  switch (state) {
    case 'idle':
    case 'loading':
    case 'buffering':
    case 'seeking':
      return 'waiting';
    case 'playing':
    case 'paused':
    case 'ended':
    case 'failed':
      return state;
  }
}
