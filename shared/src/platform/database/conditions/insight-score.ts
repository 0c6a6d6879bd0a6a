import { sql } from '../sql.ts';

/**
 * Score in force of insight `g`, 0 to 1: the reviewed score if it belongs to the present verdict, else the AI's. The
 * index insights_projeto_nota_idx needs this literal text.
 */
export const NOTA_EM_VIGOR =
  '(case when g.veredito is not null and g.validado_em = g.pontuacao_revisada_em then g.pontuacao_revisada else g.pontuacao end)' as const;

/** True if insight `g` has a verdict, but no reviewed score of this verdict yet. */
export const NOTA_A_RECONTAR =
  'g.veredito is not null and g.validado_em is distinct from g.pontuacao_revisada_em' as const;

/** The AI's mean score for the call of `item_qualidade q`. */
export const NOTA_DA_IA = sql`(case when q.nota_corrigida then q.pontuacao_ia else q.pontuacao end)`;
