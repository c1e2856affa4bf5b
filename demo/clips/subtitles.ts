import type { Cue } from './film.ts';

const stamp = (seconds: number) => {
  const whole = Math.floor(seconds);
  const part = (value: number) => String(value).padStart(2, '0');
  return `${part(Math.floor(whole / 3600))}:${part(Math.floor(whole / 60) % 60)}:${part(whole % 60)}.${String(Math.round((seconds - whole) * 1000)).padStart(3, '0')}`;
};

type Spoken<L extends string> = Pick<Cue, 'start' | 'end'> & Readonly<Record<L, string>>;

/** WebVTT. */
export const subtitles = <L extends 'ko' | 'en'>(cues: readonly Spoken<L>[], lang: L) =>
  `WEBVTT\n\n${cues.map((cue, index) => `${index + 1}\n${stamp(cue.start)} --> ${stamp(cue.end)}\n${cue[lang]}\n`).join('\n')}`;

/** Captions for the deaf: the Korean cues, with the sounds between them in brackets. */
export const captions = (cues: readonly Spoken<'ko'>[], sounds: readonly Spoken<'ko'>[]) =>
  subtitles(
    [...cues, ...sounds.map((sound) => ({ ...sound, ko: `[${sound.ko}]` }))].sort(
      (one, other) => one.start - other.start,
    ),
    'ko',
  );
