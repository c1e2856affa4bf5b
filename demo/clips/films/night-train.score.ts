import type { Score } from '../sound.ts';

/** A slow waltz for plucked strings over the beat of the rails. A minor, 3/4, 84 beats a minute. */
export const nightTrainScore: Score = (band) => {
  const beat = 60 / 84;
  const bar = beat * 3;
  const chords: readonly (readonly number[])[] = [
    [57, 60, 64, 71],
    [53, 57, 60, 64],
    [48, 55, 60, 64],
    [55, 59, 62, 69],
    [50, 57, 60, 65],
    [57, 60, 64, 67],
    [52, 56, 59, 64],
    [52, 56, 62, 64],
  ];
  const tune: readonly (readonly [at: number, pitch: number, length: number])[] = [
    [0, 76, 2],
    [2, 74, 1],
    [3, 72, 2],
    [5, 74, 1],
    [6, 76, 1.5],
    [7.5, 79, 0.5],
    [8, 76, 1],
    [9, 74, 3],
    [12, 72, 2],
    [14, 74, 1],
    [15, 76, 2],
    [17, 72, 1],
    [18, 71, 1.5],
    [19.5, 72, 0.5],
    [20, 71, 1],
    [21, 68, 2.6],
  ];
  band.noise({
    at: 0,
    length: 60,
    level: 1.1,
    cutoff: (_, t) => 420 + 220 * Math.sin(t * 0.5),
    shape: (_, t) => 0.5 + 0.3 * Math.sin(t * 0.37),
  });
  for (let t = 5; t < 52; t += 0.62) {
    const near = t > 15.5 && t < 43 ? 1 : 0.45;
    band.thump(t, 0.22 * near, 36, -0.3);
    band.thump(t + 0.13, 0.16 * near, 40, 0.3);
  }
  for (let index = 0; index * bar < 57; index += 1) {
    const chord = chords[index % chords.length] as readonly number[];
    const at = index * bar;
    chord
      .slice(0, 3)
      .forEach((pitch, voice) => band.pad({ at, length: bar, pitch, level: 0.075, pan: (voice - 1) * 0.6 }));
    if (at >= 4) {
      band.bass({ at, length: beat * 1.6, pitch: (chord[0] as number) - 12, level: 0.2 });
      [1, 2, 3, 2, 3, 1].forEach((voice, step) =>
        band.pluck({
          at: at + (step * beat) / 2,
          length: 0.3,
          pitch: (chord[voice] as number) + 12,
          level: 0.09,
          pan: step % 2 === 0 ? -0.35 : 0.35,
        }),
      );
    }
  }
  for (const round of [0, 1]) {
    for (const [at, pitch, length] of tune) {
      const start = 6 + (round * 24 + at) * beat;
      if (start > 55) continue;
      if (round === 0) band.bell({ at: start, length: length * beat, pitch, level: 0.085, pan: 0.2 });
      else band.flute({ at: start, length: length * beat, pitch: pitch - 12, level: 0.1, pan: -0.15 });
    }
  }
  [81, 76, 72, 69].forEach((pitch, index) => band.bell({ at: 54 + index * 0.9, length: 2, pitch, level: 0.09 }));
};
