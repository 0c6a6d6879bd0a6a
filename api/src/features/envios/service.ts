import { randomUUID } from 'node:crypto';
import type { Db } from '@escuta/prisma/db';
import { mayBeSaved } from '@escuta/prisma/result-unknown';
import type { BodyOf } from '@escuta/shared/contracts/contract';
import type { createEnvio, EnvioWire } from '@escuta/shared/contracts/operation/envios';
import { AppError } from '@escuta/shared/domain/errors';
import type { StagedKind } from '@escuta/shared/domain/intake/acts';
import { folderOf, INTAKES } from '@escuta/shared/domain/intake/kinds';
import { announceObject } from '@escuta/shared/platform/storage/pending-objects';
import { assertBytes, requireBytes } from '@escuta/shared/services/accounts/company-bytes';
import { notFound as intakeNotFound } from '@escuta/shared/services/intake/held';
import { requireInterviewAct } from '@escuta/shared/services/interviews/life';
import type { AppDeps } from '../../deps.ts';
import {
  findInScope,
  lockToReceive,
  type RemessaRow,
  requireSender,
} from '../../field/field-interview-repo.ts';
import { type EnvioRow, insertEnvio, nameUpload } from '../../intake/upload-repo.ts';
import type { Session } from '../../sign-in/session.ts';
import { discardStored } from '../../sound/discard-object.ts';
import { assertComesIn, assertNoDevice, assertRecords, assertSends, isLate, notFound } from './owners.ts';
import { type IncomingBytes, readOver, storePart } from './part-bytes.ts';
import {
  type EnvioDaParte,
  findById,
  findEnvio,
  findForParte,
  findOwner,
  insertParte,
  lastParte,
  type Parte,
  readRecebido,
  saveFim,
} from './repo.ts';

const otherContent = (n: number) =>
  new AppError('conflito', `A parte ${n} deste envio já foi recebida com outro conteúdo.`);
const isOver = () => new AppError('conflito', 'Este envio já foi concluído: não recebe mais partes.');

async function presented(db: Db, row: EnvioRow): Promise<EnvioWire> {
  const { id, estado, partes, expira_em } = row;
  return { id, estado, partes, ...(await readRecebido(db, row)), expira_em: expira_em.toISOString() };
}

/**
 * Opens an upload; repeated with the same content, returns the existing upload.
 * @throws AppError nao_encontrado, conflito, regra_violada
 */
export async function openUpload(
  deps: AppDeps,
  session: Session,
  body: BodyOf<typeof createEnvio>,
): Promise<EnvioWire> {
  const before = await findById(deps.db, body.id);
  if (before && before.empresa_id !== session.ownScope.empresaId) throw notFound();
  return body.papel === 'gravacao'
    ? openRecording(deps, session, body, before)
    : openFile(deps, session, { ...ownerOf(body), id: body.id, papel: body.papel });
}

type Body = BodyOf<typeof createEnvio>;
type Recording = Extract<Body, { papel: 'gravacao' }>;
type Announced = Exclude<Body, Recording>;
type File = { id: string; dono: StagedKind; dono_id: string; papel: Announced['papel'] };

function ownerOf(body: Announced): Pick<File, 'dono' | 'dono_id'> {
  if ('preparo_id' in body) return { dono: 'preparo', dono_id: body.preparo_id };
  if ('lote_id' in body) return { dono: 'lote', dono_id: body.lote_id };
  return { dono: 'importacao', dono_id: body.importacao_id };
}

