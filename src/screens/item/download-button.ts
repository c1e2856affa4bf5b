import type { Episode } from '#contract/catalogue.ts';
import { offlineStateLabel, offlineStateName } from '#src/features/playback/offline/offline-labels.ts';
import type { OfflineEpisode } from '#src/player/index.ts';

/** The download button; null for episodes with advertisements or without a right. */
export function downloadButton({ episode_num: name, access }: Episode, offline: OfflineEpisode | undefined) {
  if (access.type === 'locked' || access.type === 'avod') return null;
  const isDownloaded = offline?.state === 'downloaded';
  if (!offline || offline.state === 'expired') return { label: '저장', name: `${name} 저장`, isDownloaded };
  return { label: offlineStateLabel(offline), name: `${name} ${offlineStateName(offline)}`, isDownloaded };
}
