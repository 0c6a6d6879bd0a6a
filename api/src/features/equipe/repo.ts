// SQL: one statement reads the work of all people of a company, but only the newest open calls of each person.

import type { Database } from '@escuta/prisma/db';
import { EQUIPE_MAX, LIGACOES_DA_PESSOA_MAX } from '@escuta/shared/contracts/team/equipe';
import type { Scope } from '@escuta/shared/domain/scope';
import { IS_EXAMPLE } from '@escuta/shared/platform/database/conditions/examples';
import { WORKS_IN_OFFICE } from '@escuta/shared/platform/database/conditions/field-only';
import { APAGADA, PENDENTE } from '@escuta/shared/platform/database/conditions/given-work';
import { termOf } from '@escuta/shared/platform/database/conditions/review-term';
import { inScope, int, literal, sql } from '@escuta/shared/platform/database/sql';

export type PessoaRow = {
  id: string;
  nome: string;
  ativo: boolean;
  ligacoes: number;
  desde: Date | null;
  atrasadas: number;
  vencido: string | null;
  prazo: string | null;
  exato: boolean;
  sinais: number;
  sinais_desde: Date | null;
  verificacoes: number;
  verificacoes_desde: Date | null;
};

/**
 * The calls that wait for a review by person `m`, as in the list of all calls: none of surveys or of the example
 * project.
 */
const CALLS = sql`select count(*) filter (where t.aberta)::int as ligacoes, min(t.atribuido_em) filter (where t.aberta)
  as desde,
    count(*) filter (where t.aberta and t.termo < escuta_dia(now()))::int as atrasadas,
    (min(t.termo) filter (where t.aberta and t.termo < escuta_dia(now())))::text as vencido,
    (min(t.termo) filter (where t.aberta and t.termo >= escuta_dia(now())))::text as prazo,
    count(*) <= ${int(LIGACOES_DA_PESSOA_MAX)} as exato
  from (
    select w.atribuido_em, p.tipo_projeto <> 'pesquisa' and not ${IS_EXAMPLE} as aberta, ${literal(termOf('w.item_id'))}
      as termo
    from (select t.item_id, t.atribuido_em from item_atribuicoes t where t.usuario_id = m.usuario_id
        and t.empresa_id = m.empresa_id
        and (select q.revisado_por from item_qualidade q where q.item_id = t.item_id) is null
        order by t.item_id desc limit ${int(LIGACOES_DA_PESSOA_MAX + 1)}) w
      join auditoria_itens i on i.id = w.item_id join projetos p on p.id = i.projeto_id
  ) t`;

/** Signals that wait for the opinion of person `m`. */
const SIGNALS = sql`select count(*)::int as sinais, min(s.indicado_em) as sinais_desde from sinais s
  where s.indicado_id = m.usuario_id and s.empresa_id = m.empresa_id and not s.nota and s.vigente
    and not exists (select from sinal_pareceres o
      where o.sinal_id = s.id and o.usuario_id = m.usuario_id and o.em_vigor and o.evidencia = s.evidencia)`;

/** Interviews that person `m` is to verify. */
const VERIFICATIONS = sql`select count(*)::int as verificacoes, min(v.created_at) as verificacoes_desde
  from verificacoes v join entrevistas e on e.id = v.entrevista_id
  where v.responsavel_id = m.usuario_id and v.empresa_id = m.empresa_id and ${PENDENTE} and not ${APAGADA}`;

/**
 * People of the company who may get work or still have some, with their waiting work, people with late reviews first.
 */
export async function readTeamWork(db: Database, scope: Scope): Promise<PessoaRow[]> {
  const { rows } = await db.sql<PessoaRow>(
    sql`select m.usuario_id as id, coalesce(nullif(u.nome, ''), u.email) as nome, m.ativo, c.*, s.*, v.*
      from membros m join usuarios u on u.id = m.usuario_id
        cross join lateral (${CALLS}) c cross join lateral (${SIGNALS}) s cross join lateral (${VERIFICATIONS}) v
      where ${inScope(scope, sql`m.empresa_id`)}
        and (m.ativo and ${WORKS_IN_OFFICE} or c.ligacoes > 0 or s.sinais > 0 or v.verificacoes > 0)
      order by c.atrasadas desc, c.ligacoes + s.sinais + v.verificacoes desc, 2, 1 limit ${int(EQUIPE_MAX)}`,
    'equipe_trabalho',
  );
  return rows;
}
