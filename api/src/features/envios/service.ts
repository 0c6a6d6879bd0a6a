import { randomUUID } from 'node:crypto';
import type { BodyOf } from '@escuta/shared/contracts/contract';
import type { criarEnvio, EnvioWire } from '@escuta/shared/contracts/envios';
import { AppError } from '@escuta/shared/domain/errors';
import { announceObject } from '@escuta/shared/node/pending-objects';
import { mayBeSaved, type Queryable, transaction } from '@escuta/shared/node/transaction';
import type { AppDeps } from '../../deps.ts';
import { discardStored } from '../../discard-object.ts';
import {
  type EntrevistaDeCampo,
  findInScope,
  lockToReceive,
  requireSender,
} from '../../field-interview-repo.ts';
import type { Session } from '../../sign-in/session.ts';
import { type IncomingBytes, readOver, storePart } from './part-bytes.ts';
import {
  type EnvioRow,
  findById,
  findEnvio,
  findParte,
  insertEnvio,
  insertParte,
  lastParte,
  type Parte,
  readRecebido,
  saveFim,
} from './repo.ts';

const notFound = () => new AppError('nao_encontrado', 'Envio não encontrado.');
const otherContent = (n: number) =>
  new AppError('conflito', `A parte ${n} deste envio já chegou, com outro conteúdo.`);
const isOver = () => new AppError('conflito', 'Este envio já foi concluído: não recebe mais partes.');

async function presented(db: Queryable, row: EnvioRow): Promise<EnvioWire> {
  const { id, estado, partes, expira_em } = row;
  return { id, estado, partes, ...(await readRecebido(db, row)), expira_em: expira_em.toISOString() };
}

/** Sound is kept of whoever agreed to it, and while its interview is still coming in. @throws AppError regra_violada, conflito */
function assertRecords({ consentimento, sincronia }: EntrevistaDeCampo): void {
  if (consentimento === null) {
    throw new AppError(
      'regra_violada',
      'Falta o consentimento do entrevistado: envie antes os eventos da entrevista.',
    );
  }
  if (consentimento !== 'aceito') {
    throw new AppError('regra_violada', 'O entrevistado não aceitou a gravação: nada dela é guardado.');
  }
  if (sincronia === 'completa') {
    throw new AppError('conflito', 'Esta entrevista já foi recebida por inteiro: não recebe mais gravações.');
  }
}

/** Opens an upload; once more with the same content, it is answered as it stands. @throws AppError nao_encontrado, conflito, regra_violada */
export function openUpload(
  deps: AppDeps,
  session: Session,
  body: BodyOf<typeof criarEnvio>,
): Promise<EnvioWire> {
  return transaction(deps.pool, async (db) => {
    const before = await findById(db, body.id);
    if (before && before.empresa_id !== session.empresaId) throw notFound();
    const entrevista = await lockToReceive(db, session, body.entrevista_id);
    const isSame = (row: EnvioRow) =>
      row.entrevista_id === body.entrevista_id && row.gravacao === body.gravacao && row.tipo === body.tipo;
    const known = await findById(db, body.id);
    if (known && isSame(known)) return presented(db, known);
    assertRecords(entrevista);
    const { id, papel, gravacao, tipo } = body;
    const { empresa_id, id: entrevista_id } = entrevista;
    const row =
      !known &&
      (await insertEnvio(db, {
        ...{ id, empresa_id, papel, entrevista_id, gravacao, tipo },
        criadoPor: session.usuarioId,
      }));
    if (!row)
      throw new AppError('conflito', 'Já há um envio com este id, ou desta gravação, com outros dados.');
    return presented(db, row);
  });
}

/** An upload with the interview that it belongs to. @throws AppError nao_encontrado, conflito, dados_apagados */
async function uploadOf(
  db: Queryable,
  session: Session,
  id: string,
  { lock }: { lock: boolean },
): Promise<{ envio: EnvioRow; entrevista: EntrevistaDeCampo }> {
  const envio = await findEnvio(db, session.ownScope, id, { lock });
  if (!envio) throw notFound();
  const found = await findInScope(db, session.ownScope, envio.entrevista_id, { lock: false });
  return { envio, entrevista: requireSender(found, session) };
}

