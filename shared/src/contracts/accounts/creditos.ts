import { z } from 'zod';
import { filterFields } from '../../domain/filters/filtro-valor-schema.ts';
import { FILTROS_EXTRATO } from '../../domain/filters/lists/statement.ts';
import {
  MAX_CREDITOS_POR_LANCAMENTO,
  SITUACOES_CONSUMO,
  SITUACOES_PEDIDO,
  TIPOS_EXTRATO,
} from '../../domain/runs/credits.ts';
import { dateTime, idParams, ok, okMessage, okPage, pageQuery, pagination, text } from '../common.ts';
import { defineContract } from '../contract.ts';

const empresaParams = z.object({ empresaId: z.uuid({ error: 'Identificador inválido.' }) });

export const getSaldo = defineContract({
  id: 'getSaldo',
  method: 'GET',
  path: '/creditos/saldo/{empresaId}',
  access: { who: 'user', can: ['credit', 'read'], apiKey: true },
  summary: 'Saldo de créditos da empresa, e se está abaixo do limite de aviso',
  tag: 'Créditos',
  topic: 'creditos',
  params: empresaParams,
  response: ok(
    z.object({
      saldo: z.number().int(),
      /** True to warn: the balance is below `limite` after credits were bought or given. */
      baixo: z.boolean(),
      /** True to show the first steps, not a warning: balance below `limite`, but no credits ever bought or given. */
      primeirosCreditos: z.boolean(),
      limite: z.number().int(),
    }),
  ),
});

const pacote = z.object({
  id: z.uuid(),
  nome: z.string(),
  descricao: z.string(),
  /** 0 if the package is only offered on request. */
  quantidadeCreditos: z.number().int(),
  /** BRL cents; null if the price is given on request or by contract. */
  precoCentavos: z.number().int().nullable(),
});
export type PacoteWire = z.infer<typeof pacote>;

const pacoteAdmin = pacote.extend({
  ativo: z.boolean(),
  ordem: z.number().int(),
  created_at: dateTime,
  updated_at: dateTime,
});
export type PacoteAdminWire = z.infer<typeof pacoteAdmin>;

export const listPacotes = defineContract({
  id: 'listPacotes',
  method: 'GET',
  path: '/creditos/pacotes',
  access: { who: 'public' },
  summary: 'Pacotes de créditos à venda, na ordem em que são mostrados',
  tag: 'Créditos',
  topic: 'pacotes',
  response: ok(z.array(pacote)),
});

export const listPacotesAdmin = defineContract({
  id: 'listPacotesAdmin',
  method: 'GET',
  path: '/admin/creditos/pacotes',
  access: { who: 'admin' },
  summary: 'Todos os pacotes de créditos, também os inativos (no máximo 100)',
  tag: 'Créditos',
  topic: 'pacotes',
  response: ok(z.array(pacoteAdmin)),
});

/** The service refuses a price for 0 credits. */
const dadosPacote = {
  nome: text(100).min(1, { error: 'Informe o nome do pacote.' }),
  descricao: text(500),
  quantidadeCreditos: z
    .int({ error: 'Informe um número inteiro.' })
    .min(0, { error: 'Informe um número a partir de 0.' })
    .max(MAX_CREDITOS_POR_LANCAMENTO, { error: 'Use no máximo 1.000.000 de créditos.' }),
  precoCentavos: z
    .int({ error: 'Informe um valor válido.' })
    .min(1, { error: 'Informe um valor a partir de R$ 0,01.' })
    .max(1_000_000_000, { error: 'Use no máximo R$ 10.000.000,00.' })
    .nullable(),
  ativo: z.boolean(),
  ordem: z.int().min(1, { error: 'Informe uma posição a partir de 1.' }).max(1000),
};

const pacoteEscrito = z.object({ success: z.literal(true), message: z.string(), data: pacoteAdmin });

export const createPacote = defineContract({
  id: 'createPacote',
  method: 'POST',
  path: '/creditos/pacotes',
  access: { who: 'admin' },
  summary: 'Criar um pacote de créditos (no fim da lista, se não houver ordem)',
  tag: 'Créditos',
  touches: ['pacotes'],
  status: 201,
  body: z.object({
    ...dadosPacote,
    descricao: dadosPacote.descricao.default(''),
    precoCentavos: dadosPacote.precoCentavos.default(null),
    ativo: dadosPacote.ativo.default(true),
    ordem: dadosPacote.ordem.optional(),
  }),
  response: pacoteEscrito,
});

