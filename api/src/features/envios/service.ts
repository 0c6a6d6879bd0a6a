import { randomUUID } from 'node:crypto';
import type { BodyOf } from '@escuta/shared/contracts/contract';
import type { criarEnvio, EnvioWire } from '@escuta/shared/contracts/envios';
import { AppError } from '@escuta/shared/domain/errors';
import { announceObject } from '@escuta/shared/node/pending-objects';
import { mayBeSaved, type Queryable, transaction } from '@escuta/shared/node/transaction';
import type { AppDeps } from '../../deps.ts';
import { discardStored } from '../../discard-object.ts';
import { findInScope, lockToReceive, type RemessaRow, requireSender } from '../../field-interview-repo.ts';
import type { Session } from '../../sign-in/session.ts';
import { type IncomingBytes, readOver, storePart } from './part-bytes.ts';
import {
  type EnvioDaParte,
  type EnvioRow,
  findById,
  findEnvio,
  findForParte,
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
function assertRecords({ consentimento, sincronia }: RemessaRow): void {
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
export async function openUpload(
  deps: AppDeps,
  session: Session,
  body: BodyOf<typeof criarEnvio>,
): Promise<EnvioWire> {
  const isSame = (row: EnvioRow) =>
    row.entrevista_id === body.entrevista_id && row.gravacao === body.gravacao && row.tipo === body.tipo;
  const before = await findById(deps.pool, body.id);
  if (before && before.empresa_id !== session.empresaId) throw notFound();
  // A device opens what it opened each time that it sends: nobody waits for it.
  if (before && isSame(before)) {
    requireSender(
      await findInScope(deps.pool, session.ownScope, body.entrevista_id, { lock: false }),
      session,
    );
    return presented(deps.pool, before);
  }
  return transaction(deps.pool, async (db) => {
    const entrevista = await lockToReceive(db, session, body.entrevista_id);
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

/** An upload that whoever sends may end, locked. @throws AppError nao_encontrado, conflito, dados_apagados */
async function lockUpload(db: Queryable, session: Session, id: string): Promise<EnvioRow> {
  const envio = await findEnvio(db, session.ownScope, id, { lock: true });
  if (!envio) throw notFound();
  requireSender(await findInScope(db, session.ownScope, envio.entrevista_id, { lock: false }), session);
  return envio;
}

/** What is here of an upload, for everybody of its company. @throws AppError nao_encontrado */
export async function readUpload(deps: AppDeps, session: Session, id: string): Promise<EnvioWire> {
  const envio = await findEnvio(deps.pool, session.ownScope, id, { lock: false });
  if (!envio) throw notFound();
  return presented(deps.pool, envio);
}

/**
 * Whether a part may come in as things stand. @returns it where it is here already
 * @throws AppError nao_encontrado, conflito, regra_violada, corpo_grande, dados_apagados
 */
function judgePart(
  deps: AppDeps,
  session: Session,
  found: EnvioDaParte | null,
  parte: Parte,
): { envio: EnvioDaParte; aqui: EnvioDaParte['aqui'] } {
  if (!found) throw notFound();
  const envio = requireSender(found, session);
  const { aqui } = envio;
  if (aqui) {
    if (aqui.sha256 !== parte.sha256) throw otherContent(parte.n);
    return { envio, aqui };
  }
  if (envio.estado === 'concluido') throw isOver();
  assertRecords(envio);
  if (envio.tamanho + parte.tamanho > limitOf(deps)) {
    throw new AppError('corpo_grande', `O envio passa do limite de ${deps.env.UPLOAD_MAX_MB} MB.`);
  }
  return { envio, aqui: null };
}

/** Bytes of an upload at most. */
const limitOf = ({ env }: AppDeps): number => env.UPLOAD_MAX_MB * 1024 * 1024;

/**
 * Takes one part in: hashed and counted as it passes, stored, and written down only if it is what was announced. The same part again
 * changes nothing. The object is announced before its first byte is stored: whatever happens in between leaves nothing behind. Three
 * statements: what it depends on, the announcement, and the part.
 * @throws AppError nao_encontrado, conflito, regra_violada, requisicao_invalida, corpo_grande
 */
export async function receivePart(
  deps: AppDeps,
  session: Session,
  { id, n }: { id: string; n: number },
  given: IncomingBytes,
): Promise<Omit<Parte, 'sha256'>> {
  const { sha256 } = given;
  const look = async (tamanho: number) =>
    judgePart(deps, session, await findForParte(deps.pool, session.ownScope, id, n), { n, tamanho, sha256 });
  const { envio, aqui } = await look(given.declared ?? 0);
  if (aqui) {
    await readOver(given);
    return { n, tamanho: aqui.tamanho };
  }
  const key = `${envio.empresa_id}/${envio.item_id ?? envio.entrevista_id}/${randomUUID()}`;
  try {
    await announceObject(deps.pool, envio.empresa_id, key);
    const tamanho = await storePart(deps.store, key, given);
    if (!(await insertParte(deps.pool, id, { n, tamanho, sha256, chave: key }, limitOf(deps)))) {
      // While the bytes came in it came by another way, or its interview was ended, refused or erased: asked again, it says which.
      const { aqui: meanwhile } = await look(tamanho);
      if (!meanwhile) throw isOver();
      await discardStored(deps, key);
    }
    return { n, tamanho };
  } catch (error) {
    if (!mayBeSaved(error)) await discardStored(deps, key);
    throw error;
  }
}

/** Ends an upload where all its parts are here; else it says which are not. @throws AppError nao_encontrado, conflito */
export function endUpload(deps: AppDeps, session: Session, id: string, partes: number): Promise<EnvioWire> {
  return transaction(deps.pool, async (db) => {
    const envio = await lockUpload(db, session, id);
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
