import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { mayBeSaved } from '@escuta/prisma/result-unknown';
import type { ImportacaoDetalhe } from '@escuta/shared/contracts/calls/importacoes';
import { LIMITES_IMPORTACAO } from '@escuta/shared/domain/call-sheet/limits';
import { AppError } from '@escuta/shared/domain/errors';
import { folderOf } from '@escuta/shared/domain/intake/kinds';
import { AUDITORIA_PADRAO_ID } from '@escuta/shared/domain/runs/status';
import { withdrawObject } from '@escuta/shared/platform/storage/pending-objects';
import { requireBytes } from '@escuta/shared/services/accounts/company-bytes';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import { requireTaskRoom } from '@escuta/shared/services/tasks/tasks';
import type { AppDeps } from '../../deps.ts';
import { cleanFileName } from '../../http/file-name.ts';
import type { IncomingFile } from '../../http/incoming-file.ts';
import { invalidRequest } from '../../http/invalid-request.ts';
import { askFor } from '../../intake/acts.ts';
import { type FormPart, storeFormFile } from '../../intake/form-files.ts';
import type { TargetAsked } from '../../intake/intake-repo.ts';
import type { Session } from '../../sign-in/session.ts';
import { discardStored } from '../../sound/discard-object.ts';
import { handOver, insertImportacao } from './repo.ts';
import { readImportacao, requireDestino } from './service.ts';

/** Longest wait for the reading, ms; the client polls a slower reading. */
const WAIT_MS = 15_000;
const LOOK_MS = 100;
/** Name of the form's only field, with or without '_'. */
const PROJETO = /^projeto_?id$/iu;
const TIPOS = /\.(?:xlsx|xls|csv|txt|tsv)$/iu;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/iu;

const tooLarge = () => new AppError('corpo_grande', 'A planilha tem mais de 100 MB. Divida-a em partes.');

/**
 * The stored name of a sheet.
 * @throws AppError arquivo_invalido for another type of file
 */
export function sheetName(nome: string): string {
  const clean = cleanFileName(nome, 'planilha');
  if (TIPOS.test(clean)) return clean;
  throw new AppError('arquivo_invalido', 'Por favor, selecione uma planilha (XLSX, XLS, CSV).');
}

/**
 * Reads the project from the form.
 * @throws AppError requisicao_invalida
 */
function projetoOf(given: unknown, auditoriaId: string): string | undefined {
  const value = typeof given === 'string' && given !== '' ? given : undefined;
  if (value !== undefined && !UUID.test(value))
    throw new AppError('requisicao_invalida', 'O projeto (projeto_id) não é um identificador válido.');
  if (value === undefined && auditoriaId === AUDITORIA_PADRAO_ID)
    throw new AppError(
      'requisicao_invalida',
      `Informe o projeto (projeto_id), antes do arquivo, para usar a auditoria '${AUDITORIA_PADRAO_ID}'.`,
      { errors: [{ campo: 'projeto_id', mensagem: 'Campo obrigatório.' }] },
    );
  return value;
}

type Asked = { deps: AppDeps; session: Session; actor: Actor };
type Sheet = { id: string; nome: string; tamanho: number; chave: string };

/**
 * Streams the sheet to the store.
 * @param folga bytes left in the company's quota; null: no limit
 * @throws AppError corpo_grande, cota_atingida, arquivo_invalido
 */
async function storeSheet(
  { deps, session }: Asked,
  part: IncomingFile,
  folga: number | null,
): Promise<Sheet> {
  const id = randomUUID();
  const nome = sheetName(part.filename ?? '');
  const { empresaId } = session.ownScope;
  const chave = `${empresaId}/${folderOf('importacao', id)}/${randomUUID()}`;
  const bounds = {
    ...{ max: LIMITES_IMPORTACAO.bytes, folga, tooLarge },
    empty: () => new AppError('arquivo_invalido', 'A planilha está vazia.'),
  };
  try {
    const { tamanho } = await storeFormFile(deps, { empresaId, chave }, part, bounds);
    return { id, nome, tamanho, chave };
  } catch (error) {
    await discardStored(deps, chave);
    throw error;
  }
}

