import type { Db } from '@escuta/prisma/db';
import { ANEXOS, type AnexoDoTicket } from '@escuta/shared/contracts/accounts/suporte';
import { can } from '@escuta/shared/domain/accounts/permissions';
import { AppError } from '@escuta/shared/domain/errors';
import { pictureOrPdf } from '@escuta/shared/domain/image-kind';
import type { Scope } from '@escuta/shared/domain/scope';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import { z } from 'zod';
import { personOf } from '../../access/person.ts';
import type { AppDeps } from '../../deps.ts';
import { type IncomingFile, receiveFile, saidBefore } from '../../http/incoming-file.ts';
import { invalidRequest } from '../../http/invalid-request.ts';
import {
  answerObject,
  type BytesAnswer,
  type Conditions,
  contentDisposition,
} from '../../http/object-bytes.ts';
import { type SmallFiles, storeSmallFile } from '../../http/small-file.ts';
import type { Session } from '../../sign-in/session.ts';
import {
  type AnexoRow,
  countAnexos,
  deleteAnexo,
  findAnexo,
  findSentAnexo,
  findTextAuthor,
  insertAnexo,
} from './anexos-repo.ts';
import { findTicket, lockTicket } from './repo.ts';

const ticketNotFound = () => new AppError('nao_encontrado', 'Ticket não encontrado');
const notFound = () => new AppError('nao_encontrado', 'Anexo não encontrado.');

const FILES: SmallFiles<AnexoDoTicket['tipo']> = {
  folder: 'tickets',
  mb: ANEXOS.mb,
  kindOf: pictureOrPdf,
  unnamed: 'anexo',
  tooBig: `O anexo passa de ${ANEXOS.mb} MB. Reduza-o e envie de novo.`,
  wrongKind: 'Envie uma imagem PNG, JPEG ou WebP, ou um PDF.',
};

const present = (row: AnexoRow): AnexoDoTicket => ({ ...row, em: new Date(row.em).toISOString() });

/**
 * Form fields before the file: the id of the answer (absent: the file belongs to the ticket's description), and the
 * client's id of the upload.
 */
const FIELDS = ['mensagem', 'envio'] as const;

/**
 * The id in a field before the file.
 * @throws AppError requisicao_invalida
 */
function idBefore(part: IncomingFile, campo: (typeof FIELDS)[number]): string | null {
  const said = saidBefore(part, campo);
  if (said === undefined || said === '') return null;
  const parsed = z.uuid().safeParse(said);
  if (parsed.success) return parsed.data;
  part.file.resume();
  throw invalidRequest([{ campo, mensagem: 'Identificador inválido.' }]);
}

/** @throws AppError conflito if a repeated upload's attachment belongs to another text or person */
function requireSame(
  there: AnexoRow,
  { mensagemId, usuarioId }: { mensagemId: string | null; usuarioId: string },
): AnexoRow {
  if (there.mensagemId === mensagemId && there.por?.id === usuarioId) return there;
  throw new AppError(
    'conflito',
    'Este envio já é de outro anexo. Para anexar mais um arquivo, use outro “envio”.',
  );
}

/**
 * Attaches a picture or PDF to the caller's ticket or answer, once for each upload's id.
 * @throws AppError nao_encontrado, requisicao_invalida, sem_permissao, corpo_grande, arquivo_invalido, regra_violada,
 * cota_atingida, conflito
 */
