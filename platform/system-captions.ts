import type { CaptionSettings, SystemCaptions, SystemRefusals } from './platform.ts';

/** Captions of a system that tells nothing about them. */
export const UNKNOWN_CAPTIONS: CaptionSettings = { isOn: null, size: null, color: null, ground: null };

export const unknownCaptions: SystemCaptions = { get: () => UNKNOWN_CAPTIONS, subscribe: () => () => undefined };

const NONE: readonly [] = [];

export const noRefusals: SystemRefusals = { list: () => NONE, subscribe: () => () => undefined };
