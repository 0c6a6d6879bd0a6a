// SQL: a single statement counts the board's figures from a single index, whatever the survey's size.

import type { Database } from '@escuta/prisma/db';
import type { Quadro } from '@escuta/shared/contracts/surveys/quadro';
import type { Scope } from '@escuta/shared/domain/scope';
import { COUNTED, IN_COUNT, NO_INTERVIEW } from '@escuta/shared/platform/database/conditions/counted';
import { inScope, int, localTime, sql } from '@escuta/shared/platform/database/sql';
import { awaitsItsDevice, concludedWithoutSound } from '@escuta/shared/services/interviews/interview-filter';
import { reasonsHeld } from '@escuta/shared/services/interviews/life';
import type { RegraVerificacao } from '../../field/verification-sample.ts';

export type PesquisaDoQuadro = RegraVerificacao & { id: string; empresaId: string; hoje: string };

/** A survey with its verification rule, and the present day in São Paulo; null outside the scope. */
export async function findPesquisaDoQuadro(
  db: Database,
  scope: Scope,
  id: string,
): Promise<PesquisaDoQuadro | null> {
  const { rows } = await db.sql<PesquisaDoQuadro>(
    sql`select p.id, p.empresa_id as "empresaId", p.verificacao_percentual as percentual,
      p.verificacao_minimo as minimo,
        (${localTime(sql`now()`)})::date::text as hoje
      from pesquisas p where p.id = ${id}::uuid and ${inScope(scope, sql`p.empresa_id`)}`,
    'quadro_pesquisa',
  );
  return rows[0] ?? null;
}

type Contagem = { concluidas: number; interrompidas: number; em_andamento: number };
export type EntrevistadorDoQuadro = {
  id: string | null;
  nome: string | null;
  total: Contagem;
  aprovadas: number;
  /** Interviews that a person's decision excludes from the other counts. */
  em_espera: number;
  rejeitadas: number;
  aguardando: number;
  quarentena: number;
  /** Concluded interviews without sound (`n`) and all concluded ones (`de`), both including quarantined interviews. */
  sem_gravacao: { n: number; de: number };
  nao_montadas: number;
  /** Interviews that a rule of the questionnaire ended early (wrong profile, or quota full); in no other count. */
  fora_do_perfil: number;
  cota_preenchida: number;
  /** Respondents who refused to take part; in no other count. */
  recusas: number;
  /** Concluded interviews with erased data, which nobody can verify. */
  apagadas: number;
  sorteadas: number;
  feitas: number;
  dias: (Contagem & { dia: string })[];
};

/**
 * Counts interviews by interviewer (merged agents are one), in total and by day. Quarantined interviews and those that
 * a rule ended early do not count as concluded. Interviews excluded by a decision are counted separately. The survey
 * must be in the scope.
 */
