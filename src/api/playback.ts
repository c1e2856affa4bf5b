import { getAdvertisement, getAvodVideo, logAdEvent, type AdEvent } from '#contract/ads.ts';
import type { PlatformName } from '#contract/platforms.ts';
import { renewMediaTicket } from '#contract/media-tickets.ts';
import { getVideo, getVideoDownload, type OpeningRow } from '#contract/playback.ts';
import type { Client } from './client/client.ts';

/** Opens a play log and returns the video of the episode. @param row in which the viewer chose the title */
export const requestVideo = (api: Client, episodeId: number, device: PlatformName, row?: OpeningRow) =>
  api.call(getVideo, { params: { id: String(episodeId) }, query: { device, row } });

/** The same for viewers with advertisements, with breaks. */
export const requestAvodVideo = (api: Client, episodeId: number, device: PlatformName, row?: OpeningRow) =>
  api.call(getAvodVideo, { params: { id: String(episodeId) }, query: { device, row } });

/** Requests a download: its size, streams and expiry. */
export const requestVideoDownload = (api: Client, episodeId: number) =>
  api.call(getVideoDownload, { params: { id: String(episodeId) } });

/** The advertisement of a break, or null. */
export const requestAdvertisement = async (api: Client, adBreakId: string, playLogId: string) =>
  (await api.call(getAdvertisement, { query: { ad_break_id: adBreakId, play_log_id: playLogId } })).ad;

export const tellAdEvent = (api: Client, event: AdEvent, token?: string) =>
  api.call(logAdEvent, { body: event }, token === undefined ? {} : { token });

/** The next ticket of a play log's media addresses. */
export const requestMediaTicket = (api: Client, playLogId: string, token?: string) =>
  api.call(renewMediaTicket, { params: { id: playLogId } }, token === undefined ? {} : { token });
