import { createHash, randomUUID } from 'node:crypto';
import { mayBeSaved } from '@escuta/prisma/result-unknown';
import type { ResponseOf } from '@escuta/shared/contracts/contract';
import type { CamposAuditoria, createAuditoriaPeloPortal } from '@escuta/shared/contracts/surveys/preparos';
import { can } from '@escuta/shared/domain/accounts/permissions';
import { PAPEIS_ARQUIVO } from '@escuta/shared/domain/audit-preparation';
import { AppError } from '@escuta/shared/domain/errors';
import { requireBytes } from '@escuta/shared/services/accounts/company-bytes';
import { publicLink } from '@escuta/shared/services/accounts/public-links';
import { notFound } from '@escuta/shared/services/intake/held';
import type { Actor } from '@escuta/shared/services/log/audit-log';
import { requireTaskRoom } from '@escuta/shared/services/tasks/tasks';
import type { AppDeps } from '../../deps.ts';
import { requireRoom, requireTarget } from '../../intake/acts.ts';
import type { FormPart } from '../../intake/form-files.ts';
import type { Session } from '../../sign-in/session.ts';
import { discardStored } from '../../sound/discard-object.ts';
import { missingFiles, papelOf, readFields, type StoredFile, storeFile } from './portal-form.ts';
import { attachFile } from './portal-repo.ts';
import { presentPreparo } from './present.ts';
import { findPreparo, insertPreparo, type PreparoDetalheRow } from './repo.ts';
import { askToRead } from './service.ts';

type Asked = { deps: AppDeps; session: Session; actor: Actor };
type Answer = ResponseOf<typeof createAuditoriaPeloPortal>['data'];

/**
 * Derives a prepared audit's id from the company and the idempotency key, so that the key need not be stored. The id is
 * a UUID (version 8) with 122 bits of SHA-256.
 */
