// Bulk recordings by real workers: an interrupted upload continues, memory stays flat, and workers killed (kill -9)
// while reading and attaching lose nothing: each recording reaches its call once. npm run test:longo -- gravacoes:
// 1,000 recordings, 500 MB.
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomInt, randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import type { LoteGravacaoDetalhe } from '@escuta/shared/contracts/calls/lotes-gravacao';
import { seededRandom } from '@escuta/shared/domain/seeded-random';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createAuditoria, createItem, createProjeto, createTenant } from '../support/factories.ts';
import { Sender } from '../support/field.ts';
import { LONGO } from '../support/longo.ts';
import { wav } from '../support/portal.ts';
import { end } from '../support/processes.ts';
import { program } from '../support/programs.ts';

const GRAVACOES = LONGO ? 1000 : 12;
/** Length of a recording, ms. A second of sound takes 16 kB. */
const MS = LONGO ? 32_000 : 300;
const MB = 1024 * 1024;
const PARTE = LONGO ? 8 * MB : 20_000;
/** The most by which a worker's memory may grow for a large batch, MB. */
const CRESCE_MB = 64;
const LIMITE_MS = LONGO ? 40 * 60_000 : 240_000;

let test: TestApp;
let mine: Awaited<ReturnType<typeof createTenant>>;
let projeto: { id: string; empresaId: string };
let auditoria: Awaited<ReturnType<typeof createAuditoria>>;
let sender: Sender;
const running = new Set<ChildProcess>();
beforeAll(async () => {
  test = await createTestApp();
  mine = await createTenant(test.deps, { creditos: 10 });
  projeto = await createProjeto(test.deps, mine.empresa, { tipoProjeto: 'call_center' });
  auditoria = await createAuditoria(test.deps, projeto, { padrao: true });
  sender = new Sender(mine.tokens.usuario, test.app);
});
afterAll(async () => {
  for (const worker of running) worker.kill('SIGKILL');
  await test.close();
});

function startWorker(): ChildProcess {
  const worker = spawn(process.execPath, [program('worker/src/main.ts')], {
    env: { ...process.env, NODE_OPTIONS: '', METRICS_PORT: '0', REDIS_PREFIX: `lote-${randomUUID()}` },
    stdio: 'ignore',
  });
  running.add(worker);
  return worker;
}

/** Kills a worker, and ends its lease at once instead of waiting until it expires. */
async function kill(worker: ChildProcess): Promise<void> {
  await end(worker, 'SIGKILL');
  running.delete(worker);
  await test.deps.db.query(
    `update tarefas set lease_ate = now() - interval '1 second' where status = 'executando'`,
  );
}

const TONS = Array.from({ length: 24 }, (_, index) => wav(MS, 200 + index * 10));
/** Size of each recording, bytes. */
const size = TONS[0]?.length ?? 0;
/** Makes a recording whose bytes differ from those of every other recording. */
function sound(serie: number, n: number): Buffer {
  const bytes = Buffer.from(TONS[n % TONS.length] as Buffer);
  bytes.writeUInt16LE(n + 1, 44);
  bytes.writeUInt16LE(serie, 46);
  return bytes;
}
const named = (serie: number, n: number) => `s${serie}-g${String(n).padStart(4, '0')}`;

/** Uploads half of a folder's parts, then the missing parts as after an interruption. @returns the batch's id */
async function sendFolder(serie: number, count: number): Promise<string> {
  const [id, envio] = [randomUUID(), randomUUID()];
  const total = count * size;
  await sender.done('POST', '/lotes-gravacao', {
    ...{ id, projeto_id: projeto.id, tamanho: total, origem: 'pasta', nome: 'gravacoes', arquivos: count },
  });
  const arquivos = Array.from({ length: count }, (_, n) => ({
    nome: `${named(serie, n)}.wav`,
    tamanho: size,
  }));
  await sender.done('POST', `/lotes-gravacao/${id}/arquivos`, { de: 0, arquivos });
  await sender.done('POST', '/envios', { id: envio, papel: 'gravacoes', lote_id: id });
  const partes = Math.ceil(total / PARTE);
  // Makes a part of the upload with no more than one part and one recording in memory.
  const part = (n: number): Buffer => {
    const [from, to] = [(n - 1) * PARTE, Math.min(n * PARTE, total)];
    const pieces: Buffer[] = [];
    for (let file = Math.floor(from / size); file * size < to; file += 1)
      pieces.push(
        sound(serie, file).subarray(Math.max(0, from - file * size), Math.min(size, to - file * size)),
      );
    return Buffer.concat(pieces);
  };
  const cut = Math.max(1, Math.floor(partes / 2));
  for (let n = 1; n <= cut; n += 1) expect((await sender.part(envio, n, part(n))).status).toBe(200);
  // The page was closed: the reopened page reads the server's state and sends the missing parts.
  const { recebidas, faltam } = await sender.done<{ recebidas: number; faltam: number[] }>(
    'GET',
    `/envios/${envio}`,
  );
  expect([recebidas, faltam]).toEqual([cut, []]);
  for (let n = cut + 1; n <= partes; n += 1) expect((await sender.part(envio, n, part(n))).status).toBe(200);
  await sender.done('POST', `/envios/${envio}/concluir`, { partes });
  await sender.done('POST', `/lotes-gravacao/${id}/ler`);
  return id;
}

