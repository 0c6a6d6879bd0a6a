// SQL: an audit, a survey and its questionnaire are made in the transaction in which the preparation says so.
import { type ConteudoVersao, isChoice } from '@escuta/shared/domain/interview/questionnaire';
import { readStoredVersion } from '@escuta/shared/domain/interview/stored-questionnaire';
import { cutText } from '@escuta/shared/domain/storable-text';
import type { PerguntaLida, QuestionarioLido } from '@escuta/shared/domain/survey-file/read-questionnaire';
import type { IdsDaPergunta } from '@escuta/shared/domain/survey-file/row-answers';
import { auditedPlaces } from '@escuta/shared/domain/survey-file/warnings';
import { newId } from '@escuta/shared/node/ids';
import { freezeVersion } from '@escuta/shared/node/questionnaire-draft';
import { insertPerguntas, type PerguntaRow } from '@escuta/shared/node/questionnaire-rows';
import { freeSurveyTitle } from '@escuta/shared/node/survey-title';
import type { Queryable } from '@escuta/shared/node/transaction';
import type { PreparoLido } from './preparo-repo.ts';
import { documentType } from './read-files.ts';

/** As the editor takes them (contracts/questionarios.ts). */
const CONSENTIMENTO_MAX = 4000;

/** '22/11/2026 14:05', in São Paulo. */
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

/** What kind a question is kept as: a choice has options, a free text has none. */
function kindOf({ tipo, opcoes }: PerguntaLida): PerguntaLida['tipo'] {
  if (isChoice(tipo) && opcoes.length === 0) return 'texto';
  return tipo === 'texto' && opcoes.length > 0 ? 'escolha' : tipo;
}

/**
 * Questions that were read, as the database keeps them: in their order, codes each once, conditions by ids. Those that
 * are not audited are inactive, so that no version has them, and nothing depends on them: whether they led past a
 * question is not known.
 * @param audited places of the questions that the sheet has answers of
 */
export function rowsOf(
  lido: QuestionarioLido,
  questionarioId: string,
  audited: ReadonlySet<number>,
): PerguntaRow[] {
  const used = new Set<string>();
  const rows: PerguntaRow[] = [];
  for (const [index, pergunta] of lido.perguntas.entries()) {
    let codigo = cutText(pergunta.codigo, 20) || `P${index + 1}`;
    for (let n = index + 1; used.has(codigo); n += 1) codigo = `P${n}`;
    used.add(codigo);
    const { mostrar_se: condition, minimo, maximo } = pergunta;
    const asked = condition && audited.has(condition.pergunta) ? rows[condition.pergunta] : undefined;
    const chosen = condition?.opcoes.flatMap((place) => asked?.opcoes[place]?.id ?? []) ?? [];
    const tipo = kindOf(pergunta);
    const measured = tipo === 'numero' || tipo === 'escala';
    const limited = measured && !(minimo !== null && maximo !== null && minimo > maximo);
    rows.push({
      id: newId(),
      questionario_id: questionarioId,
      ordem: index + 1,
      codigo,
      texto_pergunta: pergunta.texto,
      tipo,
      obrigatoria: pergunta.obrigatoria,
      ler_opcoes: pergunta.ler_opcoes,
      observada: pergunta.observada ?? false,
      instrucao: pergunta.instrucao,
      mostrar_se: asked && chosen.length > 0 ? { perguntaId: asked.id, opcoes: chosen } : null,
      minimo: limited ? minimo : null,
      maximo: limited ? maximo : null,
      unidade: measured ? pergunta.unidade : null,
      ativo: audited.has(index),
      opcoes: pergunta.opcoes.map(({ texto, valor, especial }, place) => ({
        id: newId(),
        texto_resposta: texto,
        valor,
        ordem: place + 1,
        sinonimos: [],
        especial,
      })),
    });
  }
  return rows;
}

/**
 * Makes what a confirmed preparation is the beginning of: an audit with the documents as its files, a survey that takes no interview from
 * the field, its questionnaire and the version that the answers were collected with.
 * @returns the survey's id
 */
