import { z } from 'zod';
import { OPCOES_ESPECIAIS, TIPOS_PERGUNTA } from '../../domain/interview/comparison/compare-answer.ts';
import { CONDICOES_QUEBRADAS } from '../../domain/interview/questionnaire/applicability.ts';
import {
  mostrarSeWire,
  regrasDaOpcao,
  regrasDaPergunta,
} from '../../domain/interview/questionnaire/question-schemas.ts';
import { CAMPOS_ALTERADOS } from '../../domain/interview/questionnaire/questionnaire-changes.ts';
import { dateTime, idParams, ok, okMessage, text } from '../common.ts';
import { defineContract } from '../contract.ts';

const id = z.uuid({ error: 'Identificador inválido.' });

/** Maximum questions per questionnaire, options per question, synonyms per option. */
export const LIMITES_QUESTIONARIO = { perguntas: 300, opcoes: 100, sinonimos: 20 } as const;

export const respostaDefinida = z.object({
  id: z.uuid(),
  texto_resposta: z.string(),
  valor: z.number().int(),
  ordem: z.number().int(),
  sinonimos: z.array(z.string()),
  especial: z.enum(OPCOES_ESPECIAIS).nullable(),
  /** Rules of an option: it excludes other options, keeps its place in rotation, ends the interview, or is in a block. */
  regras: regrasDaOpcao.nullable(),
});

export const pergunta = z.object({
  id: z.uuid(),
  questionario_id: z.uuid(),
  /** 'P1', or the institute's code. */
  codigo: z.string(),
  texto_pergunta: z.string(),
  tipo: z.enum(TIPOS_PERGUNTA),
  multipla_escolha: z.boolean(),
  /** True if an answer is required; the name is the specification's. */
  campo_texto: z.boolean(),
  ler_opcoes: z.boolean(),
  /** True if the interviewer observes the answer instead of asking; there is no verdict. */
  observada: z.boolean(),
  /** Never read aloud. */
  instrucao: z.string().nullable(),
  mostrar_se: mostrarSeWire.nullable(),
  /** Rules about whole numbers, order of options, battery, polite end, card to show. */
  regras: regrasDaPergunta.nullable(),
  /** Reason why the condition can never hold; null if the condition can hold. */
  condicao_quebrada: z.enum(CONDICOES_QUEBRADAS).nullable(),
  minimo: z.number().nullable(),
  maximo: z.number().nullable(),
  unidade: z.string().nullable(),
  ordem: z.number().int(),
  ativo: z.boolean(),
  respostas_definidas: z.array(respostaDefinida),
});
export type PerguntaWire = z.infer<typeof pergunta>;

const mudancas = z.object({
  /** Null before the first publication. */
  versao: z.number().int().nullable(),
  /** Null if unchanged. `antes`: null if the published version has no text. */
  consentimento: z.object({ antes: z.string().nullable(), agora: z.string().nullable() }).nullable(),
  /** Permission to go on unrecorded ('sim', 'não'); null if unchanged. */
  sem_gravacao: z.object({ antes: z.string().nullable(), agora: z.string().nullable() }).nullable(),
  novas: z.array(z.uuid()),
  alteradas: z.array(
    z.object({
      id: z.uuid(),
      texto_antes: z.string(),
      /** Other changed fields, with values as people read them (`tipo` as its label); an empty value is null. */
      campos: z.array(
        z.object({
          campo: z.enum(CAMPOS_ALTERADOS),
          antes: z.string().nullable(),
          agora: z.string().nullable(),
        }),
      ),
      opcoes: z.object({
        novas: z.array(z.string()),
        removidas: z.array(z.string()),
        renomeadas: z.array(z.object({ antes: z.string(), agora: z.string() })),
        /** Options with the same text, but another code, synonyms or meaning. */
        ajustadas: z.array(z.string()),
        reordenadas: z.boolean(),
      }),
    }),
  ),
  removidas: z.array(z.object({ id: z.uuid(), codigo: z.string(), texto: z.string() })),
  reordenadas: z.boolean(),
});

