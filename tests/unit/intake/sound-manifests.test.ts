import { describe, expect, test } from 'vitest';
import { readDashManifest } from '#server/intake/package/dash-manifest.ts';
import { readMediaPlaylist } from '#server/intake/package/media-playlist.ts';
import { masterWithSounds, soundsOfManifest, withSounds } from '#server/intake/sounds/sound-manifests.ts';
import { dashOf, masterOf, playlistOf } from '#tests/support/media/sound-manifests.ts';

const JAPANESE = { file: 'sound-ja', lang: 'ja', role: 'main', label: '원어 (일본어)' };
const KOREAN = { file: 'sound-ko-dub', lang: 'ko', role: 'dub', label: '한국어 더빙' };
const sounds = (text: string) =>
  soundsOfManifest(text)?.map(({ name, lang, role, element }) => [
    name,
    lang,
    role,
    /<Label>(.*)<\/Label>/.exec(element)?.[1],
  ]);

describe('a manifest of DASH', () => {
  const text = dashOf([JAPANESE, KOREAN]);
  const [japanese, korean] = soundsOfManifest(text)!;

  test('names its sounds', () => {
    expect(sounds(text)).toEqual([
      ['sound-ja', 'ja', 'main', '원어 (일본어)'],
      ['sound-ko-dub', 'ko', 'dub', '한국어 더빙'],
    ]);
  });

  test('gets other names, another order and fewer sounds, and keeps its pictures', () => {
    const changed = withSounds(text, [
      { ...korean!, label: '우리말 & "더빙" <새>' },
      { ...japanese!, lang: 'en', role: 'description', label: 'Description' },
    ]);
    expect(sounds(changed)).toEqual([
      ['sound-ko-dub', 'ko', 'dub', '우리말 &amp; &quot;더빙&quot; &lt;새&gt;'],
      ['sound-ja', 'en', 'description', 'Description'],
    ]);
    expect(changed).toContain('<Accessibility schemeIdUri="urn:tva:metadata:cs:AudioPurposeCS:2007" value="1"/>');
    expect(readDashManifest(changed)).toMatchObject({
      seconds: 1400,
      renditions: [{ file: 'v180-h264.mp4' }, { file: 'sound-ko-dub.mp4' }, { file: 'sound-ja.mp4' }],
    });
    expect(sounds(withSounds(changed, [{ ...soundsOfManifest(changed)![0]!, label: '더빙' }]))).toEqual([
      ['sound-ko-dub', 'ko', 'dub', '더빙'],
    ]);
    // A sound that became something else has nothing of a description left.
    const again = withSounds(changed, [{ ...soundsOfManifest(changed)![1]!, role: 'main', label: 'Main' }]);
    expect(again).not.toContain('Accessibility');
  });

  test('takes a sound of another manifest, with its protection and an id of its own', () => {
    const protection =
      '\n      <ContentProtection value="cenc" cenc:default_KID="00000000-0000-0000-0000-000000000001"/>';
    const [added] = soundsOfManifest(dashOf([KOREAN], 'PT23M20S', protection))!;
    const changed = withSounds(dashOf([JAPANESE]), [
      { ...japanese!, label: 'x' },
      { ...added!, label: 'y' },
    ]);
    expect(changed).toContain('cenc:default_KID');
    const ids = [...changed.matchAll(/<(AdaptationSet|Representation)\b[^>]*? id="(\d+)"/g)].map(
      ([, tag, id]) => `${tag} ${id}`,
    );
    expect(ids).toHaveLength(6);
    expect(new Set(ids).size).toBe(6);
  });

  test('says no language that nobody knows', () => {
    const changed = withSounds(text, [{ ...japanese!, lang: 'und', label: '음성' }]);
    expect(changed).not.toContain('lang=');
    expect(soundsOfManifest(changed)?.[0]?.lang).toBe('und');
  });

  test('of another packager has no sounds that can be changed', () => {
    expect(
      soundsOfManifest(
        '<MPD><Period><AdaptationSet contentType="audio"><Representation/></AdaptationSet></Period></MPD>',
      ),
    ).toBeUndefined();
    expect(soundsOfManifest('no manifest')).toBeUndefined();
  });
});

test('a master playlist names the sounds, and allows for the heaviest of them', () => {
  const playlist = (file: string, bits: number) => readMediaPlaylist(playlistOf(file, bits))!;
  const before = [playlist('sound-ja', 128_000)];
  const named = (file: string, lang: string, label: string, bits: number) => ({
    name: file,
    lang,
    role: 'main' as const,
    label,
    playlist: playlist(file, bits),
  });
  const text = masterWithSounds(
    masterOf([JAPANESE]),
    [named('sound-ko-dub', 'ko', '더빙', 160_000), named('sound-ja', 'ja', '원어', 128_000)],
    before,
  );
  const media = text.split('\n').filter((line) => line.startsWith('#EXT-X-MEDIA'));
  expect(media.map((line) => [/NAME="([^"]*)"/.exec(line)?.[1], /DEFAULT=(\w+)/.exec(line)?.[1]])).toEqual([
    ['더빙', 'YES'],
    ['원어', 'NO'],
  ]);
  expect(text).toContain('#EXT-X-STREAM-INF:BANDWIDTH=432000,AVERAGE-BANDWIDTH=412000,');
  expect(text).toContain('\nv180-h264.m3u8\n');
});

test('a master playlist tells the peak and the average of the heaviest sound apart', () => {
  // Two seconds of 160 kbit/s, then two of 80.
  const uneven = playlistOf('sound-ja', 160_000).replace(
    /#EXT-X-BYTERANGE:40000@40913/,
    '#EXT-X-BYTERANGE:20000@40913',
  );
  const sound = { name: 'sound-ja', lang: 'ja', role: 'main' as const, label: '원어' };
  const text = masterWithSounds(
    masterOf([JAPANESE]),
    [{ ...sound, playlist: readMediaPlaylist(uneven)! }],
    [readMediaPlaylist(playlistOf('sound-ja', 80_000))!],
  );
  expect(text).toContain('#EXT-X-STREAM-INF:BANDWIDTH=480000,AVERAGE-BANDWIDTH=420000,');
});
