// Raw SQL: replaces a survey's signals as a set under one lock.

import { createHash } from 'node:crypto';
import type { Database } from '@escuta/prisma/db';
import { type CalculoSinal, type Sinal, VERSAO_REGRA } from '@escuta/shared/domain/interview/signals/kinds';
import { newId } from '@escuta/shared/platform/database/ids';
import { settleSignals } from '@escuta/shared/services/surveys/signal-state';
import { type Lease, LeaseLostError, type LeasePlace } from '../background/lease.ts';

/** A dead worker's survey becomes free after this long, ms. */
export const LEASE_MS = 120_000;

export const PLACE: LeasePlace = {
  ...{ name: 'signals', table: 'sinal_calculos', ate: 'ate', tentativas: null, pending: 'true' },
  id: { column: 'pesquisa_id', type: 'uuid' },
};

/** Wishes fulfilled by one computation; further ones cause another. */
const MAX_WISHES = 10_000;

/** `pedidos`: ids of fulfilled wishes; a smaller id may be committed later. */
export type Wanted = Lease & { empresaId: string; pedidos: string[] };

/**
 * Claims the next survey to compute: wishes unchanged for `quietMs` or waiting `longestMs`, after a pause of `rest`
 * times its last duration. Null if there is none.
 */
export async function takeSurvey(
  db: Database,
  { quietMs, longestMs, rest }: { quietMs: number; longestMs: number; rest: number },
): Promise<Wanted | null> {
  const { rows } = await db.query<Wanted>({
    name: 'signals-take',
    // `dono` is the fencing token of workers of an earlier version.
    text: `WITH pedida AS (
             SELECT s.pesquisa_id FROM sinal_pedidos s
             LEFT JOIN sinal_calculos c ON c.pesquisa_id = s.pesquisa_id
             WHERE (c.ate IS NULL OR c.ate < now())
               AND (c.calculado_em IS NULL OR c.calculado_em + $4::float8 * c.duracao_ms * interval '1 millisecond' <= now())
             GROUP BY s.pesquisa_id
             HAVING max(s.created_at) <= clock_timestamp() - $1::float8 * interval '1 millisecond'
               OR min(s.created_at) <= clock_timestamp() - $2::float8 * interval '1 millisecond'
             ORDER BY min(s.id) LIMIT 1
           )
           INSERT INTO sinal_calculos (pesquisa_id, empresa_id, dono, ate)
           SELECT p.id, p.empresa_id, gen_random_uuid(), now() + $3::float8 * interval '1 millisecond'
           FROM pedida JOIN pesquisas p ON p.id = pedida.pesquisa_id
           ON CONFLICT (pesquisa_id) DO UPDATE SET dono = excluded.dono, ate = excluded.ate
             WHERE sinal_calculos.ate IS NULL OR sinal_calculos.ate < now()
           RETURNING pesquisa_id AS id, ate::text AS ate, 1 AS tentativas, empresa_id AS "empresaId",
             (SELECT array_agg(w.id::text) FROM (SELECT id FROM sinal_pedidos w WHERE w.pesquisa_id = sinal_calculos.pesquisa_id
               ORDER BY id LIMIT ${MAX_WISHES}) w) AS pedidos`,
    values: [quietMs, longestMs, LEASE_MS, rest],
  });
  return rows[0] ?? null;
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Replaces a survey's signals: equal ones keep their row; those no longer found are deleted, or kept out of force if
 * people commented on them. Idempotent; one transaction with the fulfilled wishes. @throws LeaseLostError
 */
export async function saveSignals(
  db: Database,
  { id: pesquisaId, ate, empresaId, pedidos }: Wanted,
  {
    sinais,
    calculos,
    entrevistas,
    duracaoMs,
  }: { sinais: readonly Sinal[]; calculos: readonly CalculoSinal[]; entrevistas: number; duracaoMs: number },
): Promise<void> {
  const rows = sinais.map((sinal) => ({
    id: newId(),
    chave: sinal.chave,
    tipo: sinal.tipo,
    alvo: sinal.alvo,
    agente_id: sinal.agenteId,
    entrevista_id: sinal.alvo === 'entrevistador' ? null : (sinal.prova.entrevistas.at(-1) ?? null),
    medida: sinal.medida,
    limite: sinal.limite,
    base_n: sinal.base.n,
    base_d: sinal.base.d,
    nota: sinal.nota,
    lista: sinal.lista,
    prova: sinal.prova,
    evidencia: digest(sinal.evidencia),
  }));
  await db.transaction(async (tx) => {
    const { rowCount } = await tx.query({
      name: 'signals-done',
      text: `UPDATE sinal_calculos SET calculos = $3, entrevistas = $4, calculado_em = now(), duracao_ms = $5, dono = NULL, ate = NULL
             WHERE pesquisa_id = $1 AND ate = $2::timestamptz`,
      values: [pesquisaId, ate, JSON.stringify(calculos), entrevistas, Math.round(duracaoMs)],
    });
    if (!rowCount) throw new LeaseLostError();
    await tx.query({
      name: 'signals-lock',
      text: 'SELECT 1 FROM sinais WHERE pesquisa_id = $1 ORDER BY id FOR UPDATE',
      values: [pesquisaId],
    });
    await tx.query({
      name: 'signals-gone',
      text: `WITH fora AS (SELECT s.id, EXISTS (SELECT FROM sinal_pareceres p WHERE p.sinal_id = s.id) AS julgado
               FROM sinais s WHERE s.pesquisa_id = $1 AND NOT (s.chave = ANY ($2::text[]))),
             apagados AS (DELETE FROM sinais s USING fora WHERE s.id = fora.id AND NOT fora.julgado)
           UPDATE sinais s SET vigente = false, versao = versao + 1, updated_at = now()
           FROM fora WHERE s.id = fora.id AND fora.julgado AND s.vigente`,
      values: [pesquisaId, rows.map(({ chave }) => chave)],
    });
    // Erased since it was read: its signals are not written.
    const { rows: written } = await tx.query<{ id: string }>({
      name: 'signals-save',
      text: `WITH novos AS (
               SELECT n.* FROM jsonb_to_recordset($3::jsonb) AS n (id uuid, chave text, tipo text, alvo text, agente_id uuid,
                 entrevista_id uuid, medida float8, limite float8, base_n int, base_d int, nota boolean, lista boolean, prova jsonb,
                 evidencia text)
               WHERE NOT EXISTS (SELECT FROM jsonb_array_elements_text(n.prova -> 'entrevistas') AS x (id)
                 JOIN auditoria_itens i ON i.entrevista_id = x.id::uuid WHERE i.dados_apagados_em IS NOT NULL)
             )
             INSERT INTO sinais AS s (id, empresa_id, pesquisa_id, chave, tipo, alvo, agente_id, entrevista_id, versao_regra, medida,
               limite, base_n, base_d, nota, lista, prova, evidencia)
             SELECT id, $1, $2, chave, tipo, alvo, agente_id, entrevista_id, ${VERSAO_REGRA}, medida, limite, base_n, base_d, nota,
               lista, prova, evidencia FROM novos ORDER BY chave
             ON CONFLICT (pesquisa_id, chave) DO UPDATE SET agente_id = excluded.agente_id, entrevista_id = excluded.entrevista_id,
               versao_regra = excluded.versao_regra, medida = excluded.medida, limite = excluded.limite, base_n = excluded.base_n,
               base_d = excluded.base_d, nota = excluded.nota, lista = excluded.lista, prova = excluded.prova,
               evidencia = excluded.evidencia, vigente = true, updated_at = now(),
               versao = s.versao + CASE WHEN s.evidencia <> excluded.evidencia OR NOT s.vigente THEN 1 ELSE 0 END
             WHERE (s.agente_id, s.entrevista_id, s.versao_regra, s.medida, s.limite, s.base_n, s.base_d, s.nota, s.lista, s.prova,
                 s.evidencia, s.vigente)
               IS DISTINCT FROM (excluded.agente_id, excluded.entrevista_id, excluded.versao_regra, excluded.medida, excluded.limite,
                 excluded.base_n, excluded.base_d, excluded.nota, excluded.lista, excluded.prova, excluded.evidencia, true)
             RETURNING s.id`,
      values: [empresaId, pesquisaId, JSON.stringify(rows)],
    });
    const changed = written.map(({ id }) => id);
    await tx.query({
      name: 'signals-interviews-gone',
      text: `DELETE FROM sinal_entrevistas t USING sinais s WHERE s.id = t.sinal_id AND s.id = ANY ($1::uuid[])
             AND NOT s.prova -> 'entrevistas' ? t.entrevista_id::text`,
      values: [changed],
    });
    await tx.query({
      name: 'signals-interviews-save',
      text: `INSERT INTO sinal_entrevistas (sinal_id, entrevista_id, empresa_id)
             SELECT s.id, x.id::uuid, s.empresa_id FROM sinais s, jsonb_array_elements_text(s.prova -> 'entrevistas') AS x (id)
             WHERE s.id = ANY ($1::uuid[]) ON CONFLICT DO NOTHING`,
      values: [changed],
    });
    await settleSignals(tx, changed);
    await tx.query({
      name: 'signals-wishes-met',
      text: 'DELETE FROM sinal_pedidos WHERE pesquisa_id = $1 AND id = ANY ($2::bigint[])',
      values: [pesquisaId, pedidos],
    });
  });
}