export const questionario = z.object({
  id: z.uuid(),
  nome: z.string(),
  descricao: z.string().nullable(),
  pesquisa_id: z.uuid(),
  pesquisa: z.object({ titulo: z.string(), ativo: z.boolean() }),
  /** False if the questionnaire is closed to new interviews. */
  ativo: z.boolean(),
  /** Text read aloud when an interview starts; null for the default (domain/interview/device/consent.ts). */
  consentimento: z.string().nullable(),
  /** True if an interview may continue unrecorded (refusal, no microphone). */
  sem_gravacao: z.boolean(),
  /** Reason for refusing new interviews (inactive, no questions, a broken condition); null if none are refused. */
  fechado: z.string().nullable(),
  total_perguntas: z.number().int(),
  total_entrevistas: z.number().int(),
  versao: z.number().int().nullable(),
  /** The version for new interviews; null if the first interview will publish the draft as version 1. */
  publicada: z
    .object({
      numero: z.number().int(),
      em: dateTime,
      /** The person who published; null if unknown. */
      por: z.string().nullable(),
    })
    .nullable(),
  alterado: z.boolean(),
  created_at: dateTime,
});
export type QuestionarioWire = z.infer<typeof questionario>;

export const questionarioDetalhe = questionario.extend({
  perguntas: z.array(pergunta),
  mudancas,
  publicacao: z.object({
    /** Hash of the draft, to be sent when publishing. */
    rascunho: z.string(),
    /** Version number that publishing would give: that of an equal earlier version, else a new number. */
    versao: z.number().int(),
    /** Reason why the draft cannot be published; null if the draft can be published. */
    impedimento: z.string().nullable(),
  }),
});
export type QuestionarioDetalhe = z.infer<typeof questionarioDetalhe>;

export const listQuestionariosDaPesquisa = defineContract({
  id: 'listQuestionariosDaPesquisa',
  method: 'GET',
  path: '/questionarios/pesquisa/{id}',
  access: { who: 'user', can: ['project', 'read'], apiKey: true },
  summary: 'Questionários de uma pesquisa (até 200), do mais novo ao mais antigo',
  tag: 'Questionários',
  topic: 'questionarios',
  params: idParams,
  response: ok(z.array(questionario)),
});

export const getQuestionario = defineContract({
  id: 'getQuestionario',
  method: 'GET',
  path: '/questionarios/{id}',
  access: { who: 'user', can: ['project', 'read'], apiKey: true },
  summary: 'Um questionário com perguntas e opções, e o que mudou desde a versão publicada',
  tag: 'Questionários',
  topic: 'questionarios',
  params: idParams,
  response: ok(questionarioDetalhe),
});

const nomeObrigatorio = { error: 'Nome do questionário é obrigatório.' };
const nome = text(200).min(1, nomeObrigatorio);
const consentimento = text(4000);
const mudancaQuestionario = {
  nome: nome.optional(),
  descricao: text(2000).nullable().optional(),
  ativo: z.boolean().optional(),
  /** Blank or null for the product's default text. */
  consentimento: consentimento.nullable().optional(),
  sem_gravacao: z.boolean().optional(),
};
const mudaAlgo = ({ antes: _, ...body }: Record<string, unknown>) =>
  Object.values(body).some((value) => value !== undefined);

export const createQuestionario = defineContract({
  id: 'createQuestionario',
  method: 'POST',
  path: '/questionarios',
  access: { who: 'user', can: ['project', 'update'] },
  summary: 'Criar um questionário em uma pesquisa',
  tag: 'Questionários',
  touches: ['questionarios', 'pesquisas'],
  status: 201,
  body: z.object({
    nome: z.preprocess((value) => value ?? '', nome),
    descricao: text(2000).nullish(),
    pesquisa_id: id,
    ativo: z.boolean().default(true),
    consentimento: consentimento.nullish(),
    sem_gravacao: z.boolean().default(true),
  }),
  response: ok(questionario),
});

