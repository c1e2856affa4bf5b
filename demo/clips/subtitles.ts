import type { Cue } from './film.ts';

const stamp = (seconds: number) => {
  const whole = Math.floor(seconds);
  const part = (value: number) => String(value).padStart(2, '0');
  return `${part(Math.floor(whole / 3600))}:${part(Math.floor(whole / 60) % 60)}:${part(whole % 60)}.${String(Math.round((seconds - whole) * 1000)).padStart(3, '0')}`;
};

/** WebVTT. */
export const subtitles = (cues: readonly Cue[], lang: 'ko' | 'en') =>
  `WEBVTT\n\n${cues.map((cue, index) => `${index + 1}\n${stamp(cue.start)} --> ${stamp(cue.end)}\n${cue[lang]}\n`).join('\n')}`;