async function openRecording(
  deps: AppDeps,
  session: Session,
  body: Recording,
  before: EnvioRow | null,
): Promise<EnvioWire> {
  const isSame = (row: EnvioRow) =>
    isOf(row, { dono: 'entrevista', dono_id: body.entrevista_id, papel: body.papel }) &&
    row.numero === body.gravacao &&
    row.tipo === body.tipo;
  // Takes no lock, because a device repeats this request with each synchronisation.
  if (before && isSame(before)) {
    const remessa = await findInScope(deps.db, session.ownScope, body.entrevista_id, { lock: false });
    return presented(deps.db, openAgain(before, requireSender(remessa, session)));
  }
  return deps.db.transaction(async (tx) => {
    const entrevista = await lockToReceive(tx, session, body.entrevista_id);
    const known = await findById(tx, body.id);
    if (known && isSame(known)) return presented(tx, openAgain(known, entrevista));
    await requireInterviewAct(tx, entrevista.id, 'receber_som', session);
    const { id, papel, gravacao: numero, tipo } = body;
    const owner = { empresa_id: entrevista.empresa_id, dono: 'entrevista', dono_id: entrevista.id } as const;
    if (!known) await requireBytes(tx, deps.env, owner.empresa_id, 0);
    const novo = { ...owner, id, papel, numero, tipo, criadoPor: session.usuarioId };
    const row = known ? null : await insertEnvio(tx, novo);
    if (!row) throw new AppError('conflito', INTAKES.entrevista.jaHaEnvio);
    return presented(tx, row);
  });
}

/** Shows an upload as open after a gerente stopped waiting for its interview, so that the device sends the rest. */
const openAgain = (row: EnvioRow, remessa: RemessaRow): EnvioRow =>
  isLate(remessa) ? { ...row, estado: 'aberto', partes: null } : row;

function openFile(deps: AppDeps, session: Session, file: File): Promise<EnvioWire> {
  assertNoDevice(session);
  return deps.db.transaction(async (tx) => {
    const arquivo = await findOwner(tx, session.ownScope, file, { lock: true });
    if (!arquivo) throw intakeNotFound(file.dono);
    const known = await findById(tx, file.id);
    if (known && isOf(known, file)) return presented(tx, known);
    assertComesIn(arquivo);
    const novo = { ...file, empresa_id: arquivo.empresa_id, criadoPor: session.usuarioId };
    const row = known ? null : await insertEnvio(tx, novo);
    if (!row) throw new AppError('conflito', INTAKES[file.dono].jaHaEnvio);
    await nameUpload(tx, row);
    return presented(tx, row);
  });
}

const isOf = (
  row: EnvioRow,
  { dono, dono_id, papel }: Pick<EnvioRow, 'dono' | 'dono_id' | 'papel'>,
): boolean => row.dono === dono && row.dono_id === dono_id && row.papel === papel;

/**
 * Locks an upload that the caller may end, with its interview.
 * @throws AppError nao_encontrado, conflito, dados_apagados
 */
async function lockUpload(
  db: Db,
  session: Session,
  id: string,
): Promise<{ envio: EnvioRow; remessa: RemessaRow | null }> {
  const envio = await findEnvio(db, session.ownScope, id, { lock: true });
  if (!envio) throw notFound();
  if (envio.dono !== 'entrevista') {
    assertNoDevice(session);
    return { envio, remessa: null };
  }
  const found = await findInScope(db, session.ownScope, envio.dono_id, { lock: false });
  return { envio, remessa: requireSender(found, session) };
}

/** @throws AppError conflito if the received bytes differ from the announced length */
async function assertWholeFile(
  db: Db,
  session: Session,
  { dono, dono_id, papel }: EnvioRow,
  tamanho: number,
): Promise<void> {
  if (dono === 'entrevista') return;
  const arquivo = await findOwner(db, session.ownScope, { dono, dono_id, papel }, { lock: false });
  if (arquivo?.tamanho === tamanho) return;
  throw new AppError(
    'conflito',
    `O arquivo deveria ter ${arquivo?.tamanho ?? 0} bytes, mas foram recebidos ${tamanho}. Envie o arquivo de novo.`,
  );
}

/**
 * Reads an upload's received parts, for all people of its company.
 * @throws AppError nao_encontrado
 */
export async function readUpload(deps: AppDeps, session: Session, id: string): Promise<EnvioWire> {
  const envio = await findEnvio(deps.db, session.ownScope, id, { lock: false });
  if (!envio) throw notFound();
  if (envio.dono !== 'entrevista') assertNoDevice(session);
  return presented(deps.db, envio);
}

/**
 * Decides whether a part is accepted.
 * @returns the part if already stored
 * @throws AppError nao_encontrado, conflito, regra_violada, corpo_grande, cota_atingida, dados_apagados
 */
