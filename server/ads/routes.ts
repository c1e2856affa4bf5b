import { getAdvertisement, getAvodVideo, logAdEvent } from '#contract/ads.ts';
import type { Mount } from '../http/mount.ts';
import { presentVideo } from '../playback/index.ts';
import type { Videos } from '../playback/videos.ts';
import type { MediaSigner } from '../providers/media-signer.ts';
import type { Advertisements } from './advertisements.ts';
import { presentAdvertisement } from './present.ts';

export function mountAdvertisements(
  mount: Mount,
  { advertisements, videos, signer }: { advertisements: Advertisements; videos: Videos; signer: MediaSigner },
): void {
  mount(getAvodVideo, async ({ caller, params, query }) => {
    const opened = await videos.open(caller, { episodeId: params.id, device: query.device, hasAds: true });
    const breaks = await advertisements.listBreaks(opened);
    return { ...presentVideo(opened, signer), ad_breaks: breaks.map(({ id, offset }) => ({ id, offset })) };
  });
  mount(getAdvertisement, async ({ caller, query }) => {
    const shown = await advertisements.find(caller, { adBreakId: query.ad_break_id, playLogId: query.play_log_id });
    return { ad: shown ? presentAdvertisement(caller.account.id, shown, signer) : null };
  });
  mount(logAdEvent, async ({ caller, body }) => {
    await advertisements.record(caller, body);
    return undefined;
  });
}