export async function makeSurvey(db: Queryable, preparo: PreparoLido): Promise<string> {
  const { empresaId, projetoId, confirmadoPor } = preparo;
  const lido = preparo.questionario ?? { titulo: null, apresentacao: null, perguntas: [], sobras: [] };
  const [auditoriaId, pesquisaId, questionarioId] = [newId(), newId(), newId()];
  const quando = moment(new Date());
  await db.query({
    name: 'portal-audit',
    text: `INSERT INTO auditorias (id, empresa_id, projeto_id, nome, observacoes, criado_por, updated_at) VALUES ($1, $2, $3, $4, $5, $6, now())`,
    values: [auditoriaId, empresaId, projetoId, `Auditoria de ${quando}`, preparo.observacoes, confirmadoPor],
  });
  // Two surveys that are made at once get two titles.
  const { rows } = await db.query<{ nome: string }>(
    'SELECT nome FROM projetos WHERE id = $1 FOR NO KEY UPDATE',
    [projetoId],
  );
  const wanted = preparo.titulo || lido.titulo?.trim() || `${rows[0]?.nome ?? ''} (${quando})`;
  const titulo = await freeSurveyTitle(db, projetoId, wanted);
  await db.query({
    name: 'portal-survey',
    text: `INSERT INTO pesquisas (id, empresa_id, projeto_id, titulo, ativo, updated_at) VALUES ($1, $2, $3, $4, false, now())`,
    values: [pesquisaId, empresaId, projetoId, titulo],
  });
  await db.query({
    name: 'portal-questionnaire',
    text: `INSERT INTO questionarios (id, empresa_id, pesquisa_id, nome, consentimento, updated_at) VALUES ($1, $2, $3, $4, $5, now())`,
    values: [
      questionarioId,
      empresaId,
      pesquisaId,
      titulo,
      lido.apresentacao?.trim().slice(0, CONSENTIMENTO_MAX) || null,
    ],
  });
  await insertPerguntas(
    db,
    { empresaId, questionarioId },
    rowsOf(lido, questionarioId, auditedPlaces(preparo.colunas)),
  );
  await freezeVersion(db, { id: questionarioId, empresaId }, confirmadoPor);
  for (const { papel, nome, tamanho, sha256, chaveObjeto } of preparo.arquivos) {
    if (chaveObjeto === null) continue;
    await db.query({
      name: 'portal-document',
      text: `INSERT INTO auditoria_arquivos (id, empresa_id, auditoria_id, papel, nome, tipo, tamanho, sha256, chave_objeto, status)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'concluido')`,
      values: [
        newId(),
        empresaId,
        auditoriaId,
        papel,
        nome,
        documentType(nome),
        tamanho,
        sha256 ?? '',
        chaveObjeto,
      ],
    });
  }
  await db.query({
    name: 'portal-made',
    text: `UPDATE auditoria_preparos SET auditoria_id = $2, pesquisa_id = $3, updated_at = now() WHERE id = $1`,
    values: [preparo.id, auditoriaId, pesquisaId],
  });
  return pesquisaId;
}

export type Pesquisa = {
  questionarioId: string;
  versaoId: string;
  conteudo: ConteudoVersao;
  /** By their places in the questionnaire that was read; undefined where a question is not audited. */
  perguntas: readonly (IdsDaPergunta | undefined)[];
};

/**
 * Ids of the survey that was made, by place: of its audited questions, and of their options, as they were frozen when
 * it was made. Its draft may be another one by now, and it may have got another questionnaire.
 */
export async function readSurvey(
  db: Queryable,
  pesquisaId: string,
  audited: ReadonlySet<number>,
): Promise<Pesquisa> {
  const { rows } = await db.query<{ questionarioId: string; versaoId: string; conteudo: unknown }>({
    name: 'portal-read-survey',
    text: `SELECT q.id AS "questionarioId", v.id AS "versaoId", v.conteudo
           FROM questionarios q JOIN questionario_versoes v ON v.questionario_id = q.id AND v.numero = 1
           WHERE q.pesquisa_id = $1 ORDER BY q.created_at, q.id LIMIT 1`,
    values: [pesquisaId],
  });
  const [row] = rows;
  if (!row) throw new Error('the survey of a confirmed preparation is missing');
  const conteudo = readStoredVersion(row.conteudo);
  // A survey that an earlier version made has all questions in use.
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
