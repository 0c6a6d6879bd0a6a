import type { AlvoExportacao } from '../../domain/exports/export-request.ts';
import type { Scope } from '../../domain/scope.ts';
import { START_PRECISION, STARTED } from '../../platform/database/conditions/start.ts';
import { all, ofScope, type Sql, sql } from '../../platform/database/sql.ts';
import { interviewConditions } from '../interviews/interview-filter.ts';
import type { Fonte } from './source.ts';

type Juncao = 'questionario' | 'versao' | 'agente' | 'item' | 'matriz';
/** Counts questions with a heat map letter (shared/src/domain/interview/verdicts/matrix.ts). */
const letras = (letra: 'C' | 'D' | 'R'): { valor: Sql; de: Juncao } => ({
  valor: sql`length(m.codigos) - length(replace(m.codigos, ${letra}, ''))`,
  de: 'matriz',
});

export function interviewsSource(
  scope: Scope,
  { alvo, filtros = {} }: Pick<AlvoExportacao, 'alvo' | 'filtros'>,
): Fonte<Juncao> {
  return {
    base: sql`entrevistas e`,
    juncoes: {
      questionario: { sql: sql`join questionarios q on q.id = e.questionario_id` },
      versao: { sql: sql`join questionario_versoes v on v.id = e.questionario_versao_id` },
      agente: {
        sql: sql`left join agentes ai on ai.id = e.agente_id
          left join agentes ag on ag.id = coalesce(ai.fundido_em_id, ai.id)`,
      },
      matriz: { sql: sql`left join entrevista_matriz m on m.entrevista_id = e.id` },
      item: {
        precisa: ['matriz'],
        sql: sql`left join lateral (select i.* from auditoria_itens i where i.entrevista_id = e.id
          order by (i.id = m.item_id) desc nulls last, i.created_at desc, i.id desc limit 1) i on true`,
      },
    },
    colunas: {
      id: sql`e.id`,
      questionario: { valor: sql`q.nome`, de: 'questionario' },
      versao: { valor: sql`v.numero`, de: 'versao' },
      nome: sql`e.nome_entrevistado`,
      telefone: sql`e.telefone_entrevistado`,
      codigo_externo: sql`e.codigo_externo`,
      linha_planilha: sql`e.linha_planilha`,
      entrevistador: { valor: sql`ag.nome`, de: 'agente' },
      situacao: sql`e.situacao::text`,
      motivo: sql`e.motivo`,
      dia: sql`case when ${START_PRECISION} is not null then to_char(e.dia, 'YYYY-MM-DD') end`,
      criada_em: sql`case when ${START_PRECISION} = 'instante' then ${STARTED} end`,
      concluida_em: sql`e.concluida_em`,
      respondidas: sql`(select count(*)::int from respostas r where r.entrevista_id = e.id
        and (r.opcoes <> '{}' or r.texto_resposta is not null))`,
      consentimento: sql`e.consentimento`,
      gravacao: sql`e.gravacao`,
      duracao_s: { valor: sql`i.call_duration`, de: 'item' },
      sha256: { valor: sql`i.arquivo_sha256`, de: 'item' },
      status: { valor: sql`i.status::text`, de: 'item' },
      conferem: letras('C'),
      divergem: letras('D'),
      a_revisar: letras('R'),
      revisao: sql`e.revisao`,
    },
    onde: all([
      ofScope(scope, sql`e.empresa_id`),
      sql`e.pesquisa_id = ${alvo?.id ?? null}::uuid`,
      // The trigram index of text searches includes the project.
      filtros.q
        ? sql`e.projeto_id = (select projeto_id from pesquisas where id = ${alvo?.id ?? null}::uuid)`
        : null,
      ...interviewConditions(filtros),
    ]),
    ordem: sql`e.created_at desc, e.id desc`,
  };
}
