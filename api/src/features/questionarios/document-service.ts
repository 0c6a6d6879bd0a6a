import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { mayBeSaved } from '@escuta/prisma/result-unknown';
import type { BodyOf } from '@escuta/shared/contracts/contract';
import type * as contracts from '@escuta/shared/contracts/surveys/questionarios';
import { DOCUMENTO_QUESTIONARIO, type PerguntaWire } from '@escuta/shared/contracts/surveys/questionarios';
import { AppError } from '@escuta/shared/domain/errors';
import type { Scope } from '@escuta/shared/domain/scope';
import { newId } from '@escuta/shared/platform/database/ids';
import { announceObject } from '@escuta/shared/platform/storage/pending-objects';
import { assertBytes, requireBytes } from '@escuta/shared/services/accounts/company-bytes';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import { insertPerguntas, type PerguntaRow } from '@escuta/shared/services/surveys/questionnaire-rows';
import { createTask } from '@escuta/shared/services/tasks/tasks';
import type { AppDeps } from '../../deps.ts';
import { type IncomingFile, receiveFile } from '../../http/incoming-file.ts';
import { discardStored } from '../../sound/discard-object.ts';
import { insertDocument, keepDocument } from './document-repo.ts';
import { listImagens } from './imagens-repo.ts';
import {
  changeOf,
  checkLimits,
  checkRules,
  invalidField,
  NOVA,
  opcoesOf,
  requireCard,
  requireOptions,
  requireRoom,
} from './pergunta-rules.ts';
import { readPerguntas, usedCodes } from './perguntas-repo.ts';
import { presentPerguntas } from './present.ts';
import { findQuestionario, lockQuestionario } from './repo.ts';

const notFound = () => new AppError('nao_encontrado', 'Questionário não encontrado.');
const LIMITE = DOCUMENTO_QUESTIONARIO.mb * 1024 * 1024;
const tooLarge = () => new AppError('corpo_grande', `O documento passa de ${DOCUMENTO_QUESTIONARIO.mb} MB.`);

const notDocument = () =>
  new AppError('arquivo_invalido', 'Por favor, selecione um documento (PDF, DOC, DOCX, TXT).');
const endingOf = ({ filename }: IncomingFile) =>
  DOCUMENTO_QUESTIONARIO.extensoes.find((ending) => filename?.toLowerCase().endsWith(ending));

/** Longest stored name of a document, characters. */
const NOME = 255;
/** The sent file name without folders, at most NOME characters; 'questionario' and `extensao` if no name was sent. */
const nameOf = ({ filename }: IncomingFile, extensao: string): string =>
  filename?.split(/[\\/]/).at(-1)?.slice(-NOME) || `questionario${extensao}`;

/**
 * Passes a file's bytes on; fails if they exceed the largest document or the company's quota.
 * @throws AppError corpo_grande, cota_atingida
 */
async function* limited(
  file: IncomingFile['file'],
  folga: number | null,
  seen: { bytes: number },
): AsyncGenerator<Buffer> {
  for await (const piece of file) {
    seen.bytes += (piece as Buffer).length;
    if (seen.bytes > LIMITE) throw tooLarge();
    assertBytes(folga, seen.bytes);
    yield piece as Buffer;
  }
  if (file.truncated) throw tooLarge();
}

/**
 * Receives a document and requests a task that reads it and stores the reading as its result.
 * @param next returns the sent file; called only for a known questionnaire
 * @throws AppError nao_encontrado, requisicao_invalida, arquivo_invalido, corpo_grande, cota_atingida,
 * muitas_tentativas
 */
export async function receiveDocument(
  deps: AppDeps,
  { scope, actor }: { scope: Scope; actor: Actor },
  questionarioId: string,
  next: () => Promise<IncomingFile | undefined>,
): Promise<{ tarefaId: string }> {
  const questionario = await findQuestionario(deps.db, scope, questionarioId);
  if (!questionario) throw notFound();
  const part = await receiveFile(next, (sent) => (endingOf(sent) ? null : notDocument()));
  const extensao = endingOf(part) ?? '';
  const empresaId = questionario.empresa_id;
  const chave = `${empresaId}/leituras/${randomUUID()}`;
  const seen = { bytes: 0 };
  try {
    const folga = await requireBytes(deps.db, deps.env, empresaId, 0);
    await announceObject(deps.db, empresaId, chave);
    await deps.store.put(chave, Readable.from(limited(part.file, folga, seen)), {
      contentType: 'application/octet-stream',
    });
    return await deps.db.transaction(async (tx) => {
      const tarefaId = await createTask(tx, {
        tipo: 'ler_questionario',
        empresaId,
        actor,
        parametros: { questionarioId, chave, extensao },
      });
      await insertDocument(tx, {
        ...{ empresaId, questionarioId, tarefaId, chave },
        nome: nameOf(part, extensao),
        tamanho: seen.bytes,
      });
      return { tarefaId };
    });
  } catch (error) {
    part.file.resume();
    if (!mayBeSaved(error)) await discardStored(deps, chave);
    throw error;
  }
}

