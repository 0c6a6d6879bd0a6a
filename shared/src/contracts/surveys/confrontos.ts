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
import { FALANTES } from '../../domain/profiles/roles.ts';
import { dateTime, givenDateTime, givenDay, idParams, inicioPrecisao, ok, text } from '../common.ts';
import { defineContract } from '../contract.ts';
import type { Touched } from '../topics.ts';

const CELL: readonly Touched[] = ['confrontos', 'mapas', 'entrevistas', 'quadro', 'sinais'];

const id = z.uuid({ error: 'Identificador inválido.' });
const veredito = z.enum(VEREDITOS);

// ───────────── the heat map ─────────────

/** Most interviews of one map: the newest that match. */
export const MAPA_MAX = 2000;

export const mapa = z.object({
  /** The versions whose interviews are in it: the places of the letters. Versions join by the questions' ids. */
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
  /** What the whole of it can be cut down to, whatever was asked for; null in an answer to `desde`. */
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
      /** Some interviews name nobody. */
      sem_entrevistador: z.boolean(),
    })
    .nullable(),
  /** Audited interviews, the newest first. Short names: there are many. */
  linhas: z.array(
    z.object({
      /** The interview, and its item. */
      id: z.uuid(),
      item: z.uuid(),
      nome: z.string(),
      /** Who did it, in `entrevistadores`. */
      agente: z.uuid().nullable(),
      versao: z.uuid(),
      em: dateTime,
      /** The caller did it, and judges nothing of it. */
      propria: z.boolean(),
      /** Verdicts in force and the AI's first, and marks: a letter a question (shared/src/domain/interview/verdicts/matrix.ts). */
      c: z.string(),
      ia: z.string(),
      m: z.string(),
    }),
  ),
  /** How many interviews match, whatever `desde` says; more than MAPA_MAX: the oldest are left out. */
  total: z.number().int(),
  /** What a next question for changes says in `desde`: half a minute back, so that what was being saved meanwhile is not missed. */
  ate: dateTime,
});
export type Mapa = z.infer<typeof mapa>;

/** In the place of an interviewer: interviews that name none. */
export const SEM_ENTREVISTADOR = 'sem';

