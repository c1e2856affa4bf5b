/** Results per row; a separate call lists the rest. */
export const ROW_SIZE = 20;
