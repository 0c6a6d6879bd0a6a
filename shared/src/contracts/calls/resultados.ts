import { z } from 'zod';
import type { AudioFacts } from '../../domain/audio/audio-facts.ts';
import { DIRECOES } from '../../domain/calls/call-direction.ts';
import { PERFIS } from '../../domain/profiles/profile.ts';
import { CANAIS, FALANTES, PAPEIS } from '../../domain/profiles/roles.ts';
import {
  ETAPAS,
  STATUS_ETAPA,
  STATUS_EXECUCAO,
  STATUS_PROCESSAMENTO,
  TIPOS_PROJETO,
} from '../../domain/runs/status.ts';
import { storableText } from '../../domain/text/storable-text.ts';
import type { FalasDeixadas } from '../../domain/transcripts/left-out-speech.ts';
import type { TextAnalysis } from '../../domain/transcripts/text-analysis.ts';
import { creditosConfirmados, dateTime, idParams, inicioPrecisao, ok } from '../common.ts';
import { defineContract } from '../contract.ts';
import {
  alertaInsight,
  comentarioInsight,
  criterioInsight,
  validacaoInsight,
} from '../insights/insight-parts.ts';
import { RUN } from '../topics.ts';
import { agenteDoItem } from './call-fields.ts';

const status = z.enum(STATUS_PROCESSAMENTO);

const sentence = z.object({
  /** The sentence's number, counted over both channels; evidence refers to this number. */
  ordem: z.number().int(),
  text: z.string(),
  startMs: z.number().int(),
  endMs: z.number().int(),
  /** The transcription's confidence, 0 to 1; null if the provider gives none. */
  confidence: z.number().nullable(),
  falante: z.enum(FALANTES),
  /** Original text and detected speaker of a corrected sentence, else null. */
  textoOriginal: z.string().nullable(),
  falanteOriginal: z.enum(FALANTES).nullable(),
  /** The correction in force. `por`: name, else e-mail; null if the account was deleted. */
  correcao: z.object({ por: z.string().nullable(), em: dateTime }).nullable(),
  /** -1 to 1; null if unknown. */
  sentimento: z.number().nullable(),
  rotuloSentimento: z.enum(['positivo', 'neutro', 'negativo']).nullable(),
  ofensas: z.array(z.string()),
});

const channel = z.object({
  papel: z.enum(PAPEIS),
  confidence: z.number().nullable(),
  fullText: z.string(),
  sentences: z.array(sentence),
});

const insight = z.object({
  resumo: z.string().nullable(),
  /** Score with people's corrections, 0 to 1; null without a score or for a rejected insight. */
  pontuacao: z.number().nullable(),
  /** The AI's score, 0 to 1, from proven criteria only. */
  pontuacao_ia: z.number().nullable(),
  scoreConfianca: z.number().nullable(),
  statusProcessamento: status,
  motivo: z.string().nullable(),
  semEvidencia: z.boolean(),
  validadoHumano: z.boolean(),
  validacao: validacaoInsight.nullable(),
  feedback: z.string().nullable(),
  /** Oldest first. */
  comentarios: z.array(comentarioInsight),
  criterios: z.array(criterioInsight),
  alertasIdentificados: z.array(alertaInsight),
});

export const perna = z.object({
  linha: z.number().int(),
  principal: z.literal(true).optional(),
  inicio: dateTime,
  /** Seconds. */
  duracao: z.number().int().nullable(),
  numero: z.string().nullable(),
  ramal: z.string().nullable(),
  direcao: z.string().optional(),
  situacao: z.string().optional(),
  arquivo: z.string().optional(),
  unique_id: z.string().optional(),
});

export const execucaoWire = z.object({
  id: z.uuid(),
  status: z.enum(STATUS_EXECUCAO),
  etapaAtual: z.enum(ETAPAS),
  origem: z.string(),
  motivo: z.string().nullable(),
  /** Code of the failure (shared/src/domain/runs/failures.ts). */
  codigo: z.string().nullable(),
  criadaEm: dateTime,
  iniciadaEm: dateTime.nullable(),
  terminadaEm: dateTime.nullable(),
  etapas: z.array(
    z.object({
      etapa: z.enum(ETAPAS),
      status: z.enum(STATUS_ETAPA),
      tentativa: z.number().int(),
      erro: z.string().nullable(),
      proximaEm: dateTime.nullable(),
      iniciadaEm: dateTime.nullable(),
      terminadaEm: dateTime.nullable(),
    }),
  ),
});

