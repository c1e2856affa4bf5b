/** An answer as it is sent, for one that is sent more than once. */
export class WrittenAnswer {
  readonly bytes: Buffer;
  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}
