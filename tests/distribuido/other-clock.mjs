// Loaded before a program (node --import): this machine's clock goes wrong by RELOGIO_DESVIO_MS. What is measured
// (performance.now(),
// timers) goes on as it is, as where a machine's time was set wrong.
const offsetMs = Number(process.env.RELOGIO_DESVIO_MS);
if (!Number.isSafeInteger(offsetMs)) throw new Error('RELOGIO_DESVIO_MS: milissegundos');

const now = Date.now;
const wrongNow = () => now() + offsetMs;
// A proxy: what Node's own parts make (a file's times) stays a Date to whoever asks.
globalThis.Date = new Proxy(Date, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [wrongNow()] : args, newTarget),
  apply: (target) => new target(wrongNow()).toString(),
  get: (target, name) => (name === 'now' ? wrongNow : Reflect.get(target, name)),
});
