/** Parts of a mail, rendered as both text and HTML. */
export interface Letter {
  subject: string;
  lines: string[];
  /** A code for the reader to type. */
  code?: string;
  link?: { label: string; url: string };
  /** Advice for a reader who did not request the mail. */
  closing: string;
}
