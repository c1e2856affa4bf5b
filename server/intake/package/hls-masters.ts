import type { Plan, PlannedSound, Rendition } from '../plan/plan.ts';
import { rateOf } from '../probe/frame-rate.ts';
import { UNKNOWN_LANGUAGE } from '../plan/languages.ts';
import { averageBitRate, type MediaPlaylist, peakBitRate } from './media-playlist.ts';

/** Names of the master playlists. H.264 is the one that every device plays. */
export const MASTERS = { h264: 'master.m3u8', hevc: 'master-hevc.m3u8' } as const satisfies Record<
  Rendition['codec'],
  string
>;

export interface Packaged {
  readonly codecs: string;
  readonly playlist: MediaPlaylist;
}

/**
 * A master playlist per codec family, by file name: players that do not filter variants by codec would switch between
 * families and stop. All masters have the same sounds with the same default.
 */
export function hlsMasters(plan: Plan, packaged: (name: string) => Packaged): Record<string, string> {
  const families = [...new Set(plan.renditions.map(({ codec }) => codec))];
  return Object.fromEntries(
    families.map((family) => [
      MASTERS[family],
      master(
        plan,
        plan.renditions.filter(({ codec }) => codec === family),
        packaged,
      ),
    ]),
  );
}

function master(
  { sounds, frameRate }: Plan,
  renditions: readonly Rendition[],
  packaged: (name: string) => Packaged,
): string {
  const heard = sounds.map(({ name }) => packaged(name));
  // A variant needs the bandwidth of its pictures with the heaviest sound of its group.
  const heaviest = (rate: (playlist: MediaPlaylist) => number) =>
    Math.max(...heard.map(({ playlist }) => rate(playlist)));
  const variants = renditions.map(({ name, width, height }) => {
    const { codecs, playlist } = packaged(name);
    const attributes = [
      `BANDWIDTH=${peakBitRate(playlist) + heaviest(peakBitRate)}`,
      `AVERAGE-BANDWIDTH=${averageBitRate(playlist) + heaviest(averageBitRate)}`,
      `RESOLUTION=${width}x${height}`,
      `FRAME-RATE=${rateOf(frameRate).toFixed(3)}`,
      `CODECS="${[codecs, ...new Set(heard.map((sound) => sound.codecs))].join(',')}"`,
      'AUDIO="sound"',
      'CLOSED-CAPTIONS=NONE',
    ];
    return `#EXT-X-STREAM-INF:${attributes.join(',')}\n${name}.m3u8`;
  });
  return `${['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS', ...sounds.map(soundLine), ...variants].join('\n')}\n`;
}

/** Only the default may be selected automatically: players that follow the device's language would choose another one. */
export function soundLine({ lang, role, label, name }: Omit<PlannedSound, 'stream'>, index: number): string {
  const isDefault = index === 0 ? 'YES' : 'NO';
  return `#EXT-X-MEDIA:${[
    'TYPE=AUDIO',
    'GROUP-ID="sound"',
    `NAME="${label}"`,
    ...(lang === UNKNOWN_LANGUAGE ? [] : [`LANGUAGE="${lang}"`]),
    `DEFAULT=${isDefault}`,
    `AUTOSELECT=${isDefault}`,
    ...(role === 'description' ? ['CHARACTERISTICS="public.accessibility.describes-video"'] : []),
    'CHANNELS="2"',
    `URI="${name}.m3u8"`,
  ].join(',')}`;
}
