/** The demo's first account; its first profile has a history, ratings and a start-again list. */
export const DEMO = { email: 'demo@bora.example', password: 'bora-demo-1' } as const;
