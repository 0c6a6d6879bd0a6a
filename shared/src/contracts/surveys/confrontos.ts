import { z } from 'zod';
import { OPCOES_ESPECIAIS } from '../../domain/interview/comparison/compare-answer.ts';
import { FALHAS_PLANILHA } from '../../domain/interview/comparison/sheet-cell.ts';
import { MARCAS } from '../../domain/interview/verdicts/matrix.ts';
import { MOTIVOS_REVISAO } from '../../domain/interview/verdicts/review.ts';
import {
  COMPARACOES,
  CONDUCOES,
  LEITURAS,
  RESPOSTAS_FALADAS,
  VEREDITOS,
} from '../../domain/interview/verdicts/verdict.ts';
import { FALANTES, PAPEIS } from '../../domain/profiles/roles.ts';
import { dateTime, givenDateTime, givenDay, idParams, inicioPrecisao, ok, text } from '../common.ts';
import { defineContract } from '../contract.ts';
import type { Touched } from '../topics.ts';

const CELL: readonly Touched[] = ['confrontos', 'mapas', 'entrevistas', 'quadro', 'sinais'];

const id = z.uuid({ error: 'Identificador inválido.' });
const veredito = z.enum(VEREDITOS);

// ───────────── the heat map ─────────────

/** Maximum interviews of a map, which shows the newest that match the filter. */
export const MAPA_MAX = 2000;

export const mapa = z.object({
  /** The n-th letter of a row belongs to the n-th question of the row's version. Versions share question ids. */
  versoes: z.array(
    z.object({
      id: z.uuid(),
      questionario_id: z.uuid(),
      questionario_nome: z.string(),
      numero: z.number().int(),
      perguntas: z.array(z.object({ id: z.uuid(), codigo: z.string(), texto: z.string() })),
    }),
  ),
  entrevistadores: z.array(z.object({ id: z.uuid(), nome: z.string() })),
  /** Filter choices for the whole map; null in the answer to a `desde` request. */
  filtros: z
    .object({
      versoes: z.array(
        z.object({
          id: z.uuid(),
          questionario_id: z.uuid(),
          questionario_nome: z.string(),
          numero: z.number().int(),
        }),
      ),
      entrevistadores: z.array(z.object({ id: z.uuid(), nome: z.string() })),
      sem_entrevistador: z.boolean(),
    })
    .nullable(),
  linhas: z.array(
    z.object({
      id: z.uuid(),
      item: z.uuid(),
      nome: z.string(),
      agente: z.uuid().nullable(),
      versao: z.uuid(),
      em: dateTime,
      /** True if the caller conducted the interview and may not judge it. */
      propria: z.boolean(),
      /** Verdicts in force (`c`), the AI's first (`ia`), marks (`m`): one letter per question (verdicts/matrix.ts). */
      c: z.string(),
      ia: z.string(),
      m: z.string(),
    }),
  ),
  /** All matching interviews; the map leaves out the oldest beyond MAPA_MAX. */
  total: z.number().int(),
  /** Value for the next request's `desde`: half a minute ago, to include transactions not yet committed. */
  ate: dateTime,
});
export type Mapa = z.infer<typeof mapa>;

export const SEM_ENTREVISTADOR = 'sem';

export const recorteDaPesquisa = {
  questionario_id: id.optional(),
  versao_id: id.optional(),
  agente_id: z
    .union([z.uuid(), z.literal(SEM_ENTREVISTADOR)], { error: 'Identificador inválido.' })
    .optional(),
  de: givenDay.optional(),
  ate: givenDay.optional(),
  aprovadas: z.stringbool().optional(),
};
const mapaQuery = z.object({
  ...recorteDaPesquisa,
  /** Returns only rows changed after this time. */
  desde: givenDateTime.optional(),
});

export const getMapaDaPesquisa = defineContract({
  id: 'getMapaDaPesquisa',
  method: 'GET',
  path: '/pesquisas/{id}/mapa',
  access: { who: 'user', can: ['result', 'read'], apiKey: true },
  summary: 'Mapa das respostas de uma pesquisa: entrevistas auditadas × perguntas, um veredito por célula',
  tag: 'Confronto',
  topic: 'mapas',
  params: idParams,
  query: mapaQuery,
  rawJson: true,
  response: ok(mapa),
});

