// Measures the import of a sheet of 100,000 calls: its time, compared with a bare streaming parse and the same inserts,
// its memory, and the response to a person who presses 'Processar' during the import.

import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@escuta/prisma/db';
import type { ImportacaoDetalhe } from '@escuta/shared/contracts/calls/importacoes';
import { LIMITES_ENVIO } from '@escuta/shared/contracts/operation/envios';
import { newId } from '@escuta/shared/platform/database/ids';
import { loadEnv } from '@escuta/shared/platform/process/env';
import { createStore } from '@escuta/shared/platform/storage/create-store';
import { changeBalance } from '@escuta/shared/services/credits/ledger';
import { writeXlsx } from '@escuta/shared/services/exports/xlsx';

import { streamXlsxRows } from 'hucre/xlsx';
import { freePort } from '../scripts/lib/ports.mjs';
import { makeCall } from './audio.ts';
import { goal } from './goals.ts';
import { createProject, signIn, startApi, type Volume } from './installation.ts';
import { startProvider } from './provider.ts';
import { median, percentile, type Row, residentBytes, row, startProgram } from './support.ts';

const LINHAS = Number(process.env.BENCH_LINHAS ?? 100_000);
const LOTE = 1000;
const ROUNDS = 2;
const CLICKS = 80;
const MB = 1024 * 1024;
const TITULOS = [
  'Início',
  'Duração',
  'Telefone',
  'Ramal',
  'Agente',
  'Cliente',
  'uniqueid',
  'Gravação',
  'Fila',
];

const two = (n: number): string => String(n).padStart(2, '0');
/** A row of the sheet of a busy call center: the rows cover about 90 days, 200 extensions and 50 agents. */
function line(n: number): string[] {
  const at = new Date(Date.UTC(2026, 6, 1) + n * 77_000);
  const day = `${two(at.getUTCDate())}/${two(at.getUTCMonth() + 1)}/${at.getUTCFullYear()}`;
  return [
    `${day} ${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}`,
    `00:${two(n % 20)}:${two(n % 60)}`,
    `119${80_000_000 + n}`,
    String(2000 + (n % 200)),
    `Agente ${n % 50}`,
    `Pessoa de número ${n}`,
    `${1_780_000_000 + n}.${n}`,
    `gravacao-${n}.wav`,
    `Fila ${n % 7}`,
  ];
}

async function makeSheet(file: string): Promise<void> {
  function* batches() {
    for (let n = 0; n < LINHAS; n += LOTE) yield Array.from({ length: LOTE }, (_, i) => line(n + i));
  }
  const parts: Buffer[] = [];
  for await (const part of writeXlsx([
    { nome: 'Ligações', colunas: TITULOS.map((titulo) => ({ titulo })), linhas: batches() },
  ]))
    parts.push(part);
  await writeFile(file, Buffer.concat(parts));
}

type Projeto = { projetoId: string; auditoriaId: string };

/**
 * Runs the peer with which the import is compared: another library's streaming parse, and the same columns inserted
 * into the same table with triggers.
 * @returns seconds
 */
