// Raw SQL instead of Prisma, because all signals of a survey are replaced together, under one lock.

import { createHash } from 'node:crypto';
import type { Database } from '@escuta/prisma/db';
import { type CalculoSinal, type Sinal, VERSAO_REGRA } from '@escuta/shared/domain/interview/signals/kinds';
import { newId } from '@escuta/shared/platform/database/ids';
import { settleSignals } from '@escuta/shared/services/surveys/signal-state';
import { type Lease, LeaseLostError, type LeasePlace } from '../background/lease.ts';

/** Lease of a survey, ms. */
export const LEASE_MS = 120_000;

export const PLACE: LeasePlace = {
  ...{ name: 'signals', table: 'sinal_calculos', ate: 'ate', tentativas: null, pending: 'true' },
  id: { column: 'pesquisa_id', type: 'uuid' },
};

/** Greatest number of wishes (requests for a survey's signals) per computation; the rest cause another computation. */
const MAX_WISHES = 10_000;

/** A claimed survey. `pedidos`: id of each fulfilled wish, because a smaller id may be committed later. */
export type Wanted = Lease & { empresaId: string; pedidos: string[] };

/**
 * Claims the next survey without a new wish for `quietMs`, or whose oldest wish has waited `longestMs`. A survey rests
 * for `rest` times its computation's duration.
 */
export async function takeSurvey(
  db: Database,
  { quietMs, longestMs, rest }: { quietMs: number; longestMs: number; rest: number },
): Promise<Wanted | null> {
  const { rows } = await db.query<Wanted>({
    name: 'signals_take',
    // `dono` is written for workers of an earlier version, which use it as fencing token.
    text: `with pedida as (
             select s.pesquisa_id from sinal_pedidos s
             left join sinal_calculos c on c.pesquisa_id = s.pesquisa_id
             where (c.ate is null or c.ate < now())
               and (c.calculado_em is null
                 or c.calculado_em + $4::float8 * c.duracao_ms * interval '1 millisecond' <= now())
             group by s.pesquisa_id
             having max(s.created_at) <= clock_timestamp() - $1::float8 * interval '1 millisecond'
               or min(s.created_at) <= clock_timestamp() - $2::float8 * interval '1 millisecond'
             order by min(s.id) limit 1
           )
           insert into sinal_calculos (pesquisa_id, empresa_id, dono, ate)
           select p.id, p.empresa_id, gen_random_uuid(), now() + $3::float8 * interval '1 millisecond'
           from pedida join pesquisas p on p.id = pedida.pesquisa_id
           on conflict (pesquisa_id) do update set dono = excluded.dono, ate = excluded.ate
             where sinal_calculos.ate is null or sinal_calculos.ate < now()
           returning pesquisa_id as id, ate::text as ate, 1 as tentativas, empresa_id as "empresaId",
             (select array_agg(w.id::text) from (select id from sinal_pedidos w
               where w.pesquisa_id = sinal_calculos.pesquisa_id
               order by id limit ${MAX_WISHES}) w) as pedidos`,
    values: [quietMs, longestMs, LEASE_MS, rest],
  });
  return rows[0] ?? null;
}

/** Surveys requested at a worker's start; the next start requests the rest. */
const OUTDATED_MAX = 10_000;

/**
 * Requests anew the signals that follow earlier rules, because during an update a worker of an earlier version may have
 * computed them.
 */