export async function addAnexo(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  ticketId: string,
  next: () => Promise<IncomingFile | undefined>,
): Promise<AnexoDoTicket> {
  const { scope } = session;
  const usuarioId = personOf(session);
  const ticket = await findTicket(deps.db, scope, ticketId);
  if (!ticket) throw ticketNotFound();
  const part = await receiveFile(next, () => null, FIELDS);
  const text = { ticketId, mensagemId: idBefore(part, 'mensagem') };
  const envioId = idBefore(part, 'envio');
  const findSent = (db: Db) => (envioId === null ? null : findSentAnexo(db, scope, { ticketId, envioId }));
  let there = await findSent(deps.db);
  if (there) {
    part.file.resume();
    return present(requireSame(there, { ...text, usuarioId }));
  }
  try {
    return await storeSmallFile(
      deps,
      ticket.empresa_id,
      part,
      FILES,
      async (tx, { chave_objeto: chave, ...file }) => {
        if (!(await lockTicket(tx, scope, ticketId))) throw ticketNotFound();
        there = await findSent(tx);
        // Refuses the upload, so that the second object of two concurrent uploads is not kept.
        if (there) throw new AppError('conflito', 'Este anexo já foi enviado.');
        const author = await findTextAuthor(tx, scope, text);
        if (author === undefined) throw new AppError('nao_encontrado', 'Resposta não encontrada.');
        if (author !== usuarioId) {
          throw new AppError(
            'sem_permissao',
            'Você só pode anexar arquivos às suas próprias mensagens. Responda ao ticket e anexe o arquivo à resposta.',
          );
        }
        await assertRoom(tx, scope, text);
        const row = await insertAnexo(tx, scope, { ...text, ...file, usuarioId, envioId, chave });
        await recordAction(tx, {
          ...{ ...actor, empresaId: ticket.empresa_id, recurso: 'ticket', recursoId: ticketId },
          acao: 'anexo_incluido',
          detalhes: { anexo_id: row.id, nome: row.nome },
        });
        return present(row);
      },
    );
  } catch (error) {
    if (there) return present(requireSame(there, { ...text, usuarioId }));
    throw error;
  }
}

/** @throws AppError regra_violada if a locked ticket or one of its texts takes no more attachments */
async function assertRoom(
  tx: Db,
  scope: Scope,
  text: { ticketId: string; mensagemId: string | null },
): Promise<void> {
  const there = await countAnexos(tx, scope, text);
  if (there.texto < ANEXOS.porTexto && there.ticket < ANEXOS.porTicket) return;
  throw new AppError(
    'regra_violada',
    there.ticket >= ANEXOS.porTicket
      ? `Um ticket aceita até ${ANEXOS.porTicket} anexos. Abra outro ticket para continuar.`
      : `Cada mensagem aceita até ${ANEXOS.porTexto} anexos. Envie os outros em uma nova resposta.`,
  );
}

/**
 * Answers with an attachment's bytes: a browser displays a picture, and downloads a PDF.
 * @throws AppError nao_encontrado
 */
export async function readAnexo(
  deps: AppDeps,
  session: Session,
  { id, anexoId }: { id: string; anexoId: string },
  asked: Conditions,
): Promise<BytesAnswer> {
  const row = await findAnexo(deps.db, session.scope, id, anexoId);
  if (!row) throw notFound();
  const answer = await answerObject(deps, asked, {
    ...{ key: row.chaveObjeto, size: row.tamanho, contentType: row.tipo, etag: `"${row.id}"` },
    disposition: contentDisposition(row.tipo === 'application/pdf' ? 'attachment' : 'inline', row.nome),
    acesso: null,
  });
  return {
    ...answer,
    headers: {
      ...answer.headers,
      // Prevents a stranger's file from running anything, wherever the file is opened.
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
    },
  };
}

/**
 * Deletes an attachment for its author or a manager.
 * @throws AppError nao_encontrado, sem_permissao
 */
export function removeAnexo(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  { id, anexoId }: { id: string; anexoId: string },
): Promise<void> {
  const { scope } = session;
  return deps.db.transaction(async (tx) => {
    if (!(await lockTicket(tx, scope, id))) throw ticketNotFound();
    const row = await findAnexo(tx, scope, id, anexoId);
    if (!row) throw notFound();
    const mayDeleteAny = can(session.papel, session.permissions, 'ticket', 'delete');
    if (row.usuarioId !== session.usuarioId && !mayDeleteAny) {
      throw new AppError('sem_permissao', 'Só o autor do anexo ou um gerente pode excluí-lo.');
    }
    await deleteAnexo(tx, scope, anexoId);
    await recordAction(tx, {
      ...{ ...actor, empresaId: row.empresaId, recurso: 'ticket', recursoId: id },
      acao: 'anexo_excluido',
      detalhes: { anexo_id: anexoId, nome: row.nome },
    });
  });
}
