import { sustainedBitRate } from './bit-rates.ts';
import { commonPssh } from './pssh.ts';
import { framesPerSecond } from './renditions.ts';
import { codecName, descriptionName, extensionOf, type ReadTrack, soundNames } from './tracks.ts';

/** Two segments: the amount that a player buffers before playback. */
export const minBufferSeconds = 4;

/**
 * One DASH manifest for all renditions, with an adaptation set per codec and language.
 *
 * @param sealed the key of all samples, if they are encrypted
 */
export function dashManifest(
  tracks: readonly ReadTrack[],
  seconds: number,
  sealed: { keyId: string } | null = null,
): string {
  const kindOf = ({ codec, lang, isDescription }: ReadTrack) => `${codec} ${lang} ${isDescription}`;
  const kinds = [...new Set(tracks.map(kindOf))];
  const sets = kinds.map((kind, index) =>
    adaptationSet(
      tracks.filter((track) => kindOf(track) === kind),
      index + 1,
      sealed,
    ),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<MPD xmlns="urn:mpeg:dash:schema:mpd:2011"${sealed === null ? '' : ' xmlns:cenc="urn:mpeg:cenc:2013"'} type="static" profiles="urn:mpeg:dash:profile:isoff-on-demand:2011,urn:webm:dash:profile:webm-on-demand:2012" minBufferTime="PT${minBufferSeconds}S" mediaPresentationDuration="PT${seconds}S">
  <Period id="1" start="PT0S" duration="PT${seconds}S">
${sets.join('\n')}
  </Period>
</MPD>
`;
}

function adaptationSet(members: readonly ReadTrack[], id: number, sealed: { keyId: string } | null): string {
  const [first] = members;
  if (first === undefined) throw new Error('an adaptation set without members');
  const { kind, codec, lang } = first;
  const extra = kind === 'video' ? `frameRate="${framesPerSecond}" par="16:9"` : `lang="${lang ?? 'ko'}"`;
  return `    <AdaptationSet id="${id}" contentType="${kind}" mimeType="${kind}/${extensionOf(codec)}" segmentAlignment="true" startWithSAP="1" subsegmentAlignment="true" subsegmentStartsWithSAP="1" ${extra}>
${sealed === null ? '' : contentProtection(sealed.keyId)}${kind === 'audio' ? labelAndRole(first) : ''}${members.map(representation).join('\n')}
    </AdaptationSet>`;
}

/** Marks the original as `main`, the default. Video has no role: Shaka would treat every audio track as the main one. */
function labelAndRole({ lang, isDescription }: ReadTrack): string {
  if (isDescription)
    return `      <Label>${descriptionName}</Label>
      <Accessibility schemeIdUri="urn:tva:metadata:cs:AudioPurposeCS:2007" value="1"/>
      <Role schemeIdUri="urn:mpeg:dash:role:2011" value="description"/>
`;
  const label = lang === undefined ? '' : `      <Label>${soundNames[lang]}</Label>\n`;
  return `${label}      <Role schemeIdUri="urn:mpeg:dash:role:2011" value="${lang === 'ko' ? 'dub' : 'main'}"/>\n`;
}

/**
 * Describes the encryption and its key: the general element and that of ClearKey. The common system's id belongs into
 * the inner "pssh" box (DASH-IF IOP 4.3, 7.6.2.4); as a scheme it makes dash.js warn.
 */
function contentProtection(keyId: string): string {
  const uuid = keyId.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return `      <ContentProtection schemeIdUri="urn:mpeg:dash:mp4protection:2011" value="cenc" cenc:default_KID="${uuid}"/>
      <ContentProtection schemeIdUri="urn:uuid:e2719d58-a985-b3c9-781a-b030af78d30e" value="ClearKey1.0" cenc:default_KID="${uuid}">
        <cenc:pssh>${commonPssh(keyId).toString('base64')}</cenc:pssh>
      </ContentProtection>
`;
}

function representation(track: ReadTrack): string {
  const { kind, layout, file } = track;
  const size = kind === 'video' ? `width="${track.width}" height="${track.height}"` : 'audioSamplingRate="48000"';
  const channels =
    kind === 'video'
      ? ''
      : '\n        <AudioChannelConfiguration schemeIdUri="urn:mpeg:dash:23003:3:audio_channel_configuration:2011" value="2"/>';
  return `      <Representation id="${file.replace(/\.\w+$/, '')}" codecs="${codecName(track)}" ${size} bandwidth="${sustainedBitRate(layout, minBufferSeconds)}">${channels}
        <BaseURL>${file}</BaseURL>
        <SegmentBase indexRange="${layout.index.join('-')}"><Initialization range="${layout.init.join('-')}"/></SegmentBase>
      </Representation>`;
}
