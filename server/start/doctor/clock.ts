import { statSync } from 'node:fs';
import type { Connection } from '#server/db/open.ts';
import { bad, skipped, type Finding, type Sentence } from './finding.ts';

/** What the clock of one machine differs by from itself while somebody writes, in ms. */
const CLOCK_LIMIT_MS = 2_000;

const SET_IT: Sentence = [
  'Run a time service (chrony, systemd-timesyncd); a container has the clock of its machine.',
  '시간 서비스(chrony, systemd-timesyncd)를 켜 주세요. 컨테이너의 시계는 그 기기의 시계예요.',
];

const inMinutes = (at: Date) => at.toISOString().slice(0, 16).replace('T', ' ');

/**
 * A machine that does not know the time, such as a board without a battery, begins before this version was made. A clock that is
 * ahead shows by comparison only.
 */
export function judgeOwnClock(now: Date, { madeAt, isAlone }: { madeAt: Date; isAlone: boolean }): Finding[] {
  const says = inMinutes(now);
  if (now < madeAt)
    return [
      bad(
        'Clock',
        [
          `This machine's clock says ${says} UTC, and this version was made at ${inMinutes(madeAt)}.`,
          `이 기기의 시계는 ${says}(UTC)인데, 이 버전은 ${inMinutes(madeAt)}에 만들어졌어요.`,
        ],
        SET_IT,
      ),
    ];
  if (!isAlone) return [];
  return [
    skipped(
      'Clock',
      `It says ${says} UTC; nothing here tells whether that is right: compare it with another clock.`,
      `${says}(UTC)예요. 맞는지 알려 줄 것이 여기에는 없으니, 다른 시계와 견줘 봐 주세요.`,
    ),
  ];
}

/** @param isAlone whether the database has this machine's clock too. */
export const checkOwnClock = (now: Date, isAlone: boolean): Finding[] =>
  judgeOwnClock(now, { madeAt: statSync(import.meta.filename).mtime, isAlone });

/** @param lastAt when staff last changed something by the clock of that time. */
export function judgeLastChange(now: Date, lastAt: Date): Finding[] {
  if (lastAt.getTime() - now.getTime() <= CLOCK_LIMIT_MS) return [];
  const [at, says] = [lastAt, now].map(inMinutes);
  return [
    bad(
      'Clock',
      [
        `The last change in the audit log is of ${at} UTC, and this machine's clock says ${says}: it was ahead then, or is behind now.`,
        `변경 기록의 마지막 변경은 ${at}(UTC)인데, 이 기기의 시계는 ${says}예요. 그때 빨랐거나 지금 느려요.`,
      ],
      SET_IT,
    ),
  ];
}

export async function checkLastChange(db: Connection, now: Date): Promise<Finding[]> {
  const last = await db.selectFrom('audit_log').select('at').orderBy('at', 'desc').limit(1).executeTakeFirst();
  return last === undefined ? [] : judgeLastChange(now, last.at);
}
