// npm run bench: measures every performance promise of the product against its peer or limit in the same run. Each part
// has a private database.
// - `npm run bench -- listas audio`: only these parts.

import { availableParallelism, loadavg } from 'node:os';
import type { Database } from '@escuta/prisma/db';
import { measureAuditLog, measureSignIn, measureSignInStorm } from './access.ts';
import { measureAnalysts } from './analistas.ts';
import { measureLiveEvents } from './aovivo.ts';
import { measureAudio } from './audio.ts';
import { measureConversations } from './conversations.ts';
import { inOwnDatabase, keepModel } from './databases.ts';
import { measureExports } from './exportacao.ts';
import { measureHeatMap } from './heat-map.ts';
import { measureImports } from './importacao.ts';
import { seedVolume, type Volume } from './installation.ts';
import { measureInterviewLists } from './interview-lists.ts';
import { measureLists } from './lists.ts';
import { measureBulkClicks, measureBulkCost } from './lote.ts';
import { measurePages } from './paginas.ts';
import { measureFaultyProvider, measurePipeline } from './pipeline.ts';
import { measureRules } from './regras.ts';
import { measureReports } from './relatorios.ts';
import { measureSearch } from './search.ts';
import { measureStart } from './start.ts';
import { busyShare, printTable, type Row } from './support.ts';
import { measureScreens } from './telas.ts';
import { measureUploads } from './uploads.ts';
import { fillInstallation } from './volume.ts';

const LARGE = 1_000_000;
const SMALL = 10_000;
/** Greatest share of the cores that other programs may use; above it, seconds mean little, but ratios remain valid. */
const QUIET = 0.1;
const QUIET_MS = 3000;

const databaseUrl = process.env.DATABASE_URL ?? '';
const redisUrl = process.env.REDIS_URL ?? '';
const services = (process.env.BENCH_SERVICE_PIDS ?? '').split(',').filter(Boolean).map(Number);
const postgres = services.slice(0, 1);

const small = await seedVolume(SMALL);
await keepModel(databaseUrl);

/** The parts of the bench by name, in the order in which they run. */
const PARTS: Record<string, (pool: Database) => Promise<Row[]>> = {
  partida: measureStart,
  audio: measureAudio,
  pipeline: (pool) => measurePipeline(pool, small.empresaId, services),
  provedor: (pool) => measureFaultyProvider(pool, small.empresaId, services),
  uploads: (pool) => measureUploads(pool, small),
  acesso: async () => [...(await measureSignIn(small)), ...(await measureSignInStorm(small))],
  aovivo: (pool) => measureLiveEvents(pool, small),
  registros: (pool) => measureAuditLog(pool, small),
  mapa: (pool) => measureHeatMap(pool, small),
  relatorios: (pool) => measureReports(pool, small),
  entrevistas: (pool) => measureInterviewLists(pool, small),
  lote: (pool) => measureBulkCost(pool, small),
  cliques: (pool) => measureBulkClicks(pool, small),
  exportacao: (pool) => measureExports(pool, small),
  importacao: (pool) => measureImports(pool, small),
  paginas: (pool) => measurePages(pool, small),
  conversas: (pool) => measureConversations(pool, small.empresaId),
};
/** Parts over the large installation, which is made once for all parts. */
const LARGE_PARTS: Record<string, (pool: Database, large: Volume) => Promise<Row[]>> = {
  listas: (pool, large) => measureLists(pool, large, small),
  busca: measureSearch,
  telas: (pool, large) => measureScreens(pool, large, postgres),
  analistas: (pool, large) => measureAnalysts(pool, large, postgres),
  regras: (pool, large) => measureRules(pool, large, postgres),
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in PARTS) && !(name in LARGE_PARTS));
if (unknown.length > 0) throw new Error(`não há estas partes: ${unknown.join(', ')}`);
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);

const rows: Row[] = [];
const failed: string[] = [];
const loads: number[] = [];
const load = () =>
  loadavg()
    .map((n) => n.toFixed(1))
    .join(' ');
/** Measures a part. A failed part does not stop the others, and is reported at the end. */
async function part(name: string, work: () => Promise<Row[]>): Promise<void> {
  console.log(`› ${name} (carga ${load()})`);
  const start = Date.now();
  try {
    const measured = await work();
    printTable(measured);
    rows.push(...measured);
  } catch (error) {
    failed.push(name);
    console.error(error);
  }
  loads.push(loadavg()[0] ?? 0);
  console.log(`  ${((Date.now() - start) / 1000).toFixed(0)} s`);
}

const began = Date.now();
const busy = await busyShare(QUIET_MS);
for (const [name, measure] of Object.entries(PARTS).filter(([name]) => isWanted(name))) {
  await part(name, () => inOwnDatabase({ name, databaseUrl, redisUrl }, measure));
}
const large = Object.entries(LARGE_PARTS).filter(([name]) => isWanted(name));
if (large.length > 0) {
  await inOwnDatabase({ name: 'volume', databaseUrl, redisUrl }, async (pool) => {
    const start = Date.now();
    const volume = await seedVolume(LARGE);
    console.log(
      `› cenário volume: ${LARGE.toLocaleString('pt-BR')} ligações, ${((Date.now() - start) / 1000).toFixed(0)} s`,
    );
    let filled = false;
    for (const [name, measure] of large) {
      if (!filled && ['telas', 'analistas', 'regras'].includes(name)) {
        const taken = await fillInstallation(pool, volume, 1);
        for (const [what, seconds] of taken) console.log(`  ${what}: ${seconds.toFixed(0)} s`);
        filled = true;
      }
      await part(name, () => measure(pool, volume));
    }
  });
}

console.log('\nResultado (medianas)');
printTable(rows.filter(({ noted }) => noted === undefined));
console.log('\nMetas que valem em qualquer máquina (bench/goals.ts): medida, meta');
printTable(rows.filter(({ noted }) => noted !== undefined));
const minutes = ((Date.now() - began) / 60_000).toFixed(1);
console.log(
  `\n${minutes} min, ${availableParallelism()} núcleos; antes de começar outros usavam ${(busy * 100).toFixed(0)} % deles${busy > QUIET ? ': a máquina não estava quieta, segundos e milissegundos dizem pouco' : ''}; carga durante a medida de ${Math.min(...loads).toFixed(1)} a ${Math.max(...loads).toFixed(1)}`,
);
const missed = rows.filter((r) => !r.ok).length;
if (failed.length > 0) console.log(`Partes que não terminaram: ${failed.join(', ')}.`);
console.log(missed === 0 ? 'Todos os limites cumpridos.' : `${missed} limite(s) não cumprido(s).`);
process.exitCode = missed === 0 && failed.length === 0 ? 0 : 1;
