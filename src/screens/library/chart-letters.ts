import { letterScales } from '#src/lib/letters.ts';
import { useSettings } from '#src/stores/stores-context.ts';

/** 24 pixels on a panel of 1920, in units of a chart's SVG. */
const SIZE = 14.5;
/** Bars and letters share the room of a chart, so that letters stop here. */
const MOST = 1.6;

/** Width of a chart in units of its SVG: with large letters, it is lower, and as wide (charts.module.css). */
const WIDTH = 420;
const WIDTH_OF_LOW = 455;

/** The scale of the letters in charts, their size, and the width of a chart, in units of the SVG. */
export function useChartLetters(): { readonly scale: number; readonly size: number; readonly width: number } {
  const scale = useSettings(({ settings }) => Math.min(letterScales[settings.letters], MOST));
  return { scale, size: SIZE * scale, width: scale === 1 ? WIDTH : WIDTH_OF_LOW };
}
