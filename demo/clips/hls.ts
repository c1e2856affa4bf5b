import { averageBitRate, peakBitRate, secondsOf } from './bit-rates.ts';
import type { Segment } from './media-layout.ts';
import { framesPerSecond } from './renditions.ts';
import { codecName, descriptionName, type EncodedTrack, type ReadTrack, soundNames } from './tracks.ts';

export const MASTER = 'master.m3u8';

export const playlistName = ({ file }: EncodedTrack) => file.replace(/\.mp4$/, '.m3u8');

/** A rendition trimmed to the length of the film. */
interface CutTrack {
  track: ReadTrack;
  segments: readonly Segment[];
}

/**
 * The master playlist and one playlist per rendition, by file name. H.264 and AAC only: players that do not filter
 * variants by codec switch between all of them, and a decoder supports one family. VP9 and Opus are for DASH.
 */
export function hlsPlaylists(tracks: readonly ReadTrack[], seconds: number): Record<string, string> {
  const cut = tracks
    .filter(({ codec }) => codec === 'h264' || codec === 'aac')
    .map((track) => ({ track, segments: segmentsWithin(track.layout.segments, seconds) }));
  return {
    [MASTER]: master(cut),
    ...Object.fromEntries(cut.map((one) => [playlistName(one.track), mediaPlaylist(one)])),
  };
}

function master(cut: readonly CutTrack[]): string {
  const sounds = cut.filter(({ track }) => track.kind === 'audio');
  const pictures = cut.filter(({ track }) => track.kind === 'video');
  // Only the default track may be selected automatically; otherwise players on Korean devices would choose another.
  const groups = sounds.map(({ track }, index) => {
    const isFirst = index === 0 ? 'YES' : 'NO';
    const name = track.isDescription ? descriptionName : track.lang === undefined ? '한국어' : soundNames[track.lang];
    const purpose = track.isDescription ? ',CHARACTERISTICS="public.accessibility.describes-video"' : '';
    return `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aac",NAME="${name}",LANGUAGE="${track.lang ?? 'ko'}",DEFAULT=${isFirst},AUTOSELECT=${isFirst}${purpose},CHANNELS="2",URI="${playlistName(track)}"`;
  });
  const [sound] = sounds;
  if (sound === undefined) throw new Error('no sound to go with the pictures');
  // The bandwidth of a variant is that of its video plus the heaviest audio track of its group.
  const withSounds = (picture: CutTrack, rateOf: (one: CutTrack) => number) =>
    rateOf(picture) + Math.max(...sounds.map(rateOf));
  const variants = pictures.map((picture) => {
    const { track } = picture;
    const peak = withSounds(picture, ({ segments }) => peakBitRate(segments, targetOf(segments)));
    const average = withSounds(picture, ({ segments }) => averageBitRate(segments));
    return `#EXT-X-STREAM-INF:BANDWIDTH=${peak},AVERAGE-BANDWIDTH=${average},RESOLUTION=${track.width}x${track.height},FRAME-RATE=${framesPerSecond.toFixed(3)},CODECS="${codecName(track)},${codecName(sound.track)}",AUDIO="aac",CLOSED-CAPTIONS=NONE\n${playlistName(track)}`;
  });
  return `#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-INDEPENDENT-SEGMENTS\n${groups.join('\n')}\n${variants.join('\n')}\n`;
}

/** Byte ranges in the rendition's file. */
function mediaPlaylist({ track, segments }: CutTrack): string {
  const { file, layout } = track;
  const texts = segments.map(
    ({ seconds, size, offset }) => `#EXTINF:${seconds.toFixed(6)},\n#EXT-X-BYTERANGE:${size}@${offset}\n${file}`,
  );
  return `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-TARGETDURATION:${targetOf(segments)}
#EXT-X-MEDIA-SEQUENCE:0
#EXT-X-PLAYLIST-TYPE:VOD
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-MAP:URI="${file}",BYTERANGE="${layout.init[1] + 1}@0"
${texts.join('\n')}
#EXT-X-ENDLIST
`;
}

const targetOf = (segments: readonly Segment[]) => Math.max(...segments.map(({ seconds }) => Math.round(seconds)));

/**
 * The segments, with the last one extended to the end of the film: audio and video never end at the same sample, and a
 * player detects the end only when all playlists have the same length. A remainder past the end joins the previous segment.
 */
function segmentsWithin(whole: readonly Segment[], seconds: number): Segment[] {
  const segments: Segment[] = [];
  let start = 0;
  for (const segment of whole) {
    const last = segments.at(-1);
    if (last !== undefined && start > seconds - 0.1) last.size += segment.size;
    else segments.push({ ...segment, seconds: Math.round(segment.seconds * 1e6) / 1e6 });
    start += segment.seconds;
  }
  const last = segments.at(-1);
  if (last === undefined) throw new Error('no segments');
  last.seconds = seconds - secondsOf(segments.slice(0, -1));
  return segments;
}
