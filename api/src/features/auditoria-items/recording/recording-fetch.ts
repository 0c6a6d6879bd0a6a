import type { IncomingMessage } from 'node:http';
import { can } from '@escuta/shared/domain/accounts/permissions';
import { recordingFileName } from '@escuta/shared/domain/calls/telephony';
import { AppError } from '@escuta/shared/domain/errors';
import type { Scope } from '@escuta/shared/domain/scope';
import { GuardedHttpError } from '@escuta/shared/platform/http/guarded-http';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import { requestRun } from '@escuta/shared/services/runs/request';
import {
  openRecording,
  telephonyError,
  toTelephonyError,
} from '@escuta/shared/services/telephony/ari-client';
import { ariServerOf, findActiveTelephony } from '@escuta/shared/services/telephony/telephony';
import type { AppDeps } from '../../../deps.ts';
import { cleanFileName } from '../../../http/file-name.ts';
import type { Session } from '../../../sign-in/session.ts';
import { presentItem } from '../present.ts';
import { announceItem } from '../service.ts';
import { requireUploadTarget } from './recording-repo.ts';
import { keepRecording, type RecordingSource, SEM_NOME, tooLarge } from './recording-store.ts';

/** Time limit of a fetch, ms; shorter than the time for which a client's connection may stay silent. */
const FETCH_LIMIT_MS = 110_000;
/**
 * Greatest number of a company's concurrent fetches over all processes, because a slow telephony server must not occupy
 * every connection.
 */
const COMPANY_LIMIT = 4;

/**
 * Runs `work` unless the item's recording is being fetched, or the item's company has COMPANY_LIMIT fetches.
 * @throws AppError conflito, muitas_tentativas
 */
async function withFetchPermit<T>(
  { semaphore }: AppDeps,
  { itemId, empresaId }: { itemId: string; empresaId: string },
  work: () => Promise<T>,
): Promise<T> {
  const item = await semaphore.take(`busca:${itemId}`, 1);
  if (!item) throw new AppError('conflito', 'A gravação desta ligação já está sendo buscada.');
  try {
    const company = await semaphore.take(`buscas:${empresaId}`, COMPANY_LIMIT);
    if (!company) {
      throw new AppError(
        'muitas_tentativas',
        'Há muitas gravações sendo buscadas ao mesmo tempo. Tente novamente em instantes.',
        { retryAfterS: 5 },
      );
    }
    try {
      return await work();
    } finally {
      company.release();
    }
  } finally {
    item.release();
  }
}

/** Passes the bytes on; throws `refuse()` after `maxBytes`; makes the error of a broken connection readable. */
async function* limitBytes(response: IncomingMessage, maxBytes: number, refuse: () => AppError) {
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw refuse();
      yield chunk;
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (error instanceof GuardedHttpError) throw toTelephonyError(error);
    throw telephonyError(
      'conexao',
      'O servidor de telefonia enviou a gravação incompleta. Tente novamente.',
      { cause: error },
    );
  }
}

/**
 * Makes a recording source from a server's answer.
 * @throws AppError corpo_grande if the server announces too many bytes
 */
function sourceOf(deps: AppDeps, response: IncomingMessage, name: string): RecordingSource {
  const maxBytes = deps.env.UPLOAD_MAX_MB * 1024 * 1024;
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) {
    response.destroy();
    throw tooLarge(deps);
  }
  return {
    bytes: limitBytes(response, maxBytes, () => tooLarge(deps)),
    enviada: name,
    nome: (extensao) => cleanFileName(recordingFileName(name, extensao), SEM_NOME),
    notAudio: () =>
      new AppError(
        'arquivo_invalido',
        'O arquivo enviado pelo servidor de telefonia não é um áudio reconhecido (MP3, WAV, OGG, M4A).',
      ),
    // limitBytes already refuses a short body.
    assertWhole: () => undefined,
    abandon: () => response.destroy(),
  };
}

