// SQL: one transaction writes a survey with its sample interviews, as the product would after their audit.

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Db } from '@escuta/prisma/db';
import { optionRulesOf, rulesOf } from '../../domain/interview/questionnaire/question-rules.ts';
import type { ConteudoVersao } from '../../domain/interview/questionnaire/questionnaire.ts';
import { FLUXOS } from '../../domain/profiles/flows.ts';
import { AUDITORIA_PADRAO_NOME } from '../../domain/runs/status.ts';
import { companyScope } from '../../domain/scope.ts';
import type { AnaliseGravada } from '../../domain/transcripts/text-analysis.ts';
import { newId } from '../../platform/database/ids.ts';
import { insertRows, type Row } from '../../platform/database/insert-rows.ts';
import { deriveCells, insertCells, saveRoles } from '../verdicts/interview-cells.ts';
import { saveMatrixRow } from '../verdicts/interview-matrix.ts';
import {
  type EntrevistaOuvida,
  type EscutaDaEntrevista,
  hearInterview,
  PASTA,
  typedIn,
} from './sample-interviews.ts';

const MODELO = 'demonstração';
const MINUTE_MS = 60_000;
/** Time from an interview's start to its audit's end, ms. */
const AUDIT_MS = 30 * MINUTE_MS;

/** A survey for a project without one; fields are ids and texts. */
export type PesquisaNova = {
  empresaId: string;
  projetoId: string;
  auditoriaId: string;
  pesquisaId: string;
  questionarioId: string;
  versaoId: string;
  conteudo: ConteudoVersao;
  titulo: string;
  descricao: string;
  questionario: string;
  at: Date;
};

export type EntrevistaNova = {
  amostra: EntrevistaOuvida;
  escuta: EscutaDaEntrevista;
  id: string;
  itemId: string;
  execucaoId: string;
  resultadoId: string;
  agenteId: string | null;
  usuarioId: string | null;
  /** The interview's start, and its audit's end. */
  at: Date;
  auditedAt: Date;
  gravacao: { chave: string; picos: string; tamanho: number; sha256: string };
};

export type ObjetoNovo = { chave: string; bytes: Buffer; contentType: string };

/** Prepares a sample interview and its objects; the caller stores the objects before it inserts the interview. */
export async function prepareInterview(
  { empresaId, conteudo }: Pick<PesquisaNova, 'empresaId' | 'conteudo'>,
  amostra: EntrevistaOuvida,
  { at, agenteId, usuarioId }: Pick<EntrevistaNova, 'at' | 'agenteId' | 'usuarioId'>,
): Promise<{ entrevista: EntrevistaNova; objetos: ObjetoNovo[] }> {
  const [som, onda, escuta] = await Promise.all([
    readFile(`${PASTA}${amostra.arquivo}`),
    readFile(`${PASTA}${amostra.slug}.picos`),
    hearInterview(amostra, conteudo, newId),
  ]);
  const itemId = newId();
  const [chave, picos] = [`${empresaId}/${itemId}/${newId()}`, `${empresaId}/${itemId}/${newId()}-picos`];
  const sha256 = createHash('sha256').update(som).digest('hex');
  return {
    entrevista: {
      ...{ amostra, escuta, id: newId(), itemId, execucaoId: newId(), resultadoId: newId() },
      ...{ agenteId, usuarioId, at, auditedAt: new Date(at.getTime() + AUDIT_MS) },
      gravacao: { chave, picos, tamanho: som.length, sha256 },
    },
    objetos: [
      { chave, bytes: som, contentType: 'audio/mpeg' },
      { chave: picos, bytes: onda, contentType: 'application/octet-stream' },
    ],
  };
}

