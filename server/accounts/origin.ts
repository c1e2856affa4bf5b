/** Origin of a call. */
export interface Origin {
  /** Key of the address for rate limits. */
  address: string;
  requestId?: string | undefined;
}