const hasFile = () =>
  new AppError('conflito', 'Este item já tem gravação. Desvincule-a antes de buscar outra.');
const withoutName = () =>
  new AppError(
    'regra_violada',
    'Este item não tem o nome da gravação na telefonia. Envie o arquivo de áudio.',
  );

/**
 * Reads the item, the file name and the telephony server of a fetch.
 * @throws AppError nao_encontrado, execucao_em_andamento, conflito (the item has a file), regra_violada (the item names
 * no file, or the company has no active server)
 */
async function readFetchable(deps: AppDeps, scope: Scope, actor: Actor, id: string) {
  const target = await requireUploadTarget(deps.db, scope, actor, id);
  if (target.arquivo_path) throw hasFile();
  const name = target.asterisk_filename;
  if (!name) throw withoutName();
  const config = await findActiveTelephony(deps.db, scope, target.empresa_id);
  if (!config) {
    throw new AppError(
      'regra_violada',
      'A empresa não tem configuração de telefonia ativa. Cadastre uma configuração no perfil da empresa.',
    );
  }
  return { empresaId: target.empresa_id, name, config };
}

type Caller = { deps: AppDeps; session: Session; actor: Actor };

/** Requests the processing of a fetched recording; a refusal does not undo the fetch. */
async function requestProcessing({ deps, session, actor }: Caller, itemId: string) {
  try {
    const { execucaoId } = await requestRun(
      deps.db,
      {
        scope: session.scope,
        itemId,
        origem: 'manual',
        solicitadoPor: session.usuarioId,
        actor,
        entrevistaMinutos: deps.env.CREDITO_ENTREVISTA_MINUTOS,
      },
      deps.publish,
      deps,
    );
    return { execucaoId, aviso: null };
  } catch (error) {
    if (error instanceof AppError) return { execucaoId: null, aviso: error.message };
    throw error;
  }
}

/**
 * Fetches an item's recording from its company's active telephony server.
 * @throws AppError like `readFetchable`; also conflito (a fetch is running), endereco_recusado, telefonia_falhou,
 * arquivo_invalido, corpo_grande, muitas_tentativas
 */
export async function fetchRecording(
  { deps, session, actor }: Caller,
  id: string,
  options: { processar: boolean },
) {
  const { scope, papel, permissions } = session;
  if (options.processar && !can(papel, permissions, 'result', 'process')) {
    throw new AppError('sem_permissao', 'Você não tem permissão para esta operação.');
  }
  const { empresaId } = await readFetchable(deps, scope, actor, id);
  const item = await withFetchPermit(deps, { itemId: id, empresaId }, async () => {
    // Reads the item again, because the previous holder of the permit may have fetched the recording.
    const { name, config } = await readFetchable(deps, scope, actor, id);
    const response = await openRecording(
      deps.telephonyNetwork,
      ariServerOf(deps.keyRing, config),
      name,
      FETCH_LIMIT_MS,
    );
    return keepRecording(deps, { scope, actor }, { id, empresaId }, sourceOf(deps, response, name), {
      assertStill: (item) => {
        if (item.arquivo_path) throw hasFile();
        if (item.asterisk_filename !== name) {
          throw new AppError('conflito', 'O nome da gravação mudou durante a busca. Tente novamente.');
        }
      },
      within: (db, item) =>
        recordAction(db, {
          ...actor,
          empresaId: item.empresa_id,
          acao: 'gravacao_buscada',
          recurso: 'auditoria_item',
          recursoId: item.id,
          detalhes: { gravacao: name, servidor: config.asterisk_url, bytes: item.arquivo_tamanho },
        }),
    });
  });
  announceItem(deps, item);
  const run = options.processar
    ? await requestProcessing({ deps, session, actor }, id)
    : { execucaoId: null, aviso: null };
  return { audioPath: item.arquivo_path, item: presentItem(item), ...run };
}
