export interface PlaylistSegment {
  readonly seconds: number;
  readonly offset: number;
  readonly size: number;
  readonly file: string;
}

export interface MediaPlaylist {
  readonly init: { readonly file: string; readonly size: number };
  readonly segments: readonly PlaylistSegment[];
}

/**
 * Reads a media playlist with byte ranges.
 *
 * @returns undefined when it is incomplete.
 */
export function readMediaPlaylist(text: string): MediaPlaylist | undefined {
  const [, initFile, initSize] = /^#EXT-X-MAP:URI="([^"]+)",BYTERANGE="(\d+)@0"/m.exec(text) ?? [];
  const segments: PlaylistSegment[] = [];
  let next = 0;
  for (const [, seconds, size, offset, file = ''] of text.matchAll(
    /^#EXTINF:([\d.]+),[^\n]*\n#EXT-X-BYTERANGE:(\d+)(?:@(\d+))?\n([^#\n]+)/gm,
  )) {
    // A range without an offset starts where the previous one ends.
    const start = offset === undefined ? next : Number(offset);
    segments.push({ seconds: Number(seconds), offset: start, size: Number(size), file });
    next = start + Number(size);
  }
  if (initFile === undefined || segments.length === 0 || !/^#EXT-X-ENDLIST/m.test(text)) return undefined;
  return { init: { file: initFile, size: Number(initSize) }, segments };
}

const total = (segments: readonly PlaylistSegment[]) => segments.reduce((sum, { seconds }) => sum + seconds, 0);
export const playlistSeconds = ({ segments }: MediaPlaylist): number => total(segments);

/**
 * Media playlist of the length of the clip. Pictures and sounds never end at the same sample, and players detect the end
 * of a clip only if all playlists are equally long.
 */
export function writeMediaPlaylist({ init, segments }: MediaPlaylist, clipSeconds: number): string {
  const before = total(segments.slice(0, -1));
  const texts = segments.map(({ seconds, offset, size, file }, index) => {
    const length = index === segments.length - 1 ? Math.max(0.001, clipSeconds - before) : seconds;
    return { length, text: `#EXTINF:${length.toFixed(6)},\n#EXT-X-BYTERANGE:${size}@${offset}\n${file}` };
  });
  return `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-TARGETDURATION:${Math.max(1, ...texts.map(({ length }) => Math.round(length)))}
#EXT-X-MEDIA-SEQUENCE:0
#EXT-X-PLAYLIST-TYPE:VOD
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-MAP:URI="${init.file}",BYTERANGE="${init.size}@0"
${texts.map(({ text }) => text).join('\n')}
#EXT-X-ENDLIST
`;
}

/** Bits per second of the whole rendition. */
export const averageBitRate = ({ segments }: MediaPlaylist): number =>
  Math.ceil((segments.reduce((sum, { size }) => sum + size, 0) * 8) / total(segments));

/**
 * The highest rate of consecutive segments that last between half of the target duration and one and a half
 * (RFC 8216, 4.3.4.2). A short last segment alone says nothing.
 */
export function peakBitRate({ segments }: MediaPlaylist): number {
  const target = Math.max(1, ...segments.map(({ seconds }) => Math.round(seconds)));
  let peak = averageBitRate({ init: { file: '', size: 0 }, segments });
  segments.forEach((_, first) => {
    let [seconds, bytes] = [0, 0];
    for (let index = first; index < segments.length && seconds < target * 1.5; index += 1) {
      seconds += segments[index]?.seconds ?? 0;
      bytes += segments[index]?.size ?? 0;
      if (seconds >= target * 0.5 && seconds <= target * 1.5) peak = Math.max(peak, Math.ceil((bytes * 8) / seconds));
    }
  });
  return peak;
}
