import { z } from 'zod';

const outputSchema = z.object({ streams: z.array(z.object({ extradata: z.string().optional() })) });

/** The description of a stream, as `ffprobe -show_data` prints it: in hexadecimal digits. */
export function extraDataOf(output: string): string {
  const { streams } = outputSchema.parse(JSON.parse(output));
  const rows = (streams[0]?.extradata ?? '').matchAll(/^[0-9a-f]{8}: ((?:[0-9a-f]{2,4} ){1,8})/gm);
  return Buffer.from([...rows].map(([, digits = '']) => digits.replaceAll(' ', '')).join(''), 'hex').toString('latin1');
}
