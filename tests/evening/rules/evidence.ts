/** How many writes ended in which way. */
export interface WriteCounts {
  readonly acknowledged: number;
  readonly refused: number;
  readonly doubtful: number;
}

/** Acknowledged writes of an evening, at least. */
const LEAST_ACKNOWLEDGED = 300;

/**
 * Whether an evening proves something: a service that answered hardly any write cannot have lost one.
 *
 * @returns why it proves nothing, or null
 */
export function lackOfEvidence({ acknowledged, refused, doubtful }: WriteCounts): string | null {
  const answered = acknowledged + refused;
  if (answered < doubtful) return `only ${answered} of ${answered + doubtful} writes were answered`;
  if (acknowledged >= LEAST_ACKNOWLEDGED) return null;
  return `only ${acknowledged} writes were acknowledged, fewer than ${LEAST_ACKNOWLEDGED}`;
}
