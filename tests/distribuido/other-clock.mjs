// Loaded before a program (node --import): shifts this process's clock by RELOGIO_DESVIO_MS. performance.now() and
// timers stay right, as on a machine whose time was set wrong.
const offsetMs = Number(process.env.RELOGIO_DESVIO_MS);
if (!Number.isSafeInteger(offsetMs)) throw new Error('RELOGIO_DESVIO_MS: milissegundos');

const now = Date.now;
const wrongNow = () => now() + offsetMs;
// Replaces `Date` by a proxy, so that dates made by Node itself (a file's times) still count as instances of Date.
globalThis.Date = new Proxy(Date, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [wrongNow()] : args, newTarget),
  apply: (target) => new target(wrongNow()).toString(),
  get: (target, name) => (name === 'now' ? wrongNow : Reflect.get(target, name)),
});
