// SQL: the list is read in the order of an index on a generated column; changes are written in batches.

import type { Database, Db } from '@escuta/prisma/db';
import { TOTAL_LIMITE } from '@escuta/shared/contracts/common';
import type { Pedidos } from '@escuta/shared/domain/filters/filtro-valor';
import type { FILTROS_DISPARO } from '@escuta/shared/domain/filters/lists/firings';
import type { PrecisaoInicio } from '@escuta/shared/domain/interview/device/start';
import type { EstadoDisparo, Gravidade, RegraPadrao } from '@escuta/shared/domain/rules/rules';
import type { TipoItem } from '@escuta/shared/domain/runs/status';
import type { Scope } from '@escuta/shared/domain/scope';
import { ITEM_PRECISION } from '@escuta/shared/platform/database/conditions/start';
import { inScope, sql } from '@escuta/shared/platform/database/sql';
import { FIRING_ORDER, firingConditions } from '@escuta/shared/services/lists/firings';
import { type Page, type PageAsked, pageOf } from '../../reads/page-repo.ts';

export type DisparoRow = {
  id: string;
  regra_id: string;
  regra_nome: string;
  regra_padrao: RegraPadrao | null;
  regra_filtro: unknown;
  grupo_id: string;
  gravidade: Gravidade;
  estado: EstadoDisparo;
  procedente: boolean | null;
  momento: Date;
  dados: unknown;
  item_id: string | null;
  projeto_id: string | null;
  projeto_nome: string | null;
  agente_id: string | null;
  agente_nome: string | null;
  tipo_item: TipoItem | null;
  ligacao_em: Date | null;
  inicio_precisao: PrecisaoInicio | null;
  numero: string | null;
  duracao: number | null;
  nota: number | null;
  gravacao: boolean;
  visto_por: string | null;
  visto_nome: string | null;
  visto_em: Date | null;
  resolvido_por: string | null;
  resolvido_nome: string | null;
  resolvido_em: Date | null;
  observacao: string | null;
  corrigido: boolean;
};

/** A page of firings, in the order FIRING_ORDER. */
export function listDisparos(
  db: Database,
  scope: Scope,
  asked: PageAsked & Pedidos<typeof FILTROS_DISPARO>,
): Promise<Page<DisparoRow>> {
  const where = firingConditions(scope, asked);
  return pageOf<DisparoRow>(
    db,
    asked,
    (window) => sql`with d as materialized (
        select d.* from regra_disparos d where ${where} order by ${FIRING_ORDER} ${window}
      )
      select d.id, d.regra_id, r.nome as regra_nome, r.padrao as regra_padrao, r.filtro as regra_filtro, d.grupo_id,
      d.gravidade,
        d.estado, d.procedente, d.momento, d.dados, d.item_id, d.projeto_id, p.nome as projeto_nome,
        coalesce(f.id, a.id) as agente_id, coalesce(f.nome, a.nome) as agente_nome, i.tipo_item,
          i.momento_chamada as ligacao_em,
        ${ITEM_PRECISION} as inicio_precisao, i.numero_destino as numero, i.call_duration as duracao,
        round(q.pontuacao * 100)::int as nota, i.arquivo_path is not null as gravacao,
        d.visto_por, v.nome as visto_nome, d.visto_em, d.resolvido_por, s.nome as resolvido_nome, d.resolvido_em,
        d.observacao,
        d.revisao_id is not null as corrigido
      from d join regras r on r.id = d.regra_id
        left join auditoria_itens i on i.id = d.item_id
        left join item_qualidade q on q.item_id = d.item_id
        left join projetos p on p.id = d.projeto_id
        left join agentes a on a.id = d.agente_id
        left join agentes f on f.id = a.fundido_em_id
        left join usuarios v on v.id = d.visto_por
        left join usuarios s on s.id = d.resolvido_por
      order by ${FIRING_ORDER}`,
    sql`regra_disparos d where ${where}`,
    { cap: TOTAL_LIMITE },
  );
}

/** A changed firing. `em`: the time of its decision. */
type Decidido = { id: string; empresa_id: string; em: Date | null };

export type Decisao = {
  estado: 'aberto' | 'visto' | 'resolvido';
  procedente: boolean | null;
  /** Reason of the decision; undefined: an earlier reason stays. */
  observacao?: string | null | undefined;
  /** For `aberto`: takes back only the decision that was made at this time. */
  dado_em?: string | undefined;
};

/**
 * Writes a person's decision on firings. Firings that have ended, also through a review's corrections, stay unchanged,
 * and looking at a firing undoes no decision. If a decision is withdrawn, its reason stays for the next decision, and
 * the call is judged again.
 * @returns the changed firings
 */
export async function decide(
  db: Db,
  scope: Scope,
  ids: readonly string[],
  usuarioId: string,
  { estado, procedente, observacao, dado_em }: Decisao,
): Promise<Decidido[]> {
  const kept = observacao === undefined;
  const em = dado_em ?? null;
  const given = observacao ?? null;
  const { rows } = await db.sql<Decidido>(
    sql`with alvo as (
        select d.id, case when ${estado}::text = 'aberto' and d.visto_em < d.resolvido_em then 'visto'
          else ${estado}::text end as estado,
          case when ${estado}::text <> 'resolvido' or ${kept}::boolean then d.observacao
            when d.estado = 'resolvido' then coalesce(${given}::text, d.observacao)
            else ${given}::text end as observacao
        from regra_disparos d where d.id = any(${ids}::uuid[]) and ${inScope(scope, sql`d.empresa_id`)}
          and d.estado <> 'deixou_de_valer' and d.revisao_id is null
            and (${estado}::text <> 'visto' or d.estado = 'aberto')
          and (${estado}::text <> 'aberto' or d.estado = 'resolvido'
            and (${em}::timestamptz is null or d.resolvido_em = ${em}::timestamptz))
          and (d.estado, d.procedente, d.observacao) is distinct from (${estado}::text, ${procedente}::boolean,
            case when ${estado}::text = 'resolvido' then coalesce(${given}::text, d.observacao) else d.observacao end)
        order by d.id for update
      ), decididos as (
      update regra_disparos d set estado = alvo.estado, procedente = ${procedente}::boolean,
        visto_por = case when alvo.estado = 'aberto' then null else coalesce(d.visto_por, ${usuarioId}::uuid) end,
        visto_em = case when alvo.estado = 'aberto' then null else coalesce(d.visto_em, now()) end,
        resolvido_por = case when ${estado}::text = 'resolvido' then ${usuarioId}::uuid end,
        resolvido_em = case when ${estado}::text = 'resolvido' then now() end, observacao = alvo.observacao
      from alvo where d.id = alvo.id
      returning d.id, d.empresa_id, d.item_id, d.resolvido_em
      ), reabertos as (
        insert into regra_fila (empresa_id, item_id)
          select distinct d.empresa_id, d.item_id from decididos d
          where ${estado}::text = 'aberto' and d.item_id is not null
      )
      select id, empresa_id, resolvido_em as em from decididos order by id`,
    'disparos_decide',
  );
  return rows;
}
