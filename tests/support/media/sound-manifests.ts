/* Manifests of a clip as our packager writes them, with one file per rendition. */

interface WrittenSound {
  file: string;
  lang: string;
  role: string;
  label: string;
}

const setOf = (
  { file, lang, role, label }: WrittenSound,
  id: number,
  protection = '',
) => `    <AdaptationSet id="${id}" contentType="audio" lang="${lang}" subsegmentAlignment="true">${protection}
      <Role schemeIdUri="urn:mpeg:dash:role:2011" value="${role}"/>
      <Label>${label}</Label>
      <Representation id="${id}" bandwidth="128000" codecs="mp4a.40.2" mimeType="audio/mp4" audioSamplingRate="48000">
        <BaseURL>${file}.mp4</BaseURL>
        <SegmentBase indexRange="833-912" timescale="48000">
          <Initialization range="0-832"/>
        </SegmentBase>
      </Representation>
    </AdaptationSet>
`;

export const dashOf = (
  sounds: readonly WrittenSound[],
  duration = 'PT23M20S',
  protection = '',
): string => `<?xml version="1.0" encoding="UTF-8"?>
<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" xmlns:cenc="urn:mpeg:cenc:2013" type="static" mediaPresentationDuration="${duration}">
  <Period id="0">
    <AdaptationSet id="0" contentType="video" width="320" height="180">
      <Representation id="0" bandwidth="252008" codecs="avc1.64000c" mimeType="video/mp4" width="320" height="180">
        <BaseURL>v180-h264.mp4</BaseURL>
        <SegmentBase indexRange="878-945" timescale="12288">
          <Initialization range="0-877"/>
        </SegmentBase>
      </Representation>
    </AdaptationSet>
${sounds.map((one, index) => setOf(one, index + 1, protection)).join('')}  </Period>
</MPD>
`;

/** @param bits a second of each sound. */
export const playlistOf = (file: string, bits: number): string => `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-TARGETDURATION:2
#EXT-X-MAP:URI="${file}.mp4",BYTERANGE="833@0"
#EXTINF:2.000000,
#EXT-X-BYTERANGE:${bits / 4}@913
${file}.mp4
#EXTINF:2.000000,
#EXT-X-BYTERANGE:${bits / 4}@${913 + bits / 4}
${file}.mp4
#EXT-X-ENDLIST
`;

export const masterOf = (sounds: readonly WrittenSound[]): string => `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-INDEPENDENT-SEGMENTS
${sounds
  .map(
    ({ file, lang, label }, index) =>
      `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="${label}",LANGUAGE="${lang}",DEFAULT=${index === 0 ? 'YES' : 'NO'},AUTOSELECT=${index === 0 ? 'YES' : 'NO'},CHANNELS="2",URI="${file}.m3u8"`,
  )
  .join('\n')}
#EXT-X-STREAM-INF:BANDWIDTH=400000,AVERAGE-BANDWIDTH=380000,RESOLUTION=320x180,CODECS="avc1.64000c,mp4a.40.2",AUDIO="sound",CLOSED-CAPTIONS=NONE
v180-h264.m3u8
`;
