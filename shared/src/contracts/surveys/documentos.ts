import { z } from 'zod';
import { proposta } from '../../domain/survey-file/documents/ai-reading.ts';
import { linhaLida } from '../../domain/survey-file/documents/read-questionnaire.ts';
import { idParams, ok } from '../common.ts';
import { defineContract } from '../contract.ts';

const contagem = z.number().int().min(0);
const id = z.uuid({ error: 'Identificador inválido.' }).toLowerCase();

export const SITUACOES_LEITURA_IA = ['pode', 'lendo', 'nada', 'desligada'] as const;

const documento = z.object({
  nome: z.string(),
  /** pdf: pages can be drawn; texto: lines can only be listed. */
  tipo: z.enum(['pdf', 'texto']),
  /** Bytes. */
  tamanho: contagem,
  guardado: z.boolean(),
  /** In reading order; null if read before lines were stored. `pergunta`: index of the line's question. */
  linhas: z.array(linhaLida).nullable(),
  /** Ids of the questionnaire's questions; empty for an audit preparation. */
  perguntas_ids: z.array(z.uuid()),
  /** The model's proposals for unread lines, without effect until a person accepts them. */
  propostas: z.array(proposta),
  ia: z.object({
    situacao: z.enum(SITUACOES_LEITURA_IA),
    /** Reason why `situacao` is 'desligada', for people. */
    motivo: z.string().nullable(),
    paginas: contagem,
    /** `lidas`: pages sent to the model; `recusadas`: answered parts not in the file; `ilegiveis`: unusable answers. */
    lidas: contagem,
    recusadas: contagem,
    ilegiveis: contagem,
    tarefa_id: z.uuid().nullable(),
  }),
});
export type DocumentoWire = z.infer<typeof documento>;

/** Null if there is no document, or the document is not stored. */
const answer = ok(documento.nullable());
const tarefa = ok(z.object({ tarefaId: z.uuid() }));
/** `proposta`: place in the model's answers, 'página.parte'. */
const daProposta = idParams.extend({
  proposta: z.string().regex(/^\d{1,6}\.\d{1,3}$/, { error: 'Proposta inválida.' }),
});
const descartada = z.object({ descartada: z.boolean() });

const doPreparo = '/auditorias/preparos/{id}/documento';
const doQuestionario = '/questionarios/{id}/documento';
const lerPreparo = { who: 'user', can: ['audit', 'read'], apiKey: true } as const;
const lerQuestionario = { who: 'user', can: ['project', 'read'], apiKey: true } as const;
const pagar = { who: 'user', can: ['result', 'process'] } as const;

const LER_IA =
  'Pedir à IA a leitura das linhas não reconhecidas: uma vez por página, sem usar créditos, até 300 páginas por dia. As propostas só valem depois de conferidas';

export const getDocumentoDoPreparo = defineContract({
  id: 'getDocumentoDoPreparo',
  method: 'GET',
  path: doPreparo,
  access: lerPreparo,
  summary: 'O questionário de uma auditoria em preparo, linha por linha, com o que cada linha virou',
  tag: 'Auditorias',
  topic: 'documentos',
  params: idParams,
  response: answer,
});

export const downloadDocumentoDoPreparo = defineContract({
  id: 'downloadDocumentoDoPreparo',
  method: 'GET',
  path: `${doPreparo}/arquivo`,
  access: lerPreparo,
  summary: 'O arquivo do questionário de uma auditoria em preparo; aceita faixas de bytes (Range)',
  tag: 'Auditorias',
  topic: null,
  kind: 'binary',
  params: idParams,
  response: z.string(),
});

export const readPreparoComIa = defineContract({
  id: 'readPreparoComIa',
  method: 'POST',
  path: `${doPreparo}/ia`,
  access: pagar,
  summary: LER_IA,
  tag: 'Auditorias',
  touches: ['documentos', 'tarefas'],
  status: 202,
  params: idParams,
  response: tarefa,
});

export const discardPropostaDoPreparo = defineContract({
  id: 'discardPropostaDoPreparo',
  method: 'PUT',
  path: `${doPreparo}/propostas/{proposta}`,
  access: { who: 'user', can: ['audit', 'create'] },
  summary: 'Descartar uma proposta da IA, ou voltar a mostrá-la',
  tag: 'Auditorias',
  touches: ['documentos'],
  params: daProposta,
  body: descartada,
  response: answer,
});

export const getDocumentoDoQuestionario = defineContract({
  id: 'getDocumentoDoQuestionario',
  method: 'GET',
  path: doQuestionario,
  access: lerQuestionario,
  summary:
    'O documento de que um questionário foi lido, linha por linha, com a pergunta que cada linha virou',
  tag: 'Questionários',
  topic: 'documentos',
  params: idParams,
  response: answer,
});

export const downloadDocumentoDoQuestionario = defineContract({
  id: 'downloadDocumentoDoQuestionario',
  method: 'GET',
  path: `${doQuestionario}/arquivo`,
  access: lerQuestionario,
  summary: 'O arquivo de que um questionário foi lido; aceita faixas de bytes (Range)',
  tag: 'Questionários',
  topic: null,
  kind: 'binary',
  params: idParams,
  response: z.string(),
});

export const readQuestionarioComIa = defineContract({
  id: 'readQuestionarioComIa',
  method: 'POST',
  path: `${doQuestionario}/ia`,
  access: pagar,
  summary: LER_IA,
  tag: 'Questionários',
  touches: ['documentos', 'tarefas'],
  status: 202,
  params: idParams,
  response: tarefa,
});

export const discardPropostaDoQuestionario = defineContract({
  id: 'discardPropostaDoQuestionario',
  method: 'PUT',
  path: `${doQuestionario}/propostas/{proposta}`,
  access: { who: 'user', can: ['project', 'update'] },
  summary: 'Descartar uma proposta da IA, ou voltar a mostrá-la',
  tag: 'Questionários',
  touches: ['documentos'],
  params: daProposta,
  body: descartada,
  response: answer,
});

export const giveLinhasAPergunta = defineContract({
  id: 'giveLinhasAPergunta',
  method: 'PUT',
  path: `${doQuestionario}/linhas`,
  access: { who: 'user', can: ['project', 'update'] },
  summary: 'Dizer de que pergunta são linhas do documento; null: de nenhuma',
  tag: 'Questionários',
  touches: ['documentos'],
  params: idParams,
  body: z.object({
    linhas: z.array(contagem.max(1_000_000)).min(1).max(500),
    pergunta_id: id.nullable(),
  }),
  response: answer,
});
