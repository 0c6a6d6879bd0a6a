// SQL reads a company's week from roll-ups and only that week's calls, and finds the people who must get the e-mail.

import type { Db } from '@escuta/prisma/db';
import type { Papel } from '@escuta/shared/domain/accounts/permissions';
import type { SemanaContada } from '@escuta/shared/domain/accounts/week';
import type {
  LigacaoParaOuvir,
  NumerosDeUmaSemana,
  Semana,
} from '@escuta/shared/domain/accounts/weekly-mail';
import { apart } from '@escuta/shared/domain/reports/drawn-apart';
import { addDays } from '@escuta/shared/domain/reports/period';
import { GRAVIDADES } from '@escuta/shared/domain/rules/rules';
import { companyScope, INSTALACAO } from '@escuta/shared/domain/scope';
import { WORKS_IN_OFFICE } from '@escuta/shared/platform/database/conditions/field-only';
import { dayEnd, dayStart, int, join, param, type Sql, sql } from '@escuta/shared/platform/database/sql';
import { fromDrawnCalls, SCORE_SUMS } from '@escuta/shared/services/calls/drawn-calls';
import { dosProjetos, within } from '@escuta/shared/services/calls/report-rows';
import { countOfWaiting } from '@escuta/shared/services/insights/waiting';

export type EmpresaDevida = { id: string; nome: string };
/** A person due for the weekly e-mail. `escolhidos`: the person's choice of channels; null without a choice. */
export type PessoaDevida = { usuarioId: string; email: string; papel: Papel; escolhidos: unknown };

/** SQL: people who can sign in, in a confirmed, active company; `m`: membership, `u`: user, `e`: company. */
const RECEIVES = sql`e.ativa and e.arquivada_em is null and e.email_confirmado_em is not null
  and m.ativo and m.senha_hash is not null and ${WORKS_IN_OFFICE}`;

/** The next company after `depois`, by id, with people who lack this week's e-mail. */
export async function nextCompany(
  db: Db,
  { semana }: SemanaContada,
  depois: string,
): Promise<EmpresaDevida | null> {
  const { rows } = await db.sql<EmpresaDevida>(
    sql`select e.id, e.nome from empresas e
      where e.id > ${depois}::uuid and exists (
        select from membros m where m.empresa_id = e.id and ${RECEIVES}
          and not exists (select from resumos_semana r
            where r.semana = ${semana}::date and r.empresa_id = e.id and r.usuario_id = m.usuario_id))
      order by e.id limit 1`,
    'semana_empresa',
  );
  return rows[0] ?? null;
}

/** Claims up to `limit` people of a company for this week's e-mail, except people claimed by other workers. */
export async function claimPeople(
  db: Db,
  { semana }: SemanaContada,
  empresaId: string,
  limit: number,
): Promise<PessoaDevida[]> {
  const { rows } = await db.sql<PessoaDevida>(
    sql`with tomadas as (
        insert into resumos_semana (semana, empresa_id, usuario_id)
        select ${semana}::date, m.empresa_id, m.usuario_id from membros m join empresas e on e.id = m.empresa_id
        where m.empresa_id = ${empresaId}::uuid and ${RECEIVES}
          and not exists (select from resumos_semana r
            where r.semana = ${semana}::date and r.empresa_id = m.empresa_id and r.usuario_id = m.usuario_id)
        order by m.usuario_id limit ${int(limit)}
        on conflict do nothing returning usuario_id
      )
      select t.usuario_id as "usuarioId", u.email, m.papel, f.valor as escolhidos
      from tomadas t join usuarios u on u.id = t.usuario_id
        join membros m on m.usuario_id = t.usuario_id and m.empresa_id = ${empresaId}::uuid
        left join preferencias f on f.usuario_id = t.usuario_id and f.empresa_id = ${empresaId}::uuid
          and f.chave = 'avisos'
      order by t.usuario_id`,
    'semana_pessoas',
  );
  return rows;
}

/** Records for whom the week's e-mail was queued. */
export async function markSummarised(
  db: Db,
  { semana }: SemanaContada,
  empresaId: string,
  usuarios: readonly string[],
): Promise<void> {
  await db.within(companyScope(empresaId)).resumoSemana.updateMany({
    where: { semana: new Date(semana), empresaId, usuarioId: { in: [...usuarios] } },
    data: { enviado: true },
  });
}

const KEEP_WEEKS = 8;

export async function forgetOldWeeks(db: Db, { semana }: SemanaContada): Promise<void> {
  const before = new Date(addDays(semana, -7 * KEEP_WEEKS));
  await db.within(INSTALACAO).resumoSemana.deleteMany({ where: { semana: { lt: before } } });
}

