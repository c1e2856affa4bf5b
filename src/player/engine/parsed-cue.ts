/** The used part of Shaka's cue (shaka.text.Cue). */
export interface ParsedCue {
  readonly id: string;
  readonly startTime: number;
  readonly endTime: number;
  readonly payload: string;
  readonly nestedCues: readonly ParsedCue[];
  readonly lineBreak: boolean;
  /** `ruby`, `rt` or `rp` for the parts of a ruby text. */
  readonly rubyTag: string | null;
  readonly line: number | null;
  /** 0: `line` is a number of lines, 1: per cent. */
  readonly lineInterpretation: number;
  readonly lineAlign: string;
  /** Per cent of the picture along the lines of text. */
  readonly position: number | null;
  readonly positionAlign: string;
  readonly textAlign: string;
  readonly writingMode: string;
  /** Empty without one. */
  readonly color: string;
  readonly fontStyle: string;
  readonly fontWeight: number;
  readonly textDecoration: readonly string[];
}
