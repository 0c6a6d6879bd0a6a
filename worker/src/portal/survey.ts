// SQL instead of Prisma, because audit, survey and questionnaire are created in the prepared audit's transaction.

import type { Db } from '@escuta/prisma/db';
import { optionRulesOf, rulesOf } from '@escuta/shared/domain/interview/questionnaire/question-rules';
import type { ConteudoVersao } from '@escuta/shared/domain/interview/questionnaire/questionnaire';
import { readStoredVersion } from '@escuta/shared/domain/interview/questionnaire/stored-questionnaire';
import { companyScope } from '@escuta/shared/domain/scope';
import type { QuestionarioLido } from '@escuta/shared/domain/survey-file/documents/read-questionnaire';
import type { IdsDaPergunta } from '@escuta/shared/domain/survey-file/rows/row-answers';
import { auditedPlaces } from '@escuta/shared/domain/survey-file/rows/warnings';
import { newId } from '@escuta/shared/platform/database/ids';
import { publishDraft } from '@escuta/shared/services/surveys/questionnaire-draft';
import { insertPerguntas, type PerguntaRow } from '@escuta/shared/services/surveys/questionnaire-rows';
import { freeSurveyTitle } from '@escuta/shared/services/surveys/survey-title';
import type { PreparoLido } from './preparo-repo.ts';
import { documentType } from './read-files.ts';
import { auditedQuestions, type PerguntaDaAuditoria } from './rules/audited-questions.ts';

/** Greatest length of the consent text, characters, as in contracts/surveys/questionarios.ts. */
const CONSENTIMENTO_MAX = 4000;

/** Formats a time: '22/11/2026 14:05', in São Paulo. */
const moment = (at: Date): string =>
  new Intl.DateTimeFormat('pt-BR', {
    timeZone: 'America/Sao_Paulo',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  })
    .format(at)
    .replace(',', '');

/** Rows of the questions; those without an answer column are inactive, so that no version includes them. */
const rowsOf = (perguntas: readonly PerguntaDaAuditoria[], questionarioId: string): PerguntaRow[] =>
  perguntas.map((pergunta, index) => ({
    id: pergunta.id,
    questionario_id: questionarioId,
    codigo: pergunta.codigo,
    ordem: index + 1,
    texto_pergunta: pergunta.texto,
    tipo: pergunta.tipo,
    obrigatoria: pergunta.obrigatoria,
    ler_opcoes: pergunta.lerOpcoes,
    observada: pergunta.observada ?? false,
    instrucao: pergunta.instrucao,
    mostrar_se: pergunta.mostrarSe,
    regras: rulesOf(pergunta),
    minimo: pergunta.minimo,
    maximo: pergunta.maximo,
    unidade: pergunta.unidade,
    ativo: pergunta.auditada,
    opcoes: pergunta.opcoes.map((opcao, place) => ({
      id: opcao.id,
      texto_resposta: opcao.texto,
      valor: opcao.valor,
      ordem: place + 1,
      sinonimos: [],
      especial: opcao.especial,
      regras: optionRulesOf(opcao),
    })),
  }));

/**
 * Creates the audit with its files, an inactive survey without field work, the questionnaire, and the version to which
 * the answers belong.
 * @returns the survey's id
 */