export async function askOutdated(db: Database): Promise<void> {
  await db.query({
    name: 'signals_outdated',
    text: `insert into sinal_pedidos (pesquisa_id)
      select distinct pesquisa_id from sinais where vigente and versao_regra < ${VERSAO_REGRA} limit ${OUTDATED_MAX}`,
  });
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Replaces a survey's signals: a signal found again keeps its row; other signals are deleted or, if people commented on
 * them, put out of force. Repeatable, because the same transaction deletes the wishes.
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
      name: 'signals_done',
      text: `update sinal_calculos set calculos = $3, entrevistas = $4, calculado_em = now(), duracao_ms = $5,
        dono = null, ate = null
             where pesquisa_id = $1 and ate = $2::timestamptz`,
      values: [pesquisaId, ate, JSON.stringify(calculos), entrevistas, Math.round(duracaoMs)],
    });
    if (!rowCount) throw new LeaseLostError();
    await tx.query({
      name: 'signals_lock',
      text: 'select 1 from sinais where pesquisa_id = $1 order by id for update',
      values: [pesquisaId],
    });
    await tx.query({
      name: 'signals_gone',
      text: `with fora as (select s.id, exists (select from sinal_pareceres p where p.sinal_id = s.id) as julgado
               from sinais s where s.pesquisa_id = $1 and not (s.chave = any ($2::text[]))),
             apagados as (delete from sinais s using fora where s.id = fora.id and not fora.julgado)
           update sinais s set vigente = false, versao = versao + 1, updated_at = now()
           from fora where s.id = fora.id and fora.julgado and s.vigente`,
      values: [pesquisaId, rows.map(({ chave }) => chave)],
    });
    // Leaves out signals of interviews erased in the meantime.
    const { rows: written } = await tx.query<{ id: string }>({
      name: 'signals_save',
      text: `with novos as (
               select n.*
                 from jsonb_to_recordset($3::jsonb) as n (id uuid, chave text, tipo text, alvo text, agente_id uuid,
                 entrevista_id uuid, medida float8, limite float8, base_n int, base_d int, nota boolean, lista boolean,
                 prova jsonb,
                 evidencia text)
               where not exists (select from jsonb_array_elements_text(n.prova -> 'entrevistas') as x (id)
                 join auditoria_itens i on i.entrevista_id = x.id::uuid where i.dados_apagados_em is not null)
             )
             insert into sinais as s (id, empresa_id, pesquisa_id, chave, tipo, alvo, agente_id, entrevista_id,
               versao_regra, medida,
               limite, base_n, base_d, nota, lista, prova, evidencia)
             select id, $1, $2, chave, tipo, alvo, agente_id, entrevista_id, ${VERSAO_REGRA}, medida, limite, base_n,
             base_d, nota,
               lista, prova, evidencia from novos order by chave
             on conflict (pesquisa_id, chave) do update set agente_id = excluded.agente_id,
               entrevista_id = excluded.entrevista_id,
               versao_regra = excluded.versao_regra, medida = excluded.medida, limite = excluded.limite,
               base_n = excluded.base_n,
               base_d = excluded.base_d, nota = excluded.nota, lista = excluded.lista, prova = excluded.prova,
               evidencia = excluded.evidencia, vigente = true, updated_at = now(),
               versao = s.versao + case when s.evidencia <> excluded.evidencia or not s.vigente then 1 else 0 end
             where (s.agente_id, s.entrevista_id, s.versao_regra, s.medida, s.limite, s.base_n, s.base_d, s.nota,
                 s.lista, s.prova, s.evidencia, s.vigente)
               is distinct from (excluded.agente_id, excluded.entrevista_id, excluded.versao_regra, excluded.medida,
                 excluded.limite, excluded.base_n, excluded.base_d, excluded.nota, excluded.lista, excluded.prova,
                 excluded.evidencia, true)
             returning s.id`,
      values: [empresaId, pesquisaId, JSON.stringify(rows)],
    });
    const changed = written.map(({ id }) => id);
    await tx.query({
      name: 'signals_interviews_gone',
      text: `delete from sinal_entrevistas t using sinais s where s.id = t.sinal_id and s.id = any ($1::uuid[])
             and not s.prova -> 'entrevistas' ? t.entrevista_id::text`,
      values: [changed],
    });
    await tx.query({
      name: 'signals_interviews_save',
      text: `insert into sinal_entrevistas (sinal_id, entrevista_id, empresa_id)
             select s.id, x.id::uuid, s.empresa_id from sinais s, jsonb_array_elements_text(s.prova -> 'entrevistas')
               as x (id)
             where s.id = any ($1::uuid[]) on conflict do nothing`,
      values: [changed],
    });
    await settleSignals(tx, changed);
    await tx.query({
      name: 'signals_wishes_met',
      text: 'delete from sinal_pedidos where pesquisa_id = $1 and id = any ($2::bigint[])',
      values: [pesquisaId, pedidos],
    });
  });
}
