// SQL: PostgreSQL builds the JSON of comments and verdicts.

import type { Db } from '@escuta/prisma/db';
import { VEREDITOS_ANTERIORES_MAX } from '@escuta/shared/contracts/calls/resultados';
import type { Scope } from '@escuta/shared/domain/scope';
import { NOTA_EM_VIGOR } from '@escuta/shared/platform/database/conditions/insight-score';
import { ofPresentRecording } from '@escuta/shared/platform/database/conditions/present-recording';
import { COMENTARIOS_JSON, type ComentarioJson } from '../../reads/conditions/insight-comments.ts';
import { VALIDACAO_JSON } from '../../reads/conditions/insight-verdicts.ts';
import { isThere } from '../../reads/scoped-repo.ts';
import type { InsightRow } from './repo.ts';

export type VereditoAnteriorRow = {
  id: string;
  template: string;
  resumo: string | null;
  pontuacao: number | null;
  validacao: InsightRow['validacao'];
  comentarios: ComentarioJson[];
  resultado: unknown;
  created_at: Date;
  desta_gravacao: boolean;
};

/** Replaced insights of an item with verdicts or comments that no later insight received; null outside the scope. */
export async function listEarlierVerdicts(
  db: Db,
  scope: Scope,
  itemId: string,
): Promise<VereditoAnteriorRow[] | null> {
  if (!(await isThere(db, scope, 'auditoriaItem', itemId))) return null;
  const { rows } = await db.query<VereditoAnteriorRow>({
    name: 'resultado_vereditos_anteriores',
    text: `select g.id, v.nome as template, g.resumo, ${NOTA_EM_VIGOR} as pontuacao, ${VALIDACAO_JSON} as validacao,
        ${COMENTARIOS_JSON} as comentarios, g.resultado, g.created_at,
        ${ofPresentRecording('a.saida')} as desta_gravacao
      from insights g join insight_template_versoes v on v.id = g.template_versao_id
      join auditoria_itens i on i.id = g.item_id
      left join execucao_etapas a on a.execucao_id = g.execucao_id and a.etapa = 'audio'
      where g.item_id = $1 and not g.vigente and g.levado_para is null
        and (g.validado_humano or exists (select from insight_comentarios c where c.insight_id = g.id))
      order by g.created_at desc, g.id desc limit ${VEREDITOS_ANTERIORES_MAX}`,
    values: [itemId],
  });
  return rows;
}
