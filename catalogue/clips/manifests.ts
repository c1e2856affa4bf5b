import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EncodedTrack } from './encode.ts';
import { type Mp4Layout, readMp4 } from './mp4.ts';
import { framesPerSecond } from './renditions.ts';
import { readWebm, type WebmLayout } from './webm.ts';

/** A rendition with the layout of its files. */
interface ReadTrack extends EncodedTrack {
  mp4Layout: Mp4Layout;
  webmLayout: WebmLayout | null;
}

/** RFC 6381 names. Levels: AVC 3.0 and 3.1; VP9 profile 0, level by size, 8 bits. */
function codecName({ codec, height }: EncodedTrack): string {
  if (codec === 'aac') return 'mp4a.40.2';
  if (codec === 'opus') return 'opus';
  if (codec === 'h264') return height > 540 ? 'avc1.64001f' : height > 360 ? 'avc1.4d401f' : 'avc1.4d401e';
  return height > 540 ? 'vp09.00.31.08' : height > 360 ? 'vp09.00.30.08' : 'vp09.00.21.08';
}

const averageBits = (bytes: number, seconds: number) => Math.round((bytes * 8) / seconds);

const peakBits = ({ fragments }: Mp4Layout) =>
  Math.max(
    ...fragments.filter(({ seconds }) => seconds >= 1).map(({ size, seconds }) => Math.round((size * 8) / seconds)),
  );

export async function readTracks(tracks: readonly EncodedTrack[], folder: string): Promise<ReadTrack[]> {
  return Promise.all(
    tracks.map(async (track) => ({
      ...track,
      mp4Layout: readMp4(await readFile(join(folder, track.mp4))),
      webmLayout: track.webm === null ? null : readWebm(await readFile(join(folder, track.webm))),
    })),
  );
}

