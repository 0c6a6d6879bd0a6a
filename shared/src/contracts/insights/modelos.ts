import { z } from 'zod';
import { UNIDADES_PRECO } from '../../domain/runs/costs.ts';
import { SAIDAS } from '../../domain/runs/model-capabilities.ts';
import { storableText } from '../../domain/text/storable-text.ts';
import { dateTime, day, givenDateTime, givenDay, idParams, ok, okMessage, text } from '../common.ts';
import { defineContract } from '../contract.ts';

export const PROVEDORES = ['openai', 'anthropic'] as const;
const provedor = z.enum(PROVEDORES, { error: 'Provedor inválido.' });
const finalidade = z.enum(['transcricao', 'texto'], { error: 'Finalidade inválida.' });
const nomeModelo = text(200).min(1, { error: 'Informe o modelo.' });
const alvo = z.object({ provedor, modelo: nomeModelo });
const tag = 'Modelos';

/** Capabilities declared for a model; those not declared are derived from the model's name. */
export const protocolo = z.object({
  origem: z.enum(['servidor', 'formulario']),
  /** True for a self-hosted server, which has limited concurrency, no cost, and no timeout while it shows progress. */
  proprio: z.boolean().optional(),
  simultaneas: z.int().min(1).max(500).optional(),
  /** Speech models: whether they return segment times and accept a language; longest sound per request, s. */
  tempos: z.boolean().optional(),
  idioma: z.boolean().optional(),
  trechoMaximoS: z.int().min(5).max(7200).optional(),
  /** Text models: how the output format is enforced; whether a schema may have limits; context, tokens; reasoning. */
  saida: z.enum(SAIDAS).optional(),
  limites: z.boolean().optional(),
  contexto: z.int().min(512).max(100_000_000).optional(),
  raciocinio: z.boolean().optional(),
});
export type ProtocoloWire = z.infer<typeof protocolo>;

export const modeloOpcao = z.object({
  rotulo: z.string(),
  finalidade,
  /** The model that is called; null if the chosen model's provider has no key, and there is no alternative. */
  chama: alvo.nullable(),
  /** Reason for calling another model, or a warning that the model's service ends. */
  aviso: z.string().nullable(),
});

export const listModeloOpcoes = defineContract({
  id: 'listModeloOpcoes',
  method: 'GET',
  path: '/modelos',
  access: { who: 'user', can: ['insight_template', 'read'] },
  summary: 'Os modelos que se podem escolher em templates e no processamento',
  tag,
  topic: 'modelos',
  query: z.object({ finalidade: finalidade.optional() }),
  response: ok(z.array(modeloOpcao)),
});

export const preco = z.object({
  id: z.uuid(),
  provedor: z.string(),
  modelo: z.string(),
  unidade: z.enum(UNIDADES_PRECO),
  /** USD per minute or token, exact. */
  precoUsd: z.string(),
  vigenteDe: dateTime,
  vigenteAte: dateTime.nullable(),
});
export type PrecoWire = z.infer<typeof preco>;

export const modelo = z.object({
  id: z.uuid(),
  rotulo: z.string(),
  finalidade,
  provedor,
  modelo: z.string(),
  ativo: z.boolean(),
  /** Models called instead: `sucessor` after this model's end, `alternativa` if this model's provider has no key. */
  sucessor: alvo.nullable(),
  alternativa: alvo.nullable(),
  /** First day without service by the provider; null if unknown. */
  desativadoEm: day.nullable(),
  /** Source of `desativadoEm`: `catalogo`, the catalogue; `fabricante`, the product's own list. */
  origemDesativacao: z.enum(['catalogo', 'fabricante']).nullable(),
  configurado: z.boolean(),
  /** The model's inputs and outputs, then the source of these facts, in words. */
  capacidades: z.array(z.string()),
  /** Declared capabilities; null if derived from the model's name. */
  protocolo: protocolo.nullable(),
  /** Source of the capabilities: declared here, known by name, or guessed cautiously for an unknown name. */
  origemCapacidades: z.enum(['declarado', 'conhecido', 'suposto']),
  aviso: z.string().nullable(),
  /** Past, present and future prices, newest first. */
  precos: z.array(preco),
  updatedAt: dateTime,
});
export type ModeloWire = z.infer<typeof modelo>;

