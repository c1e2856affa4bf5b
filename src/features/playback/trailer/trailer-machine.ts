import type { Platform } from '#platform/platform.ts';
import { createEngineFor } from '#src/features/playback/create-engine.ts';
import type { PlaybackServices } from '#src/features/playback/playback-context.ts';
import { createPlaybackMachine, type PlaybackMachine } from '#src/player/index.ts';

/** Plays a trailer in an element. It opens no play log and reports nothing. */
export function openTrailer(
  video: HTMLVideoElement,
  url: string,
  services: Pick<PlaybackServices, 'clock' | 'createEngine'>,
  platform: Pick<Platform, 'device' | 'network'>,
): PlaybackMachine {
  const machine = createPlaybackMachine({ engine: createEngineFor(services, platform), clock: services.clock });
  machine.attach(video);
  const protocol = url.endsWith('.m3u8') ? 'hls' : 'dash';
  void machine.load({
    streams: [{ protocol, url, drm: null }],
    startAtSeconds: 0,
    isPlayWanted: true,
    subtitles: [],
    subtitleKey: null,
    preferredVideoCodecs: platform.device.preferredVideoCodecs,
  });
  return machine;
}
