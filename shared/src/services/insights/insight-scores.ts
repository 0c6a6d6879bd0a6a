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
  /** The verdict in force; absent in early versions. */
  revisaoId: string | null;
  inteiro: boolean | null;
  respostas: { id: string; atendido: CriterioAvaliado['atendido'] }[];
};

/** Reviewed scores, and how many differ from the AI's. */
export type NotasRevisadas = { insights: number; alteradas: number; semNota: number };

/** Computes and stores the scores of locked insights under their verdicts in force. Triggers update sums and calls. */
export async function saveReviewedScores(db: Db, ids: readonly string[]): Promise<NotasRevisadas> {
  const { rows } = await db.query<Row>({
    name: 'reviewed-scores-read',
    text: `SELECT g.id, g.pontuacao, g.resultado, g.veredito, r.id AS "revisaoId", r.inteiro, coalesce((
             SELECT json_agg(json_build_object('id', c.criterio, 'atendido', c.atendido_pessoa))
             FROM insight_revisao_criterios c WHERE c.revisao_id = r.id), '[]') AS respostas
           FROM insights g LEFT JOIN insight_revisoes r ON r.insight_id = g.id AND r.em_vigor
           WHERE g.id = ANY ($1::uuid[]) AND g.veredito IS NOT NULL ORDER BY g.id`,
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
    name: 'reviewed-scores-save',
    text: `WITH inteiros AS (
             UPDATE insight_revisoes r SET inteiro = n.inteiro
             FROM unnest($3::uuid[], $4::boolean[]) AS n (id, inteiro)
             WHERE r.id = n.id AND r.inteiro IS DISTINCT FROM n.inteiro
           )
           UPDATE insights g SET pontuacao_revisada = n.pontuacao, pontuacao_revisada_em = g.validado_em
           FROM unnest($1::uuid[], $2::float8[]) AS n (id, pontuacao)
           WHERE g.id = n.id AND (g.pontuacao_revisada, g.pontuacao_revisada_em) IS DISTINCT FROM (n.pontuacao, g.validado_em)`,
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
