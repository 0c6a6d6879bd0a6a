// An interviewer's sheet of a day: figures and moments to hear, sent by a coordinator, answered by the interviewer.
import { z } from 'zod';
import { TIPOS_LINHA_FOLHA } from '../../domain/interview/sheet/day-sheet.ts';
import { dateTime, day, givenDay, idParams, ok, okPage, pageQuery } from '../common.ts';
import { defineContract } from '../contract.ts';

const tag = 'Folhas';
const id = z.uuid({ error: 'Identificador inválido.' });
const contagem = z.number().int();

const coordena = {
  who: 'user',
  can: ['project', 'delete'],
  denied: 'Só gerentes e administradores podem enviar a folha de um entrevistador.',
} as const;
/** Every account reads its own sheets, also an account limited to field work. */
const propria = { who: 'user', can: ['audit_item', 'read'], campo: true } as const;

/** Maximum number of sheets in one request. */
export const FOLHAS_POR_VEZ = 200;

const agente = z.object({ id: z.uuid(), nome: z.string() });

/** A row of a sheet, the same before and after sending: the day's figures (`geral`), or a moment of an interview. */
const linha = z.object({
  tipo: z.enum(TIPOS_LINHA_FOLHA),
  titulo: z.string(),
  texto: z.string(),
  /** Start of the moment's interview; null: the row is about the figures, or the imported spreadsheet names no day. */
  entrevista_em: dateTime.nullable(),
  /** The moment's part of the recording, ms; null if the row is about the figures. */
  trecho: z.object({ inicio_ms: contagem, fim_ms: contagem }).nullable(),
});

const previa = z.object({
  agente,
  dia: day,
  /** True if the agent has an account that may sign in, so that the agent is notified of the sheet. */
  tem_conta: z.boolean(),
  /** The reason why the sheet cannot be sent; null: it can be sent. */
  recusa: z.string().nullable(),
  linhas: z.array(linha.extend({ item_id: z.uuid().nullable() })).max(4),
  /** Number of the day's divergences that nobody has confirmed or refused. The sheet shows none of them as a moment. */
  a_confirmar: contagem,
  /** Digest of the rows. A request to send the sheet names the digest, so that exactly the displayed rows are sent. */
  versao: z.string(),
  enviada: z
    .object({
      em: dateTime,
      por: z.string().nullable(),
      vista: z.boolean(),
      respondida: z.boolean(),
      /** True if the rows equal those that were sent. */
      igual: z.boolean(),
    })
    .nullable(),
});
export type PreviaDeFolha = z.infer<typeof previa>;

export const listPreviasDeFolha = defineContract({
  id: 'listPreviasDeFolha',
  method: 'GET',
  path: '/folhas/previas',
  access: coordena,
  summary:
    'As folhas de um dia antes do envio: de um agente, ou de cada entrevistador de uma pesquisa naquele dia. Sem `dia`, o último dia com entrevistas antes de hoje',
  tag,
  topic: 'retornos',
  query: z
    .object({ dia: givenDay.optional(), agente_id: id.optional(), pesquisa_id: id.optional() })
    .refine(({ agente_id, pesquisa_id }) => (agente_id === undefined) !== (pesquisa_id === undefined), {
      path: ['agente_id'],
      error: 'Informe um agente ou uma pesquisa.',
    }),
  /** `dia` is null if there are no interviews at all. */
  response: ok(
    z.object({
      dia: day.nullable(),
      previas: z.array(previa).max(FOLHAS_POR_VEZ),
      /** Number of the day's interviewers whom `previas` omits. `previas` lists those without a sent sheet first. */
      mais: contagem,
    }),
  ),
});

export const sendFolhas = defineContract({
  id: 'sendFolhas',
  method: 'POST',
  path: '/folhas',
  access: coordena,
  summary:
    'Enviar a folha de um dia a entrevistadores; uma já enviada é atualizada, sem outro aviso. Com `versao`, só se a folha ainda é a da prévia',
  tag,
  touches: ['retornos', 'notificacoes'],
  body: z.object({
    dia: givenDay,
    folhas: z
      .array(
        z.object({
          agente_id: id,
          versao: z
            .string()
            .regex(/^[0-9a-f]{64}$/, { error: 'Versão inválida.' })
            .optional(),
        }),
      )
      .min(1, { error: 'Selecione ao menos um entrevistador.' })
      .max(FOLHAS_POR_VEZ, { error: `Envie até ${FOLHAS_POR_VEZ} folhas por vez.` }),
  }),
  response: ok(
    z.object({
      enviadas: contagem,
      atualizadas: contagem,
      /** Number of sheets that had already been sent with the same rows. */
      iguais: contagem,
      /** Agents without an account: their sheets were sent, but nobody gets a message. */
      sem_conta: z.array(agente),
      recusadas: z.array(z.object({ agente, motivo: z.string() })),
    }),
  ),
});

// ───────────────────────────── the interviewer's own sheets ─────────────────────────────

const minhaFolha = z.object({
  dia: day,
  enviada_em: dateTime,
  por: z.string().nullable(),
  vista: z.boolean(),
  respondida: z.boolean(),
  /** Number of moments that can be heard now or as soon as their sound is ready. */
  momentos: contagem,
});
export type MinhaFolha = z.infer<typeof minhaFolha>;

export const listMinhasFolhas = defineContract({
  id: 'listMinhasFolhas',
  method: 'GET',
  path: '/folhas',
  access: propria,
  summary: 'As folhas recebidas por quem chama, como entrevistador, do dia mais recente ao mais antigo',
  tag,
  topic: 'retornos',
  query: pageQuery.extend({ limit: z.coerce.number().int().min(1).max(50).default(10) }),
  response: okPage(minhaFolha),
});

/** States of a moment's sound. `encerrado`: the sound is no longer stored, or the recording was replaced. */
export const SONS_DE_MOMENTO = ['preparando', 'pronto', 'falhou', 'encerrado'] as const;

const linhaRecebida = linha.extend({
  /** Id of the row's feedback. Requests to answer the row, or to get its sound, name this id. */
  id: z.uuid(),
  som: z.enum(SONS_DE_MOMENTO).nullable(),
  resposta: z.string().nullable(),
  respondido_em: dateTime.nullable(),
});
export type LinhaDeFolha = z.infer<typeof linhaRecebida>;

const folha = minhaFolha.omit({ momentos: true }).extend({ linhas: z.array(linhaRecebida) });
export type FolhaRecebida = z.infer<typeof folha>;

const diaParams = z.object({ dia: givenDay });

export const getMinhaFolha = defineContract({
  id: 'getMinhaFolha',
  method: 'GET',
  path: '/folhas/{dia}',
  access: propria,
  summary: 'A folha de um dia recebida por quem chama',
  tag,
  topic: 'retornos',
  params: diaParams,
  response: ok(folha),
});

export const confirmFolha = defineContract({
  id: 'confirmFolha',
  method: 'POST',
  path: '/folhas/{dia}/visto',
  access: propria,
  summary: 'Marcar como vista a folha de um dia recebida por quem chama',
  tag,
  touches: ['retornos'],
  params: diaParams,
  response: ok(folha),
});

export const downloadSomDoRetorno = defineContract({
  id: 'downloadSomDoRetorno',
  method: 'GET',
  path: '/retornos/{id}/som',
  access: propria,
  summary: 'O som de um momento de uma folha recebida por quem chama (MP3, só o trecho)',
  tag,
  topic: null,
  kind: 'binary',
  params: idParams,
  response: z.string(),
});