type Inclusao = BodyOf<typeof contracts.addPerguntas>;
type Incluida = Inclusao['perguntas'][number];

/** Runs `work` for a question. @throws errors of `work`, with the question's code in the message */
function inQuestion<T>(codigo: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(error.code, `${codigo}: ${error.message} Nada foi incluído.`);
  }
}

/**
 * Converts a question of the sent list to a row. `before`: the questions before it.
 * @throws AppError requisicao_invalida
 */
function rowOf(
  { tipo, mostrar_se: condition, ...body }: Incluida,
  codigo: string,
  ordem: number,
  before: readonly PerguntaRow[],
): Omit<PerguntaRow, 'questionario_id'> {
  const opcoes = opcoesOf(body.respostas_definidas, []);
  requireOptions(tipo, opcoes);
  const asked = condition ? before[condition.pergunta] : undefined;
  const chosen = condition?.opcoes.flatMap((place) => asked?.opcoes[place]?.id ?? []) ?? [];
  if (condition && chosen.length < condition.opcoes.length)
    throw invalidField('mostrar_se', 'A condição só pode usar opções de uma pergunta anterior.');
  const says = checkLimits({
    ...NOVA,
    ...changeOf(body),
    codigo,
    texto_pergunta: body.texto_pergunta,
    tipo,
    mostrar_se: asked ? { perguntaId: asked.id, opcoes: [...new Set(chosen)] } : null,
  });
  return {
    ...checkRules(says, opcoes, { sent: true }),
    id: newId(),
    ordem,
    opcoes: opcoes.map((opcao, index) => ({ ...opcao, id: newId(), ordem: index + 1 })),
  };
}

/** Ids of the created questions by position in the reading. */
function idsByPlace(perguntas: readonly Incluida[], rows: readonly PerguntaRow[]): (string | null)[] {
  const ids: (string | null)[] = [];
  for (const [index, { de }] of perguntas.entries()) if (de !== undefined) ids[de] = rows[index]?.id ?? null;
  return Array.from(ids, (id) => id ?? null);
}

/**
 * Appends questions, all or none, and attaches their document instead of an earlier one.
 * @returns all questions
 * @throws AppError nao_encontrado, regra_violada, requisicao_invalida
 */
export function addPerguntas(
  deps: AppDeps,
  { scope, actor }: { scope: Scope; actor: Actor },
  questionarioId: string,
  { perguntas, leitura }: Inclusao,
): Promise<PerguntaWire[]> {
  return deps.db.transaction(async (tx) => {
    const questionario = await lockQuestionario(tx, scope, questionarioId);
    if (!questionario) throw notFound();
    const others = await readPerguntas(tx, questionarioId);
    requireRoom(others, perguntas.length);
    const used = await usedCodes(tx, questionarioId);
    const imagens = await listImagens(tx, questionario);
    const rows: PerguntaRow[] = [];
    for (const pergunta of perguntas) {
      const ordem = others.length + rows.length + 1;
      let codigo = pergunta.codigo ?? `P${ordem}`;
      for (let n = ordem; used.has(codigo); n += 1) codigo = `P${n}`;
      used.add(codigo);
      rows.push({
        ...inQuestion(codigo, () => {
          const row = rowOf(pergunta, codigo, ordem, rows);
          requireCard(row, imagens);
          return row;
        }),
        questionario_id: questionarioId,
      });
    }
    await insertPerguntas(tx, { empresaId: questionario.empresa_id, questionarioId }, rows);
    if (
      leitura !== undefined &&
      !(await keepDocument(tx, questionario, leitura, idsByPlace(perguntas, rows)))
    )
      throw new AppError(
        'nao_encontrado',
        'A leitura deste documento não foi encontrada. Leia o documento de novo.',
      );
    await recordAction(tx, {
      ...{ ...actor, empresaId: questionario.empresa_id, recurso: 'questionario', recursoId: questionarioId },
      acao: 'perguntas_incluidas',
      detalhes: { codigos: rows.map(({ codigo }) => codigo) },
    });
    return presentPerguntas(await readPerguntas(tx, questionarioId));
  });
}
