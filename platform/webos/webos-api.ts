import type { SystemRefusals } from '../platform.ts';
import { createRefusals } from '../refusals.ts';
import { LUNA_METHODS, type LunaMethodName } from './luna-methods.ts';

/* The part of LG's globals that the app uses, as the library webOSTV.js 1.2.11 calls them. */

export interface PalmSystem {
  /** JSON of the launch parameters; empty when there are none. */
  readonly launchParams?: string;
  /** JSON with `modelName`, on sets that have it. */
  readonly deviceInfo?: string;
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
 * Calls a Luna service. Answers arrive asynchronously; a refused call gets none and is listed in `refusals`. With
 * `subscribe`, answers keep coming.
 */
export type Luna = (method: LunaMethodName, parameters: object, answer: (answer: LunaAnswer) => void) => void;

const parseAnswer = (text: string): LunaAnswer | null => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as LunaAnswer) : null;
  } catch {
    return null;
  }
};

/** The Luna bus of the set. Without a bridge, calls never answer. */
export function createLuna({ PalmServiceBridge }: WebosWindow): {
  readonly luna: Luna;
  readonly refusals: SystemRefusals;
} {
  // Holds a reference to each bridge: the garbage collector would end its subscription.
  const held = new Set<ServiceBridge>();
  const refusals = createRefusals();
  const note = (method: LunaMethodName, reason: string) =>
    refusals.note({ call: method, permission: LUNA_METHODS[method].group, reason });
  const luna: Luna = (method, parameters, answer) => {
    if (!PalmServiceBridge) return;
    try {
      const bridge = new PalmServiceBridge();
      held.add(bridge);
      bridge.onservicecallback = (text) => {
        const told = parseAnswer(text);
        if (!('subscribe' in parameters)) held.delete(bridge);
        if (told && told['returnValue'] !== false) answer(told);
        else note(method, `${String(told?.['errorCode'] ?? '')} ${String(told?.['errorText'] ?? '')}`.trim());
      };
      bridge.call(`luna://${method}`, JSON.stringify(parameters));
    } catch (error) {
      note(method, String(error));
    }
  };
  return { luna, refusals };
}
