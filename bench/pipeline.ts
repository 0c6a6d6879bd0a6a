import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createStore } from '@escuta/shared/node/create-store';
import { loadEnv } from '@escuta/shared/node/env';
import { requestRun } from '@escuta/shared/node/runs';
import type pg from 'pg';
import { freePort } from '../scripts/lib/ports.mjs';
import { makeCall } from './audio.ts';
import { createProject } from './installation.ts';
import { startProvider } from './provider.ts';
import { cpuSeconds, type Row, row, startProgram } from './support.ts';

const SLOTS = 30;
const CALLS = 150;
const CALL_SECONDS = 180;
const TRANSCRIBE_MS = 4000;
const ANSWER_MS = 1500;
const CORES = 2;
/** Completions outside these shares are run-up and tail. */
const FROM = 0.25;
const TO = 0.85;

/**
 * Calls a minute of one worker with 30 slots, 3-minute stereo calls and a provider that takes 4 s to transcribe and
 * 1.5 s to answer, against what the slots or the cores allow: min(slots ÷ provider time, cores ÷ CPU per call).
 *
 * @param services processes that lead the database's and Redis's sessions: their CPU is part of a call's
 */
export async function measurePipeline(pool: pg.Pool, empresaId: string, services: number[]): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'escuta-bench-'));
  const provider = await startProvider({ transcribeMs: TRANSCRIBE_MS, answerMs: ANSWER_MS });
  const metricsPort = await freePort();
  try {
    const { projetoId, auditoriaId } = await createProject(pool, empresaId, 'Pipeline');
    await linkTemplate(pool, empresaId, projetoId);
    // G.711, as a PBX records.
    const call = await makeCall(folder, CALL_SECONDS, 'pcm_alaw');
    const store = await createStore(loadEnv());
    const items = Array.from({ length: CALLS }, () => randomUUID());
    for (const itemId of items) {
      const key = `${empresaId}/${itemId}/${randomUUID()}`;
      await store.put(key, createReadStream(call), { contentType: 'audio/wav' });
      await pool.query(
        `insert into auditoria_itens (id, empresa_id, projeto_id, auditoria_id, arquivo_path, arquivo_nome, arquivo_tipo)
         values ($1, $2, $3, $4, $5, 'ligacao.wav', 'audio/wav')`,
        [itemId, empresaId, projetoId, auditoriaId, key],
      );
    }
    const worker = await startProgram(
      'worker/src/main.ts',
      {
        OPENAI_BASE_URL: provider.url,
        OPENAI_API_KEY: 'bench',
        PROVIDER_SLOTS: String(SLOTS),
        COMPANY_MAX_RUNNING: '1000',
        METRICS_PORT: String(metricsPort),
        LOG_LEVEL: 'warn',
      },
      async () => (await fetch(`http://127.0.0.1:${metricsPort}/ready`)).ok,
    );
    try {
      const leaders = [worker.child.pid as number, ...services];
      const scope = { kind: 'empresa', empresaId } as const;
      for (const itemId of items)
        await requestRun(pool, {
          entrevistaMinutos: 20,
          scope,
          itemId,
          origem: 'manual',
          solicitadoPor: null,
        });
      await done(pool, projetoId, Math.ceil(CALLS * FROM));
      const cpuAtStart = cpuSeconds(leaders);
      await done(pool, projetoId, Math.ceil(CALLS * TO));
      const cpu = cpuSeconds(leaders) - cpuAtStart;
      await done(pool, projetoId, CALLS);
      const { rows } = await pool.query<{ at: Date }>(
        `select terminada_em as at from execucoes where projeto_id = $1 order by terminada_em`,
        [projetoId],
      );
      const first = Math.ceil(CALLS * FROM) - 1;
      const last = Math.ceil(CALLS * TO) - 1;
      const seconds = ((rows[last]?.at.getTime() ?? 0) - (rows[first]?.at.getTime() ?? 0)) / 1000;
      const perMinute = ((last - first) / seconds) * 60;
      const cpuPerCall = cpu / (last - first);
      // Transcription, then text analysis, then the template.
      const bySlots = (SLOTS / ((TRANSCRIBE_MS + 2 * ANSWER_MS) / 1000)) * 60;
      const byCores = (CORES / cpuPerCall) * 60;
      return [
        row(
          `Ligações por minuto ÷ min(vagas: ${bySlots.toFixed(0)}, núcleos: ${byCores.toFixed(0)})`,
          perMinute / Math.min(bySlots, byCores),
          0.93,
          'min',
        ),
      ];
    } finally {
      await worker.stop();
    }
  } finally {
    await provider.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Waits until `n` runs of the project have ended well. @throws when one failed or none ends in a minute. */
async function done(pool: pg.Pool, projetoId: string, n: number): Promise<void> {
  let last = -1;
  let lastAt = Date.now();
  for (;;) {
    const { rows } = await pool.query<{ status: string; n: number; motivo: string | null }>(
      'select status, count(*)::int as n, min(motivo) as motivo from execucoes where projeto_id = $1 group by status',
      [projetoId],
    );
    const failed = rows.find((r) => r.status === 'erro' || r.status === 'ignorada');
    if (failed) throw new Error(`${failed.n} run(s) ended ${failed.status}: ${failed.motivo}`);
    const finished = rows.find((r) => r.status === 'concluida')?.n ?? 0;
    if (finished >= n) return;
    if (finished > last) {
      last = finished;
      lastAt = Date.now();
    } else if (Date.now() - lastAt > 60_000)
      throw new Error(`no run ended for a minute (${finished} of ${n})`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** A template that every call of the project is judged by. */
export async function linkTemplate(pool: pg.Pool, empresaId: string, projetoId: string): Promise<void> {
  const templateId = randomUUID();
  await pool.query(
    `insert into insight_templates (id, empresa_id, nome, categoria) values ($1, $2, 'Cortesia', 'quality')`,
    [templateId, empresaId],
  );
  await pool.query(
    `insert into insight_template_versoes (id, empresa_id, template_id, versao, nome, categoria, prompt_template)
     values ($1, $2, $3, 1, 'Cortesia', 'quality', 'Avalie a cortesia do agente.')`,
    [randomUUID(), empresaId, templateId],
  );
  await pool.query(
    `insert into projeto_insight_templates (id, empresa_id, projeto_id, insight_template_id) values ($1, $2, $3, $4)`,
    [randomUUID(), empresaId, projetoId, templateId],
  );
}
