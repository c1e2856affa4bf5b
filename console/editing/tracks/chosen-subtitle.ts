import { pictureSubtitleEndings } from '#contract/console/inbox.ts';
import { MOST_INDEX_BYTES, MOST_PICTURE_BYTES, MOST_SUBTITLE_BYTES } from '#contract/console/tracks.ts';

/** Whether a file has subtitles that consist of pictures, or is the index of one. */
const hasPictures = (name: string): boolean =>
  pictureSubtitleEndings.some((ending) => name.toLowerCase().endsWith(`.${ending}`));

/** A subtitle as it was chosen in the file dialog. */
export interface ChosenSubtitle {
  /** The text, or the pictures. */
  file: File;
  /** The file `idx` that says where and when the pictures of a `sub` are. */
  index?: File | undefined;
}

/** A subtitle that the inbox has. */
export interface WaitingSubtitle {
  id: string;
  name: string;
}

/** A subtitle as calls take it. */
export interface GivenSubtitle {
  name: string;
  query: { name: string; file_id?: string; index_bytes?: string };
  body: Blob;
  /** Tells it from others. */
  key: string;
}

export function givenOf(subtitle: ChosenSubtitle | WaitingSubtitle): GivenSubtitle {
  // The server reads the bytes; its name for the type of a subtitle differs by system.
  const bodyOf = (parts: Blob[]) => new Blob(parts, { type: 'application/octet-stream' });
  if ('id' in subtitle) {
    const { id, name } = subtitle;
    return { name, query: { name, file_id: id }, body: bodyOf([]), key: id };
  }
  const { file, index } = subtitle;
  const { name } = index ?? file;
  return {
    name,
    query: { name, ...(index && { index_bytes: String(index.size) }) },
    body: bodyOf([...(index ? [index] : []), file]),
    key: `${file.size} ${file.lastModified}`,
  };
}

const endingOf = ({ name }: File) => name.slice(name.lastIndexOf('.') + 1).toLowerCase();

/** One subtitle of the files that were chosen together. */
export function chosenOf(files: readonly File[]): ChosenSubtitle | undefined {
  const index = files.find((one) => endingOf(one) === 'idx');
  const pictures = index && files.find((one) => endingOf(one) === 'sub');
  if (pictures) return { file: pictures, index };
  const file = index ?? files[0];
  return file && { file };
}

/** Why the chosen files cannot be sent. */
export function problemOf({ file, index }: ChosenSubtitle): string | undefined {
  const ending = endingOf(file);
  if (ending === 'idx' || (ending === 'sub' && !index))
    return 'DVD 자막은 .idx와 .sub 두 파일로 되어 있어요. 둘을 함께 골라 주세요.';
  if (index && index.size > MOST_INDEX_BYTES)
    return `자막의 색인(.idx)이라기에는 너무 커요. ${MOST_INDEX_BYTES / 2 ** 20} MB까지 더할 수 있어요.`;
  const most = hasPictures(file.name) ? MOST_PICTURE_BYTES : MOST_SUBTITLE_BYTES;
  return file.size <= most ? undefined : `자막이라기에는 너무 커요. ${most / 2 ** 20} MB까지 더할 수 있어요.`;
}