export const updateQuestionario = defineContract({
  id: 'updateQuestionario',
  method: 'PUT',
  path: '/questionarios/{id}',
  access: { who: 'user', can: ['project', 'update'] },
  summary:
    'Mudar nome, descrição, consentimento e se há entrevista sem gravação; ativar ou inativar (gerentes e administradores)',
  tag: 'Questionários',
  touches: ['questionarios', 'pesquisas'],
  params: idParams,
  body: z
    .object({
      ...mudancaQuestionario,
      /** Values that the client read; 409 if a stored value now differs. */
      antes: z.object({ ...mudancaQuestionario, nome: text(200).optional() }).optional(),
    })
    .refine(mudaAlgo, { error: 'Informe as mudanças.' }),
  response: ok(questionario),
});

export const publishQuestionario = defineContract({
  id: 'publishQuestionario',
  method: 'POST',
  path: '/questionarios/{id}/publicar',
  access: { who: 'user', can: ['project', 'update'] },
  summary:
    'Publicar o rascunho: novas entrevistas passam a usá-lo. As já iniciadas e as de aparelhos sem internet mantêm a versão delas',
  tag: 'Questionários',
  touches: ['questionarios', 'pesquisas', 'campo'],
  params: idParams,
  body: z.object({
    /** The client's `publicacao.rascunho`; if the draft has changed since, nothing is published: 409. */
    rascunho: z.string().regex(/^[0-9a-f]{64}$/, { error: 'Informe o rascunho que foi conferido.' }),
  }),
  response: ok(questionarioDetalhe),
});

export const deleteQuestionario = defineContract({
  id: 'deleteQuestionario',
  method: 'DELETE',
  path: '/questionarios/{id}',
  access: {
    who: 'user',
    can: ['project', 'delete'],
    denied: 'Só gerentes e administradores podem excluir questionários.',
  },
  summary: 'Excluir um questionário que não tem entrevistas nem itens',
  tag: 'Questionários',
  touches: ['questionarios', 'pesquisas'],
  params: idParams,
  response: okMessage,
});

/** Copies the draft within the survey, or to another survey of the company. */
export const duplicateQuestionario = defineContract({
  id: 'duplicateQuestionario',
  method: 'POST',
  path: '/questionarios/{id}/duplicar',
  access: { who: 'user', can: ['project', 'update'] },
  summary: 'Duplicar um questionário com as suas perguntas',
  tag: 'Questionários',
  touches: ['questionarios', 'pesquisas'],
  status: 201,
  params: idParams,
  body: z.object({ nome: nome.optional(), pesquisa_id: id.optional() }),
  response: ok(questionario),
});

export const reorderPerguntas = defineContract({
  id: 'reorderPerguntas',
  method: 'PUT',
  path: '/questionarios/{id}/ordem',
  access: { who: 'user', can: ['project', 'update'] },
  summary: 'Pôr as perguntas em outra ordem: os ids de todas, na ordem nova',
  tag: 'Questionários',
  touches: ['questionarios', 'documentos'],
  params: idParams,
  body: z.object({ perguntas: z.array(id).min(1).max(LIMITES_QUESTIONARIO.perguntas) }),
  response: ok(z.array(pergunta)),
});

export const listPerguntas = defineContract({
  id: 'listPerguntas',
  method: 'GET',
  path: '/perguntas/questionario/{id}',
  access: { who: 'user', can: ['project', 'read'], apiKey: true },
  summary: 'Perguntas de um questionário, em ordem',
  tag: 'Questionários',
  topic: 'questionarios',
  params: idParams,
  response: ok(z.array(pergunta)),
});

export const getPergunta = defineContract({
  id: 'getPergunta',
  method: 'GET',
  path: '/perguntas/{id}',
  access: { who: 'user', can: ['project', 'read'], apiKey: true },
  summary: 'Uma pergunta com as suas opções',
  tag: 'Questionários',
  topic: 'questionarios',
  params: idParams,
  response: ok(pergunta),
});