/** Inserts the import and enqueues its reading, in one transaction. */
async function writeDown({ deps, session, actor }: Asked, alvo: TargetAsked, sheet: Sheet): Promise<void> {
  try {
    await deps.db.transaction(async (tx) => {
      const destino = await requireDestino(tx, session.ownScope, alvo);
      await insertImportacao(tx, {
        ...destino,
        id: sheet.id,
        autorId: session.usuarioId,
        nome: sheet.nome,
        tamanho: sheet.tamanho,
        automatica: true,
        chaveObjeto: sheet.chave,
      });
      await withdrawObject(tx, sheet.chave);
      const made = { id: sheet.id, empresa_id: destino.empresaId };
      const tarefaId = await askFor(tx, 'importacao', made, actor, 'importar_ligacoes');
      await handOver(tx, sheet.id, { estado: 'lendo', tarefaId, continua: false });
      await recordAction(tx, {
        ...actor,
        empresaId: destino.empresaId,
        acao: 'importacao_pedida',
        recurso: 'importacao',
        recursoId: sheet.id,
        detalhes: { projeto_id: destino.projetoId },
      });
    });
  } catch (error) {
    if (!mayBeSaved(error)) await discardStored(deps, sheet.chave);
    throw error;
  }
}

async function afterReading({ deps, session }: Asked, id: string): Promise<ImportacaoDetalhe> {
  const until = performance.now() + WAIT_MS;
  for (;;) {
    const row = await readImportacao(deps, session.ownScope, id);
    if (row.estado !== 'lendo' || performance.now() > until) return row;
    await sleep(LOOK_MS);
  }
}

/**
 * Imports a sheet of calls from a single form, without a person if every column is clear.
 * @throws AppError requisicao_invalida, arquivo_invalido, corpo_grande, cota_atingida, nao_encontrado,
 * muitas_tentativas; regra_violada with the unclear column in `dados`: the import then waits for a person
 */
export async function importForm(
  asked: Asked,
  auditoriaId: string,
  parts: AsyncIterable<FormPart>,
): Promise<ImportacaoDetalhe> {
  const { deps, session } = asked;
  let given: unknown;
  let sheet: Sheet | null = null;
  let alvo: TargetAsked | null = null;
  for await (const part of parts) {
    if (part.type === 'field') {
      if (!PROJETO.test(part.fieldname))
        throw invalidRequest([{ campo: part.fieldname, mensagem: `Campo desconhecido: ${part.fieldname}.` }]);
      given = part.value;
      continue;
    }
    if (part.fieldname !== 'file' || sheet)
      throw new AppError('requisicao_invalida', "Envie um arquivo só, no campo 'file'.");
    const projetoId = projetoOf(given, auditoriaId);
    alvo =
      auditoriaId === AUDITORIA_PADRAO_ID
        ? { projetoId: projetoId as string }
        : { auditoriaId, ...(projetoId === undefined ? {} : { projetoId }) };
    const target = alvo;
    // Checks limits and access before reading.
    const folga = await deps.db.transaction(async (tx) => {
      const { empresaId } = await requireDestino(tx, session.ownScope, target);
      await requireTaskRoom(tx, empresaId);
      return requireBytes(tx, deps.env, empresaId, 0);
    });
    sheet = await storeSheet(asked, part, folga);
  }
  if (!sheet || !alvo) {
    projetoOf(given, auditoriaId);
    throw new AppError('requisicao_invalida', "Envie o arquivo no campo 'file'.");
  }
  await writeDown(asked, alvo, sheet);
  const read = await afterReading(asked, sheet.id);
  const dados = { importacao_id: read.id };
  if (read.estado === 'falhou')
    throw new AppError('arquivo_invalido', read.motivo ?? 'A planilha não pôde ser lida.', { dados });
  if (read.estado === 'mapear')
    throw new AppError('regra_violada', read.motivo ?? 'Confira as colunas da planilha.', { dados });
  return read;
}
