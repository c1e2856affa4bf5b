import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import { episodeQuery } from '#src/api/catalogue.ts';
import { useApi } from '#src/api/api-context.ts';
import type { KeptEpisode } from '#src/player/index.ts';
import { useSession, useToasts } from '#src/stores/stores-context.ts';
import { mayEndOtherPlayback } from './keep-costs.ts';
import { keepOutcomeText } from './kept-labels.ts';
import { usePlaybackServices } from './playback-context.ts';

const NONE = { subscribe: () => () => undefined, getState: () => null };

export interface KeptActions {
  /** The profile's own, the newest first; null until the disk was read. */
  readonly episodes: readonly KeptEpisode[] | null;
  /** Reads the disk. */
  readonly load: () => void;
  find(episodeId: number): KeptEpisode | undefined;
  /** Begins to keep an episode, and says what became of it. */
  keep(episodeId: number): void;
  /** Begins too, unless that may end what plays on another device: then `ask` is called in its place. */
  keepOrAsk(episodeId: number, ask: () => void): void;
  /** Takes it from the disk, or stops it on its way there. */
  remove(episodeId: number): void;
}

/** What the profile keeps on this device; null where nothing can be kept. */
export function useKeptEpisodes(): KeptActions | null {
  const opened = usePlaybackServices().kept;
  const kept = useSyncExternalStore(opened.subscribe, opened.getState);
  const { subscribe, getState } = kept ?? NONE;
  const all = useSyncExternalStore(subscribe, getState);
  const profileId = useSession((session) => session.lastProfile?.profile.id ?? '');
  const tell = useToasts((toasts) => toasts.show);
  const api = useApi();
  const queryClient = useQueryClient();

  const episodes = useMemo(() => all?.filter((entry) => entry.profileId === profileId) ?? null, [all, profileId]);
  const keep = useCallback(
    async (episodeId: number) => {
      if (!kept) return;
      try {
        const episode = await queryClient.ensureQueryData(episodeQuery(api, episodeId));
        const text = keepOutcomeText(await kept.keep(profileId, episode), episode.episode_num);
        if (text !== null) tell(text);
      } catch (error) {
        tell(keepOutcomeText({ type: 'failed', error }, '') ?? '');
      }
    },
    [api, kept, profileId, queryClient, tell],
  );
  const [inQuestion] = useState(() => new Set<number>());
  const keepOrAsk = useCallback(
    async (episodeId: number, ask: () => void) => {
      if (inQuestion.has(episodeId)) return;
      inQuestion.add(episodeId);
      const isAsked = await mayEndOtherPlayback(api, queryClient);
      inQuestion.delete(episodeId);
      if (isAsked) ask();
      else await keep(episodeId);
    },
    [api, inQuestion, keep, queryClient],
  );
  const load = useCallback(() => void kept?.load(), [kept]);
  return useMemo(
    () =>
      kept && {
        episodes,
        load,
        find: (episodeId) => episodes?.find(({ episode }) => episode.id === episodeId),
        keep: (episodeId) => void keep(episodeId),
        keepOrAsk: (episodeId, ask) => void keepOrAsk(episodeId, ask),
        remove: (episodeId) => void kept.remove(profileId, episodeId),
      },
    [kept, episodes, load, keep, keepOrAsk, profileId],
  );
}
