import { removeStartAgain, restoreStartAgain } from '#contract/catalogue.ts';
import { getVideo, getVideoDownload, updatePlayLog } from '#contract/playback.ts';
import { toHms } from '#contract/rules/hms.ts';
import type { Mount } from '../http/mount.ts';
import type { MediaSigner } from '../providers/media-signer.ts';
import { presentDownload, presentVideo } from './present.ts';
import type { Reports } from './reports.ts';
import type { StartAgain } from './start-again.ts';
import type { Videos } from './videos.ts';

export function mountPlayback(
  mount: Mount,
  {
    videos,
    reports,
    startAgain,
    signer,
  }: { videos: Videos; reports: Reports; startAgain: StartAgain; signer: MediaSigner },
): void {
  mount(getVideo, async ({ caller, params, query }) =>
    presentVideo(await videos.open(caller, params.id, query.device), signer),
  );
  mount(getVideoDownload, async ({ caller, params }) =>
    presentDownload(await videos.download(caller, params.id), signer),
  );
  mount(removeStartAgain, ({ caller, params }) => startAgain.remove(caller, params.id));
  mount(restoreStartAgain, ({ caller, params }) => startAgain.restore(caller, params.id));
  mount(updatePlayLog, async ({ caller, params, body }) => {
    const { totalPlayTime, playEndOffset } = await reports.report(caller, params.id, body);
    return { id: params.id, total_play_time: toHms(totalPlayTime), play_end_offset: toHms(playEndOffset) };
  });
}
