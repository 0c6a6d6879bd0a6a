// npm run verdade: measures the audit of interviews on invented interviews whose truth is known. Prints detected faults
// and false accusations, with exact intervals, by kind of fault, rate of misheard words, and judge. The first judge, an
// oracle, answers from the truth, so a missed figure is the rules' fault. Further measurements: (1) questionnaires of
// random content, printed in institutes' styles and read only by rules; (2) printed questionnaires with sheets and
// recordings in the portal, as read, and after a careful person's corrections; (3) twelve spoken interviews with a
// single microphone, if espeak-ng and ffmpeg are present: who speaks, and the stretches of time in which answers are
// sought. The demo AI must reach no figure. Exit code 1 if another judge misses a required figure.
// - `--entrevistas N`: number of interviews (72); `--semente N`: another seed (1); `--erros`: prints every wrong cell
// - `--sem-demo`, `--sem-som`, `--sem-estrada`: skips the demo AI, the spoken interviews, or the printed questionnaires
// - `--som`: fails, instead of printing a note, if espeak-ng or ffmpeg is missing
// - `--provedor [MODELO]`: also measures the provider of OPENAI_BASE_URL and OPENAI_API_KEY, which costs money
import { parseArgs } from 'node:util';
import { createDemoAi } from '../demo-ai/src/server.ts';
import { createProvider } from '../worker/src/providers/client.ts';
import { ProviderError } from '../worker/src/providers/provider-error.ts';
import { findEspeak, findFfmpeg } from './lib/programs.mjs';
import { type Juiz, oracle } from './verdade/judges.ts';
import { barsOf, casesOf, measure, TAXAS } from './verdade/measure.ts';
import { modelJudge, type Uso } from './verdade/model-judge.ts';
import { planOf } from './verdade/plan.ts';
import { printBars, printErrors, printJudge, printReading, printRoad } from './verdade/print.ts';
import { measureReading, readingBars } from './verdade/road/measure-reading.ts';
import { deliveriesOf, type MedidaDoEstilo, measureStyle, roadBars } from './verdade/road/measure-road.ts';
import { type CasoComSom, damageBars, FALADAS, performCase, rolesBars } from './verdade/sound.ts';

const { values, positionals } = parseArgs({
  options: {
    entrevistas: { type: 'string', default: '72' },
    semente: { type: 'string', default: '1' },
    'sem-demo': { type: 'boolean', default: false },
    provedor: { type: 'boolean', default: false },
    'sem-estrada': { type: 'boolean', default: false },
    'sem-som': { type: 'boolean', default: false },
    som: { type: 'boolean', default: false },
    erros: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const size = { entrevistas: Number(values.entrevistas), semente: Number(values.semente) };
if (!Number.isInteger(size.entrevistas) || size.entrevistas < 1 || !Number.isInteger(size.semente)) {
  console.error('--entrevistas e --semente são números inteiros.');
  process.exit(2);
}

const plano = planOf(
  values,
  [findEspeak() ? null : 'espeak-ng', findFfmpeg() ? null : 'ffmpeg'].filter((name) => name !== null),
);
if (plano.erro) {
  console.error(plano.erro);
  process.exit(2);
}

const casos = new Map(TAXAS.map((taxa) => [taxa, casesOf(taxa, size)]));
let failed = false;

for (const share of [0, 0.1]) {
  const juiz = oracle(share);
  const medidas = [];
  for (const [taxa, cases] of casos) medidas.push({ taxa, medida: await measure(juiz, cases) });
  printJudge(juiz.nome, medidas);
  for (const { taxa, medida } of medidas) {
    const bars = barsOf(medida, taxa, share);
    printBars(taxa, bars);
    failed ||= bars.some(({ ok }) => !ok);
  }
  if (values.erros)
    for (const { taxa, medida } of medidas) printErrors(`Com ${taxa * 100} % de erro`, medida);
}

if (!values['sem-estrada']) {
  const leituras = await measureReading(size.semente);
  const exigencias = readingBars(leituras);
  printReading(leituras, exigencias, values.erros);
  failed ||= exigencias.some(({ ok }) => !ok);
  const medidas: MedidaDoEstilo[] = [];
  for (const { estilo, remessas } of deliveriesOf(size.semente))
    medidas.push(await measureStyle(estilo, remessas()));
  const bars = roadBars(medidas);
  printRoad(medidas, bars);
  failed ||= bars.some(({ ok }) => !ok);
  for (const { estilo, comoLida, corrigida } of values.erros ? medidas : []) {
    printErrors(`${estilo}, como lida`, comoLida);
    printErrors(`${estilo}, corrigida`, corrigida);
  }
}

if (plano.aviso) console.log(`\n${plano.aviso}`);
if (plano.som) {
  const spoken: CasoComSom[] = [];
  for (let index = 0; index < FALADAS; index += 1) spoken.push(await performCase(index, size.semente));
  const medida = await measure(oracle(0), spoken);
  printJudge('oráculo, com som', [{ taxa: 0, medida }]);
  const bars = [...rolesBars(spoken), ...damageBars(spoken)];
  printBars(0, bars);
  failed ||= bars.some(({ ok }) => !ok);
}

/** Prints a model's figures without requirements, because those who buy the model decide whether it is good enough. */
async function show(juiz: Juiz, uso: Uso): Promise<void> {
  const medidas = [];
  try {
    for (const [taxa, cases] of casos) medidas.push({ taxa, medida: await measure(juiz, cases) });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    console.error(`\n${juiz.nome}: ${error.mensagem}`);
    failed = true;
    return;
  }
  printJudge(juiz.nome, medidas);
  console.log(
    `${uso.chamadas} chamadas, ${uso.falhas} respostas inúteis, ${uso.tokensEntrada} tokens de entrada e ${uso.tokensSaida} de saída.`,
  );
  if (values.erros)
    for (const { taxa, medida } of medidas) printErrors(`Com ${taxa * 100} % de erro`, medida);
}

const noUse = (): Uso => ({ chamadas: 0, falhas: 0, tokensEntrada: 0, tokensSaida: 0 });
const TIMEOUT_MS = 300_000;

if (plano.demo) {
  const demo = await createDemoAi({ logger: false });
  try {
    const uso = noUse();
    const provider = createProvider({ baseURL: await demo.listen(), apiKey: null, timeoutMs: TIMEOUT_MS });
    await show(modelJudge('IA de demonstração', provider, 'gpt-4o-mini', uso), uso);
  } finally {
    await demo.close();
  }
}

if (values.provedor) {
  const model = positionals[0] ?? 'gpt-6-luna';
  const uso = noUse();
  const provider = createProvider({
    baseURL: process.env.OPENAI_BASE_URL || 'https://api.openai.com/v1',
    apiKey: process.env.OPENAI_API_KEY || null,
    timeoutMs: TIMEOUT_MS,
  });
  await show(modelJudge(`provedor (${model})`, provider, model, uso), uso);
}

if (failed) process.exitCode = 1;