export const updatePacote = defineContract({
  id: 'updatePacote',
  method: 'PATCH',
  path: '/creditos/pacotes/{id}',
  access: { who: 'admin' },
  summary: 'Alterar um pacote de créditos; ordem o leva a essa posição e desloca os outros',
  tag: 'Créditos',
  touches: ['pacotes'],
  params: idParams,
  body: z.object({
    nome: dadosPacote.nome.optional(),
    descricao: dadosPacote.descricao.optional(),
    quantidadeCreditos: dadosPacote.quantidadeCreditos.optional(),
    precoCentavos: dadosPacote.precoCentavos.optional(),
    ativo: dadosPacote.ativo.optional(),
    ordem: dadosPacote.ordem.optional(),
  }),
  response: pacoteEscrito,
});

const pedido = z.object({
  id: z.uuid(),
  pacote: z.string(),
  quantidade: z.number().int(),
  /** Price, BRL cents; null if agreed by contract. */
  valor_centavos: z.number().int().nullable(),
  situacao: z.enum(SITUACOES_PEDIDO),
  motivo: z.string().nullable(),
  decidido_em: dateTime.nullable(),
  created_at: dateTime,
});
export type PedidoWire = z.infer<typeof pedido>;

export const buyCreditos = defineContract({
  id: 'buyCreditos',
  method: 'POST',
  path: '/creditos/comprar',
  access: { who: 'user', can: ['credit', 'create'] },
  summary:
    'Comprar um pacote de créditos; o que passa do limite do mês é um pedido (`situacao`: pedido_enviado), que um administrador concede ou recusa. O cabeçalho Idempotency-Key (1 a 200 caracteres) faz de repetições uma só compra',
  tag: 'Créditos',
  touches: ['creditos', 'empresas', 'resumos'],
  rateLimit: 120,
  body: z.object({
    empresaId: z.uuid({ error: 'Identificador inválido.' }),
    pacoteId: z.uuid({ error: 'Identificador inválido.' }),
  }),
  response: okMessage.extend({
    /** Present if a request was sent; absent if the credits are booked. */
    situacao: z.literal('pedido_enviado').optional(),
    pedido: pedido.optional(),
  }),
});

export const listPedidos = defineContract({
  id: 'listPedidos',
  method: 'GET',
  path: '/creditos/pedidos/{empresaId}',
  access: { who: 'user', can: ['credit', 'read'] },
  summary: 'Pedidos de créditos da empresa, do mais novo ao mais antigo',
  tag: 'Créditos',
  topic: 'creditos',
  params: empresaParams,
  query: pageQuery.extend({ situacao: z.enum(SITUACOES_PEDIDO).optional() }),
  response: okPage(pedido),
});

const pedidoAdmin = pedido.extend({
  empresa: z.object({ id: z.uuid(), nome: z.string(), cnpj: z.string() }),
  /** The person who asked; null if the account was deleted. */
  usuario: z.object({ nome: z.string().nullable(), email: z.string() }).nullable(),
});
export type PedidoAdminWire = z.infer<typeof pedidoAdmin>;

export const listPedidosAdmin = defineContract({
  id: 'listPedidosAdmin',
  method: 'GET',
  path: '/admin/creditos/pedidos',
  access: { who: 'admin' },
  summary: 'Pedidos de créditos de todas as empresas, do mais novo ao mais antigo',
  tag: 'Créditos',
  topic: 'creditos',
  query: pageQuery.extend({ situacao: z.enum(SITUACOES_PEDIDO).optional() }),
  response: okPage(pedidoAdmin),
});

const pedidoDecidido = z.object({ success: z.literal(true), message: z.string(), data: pedido });

export const grantPedido = defineContract({
  id: 'grantPedido',
  method: 'POST',
  path: '/creditos/pedidos/{id}/conceder',
  access: { who: 'admin' },
  summary: 'Conceder um pedido: os créditos entram na conta, uma vez. Recusado antes: 409',
  tag: 'Créditos',
  touches: ['creditos', 'empresas', 'resumos'],
  params: idParams,
  response: pedidoDecidido,
});

