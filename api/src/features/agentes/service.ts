import type * as contracts from '@escuta/shared/contracts/agentes';
import { type AgenteWire, APELIDOS_MAX } from '@escuta/shared/contracts/agentes';
import type { BodyOf, QueryOf } from '@escuta/shared/contracts/contract';
import { AppError } from '@escuta/shared/domain/errors';
import { can } from '@escuta/shared/domain/permissions';
import type { Scope } from '@escuta/shared/domain/scope';
import { holdAgents } from '@escuta/shared/node/agent-merges';
import { type Actor, recordAction } from '@escuta/shared/node/audit-log';
import { type Queryable, transaction } from '@escuta/shared/node/transaction';
import { paginationOf } from '../../answers.ts';
import type { AppDeps } from '../../deps.ts';
import { given } from '../../given.ts';
import { listScope } from '../../list-scope.ts';
import type { Session } from '../../sign-in/session.ts';
import { staleRecord } from '../../stale-record.ts';
import {
  type AgenteRow,
  findAgente,
  listAgentes,
  lockAgentes,
  merge,
  saveApelidos,
  saveNome,
} from './repo.ts';

const notFound = () => new AppError('nao_encontrado', 'Entrevistador não encontrado.');

const ALTERADO = {
  mensagem:
    'Este entrevistador foi alterado por outra pessoa depois que você o abriu. Nada foi salvo: veja o que mudou e salve de novo.',
  campo: 'Outra pessoa mudou este campo depois que você abriu o entrevistador.',
  campos: { nome: 'nome', apelidos: 'apelidos' },
} as const;

/** An interviewer as this caller may see them: the e-mail of an account is of those who may read users. */
const present = (
  { papel, permissions }: Session,
  { id, nome, usuario_id, usuario_email, apelidos, entrevistas }: AgenteRow,
): AgenteWire => ({
  id,
  nome,
  usuario_id,
  usuario_email: can(papel, permissions, 'user', 'read') ? usuario_email : null,
  apelidos,
  entrevistas,
});

/** A page of a company's interviewers: of the own, or for administrators of the one named; or of a survey. @throws AppError nao_encontrado */
export async function pageOfAgentes(
  deps: AppDeps,
  session: Session,
  query: QueryOf<typeof contracts.listAgentes>,
) {
  // A survey says whose it is.
  const scope = query.pesquisa_id === undefined ? listScope(session, query.empresaId) : session.scope;
  const { rows, total } = await listAgentes(deps.pool, scope, query);
  return { data: rows.map((row) => present(session, row)), pagination: paginationOf(query, total) };
}

async function found(db: Queryable, scope: Scope, id: string): Promise<AgenteRow> {
  const row = await findAgente(db, scope, id);
  if (!row) throw notFound();
  return row;
}

/** Who was merged is somebody else now. @throws AppError conflito */
function requireOwn(row: AgenteRow): void {
  if (row.fundido_em_id === null) return;
  throw new AppError('conflito', `${row.nome} já foi fundido em outro entrevistador: use esse outro.`);
}

/** Changes the name and the other names of an interviewer. @throws AppError nao_encontrado, conflito */
export function changeAgente(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  id: string,
  { antes = {}, ...body }: BodyOf<typeof contracts.updateAgente>,
): Promise<AgenteWire> {
  const { scope } = session;
  return transaction(deps.pool, async (db) => {
    await lockAgentes(db, scope, [id]);
    const row = await found(db, scope, id);
    requireOwn(row);
    const stale = staleRecord(given(antes), { nome: row.nome, apelidos: row.apelidos }, ALTERADO);
    if (stale) throw stale;
    if (body.nome !== undefined) await saveNome(db, id, body.nome);
    const taken = body.apelidos && (await saveApelidos(db, row, body.apelidos));
    if (taken) {
      const mensagem = `“${taken.apelido}” já é um apelido de ${taken.nome}. Nada foi salvo.`;
      throw new AppError('conflito', mensagem, { details: [{ campo: 'apelidos', mensagem }] });
    }
    await recordAction(db, {
      ...actor,
      empresaId: row.empresa_id,
      acao: 'agente_alterado',
      recurso: 'agente',
      recursoId: id,
    });
    return present(session, await found(db, scope, id));
  });
}

/** Whoever has more other names than an edit takes could not be edited any more. @throws AppError regra_violada */
function requireRoom(agente: AgenteRow, outro: AgenteRow): void {
  const apelidos = agente.apelidos.length + outro.apelidos.length + 1;
  if (apelidos <= APELIDOS_MAX) return;
  throw new AppError(
    'regra_violada',
    `Juntos, ${agente.nome} e ${outro.nome} teriam ${apelidos} apelidos, e um entrevistador tem no máximo ${APELIDOS_MAX}. Nada foi mudado: remova apelidos antes de fundir.`,
  );
}

/** Makes another interviewer this one; again, nothing changes. @throws AppError nao_encontrado, regra_violada, conflito */
export function mergeInto(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  id: string,
  outroId: string,
): Promise<AgenteWire> {
  const { scope } = session;
  return transaction(deps.pool, async (db) => {
    await holdAgents(db, (await found(db, scope, id)).empresa_id, 'mudam');
    await lockAgentes(db, scope, [id, outroId]);
    const agente = await found(db, scope, id);
    // Of the same company, whatever an administrator reaches.
    const outro = await found(db, { kind: 'empresa', empresaId: agente.empresa_id }, outroId);
    if (id === outroId) {
      throw new AppError(
        'regra_violada',
        'Escolha outro entrevistador: este não pode ser fundido em si mesmo.',
      );
    }
    requireOwn(agente);
    if (outro.fundido_em_id === id) return present(session, agente);
    requireOwn(outro);
    requireRoom(agente, outro);
    const { entrevistas } = await merge(db, agente, outro);
    await recordAction(db, {
      ...actor,
      empresaId: agente.empresa_id,
      acao: 'agentes_fundidos',
      recurso: 'agente',
      recursoId: id,
      detalhes: { agente_id: outroId, entrevistas },
    });
    return present(session, await found(db, scope, id));
  });
}
