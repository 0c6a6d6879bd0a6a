// SQL: reads insights with verdicts, and writes them as sets.

import type { Db } from '@escuta/prisma/db';
import type { CriterioAvaliado } from '../../domain/insights/scores.ts';
import { rejectsWhole, reviewedScore } from '../../domain/insights/scores.ts';
import { readInsightResult } from '../../domain/text/stored.ts';

type Row = {
  id: string;
  pontuacao: number | null;
  resultado: unknown;
  veredito: 'aprovado' | 'rejeitado';
  /** The verdict in force; null in early versions, which did not store it. */
  revisaoId: string | null;
  inteiro: boolean | null;
  respostas: { id: string; atendido: CriterioAvaliado['atendido'] }[];
};

/** Counts of insights, of reviewed scores unlike the AI's, and of insights without score. */
export type NotasRevisadas = { insights: number; alteradas: number; semNota: number };

/** Stores locked insights' scores under their verdicts in force. Triggers update sums and calls. */
export async function saveReviewedScores(db: Db, ids: readonly string[]): Promise<NotasRevisadas> {
  const { rows } = await db.query<Row>({
    name: 'reviewed_scores_read',
    text: `select g.id, g.pontuacao, g.resultado, g.veredito, r.id as "revisaoId", r.inteiro, coalesce((
             select json_agg(json_build_object('id', c.criterio, 'atendido', c.atendido_pessoa))
             from insight_revisao_criterios c where c.revisao_id = r.id), '[]') as respostas
           from insights g left join insight_revisoes r on r.insight_id = g.id and r.em_vigor
           where g.id = any ($1::uuid[]) and g.veredito is not null order by g.id`,
    values: [ids],
  });
  const scores = rows.map(({ id, pontuacao, resultado, veredito, revisaoId, inteiro, respostas }) => {
    const criterios = readInsightResult(resultado)?.criterios ?? [];
    const verdict = {
      veredito,
      inteiro,
      respostas: new Map(respostas.map((resposta) => [resposta.id, resposta.atendido])),
    };
    return {
      id,
      revisaoId,
      pontuacao,
      revisada: reviewedScore({ pontuacao, criterios }, verdict),
      inteiro: rejectsWhole(criterios, verdict),
    };
  });
  await db.query({
    name: 'reviewed_scores_save',
    text: `with inteiros as (
             update insight_revisoes r set inteiro = n.inteiro
             from unnest($3::uuid[], $4::boolean[]) as n (id, inteiro)
             where r.id = n.id and r.inteiro is distinct from n.inteiro
           )
           update insights g set pontuacao_revisada = n.pontuacao, pontuacao_revisada_em = g.validado_em
           from unnest($1::uuid[], $2::float8[]) as n (id, pontuacao)
           where g.id = n.id and (g.pontuacao_revisada, g.pontuacao_revisada_em)
             is distinct from (n.pontuacao, g.validado_em)`,
    values: [
      scores.map(({ id }) => id),
      scores.map(({ revisada }) => revisada),
      scores.map(({ revisaoId }) => revisaoId),
      scores.map(({ inteiro }) => inteiro),
    ],
  });
  return {
    insights: scores.length,
    alteradas: scores.filter(({ revisada, pontuacao }) => revisada !== pontuacao).length,
    semNota: scores.filter(({ revisada, pontuacao }) => revisada === null && pontuacao !== null).length,
  };
}
