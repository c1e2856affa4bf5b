import {
  addSound,
  addSubtitle,
  changeSounds,
  changeSubtitles,
  examineSubtitle,
  getEpisodeTracks,
  readInboxSubtitle,
  subtitleQuestions,
} from '#contract/console/tracks.ts';
import { chooseDrawingStyle, getDrawingStyles } from '#contract/console/drawing-styles.ts';
import {
  beginReading,
  correctReadLines,
  listReadLines,
  publishReading,
  removeReading,
} from '#contract/console/readings.ts';
import type { RecordChange } from '#server/staff/audit/record.ts';
import type { MountConsole } from '../../http/mount-console.ts';
import type { StyleChoices } from '../drawings/choose-styles.ts';
import type { ReadingEditing } from '../letters/reading-editing.ts';
import type { LoneSubtitles } from '../inbox/lone-subtitle.ts';
import type { SoundEditing } from '../sounds/sound-editing.ts';
import type { GivenSubtitle, TrackEditing } from './track-editing.ts';

interface SentFile {
  name: string;
  file_id?: string | undefined;
  index_bytes?: number | undefined;
}

/** Mounts the calls on the tracks that the video of an episode has. */
export function mountTracks(
  mount: MountConsole,
  options: {
    tracksAs(record: RecordChange): TrackEditing;
    soundsAs(record: RecordChange): SoundEditing;
    loneSubtitles: LoneSubtitles;
    stylesAs(record: RecordChange): StyleChoices;
    readingsAs(record: RecordChange): ReadingEditing;
  },
): void {
  const { tracksAs, soundsAs, loneSubtitles, stylesAs, readingsAs } = options;
  mount(getDrawingStyles, ({ params, record }) => stylesAs(record).show(params.id));
  mount(chooseDrawingStyle, ({ params, body, record }) => stylesAs(record).choose(params.id, body));
  mount(readInboxSubtitle, ({ params }) => loneSubtitles.show(params.id));
  mount(getEpisodeTracks, ({ params, record }) => tracksAs(record).show(params.id));
  const readFile = (
    { name, file_id: id, index_bytes: indexBytes }: SentFile,
    bytes: Buffer,
  ): Promise<Pick<GivenSubtitle, 'name' | 'bytes' | 'indexBytes'>> =>
    id === undefined ? Promise.resolve({ name, bytes, indexBytes }) : loneSubtitles.read(id);
  mount(examineSubtitle, async ({ params, query, bytes, record }) =>
    tracksAs(record).examine(params.id, { ...query, ...(await readFile(query, bytes)) }),
  );
  mount(addSubtitle, async ({ params, query: { accepts = '', ...query }, bytes, record }) => {
    const accepted = accepts.split(',');
    const questions = subtitleQuestions.filter((question) => accepted.includes(question));
    return tracksAs(record).add(params.id, { ...query, ...(await readFile(query, bytes)), accepts: questions });
  });
  mount(beginReading, ({ params, body, record }) => readingsAs(record).begin(params.id, body.subtitle_id));
  mount(listReadLines, ({ params, query, record }) => readingsAs(record).lines(params.id, query));
  mount(correctReadLines, ({ params, body, record }) => readingsAs(record).correct(params.id, body.lines));
  mount(publishReading, ({ params, body, record }) => readingsAs(record).publish(params.id, body));
  mount(removeReading, ({ params, record }) => readingsAs(record).remove(params.id));
  mount(addSound, ({ params, body, record }) => soundsAs(record).add(params.id, body));
  mount(changeSounds, ({ params, body, record }) => soundsAs(record).change(params.id, body));
  mount(changeSubtitles, ({ params, body, record }) => tracksAs(record).change(params.id, body));
}
