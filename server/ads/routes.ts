import { getAdvertisement, getAvodVideo, logAdEvent } from '#contract/ads.ts';
import {
  addAdvertisement,
  changeAdvertisement,
  endAdvertisement,
  getOperatedAdvertisement,
  listAdvertisementClips,
  listOperatedAdvertisements,
} from '#contract/console/advertisements.ts';
import type { RecordChange } from '#server/staff/audit/record.ts';
import type { MountConsole } from '../http/mount-console.ts';
import type { Mount } from '../http/mount.ts';
import { presentVideo } from '#server/watching/playback/index.ts';
import type { Videos } from '#server/watching/playback/videos.ts';
import type { MediaSigner } from '../providers/media-signer.ts';
import type { AdOperations } from './ad-operations.ts';
import type { Advertisements } from './advertisements.ts';
import { presentAdvertisement } from './present.ts';

export function mountAdvertisements(
  mount: Mount,
  { advertisements, videos, signer }: { advertisements: Advertisements; videos: Videos; signer: MediaSigner },
): void {
  mount(getAvodVideo, async ({ caller, params, query }) => {
    const opened = await videos.open(caller, { episodeId: params.id, ...query, hasAds: true });
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

/** Advertisements, for operators in a browser. */
export function mountOperatedAdvertisements(
  mount: MountConsole,
  { adsAs }: { adsAs(record: RecordChange): AdOperations },
): void {
  mount(listOperatedAdvertisements, ({ query, record }) => adsAs(record).page(query));
  mount(getOperatedAdvertisement, ({ params, record }) => adsAs(record).show(params.id));
  mount(addAdvertisement, ({ body, record }) => adsAs(record).add(body));
  mount(changeAdvertisement, ({ params, body: { version, ...fields }, record }) =>
    adsAs(record).change(params.id, fields, version),
  );
  mount(endAdvertisement, ({ params, body, record }) => adsAs(record).end(params.id, body.version));
  mount(listAdvertisementClips, ({ query, record }) => adsAs(record).clips(query));
}