/** Writes a survey with audited interviews whose objects are stored, without costs, credits and provider's answers. */
export async function insertSampleSurvey(
  tx: Db,
  pesquisa: PesquisaNova,
  entrevistas: readonly EntrevistaNova[],
): Promise<void> {
  await insertQuestionnaire(tx, pesquisa);
  await insertInterviews(tx, pesquisa, entrevistas);
  await insertAnswers(tx, pesquisa, entrevistas);
  await insertRuns(tx, pesquisa, entrevistas);
  await insertTranscripts(tx, pesquisa, entrevistas);
  for (const entrevista of entrevistas) await insertFindings(tx, pesquisa, entrevista);
  await tx.query('select escuta_grava_qualidade($1::uuid[])', [
    entrevistas.map(({ execucaoId }) => execucaoId),
  ]);
}

async function insertQuestionnaire(tx: Db, pesquisa: PesquisaNova): Promise<void> {
  const { conteudo, at, questionarioId } = pesquisa;
  const owner = { empresa_id: pesquisa.empresaId };
  const times = { created_at: at, updated_at: at };
  await insertRows(tx, 'auditorias', [
    {
      ...{ id: pesquisa.auditoriaId, ...owner, projeto_id: pesquisa.projetoId, ...times },
      ...{ nome: AUDITORIA_PADRAO_NOME.pesquisa, status: 'pendente', padrao: true },
    },
  ]);
  const { titulo, descricao } = pesquisa;
  await insertRows(tx, 'pesquisas', [
    {
      ...{ id: pesquisa.pesquisaId, ...owner, projeto_id: pesquisa.projetoId, ...times },
      ...{ titulo, descricao, ativo: true },
    },
  ]);
  await insertRows(tx, 'questionarios', [
    {
      ...{ id: questionarioId, ...owner, pesquisa_id: pesquisa.pesquisaId, ...times },
      ...{ nome: pesquisa.questionario, ativo: true },
    },
  ]);
  await insertRows(
    tx,
    'perguntas',
    conteudo.perguntas.map((pergunta, index) => ({
      ...{ id: pergunta.id, ...owner, questionario_id: questionarioId, ...times },
      codigo: pergunta.codigo,
      texto_pergunta: pergunta.texto,
      tipo: pergunta.tipo,
      obrigatoria: pergunta.obrigatoria,
      ler_opcoes: pergunta.lerOpcoes,
      instrucao: pergunta.instrucao,
      mostrar_se: pergunta.mostrarSe,
      regras: rulesOf(pergunta),
      minimo: pergunta.minimo,
      maximo: pergunta.maximo,
      unidade: pergunta.unidade,
      ordem: index + 1,
      ativo: true,
    })),
  );
  await insertRows(
    tx,
    'respostas_definidas',
    conteudo.perguntas.flatMap(({ id, opcoes }) =>
      opcoes.map((opcao, index) => ({
        ...{ id: opcao.id, ...owner, pergunta_id: id },
        texto_resposta: opcao.texto,
        valor: opcao.valor,
        ordem: index + 1,
        sinonimos: opcao.sinonimos,
        especial: opcao.especial,
        regras: optionRulesOf(opcao),
      })),
    ),
  );
  // A published draft has `semGravacao` only if recording is switched off.
  const { semGravacao: _, ...published } = conteudo;
  await insertRows(tx, 'questionario_versoes', [
    {
      ...{ id: pesquisa.versaoId, ...owner, questionario_id: questionarioId, numero: 1 },
      ...{ conteudo: published, created_at: at, publicada_em: at },
    },
  ]);
}

const endOf = ({ at, amostra }: EntrevistaNova) => new Date(at.getTime() + amostra.fatos.durationMs);