/** Calls, processed calls, and scores of a week and the week before, by the call's day. */
export async function readNumbers(
  db: Db,
  empresaId: string,
  { de, ate }: SemanaContada,
): Promise<Pick<Semana, 'agora' | 'antes' | 'amostra'>> {
  const days = sql`empresa_id = ${empresaId}::uuid and dia between ${de}::date - 7 and ${ate}::date
    and ${dosProjetos(sql`projeto_id`, { scope: companyScope(empresaId) })}`;
  const { rows } = await db.sql<NumerosDeUmaSemana & { atual: boolean }>(
    sql`select atual, coalesce(sum(n), 0)::float8 as ligacoes,
      coalesce(sum(n) filter (where status = 'concluido'), 0)::float8 as processadas,
        (sum(soma) / nullif(sum(notas), 0))::float8 as nota, coalesce(sum(notas), 0)::float8 as "comNota"
      from (select dia >= ${de}::date as atual, n, status::text, 0::numeric as soma, 0::bigint as notas
        from projeto_chamada_dia where ${days}
        union all
        select dia >= ${de}::date, 0, null, soma_pontuacao, n_pontuacao from chamada_qualidade_soma where ${days}) dias
      group by 1`,
    'semana_numeros',
  );
  const none = { ligacoes: 0, processadas: 0, nota: null, comNota: 0 };
  const of = (wanted: boolean): NumerosDeUmaSemana => {
    const { atual: _, ...found } = rows.find(({ atual }) => atual === wanted) ?? { atual: wanted, ...none };
    return found;
  };
  const scope = companyScope(empresaId);
  const { rows: drawn } = await db.sql<{ n: number; soma: number; quadrados: number }>(
    sql`select ${SCORE_SUMS} from ${fromDrawnCalls(scope, [
      within(sql`r.dia_chamada`, { de, ate }),
      dosProjetos(sql`r.projeto_id`, { scope }),
    ])}`,
    'semana_sorteadas',
  );
  const [agora, [sums]] = [of(true), drawn];
  const whole = { n: agora.comNota, soma: (agora.nota ?? 0) * agora.comNota };
  return { agora, antes: of(false), amostra: apart(whole, sums && { n: sums.n, soma: sums.soma }) };
}

/** Calls read per reason: three, because other reasons may already have chosen two. */
const CANDIDATES = 3;

type Candidate = {
  itemId: string;
  quando: Date;
  agente: string | null;
  motivo: keyof typeof REASONS;
  nota: number | null;
  notaIa: number | null;
  alertas: number;
  falhas: string[];
  /** Number of the week's calls with sound and score. */
  comNota: number;
};

/** Least difference between a person's and the AI's score that makes a call worth hearing. */
const DIFFERENCE = 0.15;
/** Least score at which a client's bad mood is surprising. */
const GOOD = 0.8;

/** Reasons to listen to a call of the week; `order` puts the most suitable call first. */
const REASONS = {
  pior: { where: sql`pontuacao is not null`, order: sql`pontuacao, alertas desc` },
  melhor: { where: sql`pontuacao is not null`, order: sql`pontuacao desc, alertas` },
  corrigida: {
    where: sql`nota_corrigida and abs(pontuacao - pontuacao_ia) >= ${DIFFERENCE}::numeric`,
    order: sql`abs(pontuacao - pontuacao_ia) desc`,
  },
  boa_mas_negativa: {
    where: sql`sentimento = 'negativo' and pontuacao >= ${GOOD}::numeric`,
    order: sql`pontuacao desc`,
  },
  alertas: { where: sql`alertas > 0`, order: sql`alertas desc` },
};