function judgePart(
  deps: AppDeps,
  session: Session,
  found: EnvioDaParte | null,
  parte: Parte,
): { envio: EnvioDaParte; aqui: EnvioDaParte['aqui'] } {
  if (!found) throw notFound();
  const envio = found;
  assertSends(session, envio);
  const { aqui } = envio;
  if (aqui) {
    if (aqui.sha256 !== parte.sha256) throw otherContent(parte.n);
    return { envio, aqui };
  }
  if (envio.estado === 'concluido' && !isLate(envio.remessa)) throw isOver();
  if (envio.remessa) assertRecords(envio.remessa);
  if (envio.arquivo) assertComesIn(envio.arquivo);
  if (envio.tamanho + parte.tamanho > limitOf(deps, envio)) {
    throw new AppError(
      'corpo_grande',
      envio.arquivo
        ? 'O arquivo é maior do que o informado no início do envio. Envie o arquivo de novo.'
        : `O envio passa do limite de ${deps.env.UPLOAD_MAX_MB} MB.`,
    );
  }
  assertBytes(envio.folga, parte.tamanho);
  return { envio, aqui: null };
}

/** Size limit of an upload, bytes; for files their announced length. */
const limitOf = ({ env }: AppDeps, { arquivo }: EnvioDaParte): number =>
  arquivo?.tamanho ?? env.UPLOAD_MAX_MB * 1024 * 1024;

/**
 * Receives a part: streams it to the store with its hash, then inserts it. Idempotent. The object is registered as
 * pending before its first byte, so that a crash leaves no orphan.
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
    judgePart(deps, session, await findForParte(deps.db, { scope: session.ownScope, env: deps.env }, id, n), {
      n,
      tamanho,
      sha256,
    });
  const { envio, aqui } = await look(given.declared ?? 0);
  if (aqui) {
    await readOver(given);
    return { n, tamanho: aqui.tamanho };
  }
  // The folder of the owner's other objects; for an interview, the folder of its item's objects.
  const folder = folderOf(envio.dono, envio.item_id ?? envio.dono_id);
  const key = `${envio.empresa_id}/${folder}/${randomUUID()}`;
  try {
    await announceObject(deps.db, envio.empresa_id, key);
    const tamanho = await storePart(deps.store, key, given);
    const parte = { n, tamanho, sha256, chave: key };
    const written = () => insertParte(deps.db, envio, parte, limitOf(deps, envio));
    if (!(await written())) {
      // Meanwhile another request sent the part, or its interview was ended, refused or erased, so the second check
      // throws the reason. The part becomes late sound if a gerente stopped waiting.
      const { aqui: meanwhile } = await look(tamanho);
      if (meanwhile) await discardStored(deps, key);
      else if (!(await written())) throw isOver();
    }
    return { n, tamanho };
  } catch (error) {
    if (!mayBeSaved(error)) await discardStored(deps, key);
    throw error;
  }
}

/**
 * Ends an upload if all its parts are stored; else returns the missing parts.
 * @throws AppError nao_encontrado, conflito
 */
export function endUpload(deps: AppDeps, session: Session, id: string, partes: number): Promise<EnvioWire> {
  return deps.db.transaction(async (tx) => {
    const { envio, remessa } = await lockUpload(tx, session, id);
    // Keeps the number of parts stored when a gerente stopped waiting; closing the interview counts late sound.
    if (isLate(remessa)) return presented(tx, { ...envio, partes });
    if (envio.estado === 'concluido') {
      if (envio.partes !== partes)
        throw new AppError(
          'conflito',
          `Este envio já foi concluído com ${envio.partes} ${envio.partes === 1 ? 'parte' : 'partes'}.`,
        );
      return presented(tx, envio);
    }
    if ((await lastParte(tx, id)) > partes) {
      throw new AppError('conflito', `Este envio já recebeu partes depois da parte ${partes}.`);
    }
    const { faltam, tamanho } = await readRecebido(tx, { id, partes });
    if (faltam.length === 0) await assertWholeFile(tx, session, envio, tamanho);
    const estado = faltam.length === 0 ? 'concluido' : 'aberto';
    return presented(tx, await saveFim(tx, id, { partes, estado }));
  });
}
