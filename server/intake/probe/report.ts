import { z } from 'zod';

const numberText = z.coerce.number().optional().catch(undefined);
const flag = z
  .number()
  .optional()
  .transform((value) => value === 1);

const dispositionSchema = z.object({
  default: flag,
  dub: flag,
  original: flag,
  comment: flag,
  forced: flag,
  hearing_impaired: flag,
  visual_impaired: flag,
  descriptions: flag,
  captions: flag,
  attached_pic: flag,
});

const sideDataSchema = z.object({
  side_data_type: z.string().optional(),
  rotation: z.number().optional(),
  dv_profile: z.number().optional(),
});

const streamSchema = z.object({
  index: z.int(),
  codec_type: z.string().optional(),
  codec_name: z.string().optional(),
  codec_tag_string: z.string().optional(),
  width: z.int().optional(),
  height: z.int().optional(),
  sample_aspect_ratio: z.string().optional(),
  r_frame_rate: z.string().optional(),
  avg_frame_rate: z.string().optional(),
  field_order: z.string().optional(),
  color_transfer: z.string().optional(),
  color_space: z.string().optional(),
  channels: z.int().optional(),
  disposition: dispositionSchema.optional(),
  tags: z.record(z.string(), z.string()).optional(),
  side_data_list: z.array(sideDataSchema).optional(),
});

/** The part that is used of ffprobe's output (`-show_format -show_streams -show_chapters -of json`). */
export const reportSchema = z.object({
  format: z.object({ format_name: z.string(), start_time: numberText, duration: numberText }),
  streams: z.array(streamSchema).default([]),
  chapters: z
    .array(
      z.object({
        start_time: z.coerce.number(),
        end_time: z.coerce.number(),
        tags: z.record(z.string(), z.string()).optional(),
      }),
    )
    .default([]),
});

export type Report = z.output<typeof reportSchema>;
export type ReportStream = Report['streams'][number];

/** The streams that may be the pictures of the film; covers are pictures too. */
export const pictureStreamsOf = ({ streams }: Report): ReportStream[] =>
  streams.filter(({ codec_type: type, disposition }) => type === 'video' && disposition?.attached_pic !== true);

/**
 * The stream of the film: the default one of those that move. A poster may be an ordinary track.
 *
 * @param moves whether a stream has more than one picture
 */
export function pictureStreamOf(report: Report, moves: (stream: number) => boolean): ReportStream | undefined {
  const all = pictureStreamsOf(report);
  const moving = all.filter(({ index }) => moves(index));
  const found = moving.length > 0 ? moving : all;
  return found.find(({ disposition }) => disposition?.default === true) ?? found[0];
}

/** Containers of recordings, whose clock may jump. ffmpeg knows the same ones as `AVFMT_TS_DISCONT`. */
const JUMPING = /^(?:mpegts|mpeg|ogg|wtv)$/;

/** The streams by which ffmpeg notices that the clock of a recording jumps; none for other files. */
export const clockStreamsOf = ({ format, streams }: Report): number[] =>
  JUMPING.test(format.format_name)
    ? streams.filter(({ codec_type: type }) => type === 'video' || type === 'audio').map(({ index }) => index)
    : [];
