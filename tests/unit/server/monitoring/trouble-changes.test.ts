import { expect, test } from 'vitest';
import type { Trouble } from '#contract/console/overview.ts';
import { troubleChanges, type KnownTrouble } from '#server/monitoring/status/trouble-changes.ts';

const START_MS = Date.parse('2026-11-28T03:00:00.000Z');
const trouble = (kind: Trouble['kind'], detail = '', value = 1): Trouble => ({ kind, value, limit: 0, detail });

/** Looks once a minute; each entry is what is found. @returns what was told, by minute */
function tell(looks: readonly (readonly Trouble[])[]): string[] {
  let known: readonly KnownTrouble[] = [];
  return looks.flatMap((found, minute) => {
    const changes = troubleChanges(known, found, new Date(START_MS + minute * 60_000));
    known = JSON.parse(JSON.stringify(changes.known)) as KnownTrouble[];
    return [
      ...changes.started.map(({ cause }) => `${minute} +${cause}`),
      ...changes.ended.map(({ cause }) => `${minute} -${cause}`),
    ];
  });
}
const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);
const MAIL = [trouble('mail')];

test('a trouble is told once when it has lasted two minutes, and once when it was gone for fifteen', () => {
  expect(tell([...times(60, MAIL), ...times(60, [])])).toEqual(['2 +mail', '75 -mail']);
});

test('what heals within two minutes is not told', () => {
  expect(tell([MAIL, MAIL, [], MAIL, [], [], MAIL, ...times(30, [])])).toEqual([]);
});

test('a trouble that comes and goes is one', () => {
  expect(tell([...times(3, MAIL), ...times(8, [[], ...times(3, MAIL)]).flat(), ...times(16, [])])).toEqual([
    '2 +mail',
    '50 -mail',
  ]);
});

test('a trouble whose figures change is the same, and jobs are causes of their own', () => {
  const failures = (detail: string) => [trouble('failures', detail), trouble('job', 'publishing')];
  const both = [...failures('SHAKA_1001'), trouble('job', 'counting charts')];
  expect(tell([failures('APP_TIMEOUT'), failures('SHAKA_3016'), both, both, both])).toEqual([
    '2 +failures',
    '2 +job publishing',
    '4 +job counting charts',
  ]);
});

test('one look at many causes keeps a bounded number of them', () => {
  const many = Array.from({ length: 500 }, (_, index) => trouble('crash', `${index} ${'x'.repeat(5_000)}`));
  const { known } = troubleChanges([], many, new Date(START_MS));
  expect(known).toHaveLength(100);
  expect(JSON.stringify(known).length).toBeLessThan(100_000);
});
