import type { Score } from '../sound.ts';

/** A broad march of the skies with wind, a storm in the middle. F major, 4/4, 108 beats a minute. */
export const cloudMailScore: Score = (band) => {
  const beat = 60 / 108;
  const bar = beat * 4;
  const bright: readonly (readonly number[])[] = [
    [53, 60, 65, 69],
    [48, 60, 64, 67],
    [50, 57, 62, 65],
    [46, 58, 62, 65],
  ];
  const dark: readonly (readonly number[])[] = [
    [50, 57, 62, 65],
    [46, 53, 58, 62],
    [43, 55, 58, 62],
    [45, 52, 57, 61],
  ];
  const tune: readonly (readonly [at: number, pitch: number, length: number])[] = [
    [0, 72, 1.5],
    [1.5, 74, 0.5],
    [2, 77, 2],
    [4, 76, 1],
    [5, 72, 1],
    [6, 79, 2],
    [8, 77, 1.5],
    [9.5, 76, 0.5],
    [10, 74, 1],
    [11, 69, 1],
    [12, 70, 1],
    [13, 74, 1],
    [14, 77, 2],
    [16, 81, 1.5],
    [17.5, 79, 0.5],
    [18, 77, 2],
    [20, 79, 1],
    [21, 76, 1],
    [22, 72, 2],
    [24, 74, 1],
    [25, 77, 1],
    [26, 81, 1],
    [27, 79, 1],
    [28, 77, 3],
  ];
  const stormy = (t: number) => t > 52 && t < 65;
  band.noise({
    at: 0,
    length: 90,
    level: 0.9,
    cutoff: (_, t) => (stormy(t) ? 1400 : 600) + 260 * Math.sin(t * 0.6),
    shape: (_, t) => (stormy(t) ? 0.9 : 0.42) + 0.16 * Math.sin(t * 0.43),
  });
  band.noise({ at: 52.5, length: 13, level: 0.55, cutoff: () => 6000, shape: (share) => Math.sin(share * Math.PI) });
  [55.3, 58.2, 60.5].forEach((at, index) => {
    band.noise({
      at,
      length: 3.4,
      level: 5,
      cutoff: (share) => 420 * (1 - share) + 60,
      shape: (share) => (1 - share) ** 2 * (0.7 + 0.3 * Math.sin(share * 60)),
      pan: [-0.5, 0.6, 0][index] ?? 0,
    });
    band.thump(at, 0.5, 28);
  });
  for (let index = 0; index * bar < 87; index += 1) {
    const at = index * bar;
    const chord = (stormy(at + 1) ? dark : bright)[index % 4] as readonly number[];
    chord
      .slice(1)
      .forEach((pitch, voice) => band.pad({ at, length: bar, pitch, level: 0.066, pan: (voice - 1) * 0.65 }));
    if (at < 8 || at > 80) continue;
    const quiet = at > 65;
    if (!quiet) {
      [0, 1.5, 2, 3].forEach((step) =>
        band.bass({
          at: at + step * beat,
          length: beat * 0.8,
          pitch: (chord[0] as number) - (stormy(at) ? 12 : 0),
          level: 0.17,
        }),
      );
      [0, 2].forEach((step) => band.thump(at + step * beat, 0.22, 36));
      [1, 3].forEach((step) =>
        band.noise({
          at: at + step * beat,
          length: 0.12,
          level: 0.4,
          cutoff: () => 5200,
          shape: (share) => (1 - share) ** 3,
        }),
      );
    }
    [0, 1, 2, 3, 1, 2, 3, 2].forEach((voice, step) => {
      if (!quiet || step % 2 === 0)
        band.pluck({
          at: at + (step * beat) / 2,
          length: 0.22,
          pitch: (chord[voice] as number) + 12,
          level: 0.075,
          pan: step % 2 === 0 ? -0.4 : 0.4,
        });
    });
  }
  [9, 27, 66].forEach((start, round) => {
    for (const [at, pitch, length] of tune) {
      const when = start + at * beat * (round === 2 ? 1.25 : 1);
      if (when > 86 || (round === 1 && when > 51)) continue;
      if (round === 2) band.bell({ at: when, length: length * beat, pitch: pitch + 12, level: 0.05, pan: 0.2 });
      else band.flute({ at: when, length: length * beat * 0.94, pitch, level: round === 0 ? 0.075 : 0.085, pan: -0.1 });
    }
  });
};
