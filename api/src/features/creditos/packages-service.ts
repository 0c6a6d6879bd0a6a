import type { Db } from '@escuta/prisma/db';
import type * as contracts from '@escuta/shared/contracts/accounts/creditos';
import type { BodyOf } from '@escuta/shared/contracts/contract';
import { AppError } from '@escuta/shared/domain/errors';
import { isOnRequest, MAX_PACOTES } from '@escuta/shared/domain/runs/credits';
import { newId } from '@escuta/shared/platform/database/ids';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import { diffOf } from '../../access/action-diff.ts';
import type { AppDeps } from '../../deps.ts';
import {
  type DadosPacote,
  findPacote,
  insertPacote,
  listPacotes,
  lockPacotes,
  movePacote,
  type PacoteRow,
  writePacote,
} from './packages-repo.ts';
import { presentPacote, presentPacoteAdmin } from './present.ts';

export async function pacotesAtivos(deps: AppDeps) {
  return (await listPacotes(deps.db, { ativos: true, limit: MAX_PACOTES })).map(presentPacote);
}

export async function todosPacotes(deps: AppDeps) {
  return (await listPacotes(deps.db, { ativos: false, limit: MAX_PACOTES })).map(presentPacoteAdmin);
}

/**
 * Refuses a price for a package of 0 credits, because its price is agreed on request. @throws AppError regra_violada
 */
function checkPacote(dados: DadosPacote): void {
  if (isOnRequest(dados) && dados.precoCentavos !== null) {
    throw new AppError(
      'regra_violada',
      'Um pacote de 0 créditos é sob consulta e não tem preço: deixe o preço em branco.',
    );
  }
}

async function readAgain(db: Db, id: string): Promise<PacoteRow> {
  const row = await findPacote(db, id);
  if (!row) throw new AppError('nao_encontrado', 'Pacote de créditos não encontrado.');
  return row;
}

/**
 * Creates a package, by default at the end of the list.
 * @throws AppError regra_violada
 */
export async function addPacote(
  deps: AppDeps,
  actor: Actor,
  { ordem, ...dados }: BodyOf<typeof contracts.createPacote>,
) {
  checkPacote(dados);
  const row = await deps.db.transaction(async (tx) => {
    const count = await lockPacotes(tx);
    if (count >= MAX_PACOTES) {
      throw new AppError(
        'regra_violada',
        `A instalação já tem ${MAX_PACOTES} pacotes, o máximo. Altere um deles.`,
      );
    }
    const id = newId();
    await insertPacote(tx, id, dados, count + 1);
    await movePacote(tx, id, ordem ?? count + 1);
    await recordAction(tx, {
      ...actor,
      empresaId: null,
      acao: 'pacote_criado',
      recurso: 'credito_pacote',
      recursoId: id,
      detalhes: dados,
    });
    return readAgain(tx, id);
  });
  return presentPacoteAdmin(row);
}

/**
 * Changes the given fields of a package.
 * @throws AppError nao_encontrado, regra_violada
 */
export async function changePacote(
  deps: AppDeps,
  actor: Actor,
  id: string,
  change: BodyOf<typeof contracts.updatePacote>,
) {
  const row = await deps.db.transaction(async (tx) => {
    await lockPacotes(tx);
    const before = await readAgain(tx, id);
    const dados: DadosPacote = {
      nome: change.nome ?? before.nome,
      descricao: change.descricao ?? before.descricao,
      quantidadeCreditos: change.quantidadeCreditos ?? before.quantidadeCreditos,
      precoCentavos: change.precoCentavos === undefined ? before.precoCentavos : change.precoCentavos,
      ativo: change.ativo ?? before.ativo,
    };
    checkPacote(dados);
    const changed = diffOf(before, { ...dados, ordem: change.ordem });
    if (!changed) return before;
    await writePacote(tx, id, dados);
    if (change.ordem !== undefined) await movePacote(tx, id, change.ordem);
    await recordAction(tx, {
      ...{ ...actor, empresaId: null, recurso: 'credito_pacote', recursoId: id },
      acao: 'pacote_alterado',
      detalhes: { pacote: before.nome, ...changed },
    });
    return readAgain(tx, id);
  });
  return presentPacoteAdmin(row);
}