async function insertInterviews(
  tx: Db,
  pesquisa: PesquisaNova,
  entrevistas: readonly EntrevistaNova[],
): Promise<void> {
  const place = {
    empresa_id: pesquisa.empresaId,
    projeto_id: pesquisa.projetoId,
    pesquisa_id: pesquisa.pesquisaId,
    questionario_id: pesquisa.questionarioId,
  };
  await insertRows(
    tx,
    'entrevistas',
    entrevistas.map((one) => ({
      ...{ id: one.id, ...place, questionario_versao_id: pesquisa.versaoId },
      ...{ usuario_id: one.usuarioId, agente_id: one.agenteId },
      origem: 'coleta',
      nome_entrevistado: one.amostra.nome,
      telefone_entrevistado: one.amostra.telefone,
      situacao: 'concluida',
      gravacao: 'esperada',
      ultimo_contato_em: endOf(one),
      concluida_em: endOf(one),
      created_at: one.at,
    })),
  );
  await insertRows(
    tx,
    'auditoria_itens',
    entrevistas.map((one) => ({
      ...{ id: one.itemId, ...place, auditoria_id: pesquisa.auditoriaId, entrevista_id: one.id },
      tipo_item: 'entrevista',
      status: 'concluido',
      call_start_time: one.at,
      call_end_time: endOf(one),
      call_duration: Math.round(one.amostra.fatos.durationMs / 1000),
      numero_destino: one.amostra.telefone,
      nome_entrevistado: one.amostra.nome,
      arquivo_path: one.gravacao.chave,
      arquivo_nome: one.amostra.arquivo,
      arquivo_tipo: 'audio/mpeg',
      arquivo_tamanho: one.gravacao.tamanho,
      arquivo_sha256: one.gravacao.sha256,
      arquivo_recebido_em: endOf(one),
      gravacao_ms: Math.round(one.amostra.fatos.durationMs),
      metadata: { amostra: one.amostra.slug },
      created_at: one.at,
      updated_at: one.auditedAt,
    })),
  );
}

async function insertAnswers(
  tx: Db,
  { empresaId, conteudo }: PesquisaNova,
  entrevistas: readonly EntrevistaNova[],
): Promise<void> {
  const owner = { empresa_id: empresaId };
  const answers: Row[] = [];
  const events: Row[] = [];
  for (const { id, usuarioId, at, amostra } of entrevistas) {
    let seq = 0;
    const happened = (tipo: string, pergunta_id: string | null, valor: object | null) => {
      seq += 1;
      const share = (seq - 1) / (conteudo.perguntas.length + 1);
      const created_at = new Date(at.getTime() + Math.round(amostra.fatos.durationMs * share));
      events.push({
        ...{ entrevista_id: id, seq, ...owner, tipo, pergunta_id, valor },
        ...{ usuario_id: usuarioId, created_at },
      });
      return created_at;
    };
    happened('iniciada', null, null);
    for (const pergunta of conteudo.perguntas) {
      const passo = amostra.passos.find(({ codigo }) => codigo === pergunta.codigo);
      if (!passo || passo.digitada.length === 0) continue;
      const { opcoes, texto } = typedIn(pergunta, passo.digitada);
      const typed = { opcoes, texto: texto === '' ? null : texto };
      const created_at = happened('resposta_alterada', pergunta.id, typed);
      answers.push({
        ...{ id: newId(), ...owner, entrevista_id: id, pergunta_id: pergunta.id },
        ...{ opcoes, texto_resposta: typed.texto, ultima_seq: seq, created_at, updated_at: created_at },
      });
    }
    happened('finalizada', null, null);
  }
  await insertRows(tx, 'respostas', answers);
  await insertRows(tx, 'entrevista_eventos', events);
}