export const getMapaDaAuditoria = defineContract({
  id: 'getMapaDaAuditoria',
  method: 'GET',
  path: '/auditorias/{id}/mapa',
  access: { who: 'user', can: ['result', 'read'], apiKey: true },
  summary: 'Mapa das respostas das entrevistas de uma auditoria',
  tag: 'Confronto',
  topic: 'mapas',
  params: idParams,
  query: mapaQuery,
  rawJson: true,
  response: ok(mapa),
});

// ───────────── one cell ─────────────

const achado = <T extends z.ZodType>(codigo: T) => z.object({ codigo, provado: z.boolean() });

const trecho = z.object({ inicio_ms: z.number().int(), fim_ms: z.number().int() });

export const confronto = z.object({
  id: z.uuid(),
  entrevista_id: z.uuid(),
  item_id: z.uuid(),
  pergunta_id: z.uuid(),
  ordem: z.number().int(),
  /** The verdict in force: a person's, else the AI's on the corrected transcript. */
  veredito,
  /** The AI's first verdict, unaffected by corrections. */
  veredito_ia: veredito,
  /** The AI's verdict after transcript corrections. `por`, `em`: author and time of the latest correction in force. */
  correcao: z.object({ veredito, por: z.string().nullable(), em: dateTime.nullable() }).nullable(),
  revisao: z
    .object({
      id: z.uuid(),
      veredito,
      motivo: z.enum(MOTIVOS_REVISAO).nullable(),
      observacao: z.string().nullable(),
      por: z.object({ id: z.uuid(), nome: z.string() }),
      em: dateTime,
    })
    .nullable(),
  leitura: achado(z.enum(LEITURAS)),
  conducao: achado(z.enum(CONDUCOES)).extend({ tipo: z.string().nullable() }),
  resposta: achado(z.enum(RESPOSTAS_FALADAS)),
  comparacao: achado(z.enum(COMPARACOES)),
  metodo: z.enum(['deterministico', 'modelo']),
  motivo: z.string().nullable(),
  marcas: z.array(z.enum(MARCAS)),
  /** Share of the question's words that was heard, 0 to 1. */
  cobertura: z.number(),
  confianca: z.number().nullable(),
  sentimento: z.number().nullable(),
  faltou: z.array(z.string()),
  acrescentou: z.array(z.string()),
  /** Proven differences of a multiple-choice answer: options said but not typed, or typed but not said. */
  opcoes_nao_marcadas: z.array(z.string()),
  opcoes_nao_ditas: z.array(z.string()),
  /** The difference as a sentence; null if unproven, or the verdict in force is not 'diverge'. */
  divergencia: z.string().nullable(),
  falado: z.string().nullable(),
  digitado: z.string().nullable(),
  /** The spreadsheet's fault that explains the verdict, with the cell's text if stored. */
  planilha: z.object({ situacao: z.enum(FALHAS_PLANILHA), celula: z.string().nullable() }).nullable(),
  /** Excerpt to play, from 2 s before the question to the answer's end, if the question was found. */
  ouvir: trecho.nullable(),
  resposta_em: trecho.nullable(),
  evidencias: z.array(
    z.object({
      sobre: z.enum(['leitura', 'conducao', 'resposta']),
      citacao: z.string(),
      verificada: z.boolean(),
      sentenca_ordem: z.number().int().nullable(),
      trecho: trecho.nullable(),
    }),
  ),
  updated_at: dateTime,
});
export type ConfrontoWire = z.infer<typeof confronto>;

const sentencaDoTrecho = z.object({
  ordem: z.number().int(),
  texto: z.string(),
  /** The transcription before a person's correction; null without a correction. */
  texto_original: z.string().nullable(),
  falante: z.enum(FALANTES),
  falante_original: z.enum(FALANTES).nullable(),
  /** Source of the role: transcricao | texto | voz | provedor | pessoa */
  papel_origem: z.string(),
  inicio_ms: z.number().int(),
  fim_ms: z.number().int(),
});
export type SentencaDoTrecho = z.infer<typeof sentencaDoTrecho>;

const celulaParams = z.object({ id, perguntaId: id });

