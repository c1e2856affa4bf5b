import { createRandom, type Random } from '../art/random.ts';

/** A small synthesiser. Stereo sound is two arrays of samples between -1 and 1. */
const sampleRate = 48_000;

interface Track {
  left: Float32Array;
  right: Float32Array;
}

/** Plays a film's music into the track. */
export type Score = (band: Band) => void;

interface Note {
  /** Seconds. */
  at: number;
  /** Seconds. */
  length: number;
  /** MIDI note number: 60 is middle C. */
  pitch: number;
  level: number;
  /** -1 is left, 1 is right. */
  pan?: number;
}

interface Noise {
  at: number;
  length: number;
  level: number;
  /** Cut-off of the low-pass filter in Hz; `share` goes from 0 to 1. */
  cutoff(share: number, seconds: number): number;
  /** Loudness from 0 to 1. */
  shape(share: number, seconds: number): number;
  pan?: number;
}

interface Band {
  pad(note: Note): void;
  pluck(note: Note): void;
  bell(note: Note): void;
  bass(note: Note): void;
  flute(note: Note): void;
  noise(noise: Noise): void;
  /** A wordless voice: a murmur of syllables. */
  voice(note: Note): void;
  thump(at: number, level: number, pitch?: number, pan?: number): void;
}

const frequencyOf = (pitch: number) => 440 * 2 ** ((pitch - 69) / 12);

function createTrack(seconds: number): Track {
  const length = Math.ceil(seconds * sampleRate);
  return { left: new Float32Array(length), right: new Float32Array(length) };
}

function createBand(dry: Track, wet: Track, seed: string): Band {
  const random = createRandom(seed);
  const sound = (note: Note, room: number, tail: number, wave: (t: number, frequency: number) => number) => {
    const start = Math.round(note.at * sampleRate);
    const count = Math.round((note.length + tail) * sampleRate);
    const frequency = frequencyOf(note.pitch);
    const [l, r] = gains(note.pan ?? 0);
    for (let index = 0; index < count; index += 1) {
      const position = start + index;
      if (position < 0 || position >= dry.left.length) continue;
      const value = wave(index / sampleRate, frequency) * note.level;
      add(dry, position, value * l, value * r);
      add(wet, position, value * l * room, value * r * room);
    }
  };
  return {
    pad: (note) => {
      const detune = [0.9965, 1, 1.0042].map((factor) => ({ factor, phase: random.between(0, 6.28) }));
      sound(note, 0.5, 1.6, (t, f) => {
        const shape = Math.min(1, t / 1.4) * Math.min(1, Math.max(0, (note.length + 1.6 - t) / 1.6));
        const warm = detune.reduce((sum, { factor, phase }) => {
          const turn = 2 * Math.PI * f * factor * t + phase;
          return sum + Math.sin(turn) + 0.32 * Math.sin(turn * 2) + 0.12 * Math.sin(turn * 3);
        }, 0);
        return (warm / 4) * shape * (0.9 + 0.1 * Math.sin(t * 4.1));
      });
    },
    pluck: (note) =>
      sound(note, 0.55, 1.8, (t, f) => {
        const decay = Math.exp(-t * (1.6 + f / 700));
        const turn = 2 * Math.PI * f * t;
        return (
          Math.min(1, t * 400) *
          decay *
          (Math.sin(turn) + 0.5 * Math.sin(2 * turn) * Math.exp(-t * 4) + 0.25 * Math.sin(3 * turn) * Math.exp(-t * 7))
        );
      }),
    bell: (note) =>
      sound(note, 0.8, 3, (t, f) => {
        const turn = 2 * Math.PI * f * t;
        return (
          Math.min(1, t * 600) *
          (Math.sin(turn) * Math.exp(-t * 1.3) +
            0.4 * Math.sin(turn * 2.76) * Math.exp(-t * 2.6) +
            0.22 * Math.sin(turn * 5.4) * Math.exp(-t * 5))
        );
      }),
    bass: (note) =>
      sound(note, 0.08, 0.3, (t, f) => {
        const shape =
          Math.min(1, t * 40) * Math.min(1, Math.max(0, (note.length + 0.3 - t) / 0.3)) * Math.exp(-t * 0.5);
        const turn = 2 * Math.PI * f * t;
        return shape * (Math.sin(turn) + 0.28 * Math.sin(turn * 2) + 0.08 * Math.sin(turn * 3));
      }),
    flute: (note) =>
      sound(note, 0.6, 0.35, (t, f) => {
        const shape = Math.min(1, t / 0.09) * Math.min(1, Math.max(0, (note.length + 0.35 - t) / 0.35));
        const vibrato = Math.sin(2 * Math.PI * 5.1 * t) * 0.18 * Math.min(1, t / 0.5);
        const turn = 2 * Math.PI * f * t + vibrato;
        return shape * (Math.sin(turn) + 0.22 * Math.sin(turn * 2) + 0.05 * Math.sin(turn * 3));
      }),
    voice: (note) => {
      for (let at = 0; at < note.length - 0.12;) {
        const length = random.between(0.12, 0.24);
        const pitch = note.pitch + random.between(-2.5, 2.5) - (at / note.length) * 2;
        const [open, dark] = [random.between(420, 820), random.between(1000, 2100)];
        sound({ ...note, at: note.at + at, length, pitch }, 0.14, 0.04, (t, f) => {
          const shape = Math.min(1, t / 0.03) * Math.min(1, Math.max(0, (length + 0.04 - t) / 0.06));
          let value = 0;
          for (let part = 1; part * f < 3200; part += 1) {
            const near =
              Math.exp(-(((part * f - open) / 160) ** 2)) + 0.5 * Math.exp(-(((part * f - dark) / 240) ** 2));
            value += (near + 0.05 / part) * Math.sin(2 * Math.PI * part * f * t);
          }
          return value * shape * 0.5;
        });
        at += length + random.between(0.02, 0.09);
      }
    },
    noise: (noise) => addNoise(dry, wet, noise, random),
    thump: (at, level, pitch = 33, pan = 0) =>
      sound(
        { at, length: 0.2, pitch, level, pan },
        0.12,
        0.2,
        (t, f) => Math.sin(2 * Math.PI * f * (t + 0.03 * Math.exp(-t * 30))) * Math.exp(-t * 16) * Math.min(1, t * 300),
      ),
  };
}