export const resultadoCompleto = z.object({
  auditoria: z.object({ id: z.uuid(), nome: z.string() }),
  projeto: z.object({
    id: z.uuid(),
    nome: z.string(),
    tipoProjeto: z.enum(TIPOS_PROJETO),
    canalAgente: z.enum(CANAIS),
  }),
  auditoriaItem: z.object({
    id: z.uuid(),
    /** The audit's profile (shared/src/domain/profiles). */
    perfil: z.enum(PERFIS),
    pesquisaId: z.uuid().nullable(),
    /** Null for a call. */
    entrevistaId: z.uuid().nullable(),
    /** Cell where the map opens: the first that needs a person or accuses the interviewer, else the first cell. */
    celulaNoMapa: z.object({ entrevistaId: z.uuid(), perguntaId: z.uuid() }).nullable(),
    status,
    motivo: z.string().nullable(),
    arquivoPath: z.string().nullable(),
    arquivoNome: z.string().nullable(),
    gravacaoNaTelefonia: z.boolean(),
    temGravacoesAnteriores: z.boolean(),
    numeroDestino: z.string().nullable(),
    direcao: z.enum(DIRECOES).nullable(),
    /** Sheet rows joined into this call, in order of start; empty for a single row. */
    pernas: z.array(perna),
    /** Number of legs, if only some are stored; else null. */
    pernasTotal: z.number().int().nullable(),
    ramal: z.string().nullable(),
    agente: agenteDoItem,
    nomeEntrevistado: z.string().nullable(),
    /** Seconds. */
    callDuration: z.number().int().nullable(),
    callStartTime: dateTime.nullable(),
    inicioPrecisao,
    createdAt: dateTime,
    dadosApagadosEm: dateTime.nullable(),
    /** The channels' transcripts. A mono recording has only `left`. */
    ui_payload: z.object({ left: channel.nullable(), right: channel.nullable() }).nullable(),
  }),
  execucao: execucaoWire.nullable(),
  /** The recording's signed path, valid for 15 minutes; null without a file. */
  audioUrl: z.string().nullable(),
  /** The signed path of the waveform peaks; null before the audio stage. */
  picosUrl: z.string().nullable(),
  fatosAudio: z.custom<AudioFacts>().nullable(),
  /** Sentences that the provider reported but nobody said; they are absent from channels and evidence. */
  falasDeixadas: z.custom<FalasDeixadas>().nullable(),
  analiseTexto: z.custom<TextAnalysis>().nullable(),
  insightTemplatesUsados: z.array(
    z.object({
      id: z.uuid(),
      templateId: z.uuid(),
      versao: z.number().int(),
      nome: z.string(),
      categoria: z.string(),
      descricao: z.string().nullable(),
      modelo: z.string().nullable(),
      parametrosOmitidos: z.array(z.string()),
      resultado: z.object({ insight, processedAt: dateTime.nullable() }),
    }),
  ),
  custos: z.object({
    moeda: z.literal('USD'),
    custoTotal: z.number(),
    transcricao: z.object({
      modelo: z.string().nullable(),
      totalMinutos: z.number(),
      custoPorMinuto: z.number(),
      custoTotalTranscricao: z.number(),
      semPreco: z.array(z.string()),
    }),
    insights: z.object({
      totalPrompts: z.number().int(),
      totalTokens: z.number().int(),
      custoPorToken: z.number(),
      custoTotalInsights: z.number(),
      semPreco: z.array(z.string()),
    }),
    creditos: z.number().int(),
  }),
  estatisticas: z.object({
    palavrasTotais: z.number().int(),
    confianciaMediaTranscricao: z.number().nullable(),
    insightsGerados: z.number().int(),
    /** Words per minute of a side's speech; null for a side without speech. */
    palavrasPorMinuto: z.object({ agente: z.number().nullable(), cliente: z.number().nullable() }),
  }),
  timeline: z.array(z.object({ evento: z.string(), timestamp: dateTime, detalhes: z.string() })),
});
export type ResultadoCompleto = z.infer<typeof resultadoCompleto>;

