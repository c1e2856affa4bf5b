import type { Score } from '../sound.ts';
import { cloudMailCues } from './cloud-mail.cues.ts';
import { cloudMailScore } from './cloud-mail.score.ts';

/** The same music with two voices that speak the lines in turn. */
export const cloudMailDub: Score = (band) => {
  cloudMailScore(band);
  cloudMailCues.forEach(({ start, end }, index) => {
    const isFirst = index % 2 === 0;
    band.voice({
      at: start + 0.1,
      length: end - start - 0.2,
      pitch: isFirst ? 57 : 46,
      level: 0.5,
      pan: isFirst ? -0.25 : 0.25,
    });
  });
};