function idOfKey(empresaId: string, chave: string): string {
  const hex = createHash('sha256')
    .update(JSON.stringify(['preparo', empresaId, chave]))
    .digest('hex');
  const variant = ((Number.parseInt(hex[16] as string, 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/** Refuses another sender's `id`, or `confirmar` without right. @throws AppError requisicao_invalida, sem_permissao */
function checkSender({ id, confirmar }: CamposAuditoria, session: Session): void {
  if (id !== undefined && session.usuarioId !== null && id !== session.usuarioId)
    throw new AppError(
      'requisicao_invalida',
      'O campo id é o identificador do usuário que envia: informe o seu, ou deixe o campo em branco.',
    );
  if (confirmar === 'automatico' && !can(session.papel, session.permissions, 'result', 'process'))
    throw new AppError('sem_permissao', 'Você não tem permissão para esta operação.');
}

const isSame = (row: PreparoDetalheRow, { projeto_id, observacoes, confirmar }: CamposAuditoria): boolean =>
  row.projeto_id === projeto_id &&
  row.observacoes === observacoes &&
  row.automatico === (confirmar === 'automatico');

/**
 * Finds the prepared audit already made with an idempotency key; null if there is none.
 * @throws AppError conflito if its fields differ from `fields`
 */
async function madeBefore(
  { deps, session }: Asked,
  id: string,
  fields: CamposAuditoria,
): Promise<Answer | null> {
  const row = await findPreparo(deps.db, session.ownScope, id);
  if (!row) return null;
  if (isSame(row, fields)) return answerOf(deps, row);
  throw new AppError('conflito', 'Esta Idempotency-Key já foi usada em outra auditoria. Use outra.');
}

const answerOf = (deps: AppDeps, row: PreparoDetalheRow): Answer => ({
  ...presentPreparo(row, null),
  url: publicLink(deps.env, `/auditoria/${row.id}`) ?? `/auditoria/${row.id}`,
});

/** The company, and the bytes left in its quota; null: no limit. */
type Place = { empresaId: string; folga: number | null };

/**
 * Checks access and limits before reading the files.
 * @throws AppError nao_encontrado, regra_violada, cota_atingida, muitas_tentativas
 */
async function checkStart({ deps, session }: Asked, id: string, fields: CamposAuditoria): Promise<Place> {
  checkSender(fields, session);
  const asked = { projetoId: fields.projeto_id };
  return deps.db.transaction(async (tx) => {
    const { empresaId } = await requireTarget(tx, 'preparo', session.ownScope, asked);
    await requireRoom(tx, 'preparo', empresaId, id);
    await requireTaskRoom(tx, empresaId);
    return { empresaId, folga: await requireBytes(tx, deps.env, empresaId, 0) };
  });
}

/**
 * Inserts the prepared audit with its files and enqueues their reading, in one transaction.
 * @returns false if its id is taken
 */
function writeDown(
  { deps, session, actor }: Asked,
  { id, empresaId, fields }: { id: string; empresaId: string; fields: CamposAuditoria },
  files: readonly StoredFile[],
): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    await requireRoom(tx, 'preparo', empresaId, id);
    const made = await insertPreparo(tx, {
      ...{ id, empresaId, projetoId: fields.projeto_id, autorId: session.usuarioId },
      observacoes: fields.observacoes,
      enviadoEm: fields.timestamp ?? null,
      automatico: fields.confirmar === 'automatico',
      arquivos: files.map(({ papel, nome, tamanho }) => ({ papel, nome, tamanho })),
    });
    if (!made) return false;
    for (const file of files)
      await attachFile(tx, { preparoId: id, empresaId, criadoPor: session.usuarioId }, file);
    await askToRead(tx, { id, empresa_id: empresaId }, actor, { corrected: false });
    return true;
  });
}

/**
 * Receives an audit's four files in a single form: fields first, then files in any order. Inserts rows only after all
 * files are stored, so that a broken connection leaves nothing.
 * @param chave idempotency key of the request
 * @throws AppError requisicao_invalida, arquivo_invalido, corpo_grande, nao_encontrado, regra_violada, conflito,
 * muitas_tentativas
 */
export async function receiveAudit(
  asked: Asked,
  parts: AsyncIterable<FormPart>,
  chave: string | null,
): Promise<Answer> {
  const { deps, session } = asked;
  const id = chave === null ? randomUUID() : idOfKey(session.ownScope.empresaId, chave);
  const given: Record<string, unknown> = {};
  const files: StoredFile[] = [];
  const keys: string[] = [];
  let start: ({ id: string; fields: CamposAuditoria } & Place) | null = null;
  const begin = async () => {
    const fields = readFields(given);
    const before = await madeBefore(asked, id, fields);
    if (before) return before;
    start = { id, fields, ...(await checkStart(asked, id, fields)) };
    return null;
  };
  const discard = () => Promise.all(keys.map((key) => discardStored(deps, key)));
  try {
    for await (const part of parts) {
      if (part.type === 'field') {
        takeField(given, part, start !== null);
        continue;
      }
      const before = start === null ? await begin() : null;
      if (before) return before;
      const { empresaId, folga } = start as unknown as Place;
      const papel = papelOf(part.fieldname, files);
      const sent = files.reduce((sum, { tamanho }) => sum + tamanho, 0);
      const place = { papel, preparoId: id, empresaId, folga: folga === null ? null : folga - sent };
      files.push(await storeFile(deps, place, part, (key) => keys.push(key)));
    }
    if (start === null) {
      const before = await begin();
      if (before) return before;
    }
    if (files.length < PAPEIS_ARQUIVO.length || start === null) throw missingFiles();
    const made = await writeDown(asked, start, files);
    // A concurrent request with the same key was faster, so these objects are not needed.
    if (!made) await discard();
  } catch (error) {
    if (!mayBeSaved(error)) await discard();
    throw error;
  }
  const row = await findPreparo(deps.db, session.ownScope, id);
  if (!row) throw notFound('preparo');
  return answerOf(deps, row);
}

/** Takes a field; refuses one that is too long or follows files (`late`). @throws AppError requisicao_invalida */
function takeField(given: Record<string, unknown>, part: FormPart & { type: 'field' }, late: boolean): void {
  const { fieldname, value, valueTruncated } = part;
  if (late)
    throw new AppError('requisicao_invalida', `Envie o campo ${fieldname.slice(0, 40)} antes dos arquivos.`);
  if (valueTruncated)
    throw new AppError('requisicao_invalida', `O campo ${fieldname.slice(0, 40)} é longo demais.`);
  given[fieldname] = value;
}
