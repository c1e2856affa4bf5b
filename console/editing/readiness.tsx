import type { EditedTitle } from '#contract/console/title-editing.ts';
import type { OperatedEpisode } from '#contract/console/titles.ts';
import { timeText } from '../lib/format.ts';
import { useEditedTitle } from './use-title.ts';

interface Missing {
  text: string;
  /** The part of the title's page where it is added. */
  part: string;
}

const isEmpty = (value: unknown) => value === '' || value === null || (Array.isArray(value) && value.length === 0);

/** Facts that a title lacks. They are hints: an operator may publish without them. */
export function missingOf(
  { fields, episodes }: Pick<EditedTitle, 'fields' | 'episodes'>,
  nowMs = Date.now(),
): Missing[] {
  const end = fields['ends_at'];
  const quiet = episodes.filter((episode) => isEmpty(episode.fields['synopsis'])).length;
  const checks: readonly (readonly [boolean, Missing])[] = [
    [episodes.length === 0, { text: '회차가 없어요. 볼 것이 없는 작품은 목록에 나오지 않아요.', part: 'episodes/new' }],
    [
      typeof end === 'string' && Date.parse(end) <= nowMs,
      { text: '제공 끝이 지났어요. 공개해도 보이지 않아요.', part: 'fields' },
    ],
    [isEmpty(fields['synopsis']), { text: '줄거리가 비어 있어요.', part: 'fields' }],
    [isEmpty(fields['genres']), { text: '장르가 없어요. 장르로 찾을 수 없어요.', part: 'fields' }],
    [isEmpty(fields['themes']), { text: '테마가 없어요. 홈의 테마에 나오지 않아요.', part: 'fields' }],
    [
      fields['content_rating'] === '19' && isEmpty(fields['rating_reasons']),
      { text: '청소년 관람불가인데 등급 사유가 없어요.', part: 'fields' },
    ],
    [quiet > 0 && quiet < episodes.length, { text: `줄거리가 없는 회차가 ${quiet}개 있어요.`, part: '' }],
  ];
  return checks.flatMap(([isMissing, missing]) => (isMissing ? [missing] : []));
}

/** Lists the facts that an unpublished title lacks. */
export function Readiness({ id }: { id: string }) {
  const { data } = useEditedTitle(id);
  const missing = data ? missingOf(data) : [];
  if (missing.length === 0) return null;
  return (
    <section aria-labelledby="readiness">
      <h2 id="readiness">공개하기 전에</h2>
      <ul className="decisions">
        {missing.map(({ text, part }) => (
          <li key={text}>{part === '' ? text : <a href={`#/titles/${id}/${part}`}>{text}</a>}</li>
        ))}
      </ul>
    </section>
  );
}

/** Says which episodes viewers will see once the title is published; empty without episodes. */
export function publishedWith(
  episodes: readonly Pick<OperatedEpisode, 'episode_num' | 'own_state' | 'at'>[],
): string[] {
  const numbers = (states: readonly OperatedEpisode['own_state'][]) =>
    episodes.filter(({ own_state: state }) => states.includes(state)).map(({ episode_num: number }) => number);
  const listed = (found: readonly string[]) =>
    found.length > 6 ? `${found.slice(0, 5).join(', ')} 외 ${found.length - 5}개` : found.join(', ');
  const [now, later, hidden] = [numbers(['published']), numbers(['scheduled', 'delayed']), numbers(['unpublished'])];
  const [next] = episodes.filter(({ own_state: state, at }) => state === 'scheduled' && at !== null);
  return [
    now.length > 0 ? `바로 보이는 회차: ${listed(now)}` : '바로 보이는 회차가 없어요.',
    ...(later.length > 0
      ? [`나중에 공개되는 회차: ${listed(later)}${next?.at ? ` (${next.episode_num} ${timeText(next.at)})` : ''}`]
      : []),
    ...(hidden.length > 0 ? [`내린 채로 두는 회차: ${listed(hidden)}`] : []),
  ];
}
