import { randomUUID } from 'node:crypto';
import type { Db } from '@escuta/prisma/db';
import { mayBeSaved } from '@escuta/prisma/result-unknown';
import type { BodyOf } from '@escuta/shared/contracts/contract';
import type { criarEnvio, EnvioWire } from '@escuta/shared/contracts/operation/envios';
import { AppError } from '@escuta/shared/domain/errors';
import { announceObject } from '@escuta/shared/platform/storage/pending-objects';
import { assertBytes, requireBytes } from '@escuta/shared/services/accounts/company-bytes';
import { requireInterviewAct } from '@escuta/shared/services/interviews/life';
import type { AppDeps } from '../../deps.ts';
import {
  findInScope,
  lockToReceive,
  type RemessaRow,
  requireSender,
} from '../../field/field-interview-repo.ts';
import type { Session } from '../../sign-in/session.ts';
import { discardStored } from '../../sound/discard-object.ts';
import { assertComesIn, assertNoDevice, assertRecords, assertSends, isLate, notFound } from './owners.ts';
import { type IncomingBytes, readOver, storePart } from './part-bytes.ts';
import {
  type EnvioDaParte,
  type EnvioRow,
  findArquivo,
  findById,
  findEnvio,
  findForParte,
  findLote,
  findSheet,
  insertEnvio,
  insertParte,
  lastParte,
  nameSheetUpload,
  nameUpload,
  type Parte,
  readRecebido,
  saveFim,
} from './repo.ts';

const otherContent = (n: number) =>
  new AppError('conflito', `A parte ${n} deste envio já chegou, com outro conteúdo.`);
const isOver = () => new AppError('conflito', 'Este envio já foi concluído: não recebe mais partes.');

async function presented(db: Db, row: EnvioRow): Promise<EnvioWire> {
  const { id, estado, partes, expira_em } = row;
  return { id, estado, partes, ...(await readRecebido(db, row)), expira_em: expira_em.toISOString() };
}

/** Opens an upload; once more with the same content, it is answered as it stands. @throws AppError nao_encontrado, conflito, regra_violada */
export async function openUpload(
  deps: AppDeps,
  session: Session,
  body: BodyOf<typeof criarEnvio>,
): Promise<EnvioWire> {
  const before = await findById(deps.db, body.id);
  if (before && before.empresa_id !== session.ownScope.empresaId) throw notFound();
  if (body.papel === 'gravacao') return openRecording(deps, session, body, before);
  if (body.papel === 'importacao') return openSheet(deps, session, body);
  return body.papel === 'gravacoes' ? openBatch(deps, session, body) : openFile(deps, session, body);
}

type Recording = Extract<BodyOf<typeof criarEnvio>, { papel: 'gravacao' }>;
type Batch = Extract<BodyOf<typeof criarEnvio>, { papel: 'gravacoes' }>;
type Sheet = Extract<BodyOf<typeof criarEnvio>, { papel: 'importacao' }>;
type File = Exclude<BodyOf<typeof criarEnvio>, { papel: 'gravacao' | 'gravacoes' | 'importacao' }>;

async function openRecording(
  deps: AppDeps,
  session: Session,
  body: Recording,
  before: EnvioRow | null,
): Promise<EnvioWire> {
  const isSame = (row: EnvioRow) =>
    row.entrevista_id === body.entrevista_id && row.gravacao === body.gravacao && row.tipo === body.tipo;
  // A device opens what it opened each time that it sends: nobody waits for it.
  if (before && isSame(before)) {
    const remessa = await findInScope(deps.db, session.ownScope, body.entrevista_id, { lock: false });
    return presented(deps.db, openAgain(before, requireSender(remessa, session)));
  }
  return deps.db.transaction(async (tx) => {
    const entrevista = await lockToReceive(tx, session, body.entrevista_id);
    const known = await findById(tx, body.id);
    if (known && isSame(known)) return presented(tx, openAgain(known, entrevista));
    await requireInterviewAct(tx, entrevista.id, 'receber_som', session);
    const { id, papel, gravacao, tipo } = body;
    const { empresa_id, id: entrevista_id } = entrevista;
    if (!known) await requireBytes(tx, deps.env, empresa_id, 0);
    const row =
      !known &&
      (await insertEnvio(tx, {
        ...{ id, empresa_id, papel, entrevista_id, gravacao, tipo, preparo_id: null },
        ...{ lote_id: null, importacao_id: null },
        criadoPor: session.usuarioId,
      }));
    if (!row)
      throw new AppError('conflito', 'Já há um envio com este id, ou desta gravação, com outros dados.');
    return presented(tx, row);
  });
}

