// A real worker reads an archive of many recordings without growing memory. After a kill -9 in the middle, the next
// worker reads the rest. npm run test:longo -- portal reads 500 MB, 1,000 recordings.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createProjeto, createTenant } from '../support/factories.ts';
import { LONGO } from '../support/longo.ts';
import {
  arquivo,
  gravacoesOf,
  planilha,
  preparoOf,
  questionario,
  sendPreparo,
  wav,
} from '../support/portal.ts';
import { end } from '../support/processes.ts';
import { program } from '../support/programs.ts';

const GRAVACOES = LONGO ? 1000 : 24;
/** Length of a recording, ms. A second of sound takes 16 kB. */
const MS = 32_000;
const MB = 1024 * 1024;
/** The most memory that many recordings may take beyond the memory that one recording takes, bytes. */
const CRESCE = 64 * MB;
const LIMITE_MS = LONGO ? 40 * 60_000 : 240_000;

let test: TestApp;
let projeto: { id: string; empresaId: string };
beforeAll(async () => {
  test = await createTestApp();
  const mine = await createTenant(test.deps, { creditos: 10 });
  projeto = await createProjeto(test.deps, mine.empresa, { tipoProjeto: 'auditoria' });
});
afterAll(() => test.close());

const startWorker = () =>
  spawn(process.execPath, [program('worker/src/main.ts')], {
    env: { ...process.env, NODE_OPTIONS: '', METRICS_PORT: '0', REDIS_PREFIX: `portal-${randomUUID()}` },
    stdio: 'ignore',
  });
const named = (n: number) => `Q${String(n).padStart(4, '0')}`;
const TONS = Array.from({ length: 24 }, (_, index) => wav(MS, 200 + index * 10));
const files = (n: number) => ({
  audio: { nome: 'principal.wav', bytes: wav(1000, 200) },
  perguntas: questionario(),
  planilha_respostas: planilha(
    Array.from({ length: n }, (_, index) => `${named(index)};Pessoa ${index};;;;Sim;3;Nada`),
  ),
  zip_audios: arquivo(
    Array.from({ length: n }, (_, index) => ({
      nome: `lote/${named(index)}.wav`,
      dados: TONS[index % TONS.length]!,
      metodo: 0,
    })),
  ),
});
const taskOf = async (preparoId: string) => {
  const { tarefaId } = await preparoOf(test.deps, preparoId);
  return test.deps.prisma.tarefa.findUniqueOrThrow({ where: { id: tarefaId! } });
};

/** Reads a process's memory from Linux, bytes: the present value, and the peak since the peak was last reset. */
async function memoryOf(pid: number): Promise<{ now: number; peak: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const of = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) * 1024;
  return { now: of('VmRSS'), peak: of('VmHWM') };
}

/** Finds the highest peak memory among the reading processes that the worker started, bytes. */
async function peakOfReaders(pid: number): Promise<number> {
  let peak = 0;
  for (const name of await readdir('/proc')) {
    const stat = /^\d+$/.test(name) ? await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '') : '';
    const command = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    if (parent === pid && command === 'node') peak = Math.max(peak, (await memoryOf(Number(name))).peak);
  }
  return peak;
}

/** Waits until `enough` accepts the progress, or the task ends. @returns peak memory of the worker's readers, bytes */
async function watchUntil(
  pid: number,
  preparoId: string,
  enough: (feito: number) => boolean,
): Promise<number> {
  let peak = 0;
  await expect
    .poll(
      async () => {
        peak = Math.max(peak, await peakOfReaders(pid));
        const { status, feito } = await taskOf(preparoId);
        return enough(feito) || !['pendente', 'executando'].includes(status);
      },
      { timeout: LIMITE_MS, interval: 50 },
    )
    .toBe(true);
  return peak;
}

it(
  "memory does not grow with the file, and a worker's death midway makes nothing be read twice",
  async () => {
    const { deps } = test;
    const first = startWorker();
    const small = await sendPreparo(deps, projeto, files(1));
    let second: ReturnType<typeof startWorker> | null = null;
    try {
      const one = await watchUntil(first.pid!, small.id, () => false);
      expect((await preparoOf(deps, small.id)).estado).toBe('pronto');
      // Resets Linux's record of the worker's peak memory.
      await writeFile(`/proc/${first.pid}/clear_refs`, '5');
      const before = await memoryOf(first.pid!);

      const { id } = await sendPreparo(deps, projeto, files(GRAVACOES), { parte: 8 * MB });
      const readers = await watchUntil(first.pid!, id, (feito) => feito >= GRAVACOES * 0.6);
      const { peak } = await memoryOf(first.pid!);
      await end(first, 'SIGKILL');
      expect(await taskOf(id)).toMatchObject({ status: 'executando' });
      const growth = { worker: (peak - before.now) / MB, leitura: (readers - one) / MB };
      if (LONGO) console.info('MB a mais', growth);
      expect(growth.worker).toBeLessThan(CRESCE / MB);
      expect(growth.leitura).toBeLessThan(CRESCE / MB);

      const taken = (await gravacoesOf(deps, id)).filter(({ chaveObjeto }) => chaveObjeto !== null);
      expect(taken.length).toBeGreaterThanOrEqual(Math.floor(GRAVACOES * 0.6));
      expect(taken.length).toBeLessThan(GRAVACOES + 1);
      // Expires the lease at once, instead of waiting for its end.
      await deps.db.query(`update tarefas set lease_ate = now() - interval '1 second' where id = $1`, [
        (await taskOf(id)).id,
      ]);
      second = startWorker();
      await watchUntil(second.pid!, id, () => false);
      expect(await preparoOf(deps, id)).toMatchObject({ estado: 'pronto', motivo: null });
      const all = await gravacoesOf(deps, id);
      expect(all).toHaveLength(GRAVACOES + 1);
      expect(all.filter(({ motivo }) => motivo !== null)).toEqual([]);
      const after = new Map(all.map((row) => [row.id, row.chaveObjeto]));
      for (const row of taken) expect(after.get(row.id)).toBe(row.chaveObjeto);
      expect(new Set(after.values()).size).toBe(GRAVACOES + 1);
      const { rows } = await deps.db.query<{ n: number }>(
        `select count(*)::int as n from objetos_pendentes where chave = any ($1)`,
        [[...after.values()]],
      );
      expect(rows[0]!.n).toBe(0);
      expect(await taskOf(id)).toMatchObject({
        status: 'concluida',
        versao: 2,
        feito: GRAVACOES + 1,
        total: GRAVACOES + 1,
        resultado: { linhas: GRAVACOES, gravacoes: GRAVACOES + 1 },
      });
    } finally {
      first.kill('SIGKILL');
      if (second) await end(second, 'SIGTERM');
    }
  },
  LIMITE_MS * 2,
);