export const recorteDaPesquisa = {
  questionario_id: id.optional(),
  versao_id: id.optional(),
  agente_id: z
    .union([z.uuid(), z.literal(SEM_ENTREVISTADOR)], { error: 'Identificador inválido.' })
    .optional(),
  de: givenDay.optional(),
  ate: givenDay.optional(),
  /** Only interviews that were approved. */
  aprovadas: z.stringbool().optional(),
};
const mapaQuery = z.object({
  ...recorteDaPesquisa,
  /** Only rows that changed from this moment on. */
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

/** A finding and whether it is proven. */
const achado = <T extends z.ZodType>(codigo: T) => z.object({ codigo, provado: z.boolean() });

const trecho = z.object({ inicio_ms: z.number().int(), fim_ms: z.number().int() });

export const confronto = z.object({
  id: z.uuid(),
  entrevista_id: z.uuid(),
  item_id: z.uuid(),
  pergunta_id: z.uuid(),
  ordem: z.number().int(),
  /** In force: the person's where there is one, else the AI's, by the transcript as people corrected it. */
  veredito,
  /** The AI's first: no correction of the transcript moves it. */
  veredito_ia: veredito,
  /**
   * Where people's corrections of the transcript made the verdict another than the AI's first: the verdict that a
   * person's stands over, and the newest of those corrections (`por` and `em` null: none is in force now).
   */
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
  /** Why it is left to a person, for people; null where it is not. */
  motivo: z.string().nullable(),
  marcas: z.array(z.enum(MARCAS)),
  /** Share of the question that was heard, 0 to 1. */
  cobertura: z.number(),
  confianca: z.number().nullable(),
  /** -1 to 1 */
  sentimento: z.number().nullable(),
  faltou: z.array(z.string()),
  acrescentou: z.array(z.string()),
  /** Of several options, as far as it is proven: said and not typed, typed and not said. */
  opcoes_nao_marcadas: z.array(z.string()),
  opcoes_nao_ditas: z.array(z.string()),
  /** The same in a sentence; null where nothing of it is proven, or the verdict in force is another. */
  divergencia: z.string().nullable(),
  falado: z.string().nullable(),
  digitado: z.string().nullable(),
  /** The fault of the sheet that it rests on, with the text of its own cell where the text is kept; null: none. */
  planilha: z.object({ situacao: z.enum(FALHAS_PLANILHA), celula: z.string().nullable() }).nullable(),
  /** What to play: from 2 s before the reading to the end of the answer. Null without a place. */
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
  /** As transcribed, where a person corrected it. */
  texto_original: z.string().nullable(),
  falante: z.enum(FALANTES),
  falante_original: z.enum(FALANTES).nullable(),
  /** transcricao | texto | voz | provedor | pessoa */
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
        /** Whether its options are read aloud with it. */
        ler_opcoes: z.boolean(),
        /** Filled in by what the interviewer sees: not asked, and no verdict is given on it. */
        observada: z.boolean(),
        opcoes: z.array(
          z.object({
            id: z.uuid(),
            texto: z.string(),
            especial: z.enum(OPCOES_ESPECIAIS).nullable(),
            /** To be read aloud, and not heard. */
            nao_lida: z.boolean(),
          }),
        ),
      }),
      entrevista: z.object({
        nome: z.string(),
        entrevistador: z.string().nullable(),
        em: dateTime.nullable(),
        inicio_precisao: inicioPrecisao,
        /** The caller did this interview, and can not judge it. */
        propria: z.boolean(),
      }),
      /** What is said in the excerpt and around it. */
      sentencas: z.array(sentencaDoTrecho),
      /** Signed path of the recording, valid for 15 minutes; null without a file. */
      audioUrl: z.string().nullable(),
      picosUrl: z.string().nullable(),
      /** Who speaks in the whole interview; null where no sentence of it is known to be one of the parties'. */
      vozes: z
        .object({
          /** Stands for who speaks each sentence now (`trocarVozes`). */
          visto: z.string(),
          /** Sentences of the interviewer and of the respondent. */
          frases: z.number().int(),
          /** By whom the voices were swapped and when; null: they are not. */
          trocadas: z.object({ por: z.string(), em: dateTime }).nullable(),
        })
        .nullable(),
      /** Verdicts of people that were replaced, taken back or left behind, in this analysis and in earlier ones, the newest first. */
      historico: z.array(
        z.object({
          veredito,
          motivo: z.enum(MOTIVOS_REVISAO).nullable(),
          observacao: z.string().nullable(),
          por: z.string(),
          em: dateTime,
          desfeita_em: dateTime.nullable(),
          analise_anterior: z.boolean(),
          /** It stood, and a later analysis could not take it over: the recording or the typed answer changed. */
          nao_levado: z.boolean(),
        }),
      ),
      /** What people corrected here in an earlier transcript of this recording, and the present one has no such sentence for. */
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

export const revisarConfronto = defineContract({
  id: 'revisarConfronto',
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
    /** Needed where the verdict is another than the one that holds without a person's. */
    motivo: z.enum(MOTIVOS_REVISAO, { error: 'Selecione o motivo.' }).nullish(),
    observacao: text(2000).nullish(),
    visto_em: givenDateTime,
    /** The other person's verdict that the caller saw and replaces. */
    substitui: id.nullish(),
  }),
  response: ok(confronto),
});