export const getConfronto = defineContract({
  id: 'getConfronto',
  method: 'GET',
  path: '/entrevistas/{id}/confrontos/{perguntaId}',
  access: { who: 'user', can: ['result', 'read'], apiKey: true },
  summary: 'Uma célula do mapa: pergunta, o que foi falado e digitado, códigos, provas, sentenças e gravação',
  tag: 'Confronto',
  topic: 'confrontos',
  params: celulaParams,
  response: ok(
    confronto.extend({
      pergunta: z.object({
        codigo: z.string(),
        texto: z.string(),
        instrucao: z.string().nullable(),
        ler_opcoes: z.boolean(),
        /** True if the interviewer observes the answer instead of asking; there is no verdict. */
        observada: z.boolean(),
        opcoes: z.array(
          z.object({
            id: z.uuid(),
            texto: z.string(),
            especial: z.enum(OPCOES_ESPECIAIS).nullable(),
            /** True if the option should have been read aloud but was not. */
            nao_lida: z.boolean(),
          }),
        ),
      }),
      entrevista: z.object({
        nome: z.string(),
        entrevistador: z.string().nullable(),
        em: dateTime.nullable(),
        inicio_precisao: inicioPrecisao,
        propria: z.boolean(),
      }),
      sentencas: z.array(sentencaDoTrecho),
      /** The recording's signed path, valid for 15 minutes; null without a file. */
      audioUrl: z.string().nullable(),
      picosUrl: z.string().nullable(),
      /** The interview's two speakers; null if no sentence has a known speaker. */
      vozes: z
        .object({
          /** Fingerprint of the sentences' present speakers, which `swapVozes` sends. */
          visto: z.string(),
          frases: z.number().int(),
          trocadas: z.object({ por: z.string(), em: dateTime }).nullable(),
        })
        .nullable(),
      /** People's verdicts no longer in force, even of earlier analyses, newest first. */
      historico: z.array(
        z.object({
          veredito,
          motivo: z.enum(MOTIVOS_REVISAO).nullable(),
          observacao: z.string().nullable(),
          por: z.string(),
          em: dateTime,
          desfeita_em: dateTime.nullable(),
          analise_anterior: z.boolean(),
          /** True if a new analysis dropped the verdict, because recording or typed answer had changed. */
          nao_levado: z.boolean(),
        }),
      ),
      /** Corrections that match no sentence of the present transcript. */
      correcoes_anteriores: z.array(
        z.object({
          texto_original: z.string(),
          texto: z.string().nullable(),
          falante: z.enum(FALANTES).nullable(),
          por: z.string(),
          em: dateTime,
          inicio_ms: z.number().int(),
          fim_ms: z.number().int(),
        }),
      ),
    }),
  ),
});
export type CelulaWire = z.infer<(typeof getConfronto)['response']>['data'];

export const listConfrontos = defineContract({
  id: 'listConfrontos',
  method: 'GET',
  path: '/entrevistas/{id}/confrontos',
  access: { who: 'user', can: ['result', 'read'], apiKey: true },
  summary: 'As células de uma entrevista, na ordem das perguntas',
  tag: 'Confronto',
  topic: 'confrontos',
  params: idParams,
  response: ok(z.array(confronto)),
});

// ───────────── people's verdicts ─────────────

export const reviewConfronto = defineContract({
  id: 'reviewConfronto',
  method: 'PUT',
  path: '/confrontos/{id}/revisao',
  access: { who: 'user', can: ['result', 'update'] },
  summary:
    'Confirmar ou mudar o veredito de uma célula. Quem fez a entrevista não o faz. `visto_em` é o updated_at que a pessoa viu: se outra mudou a célula depois, nada muda e a resposta é 409. Onde vale o veredito de outra pessoa, `substitui` é o `revisao.id` dele: sem isso nada muda e a resposta é 409',
  tag: 'Confronto',
  touches: CELL,
  params: idParams,
  body: z.object({
    veredito,
    /** Required if the verdict differs from the AI's verdict in force. */
    motivo: z.enum(MOTIVOS_REVISAO, { error: 'Selecione o motivo.' }).nullish(),
    observacao: text(2000).nullish(),
    visto_em: givenDateTime,
    /** Id of another person's verdict that the caller saw and replaces. */
    substitui: id.nullish(),
  }),
  response: ok(confronto),
});

