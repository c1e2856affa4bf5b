import type { Score } from '../sound.ts';

/** Waves, gulls and a bright tune for plucked strings and flute. D major, 4/4, 96 beats a minute. */
export const harborDawnScore: Score = (band) => {
  const beat = 60 / 96;
  const bar = beat * 4;
  const chords: readonly (readonly number[])[] = [
    [50, 57, 62, 66],
    [47, 54, 59, 66],
    [43, 55, 59, 62],
    [45, 57, 61, 64],
  ];
  const tune: readonly (readonly [at: number, pitch: number, length: number])[] = [
    [0, 74, 1],
    [1, 78, 1],
    [2, 81, 1.5],
    [3.5, 79, 0.5],
    [4, 78, 2],
    [6, 74, 1],
    [7, 76, 1],
    [8, 79, 1.5],
    [9.5, 78, 0.5],
    [10, 76, 1],
    [11, 74, 1],
    [12, 73, 2],
    [14, 76, 2],
    [16, 78, 1],
    [17, 81, 1],
    [18, 83, 1.5],
    [19.5, 81, 0.5],
    [20, 78, 2],
    [22, 74, 2],
    [24, 71, 1],
    [25, 74, 1],
    [26, 79, 1],
    [27, 78, 1],
    [28, 76, 3],
  ];
  for (let at = 0, index = 0; at < 75; at += 5.2, index += 1) {
    band.noise({
      at,
      length: 6.4,
      level: 1.5,
      cutoff: (share) => 500 + 1500 * Math.sin(share * Math.PI),
      shape: (share) => Math.sin(share * Math.PI) ** 2 * (at > 33 && at < 50 ? 1 : 0.65),
      pan: index % 2 === 0 ? -0.4 : 0.4,
    });
  }
  [20.5, 24.1, 31, 36, 41.4, 46.2, 56].forEach((at, index) => {
    [0, 0.28, 0.5].forEach((later, call) =>
      band.flute({
        at: at + later,
        length: 0.12,
        pitch: 91 - call * 2,
        level: 0.025,
        pan: index % 2 === 0 ? 0.7 : -0.7,
      }),
    );
  });
  for (let index = 0; index * bar < 72; index += 1) {
    const chord = chords[index % 4] as readonly number[];
    const at = index * bar;
    chord.slice(1).forEach((pitch, voice) => band.pad({ at, length: bar, pitch, level: 0.06, pan: (voice - 1) * 0.6 }));
    if (at < 7.4 || at > 68) continue;
    const busy = at > 18 && at < 62;
    [0, 2].forEach((step) =>
      band.bass({ at: at + step * beat, length: beat * 1.4, pitch: chord[0] as number, level: 0.2 }),
    );
    [0, 1, 2, 3, 2, 1, 2, 3].forEach((voice, step) => {
      if (busy || step % 2 === 0)
        band.pluck({
          at: at + (step * beat) / 2,
          length: 0.25,
          pitch: (chord[voice] as number) + 12,
          level: 0.085,
          pan: step % 2 === 0 ? -0.3 : 0.3,
        });
    });
    if (busy)
      [1, 3].forEach((step) =>
        band.noise({
          at: at + step * beat,
          length: 0.09,
          level: 0.35,
          cutoff: () => 7000,
          shape: (share) => (1 - share) ** 3,
        }),
      );
  }
  [7.5, 27.5, 47.5].forEach((start, round) => {
    for (const [at, pitch, length] of tune) {
      const when = start + at * beat;
      if (when > 66) continue;
      if (round === 1) band.flute({ at: when, length: length * beat * 0.92, pitch, level: 0.075, pan: 0.15 });
      else band.bell({ at: when, length: length * beat, pitch, level: 0.07, pan: -0.15 });
    }
  });
  [74, 78, 81, 86].forEach((pitch, index) => band.bell({ at: 68 + index * beat, length: 2, pitch, level: 0.075 }));
};
