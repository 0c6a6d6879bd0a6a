/**
 * SQL sub-select: the verdict in force on insight `g`, or null, as JSON (contracts/insights/insight-parts.ts
 * validacaoInsight).
 */
export const VALIDACAO_JSON = `(
  select json_build_object('id', v.id, 'veredito', v.veredito, 'motivo', v.motivo, 'observacoes', v.observacoes,
    'por', json_build_object('id', v.usuario_id, 'nome', coalesce(u.nome, u.email)), 'em', v.created_at,
    'revisaoMs', v.revisao_ms, 'inteiro', coalesce(v.inteiro, false), 'discordancias', coalesce((
      select json_agg(json_build_object('id', c.criterio, 'atendido', c.atendido_pessoa) order by c.criterio)
      from insight_revisao_criterios c where c.revisao_id = v.id and c.atendido_pessoa <> c.atendido_ia), '[]'))
  from insight_revisoes v left join usuarios u on u.id = v.usuario_id
  where v.insight_id = g.id and v.em_vigor)` as const;
