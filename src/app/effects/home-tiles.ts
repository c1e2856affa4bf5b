import { getOwnPreview } from '#contract/preview.ts';
import { hasHomeTiles } from '#contract/rules/home-tiles.ts';
import type { HomeTiles } from '#platform/platform.ts';
import type { Client } from '#src/api/client/client.ts';
import type { Clock, Stop } from '#src/lib/clock.ts';
import type { Readable } from '#src/player/index.ts';
import type { SessionState, SessionStore } from '#src/stores/session-store.ts';

/** The set ignores documents that follow each other within ten minutes (Samsung, "Implementing Personal Preview"). */
const APART_MS = 10 * 60_000 + 5_000;
/** After a playback: the server has its last report then. */
const AFTER_PLAYBACK_MS = 5_000;
/** At a start without an account: a viewer who signs in at once gets tiles at once, because no removal came before. */
const NOBODY_MS = 60_000;

export interface HomeTilesParts {
  readonly tiles: HomeTiles;
  readonly api: Client;
  readonly session: SessionStore;
  /** The shown player; null on other screens. */
  readonly spoken: Readable<object | null>;
  readonly clock: Clock;
}

/**
 * Whose tiles the set shows: a token, null for nobody, undefined while it is open. At a start, the tiles of the last profile
 * stay until another one is chosen.
 */
function ownerOf({
  accountToken,
  lastProfile,
  isProfileChosen,
  hasLeftProfile,
}: SessionState): string | null | undefined {
  if (accountToken === null) return null;
  if (!isProfileChosen) return hasLeftProfile || lastProfile === null ? null : undefined;
  return lastProfile && hasHomeTiles(lastProfile.profile) ? lastProfile.token : null;
}

/**
 * Hands the viewer's tiles to the television's home: at the start, after each playback, and when the profile changes. Removes
 * them when the viewer signs out or leaves the profile, and for profiles with limits or a PIN. The service that sets them gets
 * no token (docs/decisions/223).
 */
export function startHomeTiles({ tiles, api, session, spoken, clock }: HomeTilesParts): Stop {
  /** Undefined until the first decision. */
  let owner: string | null | undefined;
  let toldAt = -Infinity;
  let stopWaiting: Stop = () => undefined;
  /** The owner whose tiles are being fetched; another one's answer comes too late. */
  let asked: string | null = null;

  const tell = (document: string | null) => {
    toldAt = clock.now();
    tiles.show(document);
  };
  const fetchTiles = () => {
    const mine = owner;
    if (typeof mine !== 'string') return;
    asked = mine;
    api.call(getOwnPreview, {}).then(
      (preview) => {
        if (asked !== mine || owner !== mine) return;
        tell(preview.sections.length > 0 ? JSON.stringify(preview) : null);
      },
      // The tiles stay as they are until the next playback or start.
      () => undefined,
    );
  };
  /** Tells again as soon as the set does not ignore it. */
  const tellLater = (delayMs = 0) => {
    stopWaiting();
    const waitMs = Math.max(delayMs, toldAt + APART_MS - clock.now());
    stopWaiting = clock.after(waitMs, () => (owner === null ? tell(null) : fetchTiles()));
  };

  const follow = (state: SessionState) => {
    const next = ownerOf(state);
    if (next === undefined || next === owner) return;
    const hadTiles = typeof owner === 'string';
    const wasOpen = owner === undefined;
    owner = next;
    stopWaiting();
    if (next !== null && wasOpen) return fetchTiles();
    if (wasOpen && state.accountToken === null) return tellLater(NOBODY_MS);
    // The tiles of the one before go at once, even if the set ignores it, and are removed again later.
    if (hadTiles || wasOpen) tell(null);
    tellLater();
  };

  let wasPlaying = false;
  const stops = [
    session.subscribe(follow),
    spoken.subscribe(() => {
      const isPlaying = spoken.getState() !== null;
      if (wasPlaying && !isPlaying && typeof owner === 'string') tellLater(AFTER_PLAYBACK_MS);
      wasPlaying = isPlaying;
    }),
  ];
  follow(session.getState());
  return () => {
    stopWaiting();
    stops.forEach((stop) => stop());
  };
}
