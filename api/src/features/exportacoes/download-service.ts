import { permissionsOf } from '@escuta/shared/domain/accounts/permissions';
import { AppError } from '@escuta/shared/domain/errors';
import type { TipoExportacao } from '@escuta/shared/domain/exports/exports';
import { TAREFAS } from '@escuta/shared/domain/tasks/tasks';
import { TIPO_DO_FORMATO } from '@escuta/shared/services/exports/file';
import { exportedDetails } from '@escuta/shared/services/lists/export-details';
import { exportKey } from '@escuta/shared/services/lists/export-object';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import type { AppDeps } from '../../deps.ts';
import {
  answerObject,
  type BytesAnswer,
  type Conditions,
  contentDisposition,
  gone,
} from '../../http/object-bytes.ts';
import type { Session } from '../../sign-in/session.ts';
import { signedUrl } from '../../sound/signed-urls.ts';
import { type ExportacaoRow, findExportacao } from './repo.ts';
import { requireExport } from './service.ts';

/**
 * The stored file of an export.
 * @throws AppError nao_encontrado, conflito if not written yet
 */
async function storedFile(deps: AppDeps, session: Session, id: string) {
  const row = await findExportacao(deps.db, session.scope, id);
  if (!row) throw new AppError('nao_encontrado', 'Exportação não encontrada.');
  const schemas = TAREFAS.exportar;
  const parametros = schemas.parametros.safeParse(row.parametros).data;
  const resultado = schemas.resultado.safeParse(row.resultado).data;
  if (row.status !== 'concluida' || !resultado || !parametros) {
    throw new AppError(
      'conflito',
      'O arquivo desta exportação não está pronto. Acompanhe a exportação em Tarefas.',
    );
  }
  if (new Date(resultado.ate).getTime() <= Date.now()) throw gone();
  return { row, parametros, resultado };
}

/**
 * Checks that a person may still have an export's file.
 * @throws AppError sem_permissao
 */
function requireOwn(
  who: Pick<Session, 'papel' | 'permissions' | 'usuarioId'>,
  { autorId }: Pick<ExportacaoRow, 'autorId'>,
  tipo: TipoExportacao,
): void {
  requireExport(who, tipo);
  if (who.papel === 'usuario' && autorId !== who.usuarioId) {
    throw new AppError(
      'sem_permissao',
      'Só o autor da exportação, um gerente ou um administrador pode baixá-la.',
    );
  }
}

/**
 * The person who signed a link, with present role and rights.
 * @throws AppError sem_permissao
 */
async function signerOf(
  { sessions }: AppDeps,
  { signer }: Session,
): Promise<Pick<Session, 'papel' | 'permissions' | 'usuarioId'>> {
  const account = signer.kind === 'membro' ? await sessions.account(signer.membroId) : null;
  if (!account?.ativo) throw askForLink();
  const { papel, direitos, usuarioId } = account;
  return { papel, usuarioId, permissions: permissionsOf(papel, direitos) };
}

const askForLink = () => new AppError('sem_permissao', 'Peça um link para baixar este arquivo.');

/**
 * Creates a personal link to an export's file, for the task's author and for managers, and logs the link.
 * @throws AppError sem_permissao, nao_encontrado, conflito
 */
export async function linkOf(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  id: string,
): Promise<{ url: string; expira_em: string; nome: string }> {
  const { row, parametros, resultado } = await storedFile(deps, session, id);
  requireOwn(session, row, parametros.pedido.tipo);
  await recordAction(deps.db, {
    ...actor,
    empresaId: row.empresaId,
    acao: 'exportacao_baixada',
    recurso: 'tarefa',
    recursoId: id,
    detalhes: {
      tipo: parametros.pedido.tipo,
      ...exportedDetails(parametros.pedido),
      linhas: resultado.linhas,
    },
  });
  const { url, expiraEm } = signedUrl(
    deps,
    { path: `/exportacoes/${id}/arquivo`, empresaId: row.empresaId },
    session.signer,
  );
  return { url, expira_em: expiraEm.toISOString(), nome: resultado.nome };
}

/**
 * The file's bytes by a signed link, while the person who signed it may still export.
 * @throws AppError sem_permissao, nao_encontrado, conflito
 */
export async function bytesOf(
  deps: AppDeps,
  session: Session,
  id: string,
  asked: Conditions,
): Promise<BytesAnswer> {
  const { row, parametros, resultado } = await storedFile(deps, session, id);
  if (session.via !== 'assinatura') throw askForLink();
  requireOwn(await signerOf(deps, session), row, parametros.pedido.tipo);
  return answerObject(deps, asked, {
    key: exportKey(row.empresaId, id, resultado.versao),
    size: resultado.bytes,
    contentType: TIPO_DO_FORMATO[parametros.pedido.formato],
    etag: `"${id}-${resultado.versao}"`,
    disposition: contentDisposition('attachment', resultado.nome),
    acesso: { tipo: 'exportacao', alvo: 'tarefa', id, empresaId: row.empresaId },
  });
}