async function insertRuns(
  tx: Db,
  { empresaId, projetoId }: PesquisaNova,
  entrevistas: readonly EntrevistaNova[],
): Promise<void> {
  const startOf = ({ auditedAt }: EntrevistaNova) => new Date(auditedAt.getTime() - MINUTE_MS);
  await insertRows(
    tx,
    'execucoes',
    entrevistas.map((one) => ({
      ...{ id: one.execucaoId, empresa_id: empresaId, projeto_id: projetoId, item_id: one.itemId },
      status: 'concluida',
      etapa_atual: 'contabilizacao',
      origem: 'manual',
      configuracao: {},
      admitida_em: startOf(one),
      iniciada_em: startOf(one),
      terminada_em: one.auditedAt,
      created_at: startOf(one),
    })),
  );
  await insertRows(
    tx,
    'execucao_etapas',
    entrevistas.flatMap((one) =>
      FLUXOS.entrevista.map((etapa, index) => ({
        ...{ execucao_id: one.execucaoId, etapa, ordem: index + 1, empresa_id: empresaId },
        status: 'concluida',
        tentativa: 1,
        versao: 1,
        saida: etapa === 'audio' ? { arquivoPath: one.gravacao.chave } : null,
        iniciada_em: startOf(one),
        terminada_em: one.auditedAt,
      })),
    ),
  );
}

async function insertTranscripts(
  tx: Db,
  { empresaId, projetoId, auditoriaId }: PesquisaNova,
  entrevistas: readonly EntrevistaNova[],
): Promise<void> {
  const owner = { empresa_id: empresaId };
  await insertRows(
    tx,
    'auditoria_resultados',
    entrevistas.map((one) => ({
      ...{ id: one.resultadoId, ...owner, projeto_id: projetoId, auditoria_id: auditoriaId },
      ...{ item_id: one.itemId, execucao_id: one.execucaoId },
      nome_arquivo: one.amostra.arquivo,
      status_processamento: 'concluido',
      fatos_audio: one.amostra.fatos,
      picos_path: one.gravacao.picos,
      analise_texto: analysisOf(one),
      processado_em: one.auditedAt,
      created_at: one.at,
      updated_at: one.auditedAt,
    })),
  );
  const transcripts = entrevistas.map((one) => ({ one, id: newId() }));
  await insertRows(
    tx,
    'transcricoes',
    transcripts.map(({ one, id }) => ({
      ...{ id, ...owner, projeto_id: projetoId, item_id: one.itemId, resultado_id: one.resultadoId },
      canal: 'left',
      modelo: MODELO,
      full_text: one.escuta.sentencas.map(({ texto }) => texto).join(' '),
    })),
  );
  await insertRows(
    tx,
    'sentencas',
    transcripts.flatMap(({ one, id }) =>
      one.escuta.sentencas.map((sentence) => ({
        ...{ id: sentence.id, ...owner, transcricao_id: id, ordem: sentence.ordem, texto: sentence.texto },
        ...{ start_ms: sentence.startMs, end_ms: sentence.endMs, confianca: sentence.confianca },
        falante: 'desconhecido',
        voz: sentence.voz,
      })),
    ),
  );
}

function analysisOf({ amostra, escuta }: EntrevistaNova): AnaliseGravada {
  return {
    resumo: `${amostra.entrevistador} entrevista ${amostra.nome} sobre o uso de ônibus no Recife.`,
    sentimentoGeral: 'neutro',
    sentimentoPorQuarto: [0, 0, 0, 0],
    ofensas: [],
    respostas: null,
    modelo: MODELO,
    sentimentos: Object.fromEntries(escuta.sentencas.map(({ ordem }) => [ordem, 0])),
  };
}

async function insertFindings(
  tx: Db,
  pesquisa: PesquisaNova,
  { escuta, ...one }: EntrevistaNova,
): Promise<void> {
  await saveRoles(tx, pesquisa.empresaId, one.resultadoId, escuta.papeis);
  const owner = {
    ...{ empresaId: pesquisa.empresaId, projetoId: pesquisa.projetoId, pesquisaId: pesquisa.pesquisaId },
    ...{ itemId: one.itemId, execucaoId: one.execucaoId, entrevistaId: one.id },
  };
  await insertCells(tx, owner, deriveCells(escuta.material, escuta.respostas));
  await tx.within(companyScope(pesquisa.empresaId)).confronto.updateMany({
    where: { execucaoId: one.execucaoId, empresaId: pesquisa.empresaId },
    data: { vigente: true },
  });
  await saveMatrixRow(tx, one.id);
}