const INTEIRO_MAX = 2_147_483_647;
const LIMITE_RESPOSTA = 1_000_000_000_000;
const limite = z.number().min(-LIMITE_RESPOSTA).max(LIMITE_RESPOSTA);

/** An `id` changes a stored option; without `id`, the option is new. */
const opcaoEnviada = z.object({
  id: id.optional(),
  texto_resposta: text(500).min(1, { error: 'Escreva o texto da opção.' }),
  valor: z
    .number({ error: 'Informe um valor inteiro.' })
    .int({ error: 'Informe um valor inteiro.' })
    .min(-INTEIRO_MAX)
    .max(INTEIRO_MAX),
  ordem: z.number().int().min(1).max(LIMITES_QUESTIONARIO.opcoes).optional(),
  sinonimos: z.array(text(200).min(1)).max(LIMITES_QUESTIONARIO.sinonimos).default([]),
  especial: z.enum(OPCOES_ESPECIAIS).nullish(),
  regras: regrasDaOpcao.nullish(),
});

const textoPergunta = text(2000).min(1, { error: 'Texto da pergunta é obrigatório.' });

/** `tipo` overrides `multipla_escolha`. */
const camposPergunta = {
  codigo: text(20).min(1).optional(),
  tipo: z.enum(TIPOS_PERGUNTA).optional(),
  multipla_escolha: z.boolean().optional(),
  campo_texto: z.boolean().optional(),
  ler_opcoes: z.boolean().optional(),
  observada: z.boolean().optional(),
  instrucao: text(1000).nullish(),
  mostrar_se: mostrarSeWire.nullish(),
  regras: regrasDaPergunta.nullish(),
  minimo: limite.nullish(),
  maximo: limite.nullish(),
  unidade: text(40).nullish(),
  ordem: z.number().int().min(1).max(LIMITES_QUESTIONARIO.perguntas).optional(),
  ativo: z.boolean().optional(),
  respostas_definidas: z
    .array(opcaoEnviada)
    .max(LIMITES_QUESTIONARIO.opcoes, { error: `Use no máximo ${LIMITES_QUESTIONARIO.opcoes} opções.` })
    .optional(),
};

export const createPergunta = defineContract({
  id: 'createPergunta',
  method: 'POST',
  path: '/perguntas',
  access: { who: 'user', can: ['project', 'update'] },
  summary: 'Criar uma pergunta, com as suas opções. Sem `ordem`, vai para o fim',
  tag: 'Questionários',
  touches: ['questionarios', 'documentos'],
  status: 201,
  body: z.object({
    texto_pergunta: z.preprocess((value) => value ?? '', textoPergunta),
    /** Required. The specification prescribes this message, although the message names the question's text. */
    questionario_id: z.uuid({
      error: ({ input }) => (input ? 'Identificador inválido.' : 'Texto da pergunta é obrigatório.'),
    }),
    ...camposPergunta,
  }),
  response: ok(pergunta),
});

/** Types of questionnaire documents, and the largest size, MB. */
export const DOCUMENTO_QUESTIONARIO = {
  extensoes: ['.pdf', '.doc', '.docx', '.odt', '.txt', '.xlsx', '.xls'],
  mb: 20,
} as const;

export const readQuestionario = defineContract({
  id: 'readQuestionario',
  method: 'POST',
  path: '/questionarios/{id}/ler-arquivo',
  access: { who: 'user', can: ['project', 'update'] },
  summary:
    "Ler as perguntas de um documento (.pdf, .doc, .docx, .odt, .txt) ou de um XLSForm (.xlsx, .xls), até 20 MB: multipart, campo 'file'. A tarefa diz o que foi lido; nada entra no questionário",
  tag: 'Questionários',
  touches: ['tarefas'],
  kind: 'multipart',
  status: 202,
  params: idParams,
  response: ok(z.object({ tarefaId: z.uuid() })),
});

