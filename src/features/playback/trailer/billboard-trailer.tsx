import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type RefObject } from 'react';
import { useApi } from '#src/api/client/api-context.ts';
import { itemQuery } from '#src/api/catalogue.ts';
import { usePlaybackServices } from '#src/features/playback/playback-context.ts';
import { hasCuts } from '#src/stores/pace-store.ts';
import { usePlatform } from '#src/stores/platform-context.ts';
import { usePace, useSettings } from '#src/stores/stores-context.ts';
import { useTrailer } from './use-trailer.ts';

/** How long the focus must rest on the billboard, in ms. */
const REST_MS = 3000;

/** Answers of this age have an address that still opens, in ms. */
const FRESH_MS = 3600_000;

export interface BillboardTrailerProps {
  readonly itemId: number;
  /** The billboard; the trailer plays while the focus rests in it. */
  readonly area: RefObject<HTMLElement | null>;
}

/** The trailer of the billboard's title, without sound, behind its text. Sets that animate slowly never play it. */
export function BillboardTrailer({ itemId, area }: BillboardTrailerProps) {
  const pace = usePace((state) => state.pace);
  const reduceMotion = useSettings((state) => state.settings.reduceMotion);
  const isRested = useFocusRest(area);
  // Until the first moves are measured, the set may be slow.
  const isAllowed = pace === 'quick' && !hasCuts({ reduceMotion }, pace) && !asksForLessMotion();
  const api = useApi();
  const isWanted = isAllowed && isRested;
  const { data: item } = useQuery({ ...itemQuery(api, itemId), staleTime: FRESH_MS, enabled: isWanted });
  return isWanted && item?.trailer ? <Film key={itemId} url={item.trailer} /> : null;
}

const asksForLessMotion = () => window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;

/** Whether the focus has rested in an area; false again when it leaves, and while the app is hidden. */
function useFocusRest(area: RefObject<HTMLElement | null>): boolean {
  const { clock } = usePlaybackServices();
  const { lifecycle } = usePlatform();
  const [isRested, setRested] = useState(false);
  useEffect(() => {
    let stop = () => undefined as void;
    const follow = () => {
      stop();
      if (lifecycle.isHidden() || !area.current?.contains(document.activeElement)) return setRested(false);
      stop = clock.after(REST_MS, () => setRested(true));
    };
    follow();
    document.addEventListener('focusin', follow);
    const unsubscribe = lifecycle.subscribe(follow);
    return () => {
      stop();
      document.removeEventListener('focusin', follow);
      unsubscribe();
    };
  }, [area, clock, lifecycle]);
  return isRested;
}

const FILM = { width: '100%', height: '100%', objectFit: 'cover', transition: 'opacity var(--motion-fade)' } as const;

function Film({ url }: { url: string }) {
  const [first] = useState(url);
  const { ref, state } = useTrailer(first);
  return state === 'ended' || state === 'failed' ? null : (
    <video ref={ref} style={{ ...FILM, opacity: state === 'waiting' ? 0 : 1 }} muted playsInline aria-hidden="true" />
  );
}
