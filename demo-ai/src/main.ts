import { createDemoAi } from './server.ts';

function readNumber(name: string, fallback: number): number {
  const text = process.env[name];
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0) throw new Error(`${name} deve ser um número inteiro: ${text}`);
  return value;
}

const port = readNumber('PORT', 4010);
const demo = await createDemoAi({ latenciaMs: readNumber('DEMO_AI_LATENCIA_MS', 0) });
const url = await demo.listen({ host: process.env.HOST ?? '127.0.0.1', port });
process.stdout.write(`IA de demonstração em ${url}\n`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    demo.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  });
}
