/** Who stands behind a row of a log, in words. */
import { empresaIdOf, type Scope } from '../../../domain/scope.ts';
import { literal, type Sql, sql } from '../sql.ts';

/** A row `r` of a log and its person `u` belong to the operator, who is not named to a company. No row of the caller's may be called `m`. */
export const isOperator = (scope: Scope, usuarioId: Sql, empresaId: Sql): Sql =>
  sql`(${empresaIdOf(scope)}::uuid is not null
    and exists (select from membros m where m.usuario_id = ${usuarioId} and m.papel = 'admin')
    and not exists (select from membros m where m.usuario_id = ${usuarioId} and m.empresa_id = ${empresaId}))`;

/** What `actorName` needs beside a row `r` that has via, via_id, usuario_id and empresa_id. */
export const actorJoins = (scope: Scope): Sql =>
  sql`left join usuarios u on u.id = r.usuario_id
    left join aparelhos ap on r.via = 'aparelho' and ap.id = r.via_id
    left join chaves_api ch on r.via = 'chave' and ch.id = r.via_id
    left join empresas ce on ce.id = ch.empresa_id
    cross join lateral (select r.usuario_id is not null and ${isOperator(scope, sql`r.usuario_id`, sql`r.empresa_id`)} as sim) operador`;

/** The name of a row's person `u` as who reads within a scope may see it; null where nobody is known. */
export const personName = (scope: Scope, usuarioId: Sql, empresaId: Sql): Sql =>
  sql`case when ${isOperator(scope, usuarioId, empresaId)} then 'Administração da plataforma' else coalesce(u.nome, u.email) end`;

/** Who did it: a person by e-mail, a company's key, a device by its name, or the product; null where nobody knows. */
export const ACTOR_NAME: Sql = literal(
  `case when r.via = 'sistema' then 'Escuta (sistema)'
    when r.via = 'chave' then 'Chave de API' || coalesce(' de ' || ce.nome, '')
    when r.via = 'aparelho' then 'Aparelho ' || coalesce('"' || ap.nome || '"', 'excluído') || coalesce(', de ' || u.email, '')
    when operador.sim then 'Administração da plataforma'
    when r.usuario_id is null then null
    else coalesce(u.email, 'Pessoa excluída') end` as const,
);
