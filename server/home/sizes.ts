/** Results per row; a separate call lists the rest. */
export const ROW_SIZE = 20;
/** Titles that recommendations compare with others, the last watched ones: older ones say less about what comes next. */
export const COMPARED_TITLES = 12;
