/* The part of LG's globals that the app uses, as the library webOSTV.js 1.2.11 calls them. */

export interface PalmSystem {
  /** JSON of the launch parameters; empty when there are none. */
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

/**
 * Calls a Luna service. Answers arrive asynchronously; a refused call gets no answer. With `subscribe`, answers keep
 * coming.
 */
export type Luna = (address: string, parameters: object, answer: (answer: LunaAnswer) => void) => void;

const parseAnswer = (text: string): LunaAnswer | null => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as LunaAnswer) : null;
  } catch {
    return null;
  }
};

/** The Luna bus of the set. Without a bridge, calls never answer. */
export function createLuna({ PalmServiceBridge }: WebosWindow): Luna {
  // Holds a reference to each bridge: the garbage collector would end its subscription.
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