export async function countBoard(
  db: Database,
  pesquisaId: string,
  { de, ate }: { de: string; ate: string },
): Promise<EntrevistadorDoQuadro[]> {
  const dispensadas = sql`e.pesquisa_id = ${pesquisaId}::uuid and ${NO_INTERVIEW}`;
  const retidas = sql`e.pesquisa_id = ${pesquisaId}::uuid and e.quarentena is not null and e.situacao = 'concluida'`;
  const { rows } = await db.sql<EntrevistadorDoQuadro>(
    // Groups totals only by interviewer, and only the requested days also by day, so that the groups stay few. Applies
    // conditions on a review state to the groups, not to each interview.
    sql`with totais as (
        select coalesce(g.fundido_em_id, g.id) as agente_id,
          coalesce(sum(e.n) filter (where ${IN_COUNT} and e.situacao = 'concluida'), 0)::int as concluidas,
          coalesce(sum(e.n) filter (where ${IN_COUNT} and e.situacao = 'interrompida'), 0)::int as interrompidas,
          coalesce(sum(e.n) filter (where ${IN_COUNT} and e.situacao = 'em_andamento'), 0)::int as em_andamento,
          coalesce(sum(e.n) filter (where e.situacao = 'concluida' and e.revisao = 'aprovada'), 0)::int as aprovadas,
          coalesce(sum(e.n) filter (where e.revisao = 'em_espera' and e.n > 0), 0)::int as em_espera,
          coalesce(sum(e.n) filter (where e.revisao = 'rejeitada' and e.n > 0), 0)::int as rejeitadas,
          coalesce(sum(e.n) filter (where ${IN_COUNT} and e.situacao = 'concluida' and e.n > 0), 0)::int as com_retidas
        from (select e.agente_id, e.situacao, e.revisao, count(*)::int as n from entrevistas e
            where e.pesquisa_id = ${pesquisaId}::uuid group by 1, 2, 3
          union all select e.agente_id, e.situacao, e.revisao, -count(*)::int from entrevistas e where ${retidas}
            group by 1, 2, 3
          union all select e.agente_id, e.situacao, e.revisao, -count(*)::int from entrevistas e where ${dispensadas}
            group by 1, 2, 3) e
          left join agentes g on g.id = e.agente_id group by 1
      ), por_dia as (
        select coalesce(g.fundido_em_id, g.id) as agente_id, c.dia,
          coalesce(sum(c.n) filter (where c.situacao = 'concluida'), 0)::int as concluidas,
          coalesce(sum(c.n) filter (where c.situacao = 'interrompida'), 0)::int as interrompidas,
          coalesce(sum(c.n) filter (where c.situacao = 'em_andamento'), 0)::int as em_andamento
        from (select e.dia, e.agente_id, e.situacao, count(*)::int as n from entrevistas e
          where e.pesquisa_id = ${pesquisaId}::uuid and ${IN_COUNT} and e.dia between ${de}::date and ${ate}::date
            group by 1, 2, 3
          union all select e.dia, e.agente_id, e.situacao, -count(*)::int from entrevistas e
          where ${retidas} and ${IN_COUNT} and e.dia between ${de}::date and ${ate}::date group by 1, 2, 3
          union all select e.dia, e.agente_id, e.situacao, -count(*)::int from entrevistas e
          where ${dispensadas} and ${IN_COUNT} and e.dia between ${de}::date and ${ate}::date group by 1, 2, 3) c
          left join agentes g on g.id = c.agente_id group by 1, 2
      ), dias as (
        select agente_id,
        json_agg(json_build_object('dia', dia, 'concluidas', concluidas, 'interrompidas', interrompidas,
          'em_andamento', em_andamento) order by dia) as dias from por_dia group by 1
      ), dispensadas as (
        select coalesce(g.fundido_em_id, g.id) as agente_id, count(*) filter (where e.desfecho = 'filtro')::int
          as fora_do_perfil,
          count(*) filter (where e.desfecho = 'cota')::int as cota_preenchida,
          count(*) filter (where e.desfecho is null)::int as recusas
        from entrevistas e left join agentes g on g.id = e.agente_id where ${dispensadas} and ${IN_COUNT} group by 1
      ), aguardando as (
        select coalesce(g.fundido_em_id, g.id) as agente_id, count(*)::int as n
        from entrevistas e left join agentes g on g.id = e.agente_id
        where e.pesquisa_id = ${pesquisaId}::uuid and ${awaitsItsDevice} group by 1
      ), sem_som as (
        select coalesce(g.fundido_em_id, g.id) as agente_id, count(*)::int as n
        from entrevistas e left join agentes g on g.id = e.agente_id
        where e.pesquisa_id = ${pesquisaId}::uuid and ${concludedWithoutSound} and ${IN_COUNT} group by 1
      ), nao_montadas as (
        select coalesce(g.fundido_em_id, g.id) as agente_id, count(*)::int as n
        from entrevistas e left join agentes g on g.id = e.agente_id
        where e.pesquisa_id = ${pesquisaId}::uuid and e.montagem = 'falhou' group by 1
      ), quarentena as (
        select coalesce(g.fundido_em_id, g.id) as agente_id, count(*)::int as n
        from entrevistas e left join agentes g on g.id = e.agente_id
        where e.pesquisa_id = ${pesquisaId}::uuid and e.quarentena is not null group by 1
      ), apagadas as (
        select coalesce(g.fundido_em_id, g.id) as agente_id, count(*)::int as n
        from entrevistas e left join agentes g on g.id = e.agente_id
        where e.pesquisa_id = ${pesquisaId}::uuid and ${COUNTED}
          and e.id in (select i.entrevista_id from auditoria_itens i
            where i.pesquisa_id = ${pesquisaId}::uuid and i.dados_apagados_em is not null) group by 1
      ), verificadas as (
        select coalesce(g.fundido_em_id, g.id) as agente_id,
          count(*) filter (where v.resultado <> 'sem_contato' or not exists (select from auditoria_itens i
            where i.entrevista_id = e.id and i.dados_apagados_em is not null))::int as sorteadas,
          count(*) filter (where v.resultado <> 'sem_contato')::int as feitas
        from verificacoes v join entrevistas e on e.id = v.entrevista_id left join agentes g on g.id = e.agente_id
        where v.pesquisa_id = ${pesquisaId}::uuid and ${IN_COUNT} group by 1
      )
      select t.agente_id as id, a.nome, json_build_object('concluidas', t.concluidas, 'interrompidas', t.interrompidas,
          'em_andamento', t.em_andamento) as total, t.aprovadas, t.em_espera, t.rejeitadas, coalesce(w.n,
          0) as aguardando, coalesce(q.n, 0) as quarentena,
        json_build_object('n', coalesce(s.n, 0), 'de', t.com_retidas) as sem_gravacao, coalesce(f.n, 0) as nao_montadas,
        coalesce(x.n, 0) as apagadas, coalesce(p.fora_do_perfil, 0) as fora_do_perfil, coalesce(p.cota_preenchida, 0)
          as cota_preenchida, coalesce(p.recusas, 0) as recusas, coalesce(v.sorteadas, 0) as sorteadas,
          coalesce(v.feitas, 0) as feitas,
        coalesce(d.dias, '[]') as dias
      from totais t left join agentes a on a.id = t.agente_id
        left join dias d on d.agente_id is not distinct from t.agente_id
        left join dispensadas p on p.agente_id is not distinct from t.agente_id
        left join aguardando w on w.agente_id is not distinct from t.agente_id
        left join quarentena q on q.agente_id is not distinct from t.agente_id
        left join sem_som s on s.agente_id is not distinct from t.agente_id
        left join nao_montadas f on f.agente_id is not distinct from t.agente_id
        left join apagadas x on x.agente_id is not distinct from t.agente_id
        left join verificadas v on v.agente_id is not distinct from t.agente_id
      order by t.concluidas desc, escuta_normaliza(a.nome), t.agente_id`,
    'quadro_contagens',
  );
  return rows;
}

