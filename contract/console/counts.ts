/** The longest lists are counted up to here: one row more than a table as a file may have. */
export const MOST_COUNTED = 100_001;