const lote = (id: string) => sender.done<LoteGravacaoDetalhe>('GET', `/lotes-gravacao/${id}`);
/** Waits until `enough` returns true for the batch. */
async function until(
  id: string,
  enough: (one: LoteGravacaoDetalhe) => boolean,
): Promise<LoteGravacaoDetalhe> {
  let seen: LoteGravacaoDetalhe | undefined;
  await expect
    .poll(
      async () => {
        seen = await lote(id);
        return enough(seen);
      },
      // Each poll sends a request to the API, so the short test polls at longer intervals.
      { timeout: LIMITE_MS, interval: LONGO ? 30 : 150 },
    )
    .toBe(true);
  return seen as LoteGravacaoDetalhe;
}
/** Reads a process's memory from Linux, MB: the present value, and the peak since the peak was last reset. */
async function memoryOf(pid: number): Promise<{ now: number; peak: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const of = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / 1024;
  return { now: of('VmRSS'), peak: of('VmHWM') };
}

it(
  'a cut upload goes on, memory does not grow with the batch, and a death while reading or attaching leaves nothing missing or twice',
  async () => {
    const semente = Number(process.env.SEMENTE ?? randomInt(1_000_000));
    console.info(`semente ${semente} (SEMENTE=${semente} repete esta corrida)`);
    const random = seededRandom(semente);
    const items: string[] = [];
    for (let n = 0; n < GRAVACOES; n += 1)
      items.push((await createItem(test.deps, auditoria, { asteriskFilename: `${named(1, n)}.wav` })).id);

    const first = startWorker();
    await until(await sendFolder(0, 2), ({ estado }) => estado === 'pronto');
    // Resets Linux's record of the process's peak memory.
    await writeFile(`/proc/${first.pid}/clear_refs`, '5');
    const before = await memoryOf(first.pid as number);
    const id = await sendFolder(1, GRAVACOES);
    const half = Math.floor(GRAVACOES * (0.3 + random() * 0.4));
    await until(id, ({ estado, situacoes }) => estado !== 'lendo' || situacoes.a_ler <= GRAVACOES - half);
    const growth = (await memoryOf(first.pid as number)).peak - before.now;
    console.info(
      `leitura de ${((GRAVACOES * size) / MB).toFixed(0)} MB: ${growth.toFixed(0)} MB a mais no worker`,
    );
    expect(growth).toBeLessThan(CRESCE_MB);
    await kill(first);

    let second = startWorker();
    const ready = await until(id, ({ estado }) => estado === 'pronto');
    expect(ready.situacoes).toMatchObject({ pareada: GRAVACOES, a_ler: 0 });
    await sender.done('POST', `/lotes-gravacao/${id}/confirmar`, { versao: ready.versao });
    // The test locks the call of a random recording, and kills the worker while the worker waits for that lock.
    for (const part of [0, 1]) {
      const at = Math.floor(((part + random()) / 2) * GRAVACOES);
      const holder = await test.deps.db.pool.connect();
      try {
        await holder.query('begin');
        await holder.query('select from auditoria_itens where id = $1 for update', [items[at]]);
        if (part === 1) second = startWorker();
        const { rows } = await holder.query('select arquivo_path from auditoria_itens where id = $1', [
          items[at],
        ]);
        if (rows[0].arquivo_path === null) await until(id, ({ situacoes }) => situacoes.anexada === at);
        await kill(second);
        await holder.query('rollback');
      } finally {
        holder.release();
      }
    }
    const last = startWorker();
    const ended = await until(id, ({ estado }) => estado === 'concluido');
    expect(await end(last, 'SIGTERM')).toBe(0);
    running.delete(last);
    expect(ended.situacoes).toMatchObject({ anexada: GRAVACOES, falhou: 0 });
    const { rows } = await test.deps.db.query<{
      id: string;
      sha256: string;
      path: string;
      de_sobra: boolean;
    }>(
      `select i.id, i.arquivo_sha256 as sha256, i.arquivo_path as path,
         exists (select from objetos_pendentes o where o.chave = i.arquivo_path) as de_sobra
       from auditoria_itens i where i.projeto_id = $1 order by i.asterisk_filename`,
      [projeto.id],
    );
    expect(rows.map((row) => [row.id, row.sha256, row.de_sobra])).toEqual(
      items.map((item, n) => [item, createHash('sha256').update(sound(1, n)).digest('hex'), false]),
    );
    expect(new Set(rows.map(({ path }) => path)).size).toBe(GRAVACOES);
    const { rows: sums } = await test.deps.db.query(
      'select sum(com_gravacao)::int as n from chamada_dia where projeto_id = $1',
      [projeto.id],
    );
    expect(sums[0].n).toBe(GRAVACOES);
    const task = await test.deps.prisma.tarefa.findFirstOrThrow({
      where: { empresaId: mine.empresa.id, tipo: 'anexar_gravacoes' },
    });
    expect(task).toMatchObject({ status: 'concluida', feito: GRAVACOES, resultado: { anexadas: GRAVACOES } });
  },
  LIMITE_MS * 3,
);
