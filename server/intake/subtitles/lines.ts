/** The lines of a text, whatever ends them, without the mark of its encoding. */
export const linesOf = (source: string): string[] => source.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
