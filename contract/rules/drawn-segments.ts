/** The segments of a clip that exist a second time, with signs and songs drawn into their pictures. */
export interface DrawnSegments {
  readonly renditions: readonly {
    /** Of the pictures without drawings. */
    readonly file: string;
    /** Of the drawn segments, one after the other. */
    readonly drawn: string;
    /** First byte of each replaced segment within `file`, in order. */
    readonly starts: readonly number[];
    /** In bytes, of each drawn segment. */
    readonly sizes: readonly number[];
  }[];
}
