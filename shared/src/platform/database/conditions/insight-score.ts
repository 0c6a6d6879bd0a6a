import { sql } from '../sql.ts';

/**
 * The score in force of insight `g`, 0 to 1: under a person's verdict the reviewed one, which may be none, else the AI's.
 * The reviewed score is computed by shared/src/domain/insights/scores.ts and counts for the verdict of that moment only. The index
 * insights_projeto_nota_idx is used where these words stand literally.
 */
export const NOTA_EM_VIGOR =
  '(CASE WHEN g.veredito IS NOT NULL AND g.validado_em = g.pontuacao_revisada_em THEN g.pontuacao_revisada ELSE g.pontuacao END)' as const;

/** The verdict of insight `g` gives it no score yet: a version before this column gave it. */
export const NOTA_A_RECONTAR =
  'g.veredito IS NOT NULL AND g.validado_em IS DISTINCT FROM g.pontuacao_revisada_em' as const;

/** The mean of the AI's scores of the call of `item_qualidade q`. */
export const NOTA_DA_IA = sql`(case when q.nota_corrigida then q.pontuacao_ia else q.pontuacao end)`;
