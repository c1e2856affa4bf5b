import type { QualityReport } from '#contract/quality.ts';
import type { Platform } from '#platform/platform.ts';
import type { Client } from '#src/api/client/client.ts';
import { errorCodeOf } from '#src/api/client/error-code.ts';
import { tellQuality } from '#src/api/telemetry.ts';
import { engineLabel } from '#src/lib/engine-label.ts';
import { followQuality, saveQuality, sendQualities, type Playback, type StartParts } from '#src/player/index.ts';
import type { PlaybackServices } from './playback-context.ts';

const startReport = ({ isPrepared, ...parts }: StartParts): NonNullable<QualityReport['start']> => ({
  press_ms: parts.press,
  answer_ms: parts.answer,
  ours_ms: parts.ours,
  manifest_ms: parts.manifest,
  segment_ms: parts.segment,
  decode_ms: parts.decode,
  is_prepared: isPrepared,
});

export interface QualityParts {
  readonly api: Client;
  readonly platform: Pick<Platform, 'storage' | 'device'>;
  readonly playback: Playback;
  readonly services: Pick<PlaybackServices, 'clock' | 'version'>;
  /** Token of the profile that watches. */
  readonly token: string | undefined;
}

/**
 * Stores the quality of a playback while it lasts, and sends it once after the last report.
 *
 * @returns ends the playback's recording
 */
export function recordQuality({ api, platform, playback, services, token }: QualityParts): () => void {
  const { storage, device } = platform;
  const { clock, version } = services;
  const about = {
    platform: device.platform,
    app_version: version,
    engine: engineLabel(window.navigator.userAgent),
  };
  const stop = followQuality(playback, clock, ({ playLogId, quality, failures, isDone }) => {
    const report = {
      startup_ms: quality.startupMs,
      start: quality.start && startReport(quality.start),
      rebuffer_ms: quality.rebufferMs,
      cnt_rebuffer: quality.cntRebuffer,
      cnt_dropped: quality.cntDropped,
      cnt_decoded: quality.cntDecoded,
      average_bitrate: quality.averageBitrate,
      cnt_switch: quality.cntSwitch,
      errors: [...failures],
      ...about,
    };
    try {
      saveQuality(storage, { playLogId, writtenAt: clock.instant(), isDone, report });
    } catch (error) {
      // A full storage must not stop playback.
      console.warn('quality', error);
    }
  });
  return () => {
    // Closing counts the frames and sends the last report.
    const closed = playback.close();
    stop();
    void closed.then(() =>
      sendQualities({ storage, clock, errorCodeOf, send: (id, report) => tellQuality(api, id, report, token) }),
    );
  };
}
