/** Names of what a press of OK does, and of what holding it does. */
export type HoldNames = readonly [press: string, hold: string];

/** The two effects of OK, for a menu of viewers who hold no keys. */
export interface HoldChoice {
  readonly names: HoldNames;
  press(): void;
  hold(): void;
}
