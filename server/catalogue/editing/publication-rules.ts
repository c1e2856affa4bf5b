import type { PublicationRow } from '#server/db/tables.ts';
import { formatKoreanInstant, formatKoreanTime } from '#server/lib/korean-time.ts';
import { RefusedError } from '#server/lib/refused-error.ts';

export type Decision = Pick<PublicationRow, 'is_hidden' | 'starts_at' | 'notice'>;

export const NO_DECISION: Decision = { is_hidden: false, starts_at: null, notice: null };

/** `announced`: viewers find the title, and none of its episodes has a date. `ended`: its time is over. */
export type ReleaseState = 'published' | 'scheduled' | 'delayed' | 'unpublished' | 'announced' | 'ended';

export interface Release {
  state: ReleaseState;
  /** When viewers first see it, in the past or future; null without a date. */
  at: Date | null;
  /** The operator's sentence for viewers about the delay. */
  notice: string | null;
}

/** A title or an episode before an operator's change. */
export interface Subject {
  decision: Decision;
  /**
   * The instant without a decision: an episode's `published_at`, or the first one of a title's visible episodes. Null for
   * a title without any.
   */
  ownAt: Date | null;
  /** The end of what viewers may see; null for none. */
  endsAt: Date | null;
  kind: PublicationRow['kind'];
}

const later = (one: Date | null, other: Date | null) => (one !== null && other !== null && one < other ? other : one);

/** The instant of the release. A title is not released before its first episode. */
function releaseAt({ kind, decision, ownAt }: Subject): Date | null {
  if (kind === 'episode') return decision.starts_at ?? ownAt;
  return ownAt === null ? decision.starts_at : later(ownAt, decision.starts_at);
}

/** How viewers see it at `now`. */
export function releaseOf(subject: Subject, now: Date): Release {
  const { is_hidden: isHidden, starts_at: startsAt, notice } = subject.decision;
  const at = releaseAt(subject);
  if (isHidden) return { state: 'unpublished', at: null, notice: null };
  if (subject.endsAt !== null && subject.endsAt <= now) return { state: 'ended', at, notice: null };
  if (at === null || (subject.ownAt === null && at <= now)) return { state: 'announced', at: null, notice: null };
  if (at <= now) return { state: 'published', at, notice: null };
  const isDelayed = notice !== null && startsAt !== null && startsAt > now;
  return { state: isDelayed ? 'delayed' : 'scheduled', at, notice: isDelayed ? notice : null };
}

/** An episode as viewers see it through its title. */
export function throughTitle(episode: Release, title: Decision, now: Date): Release {
  if (title.is_hidden || episode.state === 'unpublished') return { state: 'unpublished', at: null, notice: null };
  if (episode.state === 'ended') return episode;
  const at = later(episode.at, title.starts_at);
  if (at === episode.at || at === null) return episode;
  if (at <= now) return { state: 'published', at, notice: null };
  return { state: title.notice === null ? 'scheduled' : 'delayed', at, notice: title.notice };
}

/** @throws RefusedError for a release that its end precedes. */
function refuseAfterEnd({ endsAt }: Subject, at: Date): void {
  if (endsAt !== null && endsAt <= at)
    throw new RefusedError(
      `It ends at ${formatKoreanInstant(endsAt)}: move the end first.`,
      `제공이 ${formatKoreanTime(endsAt)}에 끝나요. 정보에서 끝을 먼저 바꿔 주세요.`,
    );
}

/** Releases it at `now`. If it was released before, it keeps that instant, so that it does not count as new again. */
export function publish(subject: Subject, now: Date): Decision {
  refuseAfterEnd(subject, now);
  const { starts_at: startsAt } = subject.decision;
  const waitsFor = subject.kind === 'episode' ? releaseAt(subject) : startsAt;
  return { is_hidden: false, starts_at: waitsFor !== null && waitsFor > now ? now : startsAt, notice: null };
}

export const unpublish = ({ decision }: Subject): Decision => ({ ...decision, is_hidden: true, notice: null });

/** @throws RefusedError */
export function schedule(subject: Subject, at: Date, now: Date): Decision {
  if (at <= now) throw new RefusedError('The time is in the past.', '이미 지난 시각이에요.');
  if (releaseOf(subject, now).state === 'published')
    throw new RefusedError('It is out already: unpublish it first.', '이미 공개되어 있어요. 먼저 내려 주세요.');
  if (subject.kind === 'title' && subject.ownAt !== null && at < subject.ownAt)
    throw new RefusedError(
      `Its first episode comes out at ${formatKoreanInstant(subject.ownAt)}, which is later: schedule the episode.`,
      `첫 회차가 더 늦은 ${formatKoreanTime(subject.ownAt)}에 공개돼요. 회차를 예약해 주세요.`,
    );
  refuseAfterEnd(subject, at);
  return { is_hidden: false, starts_at: at, notice: null };
}

/** @throws RefusedError */
export function delay(subject: Subject, { at, notice }: { at: Date; notice: string }, now: Date): Decision {
  const decision = schedule(subject, at, now);
  const before = releaseOf(subject, now).at;
  if (before !== null && at <= before)
    throw new RefusedError(
      `It comes out at ${formatKoreanInstant(before)}: an earlier time is no delay, schedule it.`,
      `${formatKoreanTime(before)}에 공개될 예정이에요. 더 이른 시각은 연기가 아니라 예약이에요.`,
    );
  return { ...decision, notice };
}

const instantOf = (at: Date | null) => at?.getTime() ?? null;

export const isSameDecision = (one: Decision, other: Decision): boolean =>
  one.is_hidden === other.is_hidden &&
  instantOf(one.starts_at) === instantOf(other.starts_at) &&
  one.notice === other.notice;