async function bare(pool: Database, empresaId: string, { projetoId, auditoriaId }: Projeto, file: string) {
  const began = performance.now();
  const write = (rows: object[]) =>
    pool.transaction(async (tx) => {
      await tx.query({
        name: 'bench_importacao',
        text: `insert into auditoria_itens (id, empresa_id, projeto_id, auditoria_id, tipo_item, call_start_time,
          call_duration,
                 numero_destino, ramal, asterisk_filename, nome_entrevistado, unique_id, chave_dup, agente_id,
                 agente_origem, metadata)
               select n.id, $2, $3, $4, 'ligacao', n.inicio, n.duracao, n.numero, n.ramal, n.arquivo, n.nome,
               n."uniqueId",
                 decode(n.chave, 'hex'), null, null, n.metadata
               from jsonb_to_recordset($1::jsonb)
                 as n (id uuid, inicio timestamptz, duracao int, numero text, ramal text,
                 arquivo text, nome text, "uniqueId" text, chave text, metadata jsonb)
               on conflict do nothing returning id`,
        values: [JSON.stringify(rows), empresaId, projetoId, auditoriaId],
      });
    });
  const bytes = await readFile(file);
  let rows: object[] = [];
  let first = true;
  for await (const { values } of streamXlsxRows(bytes)) {
    if (first) {
      first = false;
      continue;
    }
    const cells = values.map((value) => String(value ?? ''));
    const [inicio = '', duracao = '', numero, ramal, agente, nome, uniqueId, arquivo, fila] = cells;
    const [h, m, s] = duracao.split(':').map(Number);
    rows.push({
      ...{ id: newId(), numero, ramal, nome, uniqueId, arquivo },
      inicio: `${inicio.slice(6, 10)}-${inicio.slice(3, 5)}-${inicio.slice(0, 2)}T${inicio.slice(11)}-03:00`,
      duracao: (h ?? 0) * 3600 + (m ?? 0) * 60 + (s ?? 0),
      chave: createHash('sha256').update(`${inicio} ${numero} ${ramal} ${arquivo}`).digest('hex'),
      metadata: {
        Fila: fila,
        tipo: 'ligacao',
        nome_entrevistado: nome,
        unique_id: uniqueId,
        duracao,
        agente,
      },
    });
    if (rows.length < LOTE) continue;
    await write(rows);
    rows = [];
  }
  if (rows.length > 0) await write(rows);
  const s = (performance.now() - began) / 1000;
  await assertRows(pool, projetoId);
  return s;
}

async function assertRows(pool: Database, projetoId: string): Promise<void> {
  const { rows } = await pool.query<{ n: number }>(
    'select count(*)::int as n from auditoria_itens where projeto_id = $1',
    [projetoId],
  );
  if (rows[0]?.n !== LINHAS) throw new Error(`${rows[0]?.n} ligações`);
}

type Client = { base: string; headers: Record<string, string> };

async function call<T>(
  { base, headers }: Client,
  method: string,
  path: string,
  body?: object | Buffer,
): Promise<T> {
  const answer = await fetch(`${base}${path}`, {
    method,
    headers: {
      ...headers,
      ...(Buffer.isBuffer(body)
        ? {
            'content-type': 'application/octet-stream',
            'x-parte-sha256': createHash('sha256').update(body).digest('hex'),
          }
        : body
          ? { 'content-type': 'application/json' }
          : {}),
    },
    ...(body ? { body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { data: T }).data;
}

/** Waits until an import reaches the state `estado`. @throws if the import fails, is interrupted or is cancelled */
async function reaches(pool: Database, id: string, estado: string): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ estado: string; motivo: string | null }>(
      'select estado, motivo from importacoes where id = $1',
      [id],
    );
    const now = rows[0];
    if (now?.estado === estado) return;
    if (['falhou', 'interrompida', 'cancelada'].includes(now?.estado ?? ''))
      throw new Error(`${now?.estado}: ${now?.motivo}`);
    await sleep(15);
  }
}

/** Uploads the sheet as the page does, and waits for its dry run. @returns the import, and the dry run's seconds */
async function prepare(pool: Database, client: Client, projetoId: string, file: string) {
  const bytes = await readFile(file);
  const [id, envio] = [randomUUID(), randomUUID()];
  await call(client, 'POST', `/projetos/${projetoId}/importacoes`, {
    id,
    nome: 'ligacoes.xlsx',
    tamanho: bytes.length,
  });
  await call(client, 'POST', '/envios', { id: envio, papel: 'importacao', importacao_id: id });
  let n = 0;
  for (let at = 0; at < bytes.length; at += LIMITES_ENVIO.parteBytes) {
    n += 1;
    await call(
      client,
      'PUT',
      `/envios/${envio}/partes/${n}`,
      bytes.subarray(at, at + LIMITES_ENVIO.parteBytes),
    );
  }
  await call(client, 'POST', `/envios/${envio}/concluir`, { partes: n });
  await call(client, 'POST', `/importacoes/${id}/ler`);
  await reaches(pool, id, 'mapear');
  const { mapeamento } = await call<ImportacaoDetalhe>(client, 'GET', `/importacoes/${id}`);
  const began = performance.now();
  await call(client, 'POST', `/importacoes/${id}/simular`, { mapeamento });
  await reaches(pool, id, 'simulada');
  const s = (performance.now() - began) / 1000;
  return { ...(await call<ImportacaoDetalhe>(client, 'GET', `/importacoes/${id}`)), s };
}

