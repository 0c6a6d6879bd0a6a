// npm run bench: every performance promise of the product, measured against its peer or limit in the same run.
// npm run bench -- listas audio: only those parts.
import { createPool } from '@escuta/prisma/pool';
import { measureAuditLog, measureSignIn, measureSignInStorm } from './access.ts';
import { measureAnalysts } from './analistas.ts';
import { measureLiveEvents } from './aovivo.ts';
import { measureAudio } from './audio.ts';
import { measureConversations } from './conversations.ts';
import { measureExports } from './exportacao.ts';
import { measureHeatMap } from './heat-map.ts';
import { measureImports } from './importacao.ts';
import { seedVolume } from './installation.ts';
import { measureInterviewLists } from './interview-lists.ts';
import { measureLists } from './lists.ts';
import { measureBulkClicks, measureBulkCost } from './lote.ts';
import { measurePages } from './paginas.ts';
import { measureFaultyProvider, measurePipeline } from './pipeline.ts';
import { measureReports } from './relatorios.ts';
import { measureSearch } from './search.ts';
import { measureStart } from './start.ts';
import { printTable, type Row } from './support.ts';
import { measureScreens } from './telas.ts';
import { measureUploads } from './uploads.ts';
import { fillInstallation } from './volume.ts';

const LARGE = 1_000_000;
const SMALL = 10_000;

const databaseUrl = process.env.DATABASE_URL ?? '';
const pool = createPool({ databaseUrl, poolSize: 8, name: 'escuta-bench' });
const services = (process.env.BENCH_SERVICE_PIDS ?? '').split(',').filter(Boolean).map(Number);
const wanted = process.argv.slice(2);
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);

const rows: Row[] = [];
const part = async (name: string, work: () => Promise<Row[]>) => {
  if (!isWanted(name)) return;
  console.log(`› ${name}`);
  const start = Date.now();
  const measured = await work();
  printTable(measured);
  console.log(`  ${((Date.now() - start) / 1000).toFixed(0)} s`);
  rows.push(...measured);
};

try {
  const small = await seedVolume(SMALL);
  await part('partida', measureStart);
  await part('audio', measureAudio);
  await part('pipeline', () => measurePipeline(pool, small.empresaId, services));
  await part('provedor', () => measureFaultyProvider(pool, small.empresaId, services));
  await part('uploads', () => measureUploads(pool, small));
  await part('acesso', async () => [...(await measureSignIn(small)), ...(await measureSignInStorm(small))]);
  await part('aovivo', () => measureLiveEvents(pool, small));
  await part('registros', () => measureAuditLog(pool, small));
  await part('mapa', () => measureHeatMap(pool, small));
  await part('relatorios', () => measureReports(pool, small));
  await part('entrevistas', () => measureInterviewLists(pool, small));
  await part('lote', () => measureBulkCost(pool, small));
  await part('cliques', () => measureBulkClicks(pool, small));
  await part('exportacao', () => measureExports(pool, small));
  await part('importacao', () => measureImports(pool, small));
  await part('paginas', () => measurePages(pool, small));
  await part('conversas', () => measureConversations(pool, small.empresaId));
  if (['listas', 'busca', 'telas', 'analistas'].some(isWanted)) {
    console.log(`› cenário volume: ${LARGE.toLocaleString('pt-BR')} ligações`);
    const large = await seedVolume(LARGE);
    await part('listas', () => measureLists(pool, large, small));
    await part('busca', () => measureSearch(pool, large));
    if (isWanted('telas') || isWanted('analistas')) {
      const taken = await fillInstallation(pool, large, 1);
      for (const [what, seconds] of taken) console.log(`  ${what}: ${seconds.toFixed(0)} s`);
    }
    await part('telas', () => measureScreens(pool, large, services.slice(0, 1)));
    await part('analistas', () => measureAnalysts(pool, large, services.slice(0, 1)));
  }
  console.log('\nResultado (medianas)');
  printTable(rows);
  const missed = rows.filter((r) => !r.ok).length;
  console.log(missed === 0 ? 'Todos os limites cumpridos.' : `${missed} limite(s) não cumprido(s).`);
  process.exitCode = missed === 0 ? 0 : 1;
} finally {
  await pool.end();
}
