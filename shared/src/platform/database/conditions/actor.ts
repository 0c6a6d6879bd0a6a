import { empresaIdOf, type Scope } from '../../../domain/scope.ts';
import { literal, type Sql, sql } from '../sql.ts';

/** True if a company views a person of the operator, whose name is hidden. Uses alias `m`. */
export const isOperator = (scope: Scope, usuarioId: Sql, empresaId: Sql): Sql =>
  sql`(${empresaIdOf(scope)}::uuid is not null
    and exists (select from membros m where m.usuario_id = ${usuarioId} and m.papel = 'admin')
    and not exists (select from membros m where m.usuario_id = ${usuarioId} and m.empresa_id = ${empresaId}))`;

/** The joins that `ACTOR_NAME` needs, for a row `r` with via, via_id, usuario_id and empresa_id. */
export const actorJoins = (scope: Scope): Sql =>
  sql`left join usuarios u on u.id = r.usuario_id
    left join aparelhos ap on r.via = 'aparelho' and ap.id = r.via_id
    left join chaves_api ch on r.via = 'chave' and ch.id = r.via_id
    left join empresas ce on ce.id = ch.empresa_id
    left join momentos mo on r.via = 'link' and mo.id = r.via_id
    left join usuarios mu on mu.id = mo.usuario_id
    cross join lateral (select r.usuario_id is not null
      and ${isOperator(scope, sql`r.usuario_id`, sql`r.empresa_id`)} as sim) operador`;

/** Name of person `u` as visible in a scope. */
export const personName = (scope: Scope, usuarioId: Sql, empresaId: Sql): Sql =>
  sql`case when ${isOperator(scope, usuarioId, empresaId)} then 'Administração da plataforma'
    else coalesce(u.nome, u.email) end`;

/** The actor's name: a person's e-mail, a company's key, a device, a link, or the product. */
export const ACTOR_NAME: Sql = literal(
  `case when r.via = 'sistema' then 'Escuta (sistema)'
    when r.via = 'chave' then 'Chave de API' || coalesce(' de ' || ce.nome, '')
    when r.via = 'aparelho' then 'Aparelho ' || coalesce('"' || ap.nome || '"',
      'excluído') || coalesce(', de ' || u.email, '')
    when r.via = 'link' then 'Alguém com o link de um momento' || coalesce(', de ' || mu.email, '')
    when operador.sim then 'Administração da plataforma'
    when r.usuario_id is null then null
    else coalesce(u.email, 'Pessoa excluída') end` as const,
);