/** Runs the import itself. @returns seconds */
async function importNow(pool: Database, client: Client, { id, versao, projeto_id }: ImportacaoDetalhe) {
  const began = performance.now();
  await call(client, 'POST', `/importacoes/${id}/importar`, { versao });
  await reaches(pool, id, 'concluida');
  const s = (performance.now() - began) / 1000;
  await assertRows(pool, projeto_id);
  return s;
}

/** Reads the ids of a process's child processes from Linux' /proc. */
const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

/** Measures memory's peak growth during `work`, MB. `own`: the process alone; `all`: with its child processes. */
async function grownWhile(pid: number, work: () => Promise<unknown>) {
  const before = residentBytes(pid);
  let [own, all] = [0, 0];
  const timer = setInterval(() => {
    const mine = residentBytes(pid) - before;
    own = Math.max(own, mine);
    let others = 0;
    for (const child of childrenOf(pid)) {
      try {
        // `|| 0`, because a process that has just ended has no memory figure (NaN).
        others += residentBytes(child) || 0;
      } catch {
        // The child process ended before its memory was read.
      }
    }
    all = Math.max(all, mine + others);
  }, 20);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return { own: own / MB, all: all / MB };
}

/** Creates the calls of another project, each with a recording to process. */
async function callsToProcess(pool: Database, empresaId: string, folder: string): Promise<string[]> {
  const outro = await createProject(pool, empresaId, 'Outro projeto');
  const store = await createStore(loadEnv());
  const wav = await makeCall(folder, 3, 'pcm_alaw');
  const ids: string[] = [];
  for (let n = 0; n < 2 * CLICKS; n += 1) {
    const id = randomUUID();
    const key = `${empresaId}/${id}/${randomUUID()}`;
    await store.put(key, createReadStream(wav), { contentType: 'audio/wav' });
    await pool.query(
      `insert into auditoria_itens (id, empresa_id, projeto_id, auditoria_id, arquivo_path, arquivo_nome, arquivo_tipo)
       values ($1, $2, $3, $4, $5, 'ligacao.wav', 'audio/wav')`,
      [id, empresaId, outro.projetoId, outro.auditoriaId, key],
    );
    ids.push(id);
  }
  return ids;
}

/** Presses 'Processar' again and again until `until` settles. @returns ms of each answer */
async function clicks(client: Client, ids: string[], until: Promise<unknown>): Promise<number[]> {
  let over = false;
  void until.then(
    () => {
      over = true;
    },
    () => {
      over = true;
    },
  );
  const taken: number[] = [];
  for (const auditoriaItemId of ids) {
    if (over) break;
    const began = performance.now();
    await call(client, 'POST', '/auditoria-resultado/processar', { auditoriaItemId });
    taken.push(performance.now() - began);
    await sleep(120);
  }
  return taken;
}

/** Measures the roll-ups' cost per inserted call: batches with and without their trigger alternate. @returns ms */
async function triggerCost(
  pool: Database,
  empresaId: string,
  { projetoId, auditoriaId }: Projeto,
): Promise<number> {
  const insert = (without: boolean, n: number) =>
    pool.transaction(async (tx) => {
      if (without) await tx.query('alter table auditoria_itens disable trigger auditoria_itens_incluidos');
      const began = performance.now();
      await tx.query(
        `insert into auditoria_itens (id, empresa_id, projeto_id, auditoria_id, tipo_item, numero_destino, ramal,
          call_start_time, call_duration)
         select gen_random_uuid(), $1, $2, $3, 'ligacao', '119' || (80000000 + $4::int * ${LOTE} + n),
         (2000 + n % 200)::text,
           timestamptz '2026-07-01' + n * interval '77 seconds', n % 900 from generate_series(1, ${LOTE}) n`,
        [empresaId, projetoId, auditoriaId, n],
      );
      const ms = performance.now() - began;
      if (without) await tx.query('alter table auditoria_itens enable trigger auditoria_itens_incluidos');
      return ms;
    });
  const [withIt, without]: [number[], number[]] = [[], []];
  for (let n = 0; n < 24; n += 2) {
    withIt.push(await insert(false, n));
    without.push(await insert(true, n + 1));
  }
  const best = (values: number[]) => Math.min(...values) / LOTE;
  console.log(
    `  uma linha inserida: com as somas ${(median(withIt) / LOTE).toFixed(3)} ms (mínimo ${best(withIt).toFixed(3)}), sem elas ${(median(without) / LOTE).toFixed(3)} ms (mínimo ${best(without).toFixed(3)})`,
  );
  return Math.max(0, median(withIt) - median(without)) / LOTE;
}

