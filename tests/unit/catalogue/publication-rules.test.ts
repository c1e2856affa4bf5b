import { describe, expect, test } from 'vitest';
import {
  delay,
  isSameDecision,
  NO_DECISION,
  publish,
  releaseOf,
  schedule,
  throughTitle,
  unpublish,
  type Subject,
} from '#server/catalogue/editing/publication-rules.ts';
import { RefusedError } from '#server/lib/refused-error.ts';

const at = (day: number) => new Date(Date.UTC(2026, 10, day));
const now = at(20);

const buildSubject = (changes: Partial<Subject> = {}): Subject => ({
  kind: 'episode',
  decision: NO_DECISION,
  ownAt: at(10),
  endsAt: null,
  ...changes,
});
const decided = (changes: Partial<Subject['decision']>) => ({ ...NO_DECISION, ...changes });

describe('the state of an episode', () => {
  test.each([
    ['is published after its own time', buildSubject(), 'published', at(10)],
    ['is published at its own time', buildSubject({ ownAt: now }), 'published', now],
    ['is scheduled before its own time', buildSubject({ ownAt: at(25) }), 'scheduled', at(25)],
    [
      'is published at the time of the decision',
      buildSubject({ decision: decided({ starts_at: now, notice: '늦어져요' }) }),
      'published',
      now,
    ],
    [
      'follows the decision instead of its own time',
      buildSubject({ decision: decided({ starts_at: at(30) }) }),
      'scheduled',
      at(30),
    ],
    [
      'may be brought forward by the decision',
      buildSubject({ ownAt: at(25), decision: decided({ starts_at: at(15) }) }),
      'published',
      at(15),
    ],
    [
      'is delayed while a notice is ahead of its time',
      buildSubject({ decision: decided({ starts_at: at(30), notice: '늦어져요' }) }),
      'delayed',
      at(30),
    ],
    [
      'is published after a delay',
      buildSubject({ decision: decided({ starts_at: at(15), notice: '늦어져요' }) }),
      'published',
      at(15),
    ],
    ['has ended from its end on', buildSubject({ endsAt: now }), 'ended', at(10)],
    ['is published until its end', buildSubject({ endsAt: at(21) }), 'published', at(10)],
    ['is unpublished while hidden', buildSubject({ decision: decided({ is_hidden: true }) }), 'unpublished', null],
  ])('%s', (_name, subject, state, when) => {
    expect(releaseOf(subject, now)).toMatchObject({ state, at: when });
  });
});

describe('the state of a title', () => {
  const title = (changes: Partial<Subject>) => buildSubject({ kind: 'title', ...changes });

  test.each([
    ['comes out with its first episode', title({ ownAt: at(25) }), 'scheduled', at(25)],
    [
      'holds its episodes back until its own time',
      title({ decision: decided({ starts_at: at(28) }) }),
      'scheduled',
      at(28),
    ],
    ['is published with its first episode', title({ ownAt: now }), 'published', now],
    [
      'keeps the later time of its first episode',
      title({ ownAt: at(25), decision: decided({ starts_at: at(22) }) }),
      'scheduled',
      at(25),
    ],
    ['is announced without a visible episode', title({ ownAt: null }), 'announced', null],
    [
      'is scheduled before it has an episode',
      title({ ownAt: null, decision: decided({ starts_at: at(28) }) }),
      'scheduled',
      at(28),
    ],
    [
      'is announced without an episode after its own time',
      title({ ownAt: null, decision: decided({ starts_at: at(12) }) }),
      'announced',
      null,
    ],
  ])('%s', (_name, subject, state, when) => {
    expect(releaseOf(subject, now)).toMatchObject({ state, at: when });
  });

  test('hides its episodes with it, and delays them with its notice', () => {
    const episode = releaseOf(buildSubject(), now);
    expect(throughTitle(episode, decided({ is_hidden: true }), now).state).toBe('unpublished');
    expect(throughTitle(episode, decided({ starts_at: at(28), notice: '늦어져요' }), now)).toEqual({
      state: 'delayed',
      at: at(28),
      notice: '늦어져요',
    });
    expect(throughTitle(episode, decided({ starts_at: at(12) }), now)).toMatchObject({
      state: 'published',
      at: at(12),
    });
    expect(throughTitle(episode, decided({ starts_at: now }), now)).toMatchObject({ state: 'published', at: now });
    expect(throughTitle(episode, decided({ starts_at: at(28) }), now)).toMatchObject({
      state: 'scheduled',
      at: at(28),
    });
    // What comes out later than its title, and what its title says nothing about, is as it is.
    for (const title of [decided({ starts_at: at(9) }), NO_DECISION])
      expect(throughTitle(episode, title, now)).toEqual(episode);
    const hidden = releaseOf(buildSubject({ decision: decided({ is_hidden: true }) }), now);
    expect(throughTitle(hidden, decided({ starts_at: at(28) }), now)).toEqual(hidden);
  });

  test('says a notice only while it is delayed', () => {
    const noticeAt = (starts: Date, when: Date) =>
      releaseOf(buildSubject({ decision: decided({ starts_at: starts, notice: '늦어져요' }) }), when).notice;
    expect([noticeAt(at(30), now), noticeAt(at(30), at(30))]).toEqual(['늦어져요', null]);
    const hidden = decided({ is_hidden: true, starts_at: at(30), notice: '늦어져요' });
    expect(releaseOf(buildSubject({ decision: hidden }), now).notice).toBeNull();
  });
});

