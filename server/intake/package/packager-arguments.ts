import type { Protection } from '../../lib/protection.ts';
import { UNKNOWN_LANGUAGE } from '../plan/languages.ts';
import { type Plan, type PlannedSound, segmentSeconds } from '../plan/plan.ts';
import { SECRET_FILE } from '../run-tool.ts';

export const MANIFEST = 'manifest.mpd';
/** Players start with two segments (docs/decisions/122-declare-bandwidth-for-a-four-second-buffer.md). */
const MIN_BUFFER_SECONDS = 4;
/** TV-Anytime's word for a sound with a description of the picture. */
export const FOR_BLIND = { scheme: 'urn:tva:metadata:cs:AudioPurposeCS:2007', value: '1' } as const;

/**
 * Arguments of Shaka Packager: fragmented MP4 once, and manifests of DASH and HLS over the same segments.
 *
 * @param encoded folder of the encoded files, relative to the packager's
 * @param protection encrypts every rendition and sound with its key, from the first segment on. The tool's secret is its
 *   `keyFlags`, as other users see the arguments.
 */
export function packagerArguments(plan: Plan, encoded: string, protection?: Protection): string[] {
  // A segment begins at the first keyframe after this long, so a little less than the distance of keyframes.
  const seconds = segmentSeconds(plan) - (0.5 * plan.frameRate.denominator) / plan.frameRate.numerator;
  return [
    ...plan.renditions.map(({ name }) =>
      descriptor({
        in: `${encoded}/${name}.mp4`,
        stream: 'video',
        output: `${name}.mp4`,
        playlist_name: `${name}.m3u8`,
      }),
    ),
    ...plan.sounds.map((sound) => soundDescriptor(sound, encoded)),
    `--segment_duration=${seconds.toFixed(6)}`,
    `--min_buffer_time=${MIN_BUFFER_SECONDS}`,
    `--mpd_output=${MANIFEST}`,
    // The packager writes media playlists only together with a master, which ours replaces.
    '--hls_master_playlist_output=master.m3u8',
    '--generate_static_live_mpd=false',
    ...(protection ? encryption(protection) : []),
    '--quiet',
  ];
}

/** Arguments of the packager for one sound alone, whose clip there is. */
export const soundArguments = (
  sound: Omit<PlannedSound, 'stream'>,
  encoded: string,
  segmentSeconds: number,
  protection?: Protection,
): string[] => [
  soundDescriptor(sound, encoded),
  `--segment_duration=${segmentSeconds.toFixed(6)}`,
  `--min_buffer_time=${MIN_BUFFER_SECONDS}`,
  `--mpd_output=${MANIFEST}`,
  '--hls_master_playlist_output=master.m3u8',
  '--generate_static_live_mpd=false',
  ...(protection ? encryption(protection) : []),
  '--quiet',
];

export const keyFlags = ({ keyId, key }: Protection): string => `--keys=label=:key_id=${keyId}:key=${key}\n`;

const encryption = ({ scheme }: Protection): string[] => [
  '--enable_raw_key_encryption',
  `--flagfile=${SECRET_FILE}`,
  `--protection_scheme=${scheme}`,
  '--clear_lead=0',
  // The box that every system reads: it names the key's id, and no licence server.
  '--protection_systems=CommonSystem',
];

const soundDescriptor = ({ lang, role, label, name }: Omit<PlannedSound, 'stream'>, encoded: string) =>
  descriptor({
    in: `${encoded}/${name}.mp4`,
    stream: 'audio',
    output: `${name}.mp4`,
    playlist_name: `${name}.m3u8`,
    hls_group_id: 'sound',
    hls_name: label,
    dash_label: label,
    dash_roles: role,
    ...(role === 'description' && { dash_accessibilities: `${FOR_BLIND.scheme}=${FOR_BLIND.value}` }),
    // The packager refuses `und`.
    ...(lang !== UNKNOWN_LANGUAGE && { lang }),
  });

/** Commas separate fields, and there is no way to quote them. */
const descriptor = (fields: Readonly<Record<string, string>>) =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${value.replaceAll(',', ' ')}`)
    .join(',');