/** Measures imports of 100,000 calls: time, memory, and the answers to a person who clicks during an import. */
export async function measureImports(pool: Database, { empresaId, login }: Volume): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'escuta-bench-'));
  const file = join(folder, 'ligacoes.xlsx');
  await makeSheet(file);
  await changeBalance(pool, {
    ...{ empresaId, tipo: 'ajuste', quantidade: 10_000 },
    ...{ chaveIdempotente: `bench-${randomUUID()}`, descricao: 'Medida' },
  });
  const provider = await startProvider({ transcribeMs: 500, answerMs: 300 });
  const metricsPort = await freePort();
  const api = await startApi();
  const worker = await startProgram(
    'worker/src/main.ts',
    {
      OPENAI_BASE_URL: provider.url,
      OPENAI_API_KEY: 'bench',
      METRICS_PORT: String(metricsPort),
      LOG_LEVEL: 'warn',
    },
    async () => (await fetch(`http://127.0.0.1:${metricsPort}/ready`)).ok,
  );
  try {
    const client = { base: api.base, headers: await signIn(api.base, login) };
    const pid = worker.child.pid as number;
    const project = (nome: string) => createProject(pool, empresaId, nome);
    const [ours, peer, dry, own, all]: number[][] = [[], [], [], [], []];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const [mine, other] = [await project(`Importação ${round}`), await project(`Medida ${round}`)];
      const base = await bare(pool, empresaId, other, file);
      const sheet = await prepare(pool, client, mine.projetoId, file);
      let s = 0;
      const grown = await grownWhile(pid, async () => {
        s = await importNow(pool, client, sheet);
      });
      console.log(
        `  ${round}: importação ${s.toFixed(1)} s, medida ${base.toFixed(1)} s, simulação ${sheet.s.toFixed(1)} s, memória ${grown.own.toFixed(0)} / ${grown.all.toFixed(0)} MB`,
      );
      // The first round warms the caches of database and compiler.
      if (round === 0) continue;
      ours?.push(s);
      peer?.push(base);
      dry?.push(sheet.s);
      own?.push(grown.own);
      all?.push(grown.all);
    }
    const sheet = await prepare(pool, client, (await project('Com cliques')).projetoId, file);
    const ids = await callsToProcess(pool, empresaId, folder);
    const quiet = await clicks(client, ids.splice(0, CLICKS), new Promise(() => undefined));
    const running = importNow(pool, client, sheet);
    const taken = await clicks(client, ids, running);
    await running;
    const p95 = percentile(taken, 0.95);
    console.log(
      `  Processar: sem importação mediana ${median(quiet).toFixed(0)} ms, p95 ${percentile(quiet, 0.95).toFixed(0)} ms; durante uma mediana ${median(taken).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms; carga da máquina ${loadavg()[0]?.toFixed(1)}`,
    );
    const sums = await triggerCost(pool, empresaId, await project('Somas'));
    const label = `importação de ${LINHAS.toLocaleString('pt-BR')} linhas .xlsx`;
    const ratios = (ours ?? []).map((s, n) => (peer?.[n] ?? Number.NaN) / s);
    return [
      row(`${label}: velocidade ÷ leitura pura com os mesmos inserts`, median(ratios), 0.6, 'min'),
      goal('importMemory', Math.max(...(all ?? []))),
      row('Somas de uma ligação: custo por linha inserida', sums, 0.2, 'max', ' ms'),
      row(
        `${label}: 'Processar' em outro projeto enquanto isso, p95 de ${taken.length}`,
        p95,
        200,
        'max',
        ' ms',
      ),
    ];
  } finally {
    await worker.stop();
    await api.stop();
    await provider.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