export const listModelos = defineContract({
  id: 'listModelos',
  method: 'GET',
  path: '/admin/modelos',
  access: { who: 'admin' },
  summary: 'O catálogo de modelos com capacidades, preços e desativação',
  tag,
  topic: 'modelos',
  response: ok(z.array(modelo)),
});

const campos = {
  finalidade,
  provedor,
  modelo: nomeModelo,
  ativo: z.boolean(),
  sucessor: alvo.nullable(),
  alternativa: alvo.nullable(),
  desativadoEm: givenDay.nullable(),
  protocolo: protocolo.nullable(),
};

/** Asks the installation's own model server, whose address only the environment sets, about a model. */
export const askModeloServidor = defineContract({
  id: 'askModeloServidor',
  method: 'GET',
  path: '/admin/modelos/servidor',
  access: { who: 'admin' },
  summary: 'O que o servidor de IA desta instalação informa sobre um modelo',
  tag,
  topic: null,
  query: z.object({ provedor, modelo: nomeModelo, finalidade }),
  response: ok(
    z.object({
      servidor: z.string().nullable(),
      listado: z.boolean().nullable(),
      protocolo: protocolo.nullable(),
    }),
  ),
});

export const createModelo = defineContract({
  id: 'createModelo',
  method: 'POST',
  path: '/admin/modelos',
  access: { who: 'admin' },
  summary: 'Acrescentar um rótulo ao catálogo',
  tag,
  touches: ['modelos'],
  status: 201,
  body: z.object({
    rotulo: text(100).regex(/^[\w.:/-]+$/, { error: 'Use letras, números e os sinais . - _ : /' }),
    ...campos,
    ativo: campos.ativo.default(true),
    sucessor: campos.sucessor.default(null),
    alternativa: campos.alternativa.default(null),
    desativadoEm: campos.desativadoEm.default(null),
    protocolo: campos.protocolo.default(null),
  }),
  response: ok(modelo),
});

export const updateModelo = defineContract({
  id: 'updateModelo',
  method: 'PATCH',
  path: '/admin/modelos/{id}',
  access: { who: 'admin' },
  summary: 'Mudar o que um rótulo chama',
  tag,
  touches: ['modelos'],
  params: idParams,
  body: z.object({
    provedor: campos.provedor.optional(),
    modelo: campos.modelo.optional(),
    ativo: campos.ativo.optional(),
    sucessor: campos.sucessor.optional(),
    alternativa: campos.alternativa.optional(),
    desativadoEm: campos.desativadoEm.optional(),
    protocolo: campos.protocolo.optional(),
  }),
  response: ok(modelo),
});

export const createPreco = defineContract({
  id: 'createPreco',
  method: 'POST',
  path: '/admin/precos',
  access: { who: 'admin' },
  summary: 'Pôr um preço em vigor, agora ou em uma data futura; o anterior vale até lá',
  tag,
  touches: ['modelos'],
  status: 201,
  body: z.object({
    provedor,
    modelo: nomeModelo,
    unidade: z.enum(UNIDADES_PRECO, { error: 'Unidade inválida.' }),
    /** USD per minute or token: at most 12 decimals. */
    precoUsd: storableText()
      .trim()
      .regex(/^\d{1,5}(\.\d{1,12})?$/, { error: 'Informe o preço em dólares, como 0.006.' }),
    /** Default: now. Never in the past, so that billed amounts stay as they are. */
    vigenteDe: givenDateTime.optional(),
  }),
  response: ok(preco),
});

export const deletePreco = defineContract({
  id: 'deletePreco',
  method: 'DELETE',
  path: '/admin/precos/{id}',
  access: { who: 'admin' },
  summary: 'Desistir de um preço que ainda não entrou em vigor',
  tag,
  touches: ['modelos'],
  params: idParams,
  response: okMessage,
});