export async function makeSurvey(db: Db, preparo: PreparoLido): Promise<string> {
  const { empresaId, projetoId, confirmadoPor } = preparo;
  const lido: QuestionarioLido = preparo.questionario ?? {
    titulo: null,
    apresentacao: null,
    perguntas: [],
    sobras: [],
  };
  const [auditoriaId, pesquisaId, questionarioId] = [newId(), newId(), newId()];
  const quando = moment(new Date());
  await db.query({
    name: 'portal_audit',
    text: `insert into auditorias (id, empresa_id, projeto_id, nome, observacoes, criado_por, updated_at)
      values ($1, $2, $3, $4, $5, $6, now())`,
    values: [auditoriaId, empresaId, projetoId, `Auditoria de ${quando}`, preparo.observacoes, confirmadoPor],
  });
  // Locks the project, so that concurrent surveys get different titles.
  const { rows } = await db.query<{ nome: string }>(
    'select nome from projetos where id = $1 for no key update',
    [projetoId],
  );
  const wanted = preparo.titulo || lido.titulo?.trim() || `${rows[0]?.nome ?? ''} (${quando})`;
  const titulo = await freeSurveyTitle(db, projetoId, wanted);
  await db.query({
    name: 'portal_survey',
    text: `insert into pesquisas (id, empresa_id, projeto_id, titulo, ativo, updated_at)
      values ($1, $2, $3, $4, false, now())`,
    values: [pesquisaId, empresaId, projetoId, titulo],
  });
  await db.query({
    name: 'portal_questionnaire',
    text: `insert into questionarios (id, empresa_id, pesquisa_id, nome, consentimento, updated_at)
      values ($1, $2, $3, $4, $5, now())`,
    values: [
      questionarioId,
      empresaId,
      pesquisaId,
      titulo,
      lido.apresentacao?.trim().slice(0, CONSENTIMENTO_MAX) || null,
    ],
  });
  const perguntas = rowsOf(
    auditedQuestions(lido.perguntas, auditedPlaces(preparo.colunas), newId),
    questionarioId,
  );
  await insertPerguntas(db, { empresaId, questionarioId }, perguntas);
  await publishDraft(db, { id: questionarioId, empresaId }, confirmadoPor);
  for (const { papel, nome, tamanho, sha256, chaveObjeto } of preparo.arquivos) {
    if (chaveObjeto === null) continue;
    const arquivoId = newId();
    // A refused main recording becomes a file with the reason.
    await db.query({
      name: 'portal_document',
      text: `insert into auditoria_arquivos (id, empresa_id, auditoria_id, papel, nome, tipo, tamanho, sha256,
        chave_objeto, status, motivo)
             select $1, $2, $3, case when g.id is null then $4 else 'gravacao' end, $5, $6, $7, $8, $9,
               case when g.id is null then 'concluido'::status_processamento else 'pendente' end,
               'Não auditada: ' || lower(left(g.motivo, 1)) || substr(g.motivo, 2)
             from (select) um left join preparo_gravacoes g on g.preparo_id = $10 and g.origem = $4
               and g.origem = 'audio'`,
      values: [
        arquivoId,
        empresaId,
        auditoriaId,
        papel,
        nome,
        documentType(nome),
        tamanho,
        sha256 ?? '',
        chaveObjeto,
        preparo.id,
      ],
    });
    if (papel === 'perguntas' && lido.linhas) {
      const documentoId = newId();
      // Stores the document's lines, which are shown beside the questions while the file exists.
      await db.query({
        name: 'portal_questionnaire_document',
        text: `insert into questionario_documentos (id, empresa_id, questionario_id, arquivo_id, nome, tamanho, linhas,
          perguntas, incluido_em)
               values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8::jsonb, now())`,
        values: [
          documentoId,
          empresaId,
          questionarioId,
          arquivoId,
          nome,
          tamanho,
          JSON.stringify(lido.linhas),
          JSON.stringify(perguntas.map(({ id }) => id)),
        ],
      });
      // Links the model's readings to the survey's document, so that they are not paid again.
      await db.within(companyScope(empresaId)).leituraIa.updateMany({
        where: { preparoId: preparo.id, empresaId },
        data: { documentoId },
      });
    }
  }
  await db.query({
    name: 'portal_made',
    text: `update auditoria_preparos set auditoria_id = $2, pesquisa_id = $3, updated_at = now() where id = $1`,
    values: [preparo.id, auditoriaId, pesquisaId],
  });
  return pesquisaId;
}

export type Pesquisa = {
  questionarioId: string;
  versaoId: string;
  conteudo: ConteudoVersao;
  /** Ids by the question's index as read; undefined for a question without answers. */
  perguntas: readonly (IdsDaPergunta | undefined)[];
};

/**
 * Reads the ids of questions and options from the first version of the survey's first questionnaire, because the draft
 * may have changed.
 */
export async function readSurvey(
  db: Db,
  pesquisaId: string,
  audited: ReadonlySet<number>,
): Promise<Pesquisa> {
  const { rows } = await db.query<{ questionarioId: string; versaoId: string; conteudo: unknown }>({
    name: 'portal_read_survey',
    text: `select q.id as "questionarioId", v.id as "versaoId", v.conteudo
           from questionarios q join questionario_versoes v on v.questionario_id = q.id and v.numero = 1
           where q.pesquisa_id = $1 order by q.created_at, q.id limit 1`,
    values: [pesquisaId],
  });
  const [row] = rows;
  if (!row) throw new Error('the survey of a confirmed preparation is missing');
  const conteudo = readStoredVersion(row.conteudo);
  // Versions of an earlier program contain all questions, not only those with answers.
  const places =
    conteudo.perguntas.length === audited.size
      ? [...audited].sort((a, b) => a - b)
      : [...conteudo.perguntas.keys()];
  const perguntas: (IdsDaPergunta | undefined)[] = [];
  for (const [index, { id, opcoes }] of conteudo.perguntas.entries()) {
    perguntas[places[index] ?? index] = { id, opcoes: opcoes.map((opcao) => opcao.id) };
  }
  return { questionarioId: row.questionarioId, versaoId: row.versaoId, conteudo, perguntas };
}
