import type { PlatformName } from '#contract/accounts.ts';
import { getVideo, updatePlayLog, type PlayLogReport } from '#contract/playback.ts';
import type { Client } from './client.ts';

/** Opens a play log and tells what plays the episode. */
export const requestVideo = (api: Client, episodeId: number, device: PlatformName) =>
  api.call(getVideo, { params: { id: String(episodeId) }, query: { device } });

/** @param token the token of the profile that watched, when that may not be the one watching now. */
export const reportPlayLog = (api: Client, playLogId: string, report: PlayLogReport, token?: string) =>
  api.call(updatePlayLog, { params: { id: playLogId }, body: report }, token === undefined ? {} : { token });