/** Days without contact after which a device counts as lost and leaves the board. */
const ESPERA_DIAS = 30;

/** A company's devices with unsent interviews that may still arrive, longest silent first. */
export async function listWaitingDevices(
  db: Database,
  empresaId: string,
  limit: number,
): Promise<Quadro['aparelhos']> {
  const { rows } = await db.sql<Omit<Quadro['aparelhos'][number], 'ultimo_contato_em'> & { em: Date }>(
    sql`select a.id, a.nome, coalesce(u.nome, u.email, 'Conta excluída') as usuario, a.pendentes,
      a.ultimo_contato_em as em
      from aparelhos a left join usuarios u on u.id = a.usuario_id
      where a.empresa_id = ${empresaId}::uuid and a.pendentes > 0 and a.apagado_em is null
        and a.apagar_em is null and a.revogado_em is null
        and a.ultimo_contato_em > now() - make_interval(days => ${int(ESPERA_DIAS)})
      order by a.ultimo_contato_em, a.id limit ${int(limit)}`,
    'quadro_aparelhos',
  );
  return rows.map(({ em, ...row }) => ({ ...row, ultimo_contato_em: em.toISOString() }));
}

/** A survey's quarantined interviews, oldest first. */
export async function listQuarantined(
  db: Database,
  pesquisaId: string,
  limit: number,
): Promise<Quadro['quarentena']> {
  const { rows } = await db.sql<Omit<Quadro['quarentena'][number], 'em'> & { em: Date }>(
    sql`select e.id, (select i.id from auditoria_itens i where i.entrevista_id = e.id
      order by i.created_at desc, i.id desc limit 1)
        as item_id, e.nome_entrevistado as nome, a.nome as entrevistador, e.situacao, ${reasonsHeld} as motivos,
        e.created_at as em
      from entrevistas e left join agentes g on g.id = e.agente_id
        left join agentes a on a.id = coalesce(g.fundido_em_id, g.id)
      where e.pesquisa_id = ${pesquisaId}::uuid and e.quarentena is not null
      order by e.created_at, e.id limit ${int(limit)}`,
    'quadro_quarentena',
  );
  return rows.map(({ em, ...row }) => ({ ...row, em: em.toISOString() }));
}
