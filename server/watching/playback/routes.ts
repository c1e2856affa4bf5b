import { removeStartAgain, restoreStartAgain } from '#contract/start-again.ts';
import { renewMediaTicket } from '#contract/media-tickets.ts';
import { updatePlayLog } from '#contract/play-logs.ts';
import { getVideo, getVideoDownload } from '#contract/playback.ts';
import { toHms } from '#contract/rules/hms.ts';
import type { Mount } from '#server/http/mount.ts';
import { fail } from '#server/lib/fail.ts';
import type { MediaSigner } from '#server/providers/media-signer.ts';
import type { Downloads } from './downloads.ts';
import { presentDownload, presentVideo } from './present.ts';
import { readReport } from './report-rules.ts';
import type { Reports } from './reports.ts';
import type { StartAgain } from './start-again.ts';
import type { Tickets } from './tickets.ts';
import type { Videos } from './videos.ts';

export function mountPlayback(
  mount: Mount,
  {
    videos,
    downloads,
    tickets,
    reports,
    startAgain,
    signer,
  }: {
    videos: Videos;
    downloads: Downloads;
    tickets: Tickets;
    reports: Reports;
    startAgain: StartAgain;
    signer: MediaSigner;
  },
): void {
  mount(getVideo, async ({ caller, params, query }) =>
    presentVideo(await videos.open(caller, { episodeId: params.id, ...query, hasAds: false }), signer),
  );
  mount(getVideoDownload, async ({ caller, params }) =>
    presentDownload(await downloads.open(caller, params.id), signer),
  );
  mount(renewMediaTicket, ({ caller, params }) => tickets.renew(caller, params.id));
  mount(removeStartAgain, ({ caller, params }) => startAgain.remove(caller, params.id));
  mount(restoreStartAgain, ({ caller, params }) => startAgain.restore(caller, params.id));
  mount.unchecked(updatePlayLog, async ({ token, identify, params, body }) => {
    const read = readReport(body);
    if (!read) {
      await identify();
      return fail('TOTAL_PLAY_TIME_INVALID');
    }
    const secondsLeft = await reports.report(token, params.id, read);
    return {
      id: params.id,
      total_play_time: toHms(read.totalPlayTime),
      play_end_offset: toHms(read.playEndOffset),
      ...(secondsLeft !== null && { watch_seconds_left: secondsLeft }),
    };
  });
}