export const getResultadoCompleto = defineContract({
  id: 'getResultadoCompleto',
  method: 'GET',
  path: '/auditoria-items/{id}/resultados',
  access: { who: 'user', can: ['result', 'read'], apiKey: true },
  summary: 'O resultado completo de um item, para a página de análise',
  tag: 'Resultados',
  topic: 'itens',
  params: idParams,
  response: ok(resultadoCompleto),
});

export const processItem = defineContract({
  id: 'processItem',
  method: 'POST',
  path: '/auditoria-resultado/processar',
  access: { who: 'user', can: ['result', 'process'], apiKey: true },
  summary:
    'Processar a gravação de um item (reserva créditos: um por ligação, um por período iniciado de entrevista; 402 sem saldo, 409 enquanto a gravação é medida)',
  tag: 'Resultados',
  touches: RUN,
  status: 202,
  body: z.object({
    auditoriaItemId: z.uuid({ error: 'Identificador inválido.' }),
    /** Accepted from the specification's clients, but ignored: the session identifies the caller. */
    userId: storableText().max(64).nullish(),
    creditos_confirmados: creditosConfirmados,
  }),
  response: ok(z.object({ execucaoId: z.uuid(), status: z.string(), saldo: z.number().int() })),
});

/** Counts of what a new run would replace; verdicts and comments move to the new insights. */
export const analiseSubstituida = z
  .object({ insights: z.number().int(), vereditos: z.number().int(), comentarios: z.number().int() })
  .nullable();

export const previewExecucao = defineContract({
  id: 'previewExecucao',
  method: 'GET',
  path: '/auditoria-items/{id}/nova-execucao',
  access: { who: 'user', can: ['result', 'process'] },
  summary: 'O que outra execução deste item custaria, reaproveitaria e substituiria; nada é enfileirado',
  tag: 'Resultados',
  topic: 'itens',
  params: idParams,
  query: z.object({
    /** `processar` repeats every stage; `regenerar` repeats analysis and insights from the present transcript. */
    modo: z.enum(['processar', 'regenerar']).default('processar'),
  }),
  response: ok(
    z.object({
      /** Credits to be reserved, and the company's balance. */
      creditos: z.number().int(),
      saldo: z.number().int(),
      /** Reused and repeated stages; repeated provider calls are paid again. */
      reaproveita: z.array(z.enum(ETAPAS)),
      refaz: z.array(z.enum(ETAPAS)),
      substitui: analiseSubstituida,
    }),
  ),
});

/** A person's verdict on an insight that a newer analysis replaced. */
const vereditoAnterior = z.object({
  id: z.uuid(),
  template: z.string(),
  resumo: z.string().nullable(),
  /** Score by the person's verdict, 0 to 1; null without a result, or if rejected as a whole. */
  pontuacao: z.number().nullable(),
  validacao: validacaoInsight.nullable(),
  comentarios: z.array(comentarioInsight),
  criterios: z.array(z.object({ id: z.string(), descricao: z.string(), atendido: z.string() })),
  /** Time of the earlier analysis, and whether that analysis used the present recording. */
  analisadoEm: dateTime,
  destaGravacao: z.boolean(),
});
export type VereditoAnterior = z.infer<typeof vereditoAnterior>;

export const VEREDITOS_ANTERIORES_MAX = 100;

export const listVereditosAnteriores = defineContract({
  id: 'listVereditosAnteriores',
  method: 'GET',
  path: '/auditoria-items/{id}/vereditos-anteriores',
  access: { who: 'user', can: ['result', 'read'] },
  summary: 'Vereditos e comentários de análises anteriores que não foram levados para a atual',
  tag: 'Resultados',
  topic: 'itens',
  params: idParams,
  response: ok(z.array(vereditoAnterior)),
});
