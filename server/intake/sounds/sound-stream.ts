import { IntakeError } from '../intake-error.ts';
import type { Report } from '../probe/report.ts';

/** The sound of a file: its default, else its first. @throws IntakeError without one */
export function soundStreamOf({ streams }: Report, name: string): Report['streams'][number] {
  const sounds = streams.filter(({ codec_type: type }) => type === 'audio');
  const found = sounds.find(({ disposition }) => disposition?.default) ?? sounds[0];
  if (found === undefined) throw new IntakeError('SOURCE_NO_SOUND', { name });
  if (found.codec_name === undefined || found.codec_name === 'none')
    throw new IntakeError('SOURCE_CODEC_UNKNOWN', { name, codec: found.codec_tag_string ?? 'unknown' });
  return found;
}