const gains = (pan: number): [number, number] => [
  Math.cos(((pan + 1) * Math.PI) / 4),
  Math.sin(((pan + 1) * Math.PI) / 4),
];

function add(track: Track, position: number, l: number, r: number): void {
  track.left[position] = (track.left[position] ?? 0) + l;
  track.right[position] = (track.right[position] ?? 0) + r;
}

/** Wind, waves or rails: noise through two low-pass filters that differ slightly per side. */
function addNoise(dry: Track, wet: Track, noise: Noise, random: Random): void {
  const start = Math.round(noise.at * sampleRate);
  const count = Math.round(noise.length * sampleRate);
  const [gl, gr] = gains(noise.pan ?? 0);
  const state = { l1: 0, l2: 0, r1: 0, r2: 0 };
  let factor = 0;
  let loudness = 0;
  for (let index = 0; index < count; index += 1) {
    if (index % 64 === 0) {
      const [share, seconds] = [index / count, index / sampleRate];
      factor = 1 - Math.exp((-2 * Math.PI * noise.cutoff(share, seconds)) / sampleRate);
      loudness = noise.level * noise.shape(share, seconds);
    }
    const shared = random.next() * 2 - 1;
    state.l1 += factor * (shared * 0.5 + (random.next() * 2 - 1) * 0.5 - state.l1);
    state.r1 += factor * (shared * 0.5 + (random.next() * 2 - 1) * 0.5 - state.r1);
    state.l2 += factor * (state.l1 - state.l2);
    state.r2 += factor * (state.r1 - state.r2);
    const position = start + index;
    if (position < 0 || position >= dry.left.length) continue;
    add(dry, position, state.l2 * loudness * gl, state.r2 * loudness * gr);
    add(wet, position, state.l2 * loudness * gl * 0.1, state.r2 * loudness * gr * 0.1);
  }
}

/** Reverb: four comb filters per side (Schroeder), then two all-pass filters. Changes the track in place. */
function reverberate(track: Track): void {
  const run = (samples: Float32Array, delays: readonly number[]) => {
    const out = new Float32Array(samples.length);
    for (const delay of delays) {
      const ring = new Float32Array(delay);
      let low = 0;
      for (let index = 0; index < samples.length; index += 1) {
        const old = ring[index % delay] ?? 0;
        low += 0.42 * (old - low);
        ring[index % delay] = (samples[index] ?? 0) + low * 0.86;
        out[index] = (out[index] ?? 0) + old * 0.25;
      }
    }
    for (const delay of [557, 1277]) {
      const ring = new Float32Array(delay);
      for (let index = 0; index < out.length; index += 1) {
        const old = ring[index % delay] ?? 0;
        const value = (out[index] ?? 0) + old * 0.5;
        ring[index % delay] = value;
        out[index] = old - value * 0.5;
      }
    }
    return out;
  };
  track.left.set(run(track.left, [3557, 3877, 4271, 4621]));
  track.right.set(run(track.right, [3613, 3931, 4337, 4691]));
}

/** Renders a score, with fades at both ends. */
export function perform(score: Score, seconds: number, seed: string): Track {
  const [dry, wet] = [createTrack(seconds), createTrack(seconds)];
  score(createBand(dry, wet, seed));
  reverberate(wet);
  for (let index = 0; index < dry.left.length; index += 1) {
    const t = index / sampleRate;
    const fade = Math.min(1, t / 0.6, Math.max(0, (seconds - t) / 1.6));
    dry.left[index] = ((dry.left[index] ?? 0) + (wet.left[index] ?? 0)) * fade;
    dry.right[index] = ((dry.right[index] ?? 0) + (wet.right[index] ?? 0)) * fade;
  }
  return dry;
}

/** Samples as a 16-bit stereo WAV file, at `gain`. */
export function toWav(track: Track, gain: number): Buffer {
  const count = track.left.length;
  const wav = Buffer.alloc(44 + count * 4);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(36 + count * 4, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(2, 22);
  wav.writeUInt32LE(sampleRate, 24);
  wav.writeUInt32LE(sampleRate * 4, 28);
  wav.writeUInt16LE(4, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(count * 4, 40);
  const sample = (value: number) => Math.round(Math.tanh(value * gain) * 32_000);
  for (let index = 0; index < count; index += 1) {
    wav.writeInt16LE(sample(track.left[index] ?? 0), 44 + index * 4);
    wav.writeInt16LE(sample(track.right[index] ?? 0), 46 + index * 4);
  }
  return wav;
}
