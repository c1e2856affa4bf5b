import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import { episodeQuery } from '#src/api/catalogue.ts';
import { useApi } from '#src/api/client/api-context.ts';
import { forViewer } from '#src/api/client/viewer-cache.ts';
import type { OfflineEpisode } from '#src/player/index.ts';
import { useSession, useStores, useToasts } from '#src/stores/stores-context.ts';
import { mayEndOtherPlayback } from './download-costs.ts';
import { seriesKeyOf } from '#src/features/playback/series-key.ts';
import { downloadOutcomeText } from './offline-labels.ts';
import { usePlaybackServices } from '#src/features/playback/playback-context.ts';

const NONE = { subscribe: () => () => undefined, getState: () => null };

export interface OfflineActions {
  /** The profile's own, newest first; null until the disk was read. */
  readonly episodes: readonly OfflineEpisode[] | null;
  /** Reads the disk. */
  readonly load: () => void;
  find(episodeId: number): OfflineEpisode | undefined;
  /** Starts a download and reports its outcome in a toast. */
  download(episodeId: number): void;
  /** Downloads too, unless that may end playback on another device; then it calls `ask` instead. */
  downloadOrAsk(episodeId: number, ask: () => void): void;
  /** Removes a download, or cancels a running one. */
  remove(episodeId: number): void;
}

/** The profile's downloads on this device; null on platforms without downloads. */
export function useOfflineEpisodes(): OfflineActions | null {
  const opened = usePlaybackServices().offline;
  const offline = useSyncExternalStore(opened.subscribe, opened.getState);
  const { subscribe, getState } = offline ?? NONE;
  const all = useSyncExternalStore(subscribe, getState);
  const profileId = useSession((session) => session.lastProfile?.profile.id ?? '');
  const tell = useToasts((toasts) => toasts.show);
  const api = useApi();
  const queryClient = useQueryClient();
  const { settings } = useStores();

  const episodes = useMemo(() => all?.filter((entry) => entry.profileId === profileId) ?? null, [all, profileId]);
  const download = useCallback(
    async (episodeId: number) => {
      if (!offline) return;
      try {
        const episode = await forViewer(queryClient, queryClient.ensureQueryData(episodeQuery(api, episodeId)));
        const { subtitlesBySeries, subtitle } = settings.getState().settings;
        const ofSeries = subtitlesBySeries[seriesKeyOf(episode)];
        const subtitleKey = ofSeries === undefined ? subtitle.language : ofSeries;
        const outcome = await forViewer(queryClient, offline.download(profileId, episode, subtitleKey));
        const text = downloadOutcomeText(outcome, episode.episode_num);
        if (text !== null) tell(text);
      } catch (error) {
        tell(downloadOutcomeText({ type: 'failed', error }, '') ?? '');
      }
    },
    [api, offline, profileId, queryClient, settings, tell],
  );
  const [inQuestion] = useState(() => new Set<number>());
  const downloadOrAsk = useCallback(
    async (episodeId: number, ask: () => void) => {
      if (inQuestion.has(episodeId)) return;
      inQuestion.add(episodeId);
      const isAsked = await forViewer(queryClient, mayEndOtherPlayback(api, queryClient));
      inQuestion.delete(episodeId);
      if (isAsked) ask();
      else await download(episodeId);
    },
    [api, inQuestion, download, queryClient],
  );
  const load = useCallback(() => void offline?.load(), [offline]);
  return useMemo(
    () =>
      offline && {
        episodes,
        load,
        find: (episodeId) => episodes?.find(({ episode }) => episode.id === episodeId),
        download: (episodeId) => void download(episodeId),
        downloadOrAsk: (episodeId, ask) => void downloadOrAsk(episodeId, ask),
        remove: (episodeId) => void offline.remove(profileId, episodeId),
      },
    [offline, episodes, load, download, downloadOrAsk, profileId],
  );
}