/** What is here of an upload, for everybody of its company. @throws AppError nao_encontrado */
export async function readUpload(deps: AppDeps, session: Session, id: string): Promise<EnvioWire> {
  const envio = await findEnvio(deps.pool, session.ownScope, id, { lock: false });
  if (!envio) throw notFound();
  return presented(deps.pool, envio);
}

/** @throws AppError corpo_grande where so many bytes more are too many */
async function assertRoom(deps: AppDeps, db: Queryable, envio: EnvioRow, bytes: number): Promise<void> {
  const { tamanho } = await readRecebido(db, envio);
  if (tamanho + bytes <= deps.env.UPLOAD_MAX_MB * 1024 * 1024) return;
  throw new AppError('corpo_grande', `O envio passa do limite de ${deps.env.UPLOAD_MAX_MB} MB.`);
}

/**
 * Takes one part in: hashed and counted as it passes, stored, and written down only if it is what was announced. The same part again
 * changes nothing. The object is announced before its first byte is stored: whatever happens in between leaves nothing behind.
 * @throws AppError nao_encontrado, conflito, regra_violada, requisicao_invalida, corpo_grande
 */
export async function receivePart(
  deps: AppDeps,
  session: Session,
  { id, n }: { id: string; n: number },
  given: IncomingBytes,
): Promise<Omit<Parte, 'sha256'>> {
  const { envio, entrevista } = await uploadOf(deps.pool, session, id, { lock: false });
  const here = await findParte(deps.pool, id, n);
  if (here) {
    if (here.sha256 !== given.sha256) throw otherContent(n);
    await readOver(given);
    return { n, tamanho: here.tamanho };
  }
  if (envio.estado === 'concluido') throw isOver();
  assertRecords(entrevista);
  await assertRoom(deps, deps.pool, envio, given.declared ?? 0);
  const key = `${envio.empresa_id}/${entrevista.item_id ?? entrevista.id}/${randomUUID()}`;
  try {
    await announceObject(deps.pool, envio.empresa_id, key);
    const tamanho = await storePart(deps.store, key, given);
    const isNew = await keepPart(deps, session, { n, tamanho, sha256: given.sha256, chave: key }, id);
    if (!isNew) await discardStored(deps, key);
    return { n, tamanho };
  } catch (error) {
    if (!mayBeSaved(error)) await discardStored(deps, key);
    throw error;
  }
}

/** Writes a stored part down. @returns false where the same part came in meanwhile, by another way */
function keepPart(
  deps: AppDeps,
  session: Session,
  parte: Parte & { chave: string },
  id: string,
): Promise<boolean> {
  return transaction(deps.pool, async (db) => {
    // Asked again under the lock: the interview may have been erased or refused while the bytes came in.
    const { envio, entrevista } = await uploadOf(db, session, id, { lock: true });
    const here = await findParte(db, id, parte.n);
    if (here) {
      if (here.sha256 !== parte.sha256) throw otherContent(parte.n);
      return false;
    }
    if (envio.estado === 'concluido') throw isOver();
    assertRecords(entrevista);
    await assertRoom(deps, db, envio, parte.tamanho);
    await insertParte(db, envio, parte);
    return true;
  });
}

/** Ends an upload where all its parts are here; else it says which are not. @throws AppError nao_encontrado, conflito */
export function endUpload(deps: AppDeps, session: Session, id: string, partes: number): Promise<EnvioWire> {
  return transaction(deps.pool, async (db) => {
    const { envio } = await uploadOf(db, session, id, { lock: true });
    if (envio.estado === 'concluido') {
      if (envio.partes !== partes)
        throw new AppError('conflito', `Este envio foi concluído com ${envio.partes} partes.`);
      return presented(db, envio);
    }
    if ((await lastParte(db, id)) > partes) {
      throw new AppError('conflito', `Este envio já tem partes além da ${partes}.`);
    }
    const { faltam } = await readRecebido(db, { id, partes });
    const estado = faltam.length === 0 ? 'concluido' : 'aberto';
    return presented(db, await saveFim(db, id, { partes, estado }));
  });
}
