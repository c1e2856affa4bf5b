import { buffer } from 'node:stream/consumers';
import { tracksOfFile, type PictureTrack } from '../pictures/file-tracks.ts';
import { cuesOf } from '../pictures/picture-cues.ts';
import { drawPictures } from '../pictures/write-pictures.ts';
import type { ApartPictures } from './pictures-apart.ts';

/*
 * Reads one file of picture subtitles in a process of its own: a crafted file can take only this process's time and memory,
 * not the server's.
 *
 *     pictures-program.ts FORMAT LANGUAGE SECONDS WIDTH HEIGHT INDEX_BYTES [TRACK]
 *
 * The standard input has the file, behind its index where there is one. Writes a line of JSON, and then the sheets of TRACK
 * where that is given.
 */

const [format, lang = 'und', ...numbers] = process.argv.slice(2);
const [seconds = 0, width = 0, height = 0, indexBytes = 0, drawn] = numbers.map(Number);
const input = await buffer(process.stdin);
const tracks = tracksOfFile({
  format: format as 'sup' | 'vobsub',
  bytes: input.subarray(indexBytes),
  index: input.subarray(0, indexBytes),
  lang,
});

/** Counts and times of a track, by which an operator sees whether it belongs to the video. */
function factsOf({ lang: own, states }: PictureTrack): ApartPictures['tracks'][number] {
  const facts = { lang: own, cues: 0, forced: 0, beyond: 0, firstSeconds: Infinity, lastSeconds: 0, lost: 0 };
  for (const { startSeconds, endSeconds, picture } of cuesOf(states(() => (facts.lost += 1)))) {
    // A delay may put pictures before the film, where nobody sees them.
    if (endSeconds <= 0) continue;
    facts.cues += 1;
    if (picture.isForced) facts.forced += 1;
    if (startSeconds >= seconds) facts.beyond += 1;
    facts.firstSeconds = Math.min(facts.firstSeconds, Math.max(0, startSeconds));
    facts.lastSeconds = Math.max(facts.lastSeconds, endSeconds);
  }
  return { ...facts, firstSeconds: facts.cues === 0 ? 0 : facts.firstSeconds };
}

const chosen = drawn === undefined ? undefined : tracks[drawn];
const pictures =
  chosen &&
  (await drawPictures({
    cues: () => cuesOf(chosen.states(() => undefined)),
    film: { width, height, aspect: width / height },
    seconds,
  }));
const answer: ApartPictures = {
  tracks: tracks.map(factsOf),
  drawn: pictures ? { ...pictures, sheets: pictures.sheets.map(({ length }) => length) } : null,
};
process.stdout.write(`${JSON.stringify(answer)}\n`);
for (const sheet of pictures?.sheets ?? []) process.stdout.write(sheet);
