import { describe, expect, test } from 'vitest';
import {
  delay,
  NO_DECISION,
  publish,
  releaseOf,
  schedule,
  throughTitle,
  unpublish,
  type Subject,
} from '#server/catalogue/publication-rules.ts';
import { RefusedError } from '#server/lib/refused-error.ts';

const at = (day: number) => new Date(Date.UTC(2026, 10, day));
const now = at(20);

const buildSubject = (changes: Partial<Subject> = {}): Subject => ({
  kind: 'episode',
  decision: NO_DECISION,
  ownAt: at(10),
  ...changes,
});
const decided = (changes: Partial<Subject['decision']>) => ({ ...NO_DECISION, ...changes });

describe('the state of an episode', () => {
  test.each([
    ['is published after its own time', buildSubject(), 'published', at(10)],
    ['is scheduled before its own time', buildSubject({ ownAt: at(25) }), 'scheduled', at(25)],
    [
      'follows the decision instead of its own time',
      buildSubject({ decision: decided({ starts_at: at(30) }) }),
      'scheduled',
      at(30),
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
    ['is announced without a visible episode', title({ ownAt: null }), 'announced', null],
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
  });
});

describe('decisions', () => {
  test('publishing starts now what is to come, and keeps the time of what was out', () => {
    expect(publish(buildSubject({ ownAt: at(25) }), now)).toEqual(decided({ starts_at: now }));
    expect(publish(buildSubject({ decision: unpublish(buildSubject()) }), now)).toEqual(NO_DECISION);
    expect(publish(buildSubject({ kind: 'title', ownAt: at(25) }), now)).toEqual(NO_DECISION);
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