/** At most three of the week's calls with sound: worst score, best score, and the most instructive. */
export async function readCallsToHear(
  db: Db,
  empresaId: string,
  { de, ate }: SemanaContada,
): Promise<LigacaoParaOuvir[]> {
  const candidates = Object.entries(REASONS).map(
    ([motivo, { where, order }]) =>
      sql`(select ${param(motivo)}::text as motivo, s.*, row_number() over (order by ${order}, momento desc, item_id)
        as lugar
        from semana s where ${where} order by lugar limit ${int(CANDIDATES)})`,
  );
  const { rows } = await db.sql<Candidate>(
    sql`with semana as materialized (
        select q.item_id, q.pontuacao, q.pontuacao_ia, q.nota_corrigida, q.sentimento, q.alertas, q.momento,
          (count(q.pontuacao) over ())::int as com_nota
        from item_qualidade q join auditoria_itens i on i.id = q.item_id and i.arquivo_path is not null
            and i.dados_apagados_em is null
        where q.empresa_id = ${empresaId}::uuid
          and ${dosProjetos(sql`q.projeto_id`, { scope: companyScope(empresaId) })}
          and q.momento >= ${dayStart(sql`${de}`)} and q.momento < ${dayEnd(sql`${ate}`)}
      ), candidatas as (${join(candidates, ' union all ')}
      )
      select c.motivo, c.item_id as "itemId", c.momento as quando, coalesce(f.nome, a.nome) as agente,
      c.pontuacao::float8 as nota,
        c.pontuacao_ia::float8 as "notaIa", c.alertas, c.com_nota as "comNota", case when c.motivo <> 'pior' then '{}'
          else array(
          select k.descricao from insights g
            left join insight_revisoes r on r.insight_id = g.id and r.em_vigor
            cross join lateral jsonb_to_recordset(g.resultado -> 'criterios')
              as k (id text, descricao text, atendido text, comprovado boolean, critico boolean, peso float8)
            left join insight_revisao_criterios rc on rc.revisao_id = r.id and rc.criterio = k.id
          where g.item_id = c.item_id and g.vigente and g.status_processamento = 'concluido'
            and not coalesce(r.inteiro, g.veredito = 'rejeitado' and r.id is null, false)
            and coalesce(rc.atendido_pessoa, k.atendido) = 'nao' and (k.comprovado or rc.atendido_pessoa is not null)
          order by k.critico desc, k.peso desc, k.id limit 20) end as falhas
      from candidatas c join auditoria_itens i on i.id = c.item_id
        left join agentes a on a.id = i.agente_id left join agentes f on f.id = a.fundido_em_id
      order by c.lugar`,
    'semana_para_ouvir',
  );
  return chooseCalls(rows);
}

function chooseCalls(rows: readonly Candidate[]): LigacaoParaOuvir[] {
  const chosen: LigacaoParaOuvir[] = [];
  const take = (
    motivo: Candidate['motivo'],
    why: (row: Candidate) => LigacaoParaOuvir['porque'],
  ): boolean => {
    const row = rows.find(
      (one) => one.motivo === motivo && chosen.every(({ itemId }) => itemId !== one.itemId),
    );
    if (row) chosen.push({ itemId: row.itemId, quando: row.quando, agente: row.agente, porque: why(row) });
    return row !== undefined;
  };
  const nota = (row: Candidate): number => row.nota ?? 0;
  take('pior', (row) => ({ tipo: row.comNota > 1 ? 'pior' : 'unica', nota: nota(row), falhas: row.falhas }));
  take('melhor', (row) => ({ tipo: 'melhor', nota: nota(row), falhas: [] }));
  take('corrigida', (row) => ({ tipo: 'corrigida', nota: nota(row), notaIa: row.notaIa ?? 0 })) ||
    take('boa_mas_negativa', (row) => ({ tipo: 'boa_mas_negativa', nota: nota(row) })) ||
    take('alertas', (row) => ({ tipo: 'alertas', nota: row.nota, alertas: row.alertas }));
  return chosen;
}

/** Insights in each person's review queue; counts only up to `cap` + 1. */
export async function countWaiting(
  db: Db,
  empresaId: string,
  usuarios: readonly string[],
  cap: number,
): Promise<Map<string, number>> {
  const { rows } = await db.sql<{ usuarioId: string; n: number }>(
    sql`select u.id as "usuarioId", ${countOfWaiting({ scope: companyScope(empresaId), usuario: sql`u.id` }, cap)} as n
      from unnest(${usuarios}::uuid[]) as u (id)`,
    'semana_fila',
  );
  return new Map(rows.map(({ usuarioId, n }) => [usuarioId, n]));
}

/**
 * Firings by gravity: new and resolved in the week, and still unresolved. Each count stops at `cap` + 1, because a rule
 * may fire for every call.
 */
export async function readFirings(
  db: Db,
  empresaId: string,
  { de, ate }: SemanaContada,
  cap: number,
): Promise<Semana['disparos']> {
  const inWeek = (column: Sql) =>
    sql`${column} >= ${dayStart(sql`${de}`)} and ${column} < ${dayEnd(sql`${ate}`)}`;
  const counted = (where: Sql) =>
    sql`(select count(*)::int from (select from regra_disparos d where d.empresa_id = ${empresaId}::uuid
      and d.gravidade = g.gravidade and ${where} limit ${int(cap + 1)}) achados)`;
  const { rows } = await db.sql<Semana['disparos'][number]>(
    sql`select g.gravidade, ${counted(inWeek(sql`d.momento`))} as novos,
        ${counted(sql`d.estado = 'resolvido' and ${inWeek(sql`d.resolvido_em`)}`)} as resolvidos,
        ${counted(sql`d.ordem < 20`)} as abertos
      from unnest(${GRAVIDADES}::text[]) as g (gravidade)`,
    'semana_disparos',
  );
  return rows;
}
