import { renditionOutput, scaleTo, sourceFilters } from '../encode/picture-arguments.ts';
import type { Plan, Rendition } from '../plan/plan.ts';
import type { SourcePicture } from '../probe/source.ts';
import { frameRangesOf } from './drawn-segments.ts';

/** Within the folder where the tools run. */
export const SCRIPT_FILE = 'drawn.ass';
export const FONTS_FOLDER = 'fonts';

export const drawnName = (rendition: string, drawing: string) => `${rendition}-${drawing}`;

/** The size that a script was made for: turned upright, with pixels that may not be square. */
const sizeOf = ({ width, height, rotation }: Pick<SourcePicture, 'width' | 'height' | 'rotation'>) =>
  rotation === 90 || rotation === 270 ? `${height}x${width}` : `${width}x${height}`;

/**
 * The matrix of colours in which the script's own colours are right. ffmpeg 5 draws by that of BT.601. Scripts that name BT.709 or
 * none mean what they write; all others were made for players that drew like ffmpeg 5, on pictures in HD as on others.
 */
const drawnMatrix = ({ picture }: Plan, matrix: string) =>
  picture.matrix === 'bt601' || /^(?:none|(?:tv|pc)\.709)$/i.test(matrix) ? 'bt601' : 'bt709';

/**
 * Draws at the size of the largest rendition, once for all, and keeps the pictures of `segments` alone, one after the other:
 * a keyframe at the usual distance begins each of them.
 */
export function drawingGraph(
  plan: Plan,
  renditions: readonly Rendition[],
  source: SourcePicture,
  segments: readonly number[],
  matrix: string,
): string {
  const drawnIn = drawnMatrix(plan, matrix);
  const { numerator, denominator } = plan.frameRate;
  const canvas = plan.renditions.reduce((most, one) =>
    one.width * one.height > most.width * most.height ? one : most,
  );
  const shown = frameRangesOf(segments, plan.keyframeEvery)
    .map(({ first, last }) => `between(n,${first},${last})`)
    .join('+');
  const filters = [
    ...sourceFilters(plan),
    `select='${shown}'`,
    ...scaleTo(plan, canvas, drawnIn),
    `ass=filename=${SCRIPT_FILE}:original_size=${sizeOf(source)}:fontsdir=${FONTS_FOLDER}`,
    'setpts=N',
    // Encoders write the rate into the stream.
    `fps=fps=${numerator}/${denominator}`,
    `split=${renditions.length}`,
  ];
  const parts = renditions.map((_, index) => `[to_v${index}]`).join('');
  return [
    `[0:${plan.picture.stream}]${filters.join(',')}${parts}`,
    ...renditions.map((rendition, index) => {
      const { width, height } = rendition;
      const isCanvas = width === canvas.width && height === canvas.height;
      const scaling = `scale=${width}:${height}:flags=lanczos:in_color_matrix=${drawnIn}:out_color_matrix=bt709`;
      return `[to_v${index}]${isCanvas && drawnIn === 'bt709' ? 'null' : scaling},setsar=1,format=yuv420p[v${index}]`;
    }),
  ].join(';');
}

export const drawingOutputs = (plan: Plan, renditions: readonly Rendition[], drawing: string): string[] =>
  renditions.flatMap((rendition, index) => [
    ...['-map', `[v${index}]`],
    ...renditionOutput(plan, { ...rendition, name: drawnName(rendition.name, drawing) }),
  ]);
