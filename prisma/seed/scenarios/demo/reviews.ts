import type { Db } from '@escuta/prisma/db';
import type { InsightResultado } from '@escuta/shared/domain/insights/insight-result';
import { newId } from '@escuta/shared/platform/database/ids';
import { insertRows } from '@escuta/shared/platform/database/insert-rows';
import { saveReviewedScores } from '@escuta/shared/services/insights/insight-scores';

/** A demo person's verdict. */
export type Review = {
  insightId: string;
  empresaId: string;
  usuarioId: string;
  veredito: 'aprovado' | 'rejeitado';
  motivo: string | null;
  revisaoMs: number;
  at: Date;
  criterios: InsightResultado['criterios'];
  /** The criterion whose answer the person reverses; null: none. */
  errado: string | null;
};

/** The company's reviewer: its first account with the role usuario, else its first account. */
export async function findReviewer(tx: Db, empresaId: string): Promise<string | null> {
  const { rows } = await tx.query<{ id: string }>(
    `SELECT usuario_id AS id FROM membros WHERE empresa_id = $1 ORDER BY papel = 'usuario' DESC, created_at,
      id LIMIT 1`,
    [empresaId],
  );
  return rows[0]?.id ?? null;
}

/** Id of the criterion that verdict `index` reverses (one verdict of six, to make agreement measurable); else null. */
export function wrongCriterion(criterios: InsightResultado['criterios'], index: number): string | null {
  if (index % 6 !== 0) return null;
  const proven = criterios.filter(({ comprovado, atendido }) => comprovado && atendido !== 'nao_se_aplica');
  return proven.length === 0 ? null : (proven[index % proven.length]?.id ?? null);
}

/** Adds the verdicts with their criteria, as the API does. */
export async function addReviews(tx: Db, reviews: readonly Review[]): Promise<void> {
  const rows = reviews.map((review) => ({ id: newId(), review }));
  await insertRows(
    tx,
    'insight_revisoes',
    rows.map(({ id, review }) => ({
      id,
      empresa_id: review.empresaId,
      insight_id: review.insightId,
      usuario_id: review.usuarioId,
      veredito: review.veredito,
      motivo: review.motivo,
      revisao_ms: review.revisaoMs,
      inteiro: review.veredito === 'rejeitado' && review.errado === null,
      em_vigor: true,
      created_at: review.at,
    })),
  );
  await insertRows(
    tx,
    'insight_revisao_criterios',
    rows.flatMap(({ id, review }) =>
      review.criterios.map((criterio) => ({
        revisao_id: id,
        empresa_id: review.empresaId,
        criterio: criterio.id,
        atendido_ia: criterio.atendido,
        atendido_pessoa:
          criterio.id === review.errado ? (criterio.atendido === 'sim' ? 'nao' : 'sim') : criterio.atendido,
        comprovado: criterio.comprovado,
      })),
    ),
  );
  await saveReviewedScores(
    tx,
    reviews.map(({ insightId }) => insightId),
  );
}
