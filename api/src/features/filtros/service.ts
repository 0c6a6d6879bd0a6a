import type { Db } from '@escuta/prisma/db';
import type * as contracts from '@escuta/shared/contracts/calls/filtros';
import { FILTROS_MAX, type FiltroSalvoWire } from '@escuta/shared/contracts/calls/filtros';
import type { BodyOf } from '@escuta/shared/contracts/contract';
import { AppError } from '@escuta/shared/domain/errors';
import { filtroSchema } from '@escuta/shared/domain/filters/filtro';
import { withoutText } from '@escuta/shared/domain/text/typed-text';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import { diffOf } from '../../access/action-diff.ts';
import { personOf } from '../../access/person.ts';
import type { AppDeps } from '../../deps.ts';
import type { Session } from '../../sign-in/session.ts';
import {
  addFiltro,
  type FiltroRow,
  findFiltro,
  listFiltros,
  lockFiltros,
  removeFiltro,
  roomFor,
  saveFiltro,
} from './repo.ts';

const notFound = () => new AppError('nao_encontrado', 'Filtro não encontrado.');

const mayChange = (session: Session, row: FiltroRow): boolean =>
  row.autor_id === session.usuarioId || (row.da_empresa && session.papel !== 'usuario');

/** Shapes a filter; null if this version cannot read it. */
function present(session: Session, row: FiltroRow): FiltroSalvoWire | null {
  const filtro = filtroSchema.safeParse(row.filtro);
  if (!filtro.success) return null;
  return {
    id: row.id,
    nome: row.nome,
    filtro: filtro.data,
    dito: row.dito === null ? null : { q: row.dito, papel: row.dito_por },
    da_empresa: row.da_empresa,
    autor: row.autor_id === null ? null : { id: row.autor_id, nome: row.autor_nome },
    pode_mudar: mayChange(session, row),
    updated_at: row.updated_at.toISOString(),
  };
}

/** The filters in the caller's company that the caller may see; an administrator gets none of other companies. */
export async function filtrosOf(deps: AppDeps, session: Session): Promise<FiltroSalvoWire[]> {
  const max = FILTROS_MAX.empresa + FILTROS_MAX.pessoa;
  const rows = await listFiltros(deps.db, session.ownScope, personOf(session), max);
  return rows.map((row) => present(session, row)).filter((one) => one !== null);
}

/**
 * Checks that the name is free and the limits allow the filter.
 * @throws AppError conflito, regra_violada
 */
async function requireRoom(
  db: Db,
  session: Session,
  autorId: string | null,
  filtro: { id: string | null; nome: string; da_empresa: boolean },
): Promise<void> {
  const { empresa, pessoa, repetido } = await roomFor(db, session.ownScope, autorId, filtro);
  if (repetido) {
    const mensagem = `Já existe um filtro com o nome “${filtro.nome}”. Use outro nome.`;
    throw new AppError('conflito', mensagem, { errors: [{ campo: 'nome', mensagem }] });
  }
  if (filtro.da_empresa && empresa >= FILTROS_MAX.empresa) {
    throw new AppError(
      'regra_violada',
      `A empresa já tem ${FILTROS_MAX.empresa} filtros salvos: exclua um sem uso.`,
    );
  }
  if (!filtro.da_empresa && pessoa >= FILTROS_MAX.pessoa) {
    throw new AppError(
      'regra_violada',
      `Você já tem ${FILTROS_MAX.pessoa} filtros salvos: exclua um sem uso.`,
    );
  }
}

/**
 * A saved filter, read in the transaction of its change.
 * @throws AppError nao_encontrado
 */
async function loadFiltro(db: Db, session: Session, id: string): Promise<FiltroSalvoWire> {
  const row = await findFiltro(db, session.ownScope, personOf(session), id);
  const filtro = row && present(session, row);
  if (!filtro) throw notFound();
  return filtro;
}

/** The logged fields of a filter, without texts, which may name a person. */
const loggedFieldsOf = ({ nome, filtro, da_empresa }: FiltroSalvoWire) => ({
  nome,
  filtro: withoutText(filtro),
  da_empresa,
});

const entryOf = (session: Session, actor: Actor, id: string) =>
  ({ ...actor, empresaId: session.empresaId, recurso: 'filtro', recursoId: id }) as const;

/**
 * Saves a filter.
 * @throws AppError conflito for a name that the author uses, regra_violada if there are too many
 */
export function keepFiltro(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  body: BodyOf<typeof contracts.createFiltro>,
): Promise<FiltroSalvoWire> {
  const autorId = personOf(session);
  return deps.db.transaction(async (tx) => {
    await lockFiltros(tx, session.ownScope);
    await requireRoom(tx, session, autorId, { ...body, id: null });
    const id = await addFiltro(tx, session.ownScope, autorId, body);
    const { nome, da_empresa } = body;
    await recordAction(tx, {
      ...entryOf(session, actor, id),
      acao: 'filtro_criado',
      detalhes: { nome, da_empresa },
    });
    return loadFiltro(tx, session, id);
  });
}

/**
 * Locks a filter that the caller may change.
 * @throws AppError nao_encontrado, sem_permissao
 */
async function lockFiltro(db: Db, session: Session, id: string): Promise<FiltroRow> {
  await lockFiltros(db, session.ownScope);
  const row = await findFiltro(db, session.ownScope, personOf(session), id);
  if (!row) throw notFound();
  if (!mayChange(session, row)) {
    throw new AppError(
      'sem_permissao',
      'Só o autor deste filtro, um gerente ou um administrador pode alterá-lo.',
    );
  }
  return row;
}

/**
 * Changes a filter.
 * @throws AppError nao_encontrado, sem_permissao, conflito, regra_violada
 */
export function changeFiltro(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  id: string,
  body: BodyOf<typeof contracts.updateFiltro>,
): Promise<FiltroSalvoWire> {
  return deps.db.transaction(async (tx) => {
    const row = await lockFiltro(tx, session, id);
    // A manager who stopped sharing another person's filter would no longer see the filter, so only its author may do
    // so.
    if (body.da_empresa === false && row.da_empresa && row.autor_id !== session.usuarioId) {
      throw new AppError('regra_violada', 'Só o autor deste filtro pode deixar de compartilhá-lo.');
    }
    if (body.dito && row.dito === null) {
      throw new AppError(
        'regra_violada',
        'Este filtro é de ligações, não de busca: salve a busca com outro nome.',
      );
    }
    const { nome = row.nome, da_empresa = row.da_empresa } = body;
    if (nome !== row.nome || da_empresa !== row.da_empresa) {
      await requireRoom(tx, session, row.autor_id, { id, nome, da_empresa });
    }
    const before = await loadFiltro(tx, session, id);
    if (!diffOf(before, body)) return before;
    await saveFiltro(tx, session.ownScope, id, body);
    const after = await loadFiltro(tx, session, id);
    await recordAction(tx, {
      ...entryOf(session, actor, id),
      acao: 'filtro_alterado',
      detalhes: { ...diffOf(loggedFieldsOf(before), loggedFieldsOf(after)) },
    });
    return after;
  });
}

/**
 * Deletes a filter.
 * @throws AppError nao_encontrado, sem_permissao
 */
export async function dropFiltro(deps: AppDeps, session: Session, actor: Actor, id: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const { nome, da_empresa } = await lockFiltro(tx, session, id);
    await removeFiltro(tx, session.ownScope, id);
    await recordAction(tx, {
      ...entryOf(session, actor, id),
      acao: 'filtro_excluido',
      detalhes: { nome, da_empresa },
    });
  });
}