/** One DASH manifest for all: H.264 and AAC in MP4, VP9 and Opus in WebM, each an adaptation set of its own. */
export function dashManifest(
  tracks: readonly ReadTrack[],
  seconds: number,
  sealed: { keyId: string } | null = null,
): string {
  const codecs = (['h264', 'vp9', 'aac', 'opus'] as const).filter((codec) =>
    tracks.some((track) => track.codec === codec),
  );
  const protection = sealed === null ? '' : contentProtection(sealed.keyId);
  const kinds = codecs.flatMap((codec) =>
    [...new Set(tracks.filter((track) => track.codec === codec).map(({ lang }) => lang))].map((lang) => ({
      codec,
      lang,
    })),
  );
  const sets = kinds.map(({ codec, lang }, index) => {
    const members = tracks.filter((track) => track.codec === codec && track.lang === lang);
    const video = members[0]?.kind === 'video';
    const container = codec === 'vp9' || codec === 'opus' ? 'webm' : 'mp4';
    const kind = video ? 'video' : 'audio';
    const extra = video
      ? `frameRate="${framesPerSecond}" par="16:9" startWithSAP="1"`
      : `lang="${lang ?? 'ko'}" startWithSAP="1"`;
    const representations = members.map((track) => dashRepresentation(track, seconds)).join('\n');
    return `    <AdaptationSet id="${index + 1}" contentType="${kind}" mimeType="${kind}/${container}" segmentAlignment="true" ${extra}>\n${protection}${roleOf(lang)}${representations}\n    </AdaptationSet>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<MPD xmlns="urn:mpeg:dash:schema:mpd:2011"${sealed === null ? '' : ' xmlns:cenc="urn:mpeg:cenc:2013"'} type="static" profiles="urn:mpeg:dash:profile:isoff-on-demand:2011,urn:webm:dash:profile:webm-on-demand:2012" minBufferTime="PT4S" mediaPresentationDuration="PT${seconds}S">
  <Period id="1" start="PT0S" duration="PT${seconds}S">
${sets.join('\n')}
  </Period>
</MPD>
`;
}

const soundNames = { ja: '원어 (일본어)', ko: '한국어 더빙' } as const;

const roleOf = (lang: EncodedTrack['lang']) =>
  lang === undefined
    ? ''
    : `      <Label>${soundNames[lang]}</Label>\n      <Role schemeIdUri="urn:mpeg:dash:role:2011" value="${lang === 'ja' ? 'main' : 'dub'}"/>\n`;

/**
 * Says that the samples are encrypted and with which key: the general element, and one of ClearKey with the common
 * "pssh" box (W3C, cenc initialization data), version 1 with one key id.
 */
function contentProtection(keyId: string): string {
  const uuid = keyId.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const box = `0000003470737368010000001077efecc0b24d02ace33c1e52e2fb4b00000001${keyId}00000000`;
  return `      <ContentProtection schemeIdUri="urn:mpeg:dash:mp4protection:2011" value="cenc" cenc:default_KID="${uuid}"/>
      <ContentProtection schemeIdUri="urn:uuid:1077efec-c0b2-4d02-ace3-3c1e52e2fb4b" cenc:default_KID="${uuid}">
        <cenc:pssh>${Buffer.from(box, 'hex').toString('base64')}</cenc:pssh>
      </ContentProtection>
`;
}

function dashRepresentation(track: ReadTrack, seconds: number): string {
  const layout = track.webmLayout ?? track.mp4Layout;
  const file = track.webm ?? track.mp4;
  const size = track.kind === 'video' ? `width="${track.width}" height="${track.height}"` : 'audioSamplingRate="48000"';
  const channels =
    track.kind === 'video'
      ? ''
      : '\n        <AudioChannelConfiguration schemeIdUri="urn:mpeg:dash:23003:3:audio_channel_configuration:2011" value="2"/>';
  const id = track.kind === 'video' ? `${track.codec}-${track.height}` : track.mp4.replace('.mp4', '');
  return `      <Representation id="${id}" codecs="${codecName(track)}" ${size} bandwidth="${averageBits(layout.bytes, seconds)}">${channels}
        <BaseURL>${file}</BaseURL>
        <SegmentBase indexRange="${layout.index.join('-')}"><Initialization range="${layout.init.join('-')}"/></SegmentBase>
      </Representation>`;
}

/**
 * The playlist of one rendition: byte ranges of its one MP4 file. Pictures and sound never end at the same sample; the
 * last segment is told as long as the film still is, so that all playlists end at one moment and the player sees the end.
 */
export function hlsPlaylist({ mp4, mp4Layout }: ReadTrack, seconds: number): string {
  const { init } = mp4Layout;
  const segments = segmentsWithin(mp4Layout, seconds);
  const longest = Math.ceil(Math.max(...segments.map((segment) => segment.seconds)));
  const texts = segments.map(
    (segment) => `#EXTINF:${segment.seconds.toFixed(6)},\n#EXT-X-BYTERANGE:${segment.size}@${segment.offset}\n${mp4}`,
  );
  return `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-TARGETDURATION:${longest}
#EXT-X-MEDIA-SEQUENCE:0
#EXT-X-PLAYLIST-TYPE:VOD
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-MAP:URI="${mp4}",BYTERANGE="${init[1] + 1}@0"
${texts.join('\n')}
#EXT-X-ENDLIST
`;
}

/** The fragments, the last of them up to the end of the film; a remainder past the end goes with the one before it. */
function segmentsWithin(
  { fragments }: Mp4Layout,
  seconds: number,
): { offset: number; size: number; seconds: number }[] {
  const segments: { offset: number; size: number; seconds: number }[] = [];
  let start = 0;
  for (const fragment of fragments) {
    const last = segments.at(-1);
    if (last !== undefined && start > seconds - 0.1) last.size += fragment.size;
    else segments.push({ ...fragment, seconds: Math.round(fragment.seconds * 1e6) / 1e6 });
    start += fragment.seconds;
  }
  const last = segments.at(-1);
  if (last === undefined) throw new Error('no fragments');
  last.seconds = seconds - segments.slice(0, -1).reduce((sum, segment) => sum + segment.seconds, 0);
  return segments;
}

export const playlistName = (track: EncodedTrack) => track.mp4.replace(/\.mp4$/, '.m3u8');

/** The master playlist: H.264 with AAC first, because players without a preference take the first that they can play. */
export function hlsMaster(tracks: readonly ReadTrack[], seconds: number): string {
  const audio = tracks.filter(({ kind }) => kind === 'audio');
  const groups = audio.map(
    (track) =>
      `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="${track.codec}",NAME="${track.lang === undefined ? '한국어' : soundNames[track.lang]}",LANGUAGE="${track.lang ?? 'ko'}",DEFAULT=${track.lang === 'ja' ? 'NO' : 'YES'},AUTOSELECT=YES,CHANNELS="2",URI="${playlistName(track)}"`,
  );
  const variants = tracks
    .filter(({ kind }) => kind === 'video')
    .map((track) => {
      const partner = audio.find(({ codec }) => codec === (track.codec === 'h264' ? 'aac' : 'opus'));
      if (partner === undefined) throw new Error(`${track.codec} has no sound to go with`);
      const peak = peakBits(track.mp4Layout) + peakBits(partner.mp4Layout);
      const average = averageBits(track.mp4Layout.bytes + partner.mp4Layout.bytes, seconds);
      return `#EXT-X-STREAM-INF:BANDWIDTH=${peak},AVERAGE-BANDWIDTH=${average},RESOLUTION=${track.width}x${track.height},FRAME-RATE=${framesPerSecond.toFixed(3)},CODECS="${codecName(track)},${codecName(partner)}",AUDIO="${partner.codec}"\n${playlistName(track)}`;
    });
  return `#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-INDEPENDENT-SEGMENTS\n${groups.join('\n')}\n${variants.join('\n')}\n`;
}
