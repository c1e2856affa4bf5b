import { getVideo, getVideoDownload, updatePlayLog } from '#contract/playback.ts';
import { toHms } from '#contract/rules/hms.ts';
import type { Mount } from '../http/mount.ts';
import { fail } from '../lib/fail.ts';
import type { MediaSigner } from '../providers/media-signer.ts';
import { presentDownload, presentVideo } from './present.ts';
import { readReport } from './report-rules.ts';
import type { Reports } from './reports.ts';
import type { Videos } from './videos.ts';

export function mountPlayback(mount: Mount, videos: Videos, { report }: Reports, signer: MediaSigner): void {
  mount(getVideo, async ({ caller, params, query }) =>
    presentVideo(await videos.open(caller, params.id, query.device), signer),
  );
  mount(getVideoDownload, async ({ caller, params }) =>
    presentDownload(await videos.download(caller, params.id), signer),
  );
  mount.unchecked(updatePlayLog, async ({ token, identify, params, body }) => {
    const read = readReport(body);
    if (!read) {
      await identify();
      return fail('TOTAL_PLAY_TIME_INVALID');
    }
    await report(token, params.id, read);
    return { id: params.id, total_play_time: toHms(read.totalPlayTime), play_end_offset: toHms(read.playEndOffset) };
  });
}
