/* The part of LG's globals that the app uses, as the library webOSTV.js 1.2.11 calls them. */

export interface PalmSystem {
  /** JSON of what the app was started with; empty for nothing. */
  readonly launchParams?: string;
  platformBack?(): void;
}

export interface ServiceBridge {
  onservicecallback: ((text: string) => void) | null;
  call(address: string, parameters: string): void;
  cancel(): void;
}

export type WebosWindow = Window & {
  readonly webOSSystem?: PalmSystem;
  readonly PalmSystem?: PalmSystem;
  readonly PalmServiceBridge?: new () => ServiceBridge;
};

export type LunaAnswer = Readonly<Record<string, unknown>>;

/** Calls a service of the set; answers come as they please, refusals not at all. A `subscribe` goes on telling. */
export type Luna = (address: string, parameters: object, answer: (answer: LunaAnswer) => void) => void;

const parseAnswer = (text: string): LunaAnswer | null => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as LunaAnswer) : null;
  } catch {
    return null;
  }
};

/** Luna, the bus of the set. Where there is no bridge to it, every call is silent. */
export function createLuna({ PalmServiceBridge }: WebosWindow): Luna {
  // A bridge that nobody holds is collected, and its subscription with it.
  const held = new Set<ServiceBridge>();
  return (address, parameters, answer) => {
    if (!PalmServiceBridge) return;
    const bridge = new PalmServiceBridge();
    held.add(bridge);
    bridge.onservicecallback = (text) => {
      const told = parseAnswer(text);
      if (!('subscribe' in parameters)) held.delete(bridge);
      if (told && told['returnValue'] !== false) answer(told);
    };
    bridge.call(`luna://${address}`, JSON.stringify(parameters));
  };
}
