/** Scores below this say that a profile wishes it had not watched a title. */
export const LOWEST_SCORE = 2;

/** Whether a title in a profile's history says what it likes to watch. */
export const isInteresting = ({ score }: { score: number | null }): boolean => score === null || score >= LOWEST_SCORE;