export const undoRevisao = defineContract({
  id: 'undoRevisao',
  method: 'DELETE',
  path: '/confrontos/{id}/revisao',
  access: { who: 'user', can: ['result', 'update'] },
  summary:
    'Desfazer a revisão de uma célula: volta a valer o veredito da IA. Com `visto_em`, só se ninguém a mudou depois',
  tag: 'Confronto',
  touches: CELL,
  params: idParams,
  query: z.object({ visto_em: givenDateTime.optional() }),
  response: ok(confronto),
});

// ───────────── corrections of the transcript ─────────────

/** Topics that show a corrected sentence or derive from it. */
const SENTENCE: readonly Touched[] = [...CELL, 'itens', 'insights', 'revisao', 'conversas'];

const sentencaParams = z.object({ id, ordem: z.coerce.number().int().min(0).max(1_000_000) });

const VISTO_MAX = 100_000;

/** `recalculando`: true if an interview is judged again from stored AI answers, free of charge; false for calls. */
const corrigida = ok(z.object({ sentenca: sentencaDoTrecho, recalculando: z.boolean() }));

export const correctSentenca = defineContract({
  id: 'correctSentenca',
  method: 'PUT',
  path: '/auditoria-item/{id}/sentencas/{ordem}',
  access: { who: 'user', can: ['result', 'update'] },
  summary:
    'Corrigir o texto ou quem fala uma sentença de uma ligação ou entrevista; o original fica. `visto` é a sentença como a pessoa a viu: se é outra agora, nada muda e a resposta é 409',
  tag: 'Confronto',
  touches: SENTENCE,
  params: sentencaParams,
  body: z
    .object({
      texto: text(5000).min(1, { error: 'Escreva a fala correta.' }).optional(),
      /** A role of the item's profile, or 'desconhecido'. */
      falante: z.enum(PAPEIS).optional(),
      /** The sentence as the client shows it, because `ordem` may now belong to another sentence. */
      visto: z.object({ texto: text(VISTO_MAX), falante: z.enum(FALANTES) }).optional(),
    })
    .refine(({ texto, falante }) => texto !== undefined || falante !== undefined, {
      error: 'Informe as mudanças.',
    }),
  response: corrigida,
});

export const undoCorrecao = defineContract({
  id: 'undoCorrecao',
  method: 'DELETE',
  path: '/auditoria-item/{id}/sentencas/{ordem}/correcao',
  access: { who: 'user', can: ['result', 'update'] },
  summary: 'Voltar uma sentença ao que foi transcrito',
  tag: 'Confronto',
  touches: SENTENCE,
  params: sentencaParams,
  response: corrigida,
});

export const swapVozes = defineContract({
  id: 'swapVozes',
  method: 'POST',
  path: '/auditoria-item/{id}/trocar-vozes',
  access: { who: 'user', can: ['result', 'update'] },
  summary:
    'Trocar quem é entrevistador e quem é entrevistado em toda a entrevista; de novo, desfaz. `visto` é o de `vozes` na célula: se quem fala mudou depois, nada muda e a resposta é 409',
  tag: 'Confronto',
  touches: CELL,
  params: idParams,
  body: z.object({ visto: text(64).min(1, { error: 'Informe a versão que você viu.' }) }),
  response: ok(
    z.object({
      sentencas: z.number().int(),
      /** Fingerprint after the swap; a second request with this value undoes the swap. */
      visto: z.string(),
      recalculando: z.boolean(),
    }),
  ),
});

// ───────────── figures ─────────────

/**
 * The share n ÷ d, 0 to 1; null if d is 0. `de`, `ate`: 95 % interval (shared/src/domain/intervals/), null with too few
 * units.
 */
export const proporcao = z
  .object({
    n: z.number().int(),
    d: z.number().int(),
    valor: z.number(),
    de: z.number().nullable(),
    ate: z.number().nullable(),
  })
  .nullable();

const contagem = z.record(veredito, z.number().int());

export const figuras = z.object({
  audiveis: proporcao,
  validadas: proporcao,
  corretas: proporcao,
  corretasDasAplicaveis: proporcao,
  naoInterpretadas: z.number().int(),
  porVeredito: contagem,
});