describe('decisions', () => {
  test('publishing starts now what is to come, and keeps the time of what was out', () => {
    expect(publish(buildSubject({ ownAt: at(25) }), now)).toEqual(decided({ starts_at: now }));
    expect(publish(buildSubject({ decision: unpublish(buildSubject()) }), now)).toEqual(NO_DECISION);
    expect(publish(buildSubject({ kind: 'title', ownAt: at(25) }), now)).toEqual(NO_DECISION);
    const held = buildSubject({ kind: 'title', decision: decided({ starts_at: at(28), notice: '늦어져요' }) });
    expect(publish(held, now)).toEqual(decided({ starts_at: now }));
  });

  test('are the same when they say the same', () => {
    const one = decided({ starts_at: at(12), notice: '늦어져요' });
    expect(isSameDecision(one, decided({ starts_at: new Date(at(12)), notice: '늦어져요' }))).toBe(true);
    for (const change of [{ is_hidden: true }, { starts_at: at(13) }, { starts_at: null }, { notice: null }])
      expect(isSameDecision(one, { ...one, ...change })).toBe(false);
  });

  test('may name the instant of what comes first', () => {
    expect(schedule(buildSubject({ kind: 'title', ownAt: at(25) }), at(25), now).starts_at).toEqual(at(25));
  });

  test('a new schedule replaces a delay and its notice', () => {
    const delayed = delay(buildSubject({ ownAt: at(21) }), { at: at(28), notice: '늦어져요' }, now);
    expect(delayed).toEqual({ is_hidden: false, starts_at: at(28), notice: '늦어져요' });
    expect(schedule(buildSubject({ ownAt: at(21), decision: delayed }), at(22), now)).toEqual(
      decided({ starts_at: at(22) }),
    );
  });

  test.each([
    ['a time in the past', () => schedule(buildSubject({ ownAt: at(25) }), at(19), now), 'in the past'],
    ['this instant', () => schedule(buildSubject({ ownAt: at(25) }), now, now), 'in the past'],
    [
      'a delay to the same time',
      () => delay(buildSubject({ ownAt: at(25) }), { at: at(25), notice: '늦어져요' }, now),
      'no delay',
    ],
    [
      'a time after its end',
      () => schedule(buildSubject({ ownAt: at(25), endsAt: at(26) }), at(26), now),
      'move the end first',
    ],
    ['a release after its end', () => publish(buildSubject({ endsAt: at(15) }), now), 'move the end first'],
    ['what is out already', () => schedule(buildSubject(), at(25), now), 'unpublish it first'],
    [
      'a delay to an earlier time',
      () => delay(buildSubject({ ownAt: at(25) }), { at: at(24), notice: '늦어져요' }, now),
      'no delay',
    ],
    [
      'a title before its first episode',
      () => schedule(buildSubject({ kind: 'title', ownAt: at(25) }), at(24), now),
      'schedule the episode',
    ],
  ])('%s is refused', (_name, decide, message) => {
    expect(decide).toThrow(RefusedError);
    expect(decide).toThrow(message);
  });
});
