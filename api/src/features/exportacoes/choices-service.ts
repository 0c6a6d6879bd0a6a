import type { BodyOf } from '@escuta/shared/contracts/contract';
import type * as contracts from '@escuta/shared/contracts/operation/exportacoes';
import {
  MODELOS_EXPORTACAO_MAX,
  type ModeloExportacaoWire,
} from '@escuta/shared/contracts/operation/exportacoes';
import { AppError } from '@escuta/shared/domain/errors';
import { exportOf, type TipoExportacao } from '@escuta/shared/domain/exports/exports';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';

import { personOf } from '../../access/person.ts';
import type { AppDeps } from '../../deps.ts';
import type { Session } from '../../sign-in/session.ts';
import {
  countModelos,
  listModelos,
  lockModelos,
  type ModeloRow,
  removeModelo,
  saveModelo,
} from './choices-repo.ts';

const mayChange = (session: Session, row: ModeloRow): boolean =>
  row.autor_id === session.usuarioId || (row.da_empresa && session.papel !== 'usuario');

/** Shapes a choice, without columns unknown to this version. */
function present(session: Session, row: ModeloRow): ModeloExportacaoWire {
  const { colunas, planilhas } = exportOf(row.tipo);
  return {
    id: row.id,
    tipo: row.tipo,
    nome: row.nome,
    formato: row.formato,
    colunas: row.colunas.filter((chave) => Object.hasOwn(colunas, chave)),
    planilhas: row.planilhas.filter((one) => planilhas.some((known) => known === one)),
    da_empresa: row.da_empresa,
    autor: row.autor_id === null ? null : { id: row.autor_id, nome: row.autor_nome },
    pode_mudar: mayChange(session, row),
  };
}

const LIMIT = MODELOS_EXPORTACAO_MAX.empresa + MODELOS_EXPORTACAO_MAX.pessoa;

/** The choices in the caller's company that the caller may see; an administrator gets none of other companies. */
export async function choicesOf(
  deps: AppDeps,
  session: Session,
  tipo: TipoExportacao | undefined,
): Promise<ModeloExportacaoWire[]> {
  const rows = await listModelos(deps.db, session.ownScope, personOf(session), { tipo, limit: LIMIT });
  return rows.map((row) => present(session, row));
}

const entryOf = (
  session: Session,
  actor: Actor,
  id: string,
  { tipo, nome, da_empresa }: Pick<ModeloRow, 'tipo' | 'nome' | 'da_empresa'>,
) => ({
  ...actor,
  empresaId: session.empresaId,
  recurso: 'exportacao_modelo',
  recursoId: id,
  detalhes: { tipo, nome, da_empresa },
});

/**
 * Saves a choice; replaces the author's choice of the same name.
 * @throws AppError requisicao_invalida, regra_violada
 */
export function keepChoice(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  body: BodyOf<typeof contracts.createModeloExportacao>,
): Promise<ModeloExportacaoWire> {
  const autorId = personOf(session);
  const { colunas, planilhas } = exportOf(body.tipo);
  if (
    body.colunas.some((chave) => !Object.hasOwn(colunas, chave)) ||
    body.planilhas.some((one) => !planilhas.some((known) => known === one))
  ) {
    throw new AppError('requisicao_invalida', 'Coluna ou planilha desconhecida.');
  }
  return deps.db.transaction(async (tx) => {
    await lockModelos(tx, session.ownScope);
    const kept = await countModelos(tx, session.ownScope, autorId, body);
    const of = body.da_empresa ? 'empresa' : 'pessoa';
    if (kept[of] >= MODELOS_EXPORTACAO_MAX[of]) {
      throw new AppError(
        'regra_violada',
        `Já há ${MODELOS_EXPORTACAO_MAX[of]} seleções de colunas salvas: exclua uma sem uso.`,
      );
    }
    const id = await saveModelo(tx, session.ownScope, autorId, body);
    await recordAction(tx, { ...entryOf(session, actor, id, body), acao: 'colunas_salvas' });
    const [row] = await listModelos(tx, session.ownScope, autorId, { id, limit: 1 });
    return present(session, row as ModeloRow);
  });
}

/**
 * Deletes a choice.
 * @throws AppError nao_encontrado, sem_permissao
 */
export async function dropChoice(deps: AppDeps, session: Session, actor: Actor, id: string): Promise<void> {
  const usuarioId = personOf(session);
  await deps.db.transaction(async (tx) => {
    await lockModelos(tx, session.ownScope);
    const [row] = await listModelos(tx, session.ownScope, usuarioId, { id, limit: 1 });
    if (!row) throw new AppError('nao_encontrado', 'Seleção de colunas não encontrada.');
    if (!mayChange(session, row)) {
      throw new AppError(
        'sem_permissao',
        'Só o autor desta seleção, um gerente ou um administrador pode excluí-la.',
      );
    }
    await removeModelo(tx, session.ownScope, id);
    await recordAction(tx, { ...entryOf(session, actor, id, row), acao: 'colunas_excluidas' });
  });
}
