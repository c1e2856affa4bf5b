/** How many writes ended in which way. */
export interface WriteCounts {
  readonly acknowledged: number;
  readonly refused: number;
  readonly doubtful: number;
}

/** Acknowledged writes of a television in a minute, at least: 300 of twelve televisions in ten minutes. */
const LEAST_A_MINUTE = 2.5;

/**
 * Whether an evening proves something: a service that answered hardly any write cannot have lost one.
 *
 * @returns why it proves nothing, or null
 */
export function lackOfEvidence(
  { acknowledged, refused, doubtful }: WriteCounts,
  { minutes, televisions }: { readonly minutes: number; readonly televisions: number },
): string | null {
  const answered = acknowledged + refused;
  if (answered < doubtful) return `only ${answered} of ${answered + doubtful} writes were answered`;
  const least = LEAST_A_MINUTE * minutes * televisions;
  return acknowledged < least ? `only ${acknowledged} writes were acknowledged, fewer than ${least}` : null;
}
