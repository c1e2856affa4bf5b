/** One report of a set, and when it was sent and accepted, in ms. */
export interface WrittenReport {
  playLogId: string;
  seconds: number;
  sentAtMs: number;
  /** Undefined where no answer came. */
  acceptedAtMs?: number;
}

export interface Loss {
  accepted: number;
  lost: number;
  /** From the first accepted report that is lost to the end. */
  windowSeconds: number;
}

/**
 * What a restored database does not have of the reports that were accepted before an instant.
 *
 * @param restored the watched seconds of each play log that it has.
 */
export function lossBefore(
  reports: readonly WrittenReport[],
  restored: ReadonlyMap<string, number>,
  untilMs: number,
): Loss {
  const accepted = reports.filter(({ acceptedAtMs }) => acceptedAtMs !== undefined && acceptedAtMs <= untilMs);
  const lost = accepted.filter(({ playLogId, seconds }) => (restored.get(playLogId) ?? -1) < seconds);
  const firstLostMs = Math.min(...lost.map(({ acceptedAtMs }) => acceptedAtMs!));
  return {
    accepted: accepted.length,
    lost: lost.length,
    windowSeconds: lost.length === 0 ? 0 : (untilMs - firstLostMs) / 1_000,
  };
}

/** Reports that were sent after an instant, and that a database restored to it has all the same. */
export const tooLate = (
  reports: readonly WrittenReport[],
  restored: ReadonlyMap<string, number>,
  instantMs: number,
): WrittenReport[] =>
  reports.filter(({ playLogId, seconds, sentAtMs }) => {
    const watched = restored.get(playLogId);
    return sentAtMs > instantMs && watched !== undefined && watched >= seconds;
  });
