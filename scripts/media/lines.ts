import { basename } from 'node:path';
import type { ShownFoundMark } from '#server/intake/marks/accept-marks.ts';
import type { ShownJob } from '#server/intake/operations.ts';
import type { PlannedTitle } from './plan-add.ts';

/** File names may contain anything, also what a terminal obeys. */
export const visible = (text: string): string =>
  text.normalize('NFC').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\uFFFD');

const SHORT_ID = 8;
const BAR = 20;

export const shortId = ({ id }: Pick<ShownJob, 'id'>): string => id.slice(0, SHORT_ID);

const percentOf = ({ fraction }: Pick<ShownJob, 'fraction'>) => Math.floor(fraction * 100);

/** Seconds until a running job is done, at its speed so far; undefined until the speed is known. */
export function secondsLeft(job: Pick<ShownJob, 'state' | 'fraction' | 'started_at'>, now: Date): number | undefined {
  if (job.state !== 'running' || job.started_at === null || job.fraction < 0.03) return undefined;
  const seconds = (now.getTime() - new Date(job.started_at).getTime()) / 1000;
  return Math.max(0, Math.round((seconds / job.fraction) * (1 - job.fraction)));
}

const duration = (seconds: number) =>
  seconds < 60
    ? `${seconds} s`
    : seconds < 3600
      ? `${Math.round(seconds / 60)} min`
      : `${(seconds / 3600).toFixed(1)} h`;

const stateOf = ({ state, step, is_abandoned: isAbandoned, next_try_at: next }: ShownJob) =>
  isAbandoned
    ? 'abandoned'
    : state === 'running'
      ? (step ?? 'running')
      : next === null
        ? state
        : `waiting until ${next}`;

const placeOf = ({ use, new_title: newTitle, title_name: known, title_id: id, episode_num: number }: ShownJob) => {
  if (use === 'advertisement') return 'advertisement';
  const name = newTitle ?? known;
  return `${name === null ? `title ${id}` : visible(name)} ${number}${use === 'sound' ? ' (sound)' : ''}`;
};

/** Where the file lies; an upload lies where nobody looks for it, so its name says more. */
const sourceOf = ({ source, name }: ShownJob) => (name === basename(source) ? source : name);

/** Tabs between the columns, so that scripts can cut them. */
export const jobLine = (job: ShownJob): string =>
  [
    shortId(job),
    job.state,
    job.state === 'running' ? (job.step ?? '') : '',
    `${percentOf(job)}%`,
    placeOf(job),
    job.episode_id ?? '',
    visible(sourceOf(job)),
    visible(job.last_error ?? ''),
  ].join('\t');

/** A line with a bar, for a terminal of so many columns. */
export function barLine(job: ShownJob, now: Date, columns: number): string {
  const full = Math.round(job.fraction * BAR);
  const left = secondsLeft(job, now);
  const parts = [
    shortId(job),
    `${'█'.repeat(full)}${'░'.repeat(BAR - full)}`,
    `${String(percentOf(job)).padStart(3)}%`,
    stateOf(job),
    ...(job.speed !== null && job.state === 'running' ? [`${job.speed.toFixed(1)}x`] : []),
    ...(left === undefined ? [] : [`${duration(left)} left`]),
    placeOf(job),
    ...(job.last_error === null ? [] : [`- ${visible(job.last_error)}`]),
  ];
  return cutTo(parts.join('  '), columns);
}

/** Hangul takes two columns. */
function cutTo(text: string, columns: number): string {
  let width = 0;
  let cut = '';
  for (const character of text) {
    width += /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/.test(character) ? 2 : 1;
    if (width >= columns) return cut;
    cut += character;
  }
  return cut;
}

export const shownLines = (job: ShownJob & { log: string | null }): string[] => [
  jobLine(job),
  ...job.notices.map((notice) => `  ${visible(notice)}`),
  ...(job.log === null ? [] : ['  log:', ...job.log.split('\n').map((line) => `    ${visible(line)}`)]),
];

/** The plan of one title, printed before anything is added. */
export const planLines = ({ id, name, episodes }: PlannedTitle, known: { id: number } | null): string[] => [
  id !== undefined
    ? `Title ${id}`
    : known !== null
      ? `Title ${known.id}: ${visible(name ?? '?')}`
      : `New title: ${visible(name ?? '?')}`,
  ...episodes.map(({ number, shown, isUnsure }) => {
    const said = number === undefined ? '?' : `${number}화${isUnsure ? '?' : ''}`;
    return `  ${said}\t${visible(shown)}`;
  }),
];

export const time = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** A mark that was found; `open` until an operator decides. */
export const foundLine = (mark: ShownFoundMark): string =>
  [
    `found ${mark.kind}`,
    mark.episode_id,
    visible(mark.episode_num),
    `${time(Math.round(mark.start))}-${time(Math.round(mark.end))}`,
    mark.confidence.toFixed(2),
    mark.is_decided ? 'decided' : 'open',
    mark.from,
  ].join('\t');
