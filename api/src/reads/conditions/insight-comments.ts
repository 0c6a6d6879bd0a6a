/**
 * SQL sub-select: the comments on insight `g`, oldest first, as JSON (contracts/insights/insight-parts.ts
 * comentarioInsight).
 */
export const COMENTARIOS_JSON = `(
  select coalesce(json_agg(json_build_object('id', c.id, 'texto', c.texto, 'em', c.created_at,
    'por', case when c.usuario_id is not null
      then json_build_object('id', c.usuario_id, 'nome', coalesce(u.nome, u.email)) end)
    order by c.created_at, c.id), '[]')
  from insight_comentarios c left join usuarios u on u.id = c.usuario_id
  where c.insight_id = g.id)` as const;

/** A comment as PostgreSQL's JSON: times are text with an offset. */
export type ComentarioJson = {
  id: string;
  texto: string;
  em: string;
  por: { id: string; nome: string | null } | null;
};

/** Shapes an insight's comments; the newest comment's text is the specification's field `feedback`. */
export function presentComments(rows: readonly ComentarioJson[]) {
  return {
    feedback: rows.at(-1)?.texto ?? null,
    comentarios: rows.map((row) => ({ ...row, em: new Date(row.em).toISOString() })),
  };
}
