import type { Fraction } from '../probe/source.ts';
import { type Plan, planSeconds, type Rendition } from '../plan/plan.ts';

export const PREVIEW_FILE = 'previews.webp';
/** A frame for lists of episodes. */
export const STILL_FILE = 'still.webp';
/** Where it is looked for, as a share of the clip: after the opening. */
const STILL_FROM = 0.3;
/** Preview intervals to choose from, so that a black frame is not the one. */
const STILL_CHOICES = 8;
/** Longer than the rounding of the last frame, shorter than a missing scene. */
const SPARE_SECONDS = 0.5;

const text = ({ numerator, denominator }: Fraction) => `${numerator}/${denominator}`;

/** Peak brightness of white paper in HDR, in cd/m²: the level that SDR shows as white. */
const WHITE_NITS = 100;

const TRANSFERS = { sdr: 'bt709', pq: 'smpte2084', hlg: 'arib-std-b67' } as const;

/** From the source's frames to exactly `frames` frames at a constant rate, in the colours of television in HD. */
export function sourceFilters({ picture, frameRate, frames }: Plan): string[] {
  const toSdr = [
    // Told explicitly, as many files say only which transfer they use.
    `zscale=transferin=${TRANSFERS[picture.range]}:primariesin=bt2020:matrixin=bt2020nc:transfer=linear:npl=${WHITE_NITS}`,
    'format=gbrpf32le',
    'zscale=primaries=bt709',
    'tonemap=tonemap=hable:desat=0',
    'zscale=transfer=bt709:matrix=bt709:range=tv',
    'format=yuv420p',
  ];
  return [
    // Its decoder delays pictures that have only decoding times.
    ...(picture.startSeconds === undefined ? [] : [`setpts=PTS-STARTPTS+${picture.startSeconds.toFixed(6)}/TB`]),
    ...(picture.isInterlaced ? ['bwdif=mode=send_frame'] : []),
    ...(picture.range === 'sdr' ? [] : toSdr),
    // Starts at 0, where the earliest stream of the source starts.
    `fps=fps=${text(frameRate)}:start_time=0`,
    `tpad=stop_mode=clone:stop_duration=${(picture.holdSeconds + SPARE_SECONDS).toFixed(3)}`,
    `trim=end_frame=${frames}`,
  ];
}

/** The filters before scaling look at no pixel, and scaling takes pictures of any size. */
export const isSizeFree = ({ picture }: Plan): boolean => !picture.isInterlaced && picture.range === 'sdr';

/**
 * For an input whose pictures change their size, as in recordings of television: ffmpeg would begin the filters again, and they would
 * repeat the picture from the start of the clip on.
 */
export const keepFilters: readonly string[] = ['-reinit_filter:v', '0'];

export const scaleTo = (
  { picture }: Plan,
  { width, height }: { width: number; height: number },
  outMatrix: 'bt601' | 'bt709' = 'bt709',
): string[] => {
  const matrix = picture.range === 'sdr' ? picture.matrix : 'bt709';
  return [
    `scale=${width}:${height}:flags=lanczos:in_color_matrix=${matrix}:out_color_matrix=${outMatrix}:out_range=tv`,
    'setsar=1',
    'format=yuv420p',
  ];
};

/** The most typical of some frames, in the size of the smallest rendition; WebP has the colours of BT.601. */
function stillFilters(plan: Plan): string[] {
  const { interval } = plan.previews;
  const count = Math.max(1, Math.ceil(planSeconds(plan) / interval));
  const first = Math.floor(count * STILL_FROM);
  const [size = plan.previews] = plan.renditions;
  return [
    `fps=fps=1/${interval}:eof_action=pass`,
    `trim=start_frame=${first}:end_frame=${first + STILL_CHOICES}`,
    ...scaleTo(plan, size, 'bt601'),
    `thumbnail=n=${STILL_CHOICES}`,
  ];
}

/**
 * One decoding for several renditions, and for the previews and the still if they are wanted. Labels: `v0`, `v1`…, `previews` and
 * `still`.
 */
export function pictureGraph(plan: Plan, renditions: readonly Rendition[], hasPreviews: boolean): string {
  const { previews } = plan;
  const outputs = [
    ...renditions.map((rendition, index) => ({ label: `v${index}`, filters: scaleTo(plan, rendition) })),
    ...(hasPreviews
      ? [
          {
            label: 'previews',
            filters: [
              // Each picture is from the middle of its interval.
              `fps=fps=1/${previews.interval}:eof_action=pass`,
              ...scaleTo(plan, previews),
              `tile=layout=${previews.columns}x${previews.rows}`,
            ],
          },
          { label: 'still', filters: stillFilters(plan) },
        ]
      : []),
  ];
  const parts = outputs.map(({ label }) => `[to_${label}]`).join('');
  const source = `[0:${plan.picture.stream}]${[...sourceFilters(plan), `split=${outputs.length}`].join(',')}${parts}`;
  return [source, ...outputs.map(({ label, filters }) => `[to_${label}]${filters.join(',')}[${label}]`)].join(';');
}

const COLOURS = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'];

/** Options and file of one rendition; keyframes are at the same frames in all of them. */
export function renditionOutput(plan: Plan, { codec, crf, maxKilobits, level, name }: Rendition): string[] {
  const keyframes = String(plan.keyframeEvery);
  const rate = ['-crf', String(crf), '-maxrate', `${maxKilobits}k`, '-bufsize', `${maxKilobits * 2}k`];
  const common = [
    ...['-g', keyframes, '-keyint_min', keyframes, ...rate, ...COLOURS],
    ...['-map_metadata', '-1', '-map_chapters', '-1', '-f', 'mp4', `${name}.mp4`],
  ];
  switch (codec) {
    case 'h264':
      return [
        ...['-c:v', 'libx264', '-preset', 'medium', '-tune', 'animation', '-profile:v', 'high'],
        ...(level === null ? [] : ['-level', level]),
        ...['-sc_threshold', '0', '-flags', '+cgop'],
        ...common,
      ];
    case 'hevc':
      return [
        ...['-c:v', 'libx265', '-preset', 'medium', '-tune', 'animation', '-tag:v', 'hvc1'],
        ...['-x265-params', `scenecut=0:open-gop=0:keyint=${keyframes}:min-keyint=${keyframes}:log-level=error`],
        ...common,
      ];
  }
}

const onePicture = (label: string, quality: number, file: string): string[] => [
  ...['-map', `[${label}]`, '-frames:v', '1', '-c:v', 'libwebp', '-quality', String(quality), '-f', 'webp', file],
];

export const pictureOutputs: readonly string[] = [
  ...onePicture('previews', 72, PREVIEW_FILE),
  ...onePicture('still', 80, STILL_FILE),
];