const qualidadeDeCampo = z.object({
  porVeredito: contagem,
  /** Faithful readings: (exata + menor) ÷ (exata + menor + maior). */
  fidelidade: proporcao,
  /** Omitted questions: nao_perguntada ÷ applicable cells with audible sound. */
  omissao: proporcao,
  /** Leading conduct: diretiva ÷ asked questions. */
  inducao: proporcao,
  /** Differing typed answers: diverge ÷ comparable answers. */
  digitacao: proporcao,
  /** -1 to 1. */
  sentimento: z.number().nullable(),
});

export const resultadosDaPesquisa = z.object({
  entrevistas: z.object({
    total: z.number().int(),
    concluidas: z.number().int(),
    auditadas: z.number().int(),
    /** Unjudged interviews with an inaudible recording, part of the denominator of `audiveis`. */
    inaudiveis: z.number().int(),
    semGravacao: z.number().int(),
    gravacaoRecusada: z.number().int(),
    /** Interviews put on hold or rejected by a person, and therefore excluded from all figures. */
    emEspera: z.number().int(),
    rejeitadas: z.number().int(),
    revisadas: z.number().int(),
    /** Cells whose verdict changed only because a person corrected the transcript. */
    corrigidas: z.number().int(),
  }),
  correcoes: z.array(
    z.object({
      por: z.string(),
      celulas: z.number().int(),
      de: dateTime,
      ate: dateTime,
    }),
  ),
  /** The AI's first verdicts, and the verdicts in force. */
  ia: figuras,
  revisada: figuras,
  analise_geral_pesquisa: z.string().nullable(),
  /** The AI's error rate, from randomly sampled interviews that a person heard fully (verdicts/verification.ts). */
  verificacao: z.object({
    entrevistas: z.number().int(),
    /** Interviews, excluded from `entrevistas`, whose verdicts a new analysis changed after a person played them. */
    reauditadas: z.number().int(),
    /** Cells whose verdict a person changed ÷ all cells, weighted by 1 ÷ probability of selection. */
    taxa: proporcao,
    amostraPequena: z.boolean(),
  }),
  ofensas: z.number().int(),
  /** Mean sentiment of the respondents, over interviews, -1 to 1. */
  sentimento: z.number().nullable(),
  perguntas: z.array(
    qualidadeDeCampo.extend({
      id: z.uuid(),
      codigo: z.string(),
      texto: z.string(),
      /** Number of different wordings of the question in the counted versions. */
      versoes: z.number().int(),
      base: z.number().int(),
      /** 'pergunta': the question is at fault, because many interviewers misread it. */
      problema: z.enum(['pergunta', 'nenhum', 'amostra_pequena']),
    }),
  ),
  entrevistadores: z.array(
    qualidadeDeCampo.extend({
      id: z.uuid().nullable(),
      nome: z.string(),
      entrevistas: z.number().int(),
      amostraPequena: z.boolean(),
      /** The interviewer's faults ÷ applicable cells; questions that are at fault do not count. */
      falhasProprias: proporcao,
    }),
  ),
});
export type ResultadosDaPesquisa = z.infer<typeof resultadosDaPesquisa>;

export const getResultadosDaPesquisa = defineContract({
  id: 'getResultadosDaPesquisa',
  method: 'GET',
  path: '/pesquisas/{id}/resultados',
  access: { who: 'user', can: ['result', 'read'], apiKey: true },
  summary:
    'Números da auditoria de uma pesquisa, com numerador, denominador e intervalo, por pergunta e por entrevistador',
  tag: 'Confronto',
  topic: 'confrontos',
  params: idParams,
  query: z.object(recorteDaPesquisa),
  response: ok(resultadosDaPesquisa),
});

export const getNumerosDaAuditoria = defineContract({
  id: 'getNumerosDaAuditoria',
  method: 'GET',
  path: '/auditorias/{id}/numeros',
  access: { who: 'user', can: ['result', 'read'], apiKey: true },
  summary:
    'Números das entrevistas de uma auditoria, com numerador, denominador e intervalo, por pergunta e por entrevistador',
  tag: 'Confronto',
  topic: 'confrontos',
  params: idParams,
  query: z.object(recorteDaPesquisa),
  response: ok(resultadosDaPesquisa),
});
