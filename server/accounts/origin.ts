/** Where a call comes from. */
export interface Origin {
  /** As limits count it. */
  address: string;
  requestId?: string | undefined;
}