export const downloadXlsform = defineContract({
  id: 'downloadXlsform',
  method: 'GET',
  path: '/questionarios/{id}/xlsform',
  access: { who: 'user', can: ['project', 'read'], apiKey: true },
  summary:
    'O questionário como XLSForm (.xlsx), para ODK, KoboToolbox ou SurveyCTO: as perguntas em uso, na ordem, com opções e condições',
  tag: 'Questionários',
  topic: null,
  kind: 'binary',
  rateLimit: 60,
  params: idParams,
  response: z.string(),
});

const lugar = z.number().int().min(0);

export const addPerguntas = defineContract({
  id: 'addPerguntas',
  method: 'POST',
  path: '/questionarios/{id}/perguntas',
  access: { who: 'user', can: ['project', 'update'] },
  summary: 'Incluir várias perguntas de uma vez, no fim e na ordem dada: entram todas, ou nenhuma',
  tag: 'Questionários',
  touches: ['questionarios', 'documentos'],
  status: 201,
  bodyKb: 4096,
  params: idParams,
  body: z.object({
    /** Id of the reading task whose document is stored. */
    leitura: id.optional(),
    perguntas: z
      .array(
        z.object({
          /** Index, from 0, among the document's questions. */
          de: lugar.max(1000).optional(),
          /** A code already in use becomes the next free code. */
          codigo: text(20).min(1).optional(),
          texto_pergunta: textoPergunta,
          tipo: z.enum(TIPOS_PERGUNTA),
          campo_texto: z.boolean(),
          ler_opcoes: z.boolean(),
          observada: z.boolean().optional(),
          instrucao: text(1000).nullish(),
          minimo: limite.nullish(),
          maximo: limite.nullish(),
          unidade: text(40).nullish(),
          regras: regrasDaPergunta.nullish(),
          respostas_definidas: z
            .array(opcaoEnviada.omit({ id: true, ordem: true }))
            .max(LIMITES_QUESTIONARIO.opcoes, {
              error: `Use no máximo ${LIMITES_QUESTIONARIO.opcoes} opções.`,
            }),
          /** The question is asked only if one of these options of an earlier question is chosen (indices from 0). */
          mostrar_se: z
            .object({ pergunta: lugar, opcoes: z.array(lugar).min(1).max(LIMITES_QUESTIONARIO.opcoes) })
            .nullish(),
        }),
      )
      .min(1, { error: 'Selecione ao menos uma pergunta.' })
      .max(LIMITES_QUESTIONARIO.perguntas),
  }),
  response: ok(z.array(pergunta)),
});

export const updatePergunta = defineContract({
  id: 'updatePergunta',
  method: 'PUT',
  path: '/perguntas/{id}',
  access: { who: 'user', can: ['project', 'update'] },
  summary:
    'Mudar uma pergunta. `respostas_definidas` substitui a lista de opções: as que trazem o id continuam as mesmas',
  tag: 'Questionários',
  touches: ['questionarios', 'documentos'],
  params: idParams,
  body: z
    .object({
      texto_pergunta: textoPergunta.optional(),
      ...camposPergunta,
      /** Values that the client read; 409 if a stored value now differs. */
      antes: z.object({ texto_pergunta: text(2000).optional(), ...camposPergunta }).optional(),
    })
    .refine(mudaAlgo, { error: 'Informe as mudanças.' }),
  response: ok(pergunta),
});

export const deletePergunta = defineContract({
  id: 'deletePergunta',
  method: 'DELETE',
  path: '/perguntas/{id}',
  access: { who: 'user', can: ['project', 'update'] },
  summary: 'Tirar uma pergunta do questionário. As versões e as respostas que a têm ficam como estão',
  tag: 'Questionários',
  touches: ['questionarios', 'documentos'],
  params: idParams,
  response: okMessage,
});