export const rejectPedido = defineContract({
  id: 'rejectPedido',
  method: 'POST',
  path: '/creditos/pedidos/{id}/recusar',
  access: { who: 'admin' },
  summary: 'Recusar um pedido, com o motivo, que vai à empresa por e-mail. Concedido antes: 409',
  tag: 'Créditos',
  touches: ['creditos'],
  params: idParams,
  body: z.object({
    motivo: text(500).min(1, { error: 'Informe o motivo.' }),
  }),
  response: pedidoDecidido,
});

export const adjustCreditos = defineContract({
  id: 'adjustCreditos',
  method: 'POST',
  path: '/creditos/ajustes',
  access: { who: 'admin' },
  summary:
    'Dar ou retirar créditos de uma empresa. O cabeçalho Idempotency-Key faz de repetições um só lançamento',
  tag: 'Créditos',
  touches: ['creditos', 'empresas', 'resumos'],
  rateLimit: 120,
  body: z.object({
    empresaId: z.uuid({ error: 'Identificador inválido.' }),
    /** Positive to give credits, negative to take credits. */
    quantidade: z
      .int({ error: 'Informe um número inteiro.' })
      .min(-MAX_CREDITOS_POR_LANCAMENTO, { error: 'Use no máximo 1.000.000 de créditos.' })
      .max(MAX_CREDITOS_POR_LANCAMENTO, { error: 'Use no máximo 1.000.000 de créditos.' })
      .refine((quantidade) => quantidade !== 0, { error: 'Informe uma quantidade diferente de zero.' }),
    descricao: text(200).min(1, { error: 'Informe o motivo do ajuste.' }),
  }),
  response: z.object({
    success: z.literal(true),
    message: z.string(),
    data: z.object({ saldo: z.number().int() }),
  }),
});

const filtrosExtrato = filterFields(FILTROS_EXTRATO);

const lancamento = z.object({
  id: z.uuid(),
  created_at: dateTime,
  tipo: z.enum(TIPOS_EXTRATO),
  descricao: z.string(),
  quantidade: z.number().int(),
  saldo_apos: z.number().int(),
  /** The package's price at the purchase, BRL cents. */
  valor_centavos: z.number().int().nullable(),
  /** State of the run for which a `reserva` was made; null for other entries. */
  situacao: z.enum(SITUACOES_CONSUMO).nullable(),
  /** `nome`: the respondent's name, else the dialled number. */
  item: z.object({ id: z.uuid(), nome: z.string().nullable() }).nullable(),
  /**
   * The person who caused the entry; null for the system or an integration. Both fields are null for a deleted account,
   * `email` also for an operator of the installation.
   */
  usuario: z.object({ nome: z.string().nullable(), email: z.string().nullable() }).nullable(),
});
export type LancamentoWire = z.infer<typeof lancamento>;

const resumo = z.object({
  entradas: z.number().int(),
  debitos: z.number().int(),
  consumo: z.number().int(),
  estornos: z.number().int(),
  /** Total price of the purchases, BRL cents. */
  valorCentavos: z.number().int(),
});

export const getExtrato = defineContract({
  id: 'getExtrato',
  method: 'GET',
  path: '/creditos/extrato/{empresaId}',
  access: { who: 'user', can: ['credit', 'read'] },
  summary: 'Extrato de créditos da empresa, do mais novo ao mais antigo, com as somas do período',
  tag: 'Créditos',
  topic: 'creditos',
  params: empresaParams,
  query: pageQuery.extend({
    limit: z.coerce.number().int().min(1).max(100).default(20),
    ...filtrosExtrato,
  }),
  response: z.object({ success: z.literal(true), data: z.array(lancamento), resumo, pagination }),
});

export const exportExtrato = defineContract({
  id: 'exportExtrato',
  method: 'GET',
  path: '/creditos/extrato/{empresaId}/exportar',
  access: {
    who: 'user',
    can: ['credit', 'export'],
    denied: 'Para exportar o extrato, você precisa da permissão “Exportar dados”: peça a um gerente.',
  },
  summary: 'Extrato de créditos em CSV, do mais antigo ao mais novo',
  tag: 'Créditos',
  topic: null,
  kind: 'binary',
  rateLimit: 30,
  params: empresaParams,
  query: z.object({ formato: z.enum(['csv']).default('csv'), ...filtrosExtrato }),
  response: z.string(),
});
