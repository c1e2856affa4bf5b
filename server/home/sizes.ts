/** Results of a row; what has more is listed by its own call. */
export const ROW_SIZE = 20;