export const desfazerRevisao = defineContract({
  id: 'desfazerRevisao',
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

const sentencaParams = z.object({ id, ordem: z.coerce.number().int().min(0).max(1_000_000) });
/** Whom a person may name: the interview's parties. */
const FALANTES_CORRIGIVEIS = ['entrevistador', 'entrevistado', 'desconhecido'] as const;

/** Longest sentence that is compared with what was seen, characters. */
const VISTO_MAX = 100_000;

/** The verdicts of the interview are judged anew by the worker, from what the models answered before: it costs nothing. */
const corrigida = ok(z.object({ sentenca: sentencaDoTrecho, recalculando: z.boolean() }));

export const corrigirSentenca = defineContract({
  id: 'corrigirSentenca',
  method: 'PUT',
  path: '/auditoria-item/{id}/sentencas/{ordem}',
  access: { who: 'user', can: ['result', 'update'] },
  summary:
    'Corrigir o texto ou quem fala uma sentença de uma entrevista; o original fica. `visto` é a sentença como a pessoa a viu: se é outra agora, nada muda e a resposta é 409',
  tag: 'Confronto',
  touches: [...CELL, 'conversas'],
  params: sentencaParams,
  body: z
    .object({
      texto: text(5000).min(1, { error: 'Escreva a fala correta.' }).optional(),
      falante: z.enum(FALANTES_CORRIGIVEIS).optional(),
      /** The sentence as it was shown: by its number alone another run's, or another person's, would be taken for it. */
      visto: z.object({ texto: text(VISTO_MAX), falante: z.enum(FALANTES) }).optional(),
    })
    .refine(({ texto, falante }) => texto !== undefined || falante !== undefined, {
      error: 'Informe as mudanças.',
    }),
  response: corrigida,
});

export const desfazerCorrecao = defineContract({
  id: 'desfazerCorrecao',
  method: 'DELETE',
  path: '/auditoria-item/{id}/sentencas/{ordem}/correcao',
  access: { who: 'user', can: ['result', 'update'] },
  summary: 'Voltar uma sentença ao que foi transcrito',
  tag: 'Confronto',
  touches: CELL,
  params: sentencaParams,
  response: corrigida,
});

export const trocarVozes = defineContract({
  id: 'trocarVozes',
  method: 'POST',
  path: '/auditoria-item/{id}/trocar-vozes',
  access: { who: 'user', can: ['result', 'update'] },
  summary:
    'Trocar quem é entrevistador e quem é entrevistado em toda a entrevista; de novo, desfaz. `visto` é o de `vozes` na célula: se quem fala mudou depois, nada muda e a resposta é 409',
  tag: 'Confronto',
  touches: CELL,
  params: idParams,
  body: z.object({ visto: text(64).min(1, { error: 'Informe a versão vista.' }) }),
  response: ok(
    z.object({
      sentencas: z.number().int(),
      /** Of the voices as they are now: with it the swap is undone. */
      visto: z.string(),
      recalculando: z.boolean(),
    }),
  ),
});

// ───────────── figures ─────────────

/**
 * n ÷ d with its 95 % interval (shared/src/domain/intervals/), shares 0 to 1; null without anything to divide by. The interval of a share
 * of cells of several questions takes the interview as the unit; `de` and `ate` are null where there are too few units for one.
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
  /** (exata + menor) ÷ (exata + menor + maior) */
  fidelidade: proporcao,
  /** nao_perguntada ÷ applicable cells with audible sound */
  omissao: proporcao,
  /** diretiva ÷ asked */
  inducao: proporcao,
  /** diverge ÷ comparable */
  digitacao: proporcao,
  /** Mean, -1 to 1. */
  sentimento: z.number().nullable(),
});

export const resultadosDaPesquisa = z.object({
  entrevistas: z.object({
    total: z.number().int(),
    concluidas: z.number().int(),
    auditadas: z.number().int(),
    /** Processed, and without a verdict because nothing can be heard in the recording: they count in `audiveis`. */
    inaudiveis: z.number().int(),
    semGravacao: z.number().int(),
    gravacaoRecusada: z.number().int(),
    /** Cells that a person judged. */
    revisadas: z.number().int(),
    /** Cells whose verdict follows from a person's correction of the transcript; nobody judged them. */
    corrigidas: z.number().int(),
  }),
  /** The corrections that `corrigidas` follow from, by person, the most cells first; ten persons at most. */
  correcoes: z.array(
    z.object({
      por: z.string(),
      celulas: z.number().int(),
      /** Of the oldest and the newest of them. */
      de: dateTime,
      ate: dateTime,
    }),
  ),
  /** The AI's alone (its first verdicts, which no correction moves), and after review. */
  ia: figuras,
  revisada: figuras,
  /** Text built from these figures. Null before the first audited interview. */
  analise_geral_pesquisa: z.string().nullable(),
  /** The AI's error rate, from the interviews of the random sample that people heard whole (shared/src/domain/interview/verdicts/verification.ts). */
  verificacao: z.object({
    entrevistas: z.number().int(),
    /** Heard, and then analysed anew with other verdicts: they count no more. */
    reauditadas: z.number().int(),
    /**
     * Cells whose verdict a person made another ÷ cells of those interviews, each weighing 1 ÷ its chance of being drawn: `valor` need not be
     * n ÷ d.
     */
    taxa: proporcao,
    amostraPequena: z.boolean(),
  }),
  /** Offensive words said, over all interviews. */
  ofensas: z.number().int(),
  /** Of the respondents, mean of the interviews, -1 to 1. */
  sentimento: z.number().nullable(),
  perguntas: z.array(
    qualidadeDeCampo.extend({
      id: z.uuid(),
      codigo: z.string(),
      texto: z.string(),
      /** Differs between versions that are counted here. */
      versoes: z.number().int(),
      /** Interviews in which it applied. */
      base: z.number().int(),
      /** 'pergunta': many interviewers read it otherwise, the question is at fault; before anybody is blamed. */
      problema: z.enum(['pergunta', 'nenhum', 'amostra_pequena']),
    }),
  ),
  entrevistadores: z.array(
    qualidadeDeCampo.extend({
      id: z.uuid().nullable(),
      nome: z.string(),
      entrevistas: z.number().int(),
      /** Fewer than ten interviews: not to be compared. */
      amostraPequena: z.boolean(),
      /** Faults on questions that are not themselves at fault, ÷ applicable cells of those. */
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