/** An upload as its device goes on with it: one that a gerente ended with what was here takes the rest. */
const openAgain = (row: EnvioRow, remessa: RemessaRow): EnvioRow =>
  isLate(remessa) ? { ...row, estado: 'aberto', partes: null } : row;

/** A file of the portal: announced with what is being prepared, and coming in once. */
function openFile(deps: AppDeps, session: Session, { id, papel, preparo_id }: File): Promise<EnvioWire> {
  assertNoDevice(session);
  return deps.db.transaction(async (tx) => {
    const arquivo = await findArquivo(tx, session.ownScope, { preparo_id, papel }, { lock: true });
    if (!arquivo) throw new AppError('nao_encontrado', 'Auditoria em preparo não encontrada.');
    const known = await findById(tx, id);
    if (known?.preparo_id === preparo_id && known.papel === papel) return presented(tx, known);
    assertComesIn(arquivo);
    const novo = {
      id,
      empresa_id: arquivo.empresa_id,
      papel,
      preparo_id,
      lote_id: null,
      importacao_id: null,
      entrevista_id: null,
      gravacao: null,
    };
    const row =
      !known &&
      (await insertEnvio(tx, { ...novo, tipo: 'application/octet-stream', criadoPor: session.usuarioId }));
    if (!row)
      throw new AppError('conflito', 'Já há um envio com este id, ou deste arquivo, com outros dados.');
    await nameUpload(tx, novo);
    return presented(tx, row);
  });
}

/** A batch's recordings, announced with it and coming in once. */
function openBatch(deps: AppDeps, session: Session, { id, papel, lote_id }: Batch): Promise<EnvioWire> {
  assertNoDevice(session);
  return deps.db.transaction(async (tx) => {
    const lote = await findLote(tx, session.ownScope, lote_id, { lock: true });
    if (!lote) throw new AppError('nao_encontrado', 'Lote de gravações não encontrado.');
    const known = await findById(tx, id);
    if (known?.lote_id === lote_id) return presented(tx, known);
    assertComesIn(lote);
    const novo = { id, empresa_id: lote.empresa_id, papel, lote_id };
    const row =
      !known &&
      (await insertEnvio(tx, {
        ...{ ...novo, preparo_id: null, importacao_id: null, entrevista_id: null, gravacao: null },
        ...{ tipo: 'application/octet-stream', criadoPor: session.usuarioId },
      }));
    if (!row) throw new AppError('conflito', 'Já há um envio com este id, ou deste lote, com outros dados.');
    return presented(tx, row);
  });
}

/** A sheet of calls, announced with its import and coming in once. */
function openSheet(deps: AppDeps, session: Session, { id, papel, importacao_id }: Sheet): Promise<EnvioWire> {
  assertNoDevice(session);
  return deps.db.transaction(async (tx) => {
    const sheet = await findSheet(tx, session.ownScope, importacao_id, { lock: true });
    if (!sheet) throw new AppError('nao_encontrado', 'Importação não encontrada.');
    const known = await findById(tx, id);
    if (known?.importacao_id === importacao_id) return presented(tx, known);
    assertComesIn(sheet);
    const novo = { id, empresa_id: sheet.empresa_id, papel, importacao_id };
    const row =
      !known &&
      (await insertEnvio(tx, {
        ...{ ...novo, preparo_id: null, lote_id: null, entrevista_id: null, gravacao: null },
        ...{ tipo: 'application/octet-stream', criadoPor: session.usuarioId },
      }));
    if (!row)
      throw new AppError('conflito', 'Já há um envio com este id, ou desta importação, com outros dados.');
    await nameSheetUpload(tx, row.id, importacao_id);
    return presented(tx, row);
  });
}

/** An upload that whoever sends may end, locked; with its interview. @throws AppError nao_encontrado, conflito, dados_apagados */
async function lockUpload(
  db: Db,
  session: Session,
  id: string,
): Promise<{ envio: EnvioRow; remessa: RemessaRow | null }> {
  const envio = await findEnvio(db, session.ownScope, id, { lock: true });
  if (!envio) throw notFound();
  if (envio.entrevista_id === null) {
    assertNoDevice(session);
    return { envio, remessa: null };
  }
  const found = await findInScope(db, session.ownScope, envio.entrevista_id, { lock: false });
  return { envio, remessa: requireSender(found, session) };
}

