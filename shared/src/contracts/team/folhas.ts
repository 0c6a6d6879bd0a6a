// An interviewer's day sheet: figures and moments to hear, sent by a coordinator, answered by the interviewer.
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
/** Every account, even a field-only one, reads its own sheets. */
const propria = { who: 'user', can: ['audit_item', 'read'], campo: true } as const;

export const FOLHAS_POR_VEZ = 200;

const agente = z.object({ id: z.uuid(), nome: z.string() });

/** A sheet's row: the day's figures (`geral`), or a moment of an interview. */
const linha = z.object({
  tipo: z.enum(TIPOS_LINHA_FOLHA),
  titulo: z.string(),
  texto: z.string(),
  /** Start of the interview; null for figures, or if the imported spreadsheet names no day. */
  entrevista_em: dateTime.nullable(),
  /** Part of the recording, ms; null for figures. */
  trecho: z.object({ inicio_ms: contagem, fim_ms: contagem }).nullable(),
});

const previa = z.object({
  agente,
  dia: day,
  /** True if the agent's account may sign in, and so gets a notice. */
  tem_conta: z.boolean(),
  /** Reason why the sheet cannot be sent; null if it can. */
  recusa: z.string().nullable(),
  linhas: z.array(linha.extend({ item_id: z.uuid().nullable() })).max(4),
  /** Divergences that nobody has confirmed or refused, and that the sheet leaves out. */
  a_confirmar: contagem,
  /** Digest of the rows, which the client returns, so that exactly the displayed rows are sent. */
  versao: z.string(),
  enviada: z
    .object({
      em: dateTime,
      por: z.string().nullable(),
      vista: z.boolean(),
      respondida: z.boolean(),
      /** True if the present rows equal the rows sent before. */
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
  /** `dia`: null without any interviews. */
  response: ok(
    z.object({
      dia: day.nullable(),
      previas: z.array(previa).max(FOLHAS_POR_VEZ),
      /** Number of interviewers beyond `previas`, which lists interviewers without a sent sheet first. */
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
      /** Number of sheets that were sent before with the same rows. */
      iguais: contagem,
      /** Agents without an account: their sheets were sent without a message. */
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
  /** Moments that can be heard, now or once their sound is ready. */
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

/** `encerrado`: the sound is no longer stored, or the recording was replaced. */
export const SONS_DE_MOMENTO = ['preparando', 'pronto', 'falhou', 'encerrado'] as const;

const linhaRecebida = linha.extend({
  /** Id of the row's feedback, used to answer the row and to fetch its sound. */
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
