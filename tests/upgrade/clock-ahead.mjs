// Loaded before a version of Bora: its clock is ahead of this machine's by CLOCK_AHEAD_MS.
const aheadMs = Number(process.env.CLOCK_AHEAD_MS);
const MachinesDate = Date;
const now = () => MachinesDate.now() + aheadMs;
globalThis.Date = new Proxy(MachinesDate, {
  construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [now()] : given, made),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
