import { useEffect } from 'react';
import { createSleepTimer, type Playback, type SleepChoice, type SleepTimer } from '#src/player/index.ts';
import { useStores } from '#src/stores/stores-context.ts';
import { usePlaybackServices, type PlaybackServices } from './playback-context.ts';

export const sleepNames: Readonly<Record<SleepChoice, string>> = {
  off: '끔',
  episode: '이 화까지',
  '15': '15분',
  '30': '30분',
  '60': '60분',
  '90': '90분',
};

/** One per app. Not in the services themselves: home does not load the code of the player. */
const timers = new WeakMap<PlaybackServices, SleepTimer>();

export function useSleepTimer(): SleepTimer {
  const services = usePlaybackServices();
  const known = timers.get(services);
  if (known) return known;
  const made = createSleepTimer(services.clock);
  timers.set(services, made);
  return made;
}

/** Lets the sleep timer end this playback: it fades the element's sound, pauses, and leaves the player. */
export function useSleepingPlayer(playback: Playback, video: HTMLVideoElement | null, onLeave: () => void): void {
  const sleep = useSleepTimer();
  const { toasts } = useStores();
  useEffect(() => {
    if (!video) return undefined;
    return sleep.attach({
      isPlaying: () => playback.machine.getState().isPlayWanted,
      setVolume(share) {
        video.volume = share;
      },
      sleep() {
        playback.machine.pause();
        toasts.getState().show('취침 타이머로 재생을 마쳤어요');
        onLeave();
      },
    });
  }, [sleep, playback, video, toasts, onLeave]);
}
