/** A text of a person as a part of a `like` pattern, in which no letter stands for others. */
export const likeText = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