/** @throws AppError conflito where what came of a file of the portal, or of a batch, is not as long as it was announced to be */
async function assertWholeFile(
  db: Db,
  session: Session,
  { preparo_id, lote_id, importacao_id, papel }: EnvioRow,
  tamanho: number,
): Promise<void> {
  if (preparo_id === null && lote_id === null && importacao_id === null) return;
  let arquivo: { tamanho: number } | null = null;
  if (lote_id !== null) arquivo = await findLote(db, session.ownScope, lote_id, { lock: false });
  else if (importacao_id !== null)
    arquivo = await findSheet(db, session.ownScope, importacao_id, { lock: false });
  else if (preparo_id !== null)
    arquivo = await findArquivo(db, session.ownScope, { preparo_id, papel }, { lock: false });
  if (arquivo?.tamanho === tamanho) return;
  throw new AppError(
    'conflito',
    `O arquivo foi anunciado com ${arquivo?.tamanho ?? 0} bytes, e chegaram ${tamanho}. Envie-o de novo.`,
  );
}

/** What is here of an upload, for everybody of its company. @throws AppError nao_encontrado */
export async function readUpload(deps: AppDeps, session: Session, id: string): Promise<EnvioWire> {
  const envio = await findEnvio(deps.db, session.ownScope, id, { lock: false });
  if (!envio) throw notFound();
  if (envio.entrevista_id === null) assertNoDevice(session);
  return presented(deps.db, envio);
}

/**
 * Whether a part may come in as things stand. @returns it where it is here already
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
        ? 'O arquivo é maior do que foi anunciado. Envie-o de novo.'
        : `O envio passa do limite de ${deps.env.UPLOAD_MAX_MB} MB.`,
    );
  }
  assertBytes(envio.folga, parte.tamanho);
  return { envio, aqui: null };
}

/** Bytes of an upload at most: a file of the portal was announced with its length. */
const limitOf = ({ env }: AppDeps, { arquivo }: EnvioDaParte): number =>
  arquivo?.tamanho ?? env.UPLOAD_MAX_MB * 1024 * 1024;

/** Beside what else is kept of its owner. */
const folderOf = ({ item_id, entrevista_id, preparo_id, lote_id, importacao_id }: EnvioDaParte): string =>
  importacao_id !== null
    ? `importacoes/${importacao_id}`
    : preparo_id !== null
      ? `preparos/${preparo_id}`
      : lote_id !== null
        ? `lotes/${lote_id}`
        : `${item_id ?? entrevista_id}`;

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
  const key = `${envio.empresa_id}/${folderOf(envio)}/${randomUUID()}`;
  try {
    await announceObject(deps.db, envio.empresa_id, key);
    const tamanho = await storePart(deps.store, key, given);
    const parte = { n, tamanho, sha256, chave: key };
    const written = () => insertParte(deps.db, id, parte, limitOf(deps, envio));
    if (!(await written())) {
      // While the bytes came in it came by another way, or its interview was ended, refused or erased: asked again, it says which. One that
      // a gerente ended at this moment takes it as late sound.
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

/** Ends an upload where all its parts are here; else it says which are not. @throws AppError nao_encontrado, conflito */
export function endUpload(deps: AppDeps, session: Session, id: string, partes: number): Promise<EnvioWire> {
  return deps.db.transaction(async (tx) => {
    const { envio, remessa } = await lockUpload(tx, session, id);
    // Of late sound its interview's closing says how much there is: the upload keeps what was here when a gerente ended it.
    if (isLate(remessa)) return presented(tx, { ...envio, partes });
    if (envio.estado === 'concluido') {
      if (envio.partes !== partes)
        throw new AppError(
          'conflito',
          `Este envio foi concluído com ${envio.partes} ${envio.partes === 1 ? 'parte' : 'partes'}.`,
        );
      return presented(tx, envio);
    }
    if ((await lastParte(tx, id)) > partes) {
      throw new AppError('conflito', `Este envio já tem partes além da ${partes}.`);
    }
    const { faltam, tamanho } = await readRecebido(tx, { id, partes });
    if (faltam.length === 0) await assertWholeFile(tx, session, envio, tamanho);
    const estado = faltam.length === 0 ? 'concluido' : 'aberto';
    return presented(tx, await saveFim(tx, id, { partes, estado }));
  });
}
