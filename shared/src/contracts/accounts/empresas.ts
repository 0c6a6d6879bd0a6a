import { z } from 'zod';
import { COTA_MAX_GB, TIPOS_BYTES } from '../../domain/company-bytes.ts';
import { UFS } from '../../domain/text/address.ts';
import { storableText } from '../../domain/text/storable-text.ts';
import {
  dateTime,
  idParams,
  ok,
  okMessage,
  okPage,
  optionalText,
  pageQuery,
  searchText,
  text,
} from '../common.ts';
import { defineContract } from '../contract.ts';
import type { Touched } from '../topics.ts';
import { cnpjNovo } from './auth.ts';

const COMPANY: readonly Touched[] = ['empresas', 'conta', 'resumos'];

export const empresa = z.object({
  id: z.uuid(),
  nome: z.string(),
  cnpj: z.string(),
  rua: z.string().nullable(),
  numero: z.string().nullable(),
  bairro: z.string().nullable(),
  cep: z.string().nullable(),
  cidade: z.string().nullable(),
  estado: z.string().nullable(),
  segmento: z.string().nullable(),
  volume_auditorias_mensal: z.number().int().nullable(),
  saldo_creditos: z.number().int(),
  /** Null unless the company is the caller's own, and the caller may update it. */
  api_key: z.string().nullable(),
  /** Null until the company's e-mail is confirmed; until then the company cannot invite people. */
  email_confirmado_em: dateTime.nullable(),
  /** Null unless the company is archived. Nobody can sign in to an archived company. */
  arquivada_em: dateTime.nullable(),
  created_at: dateTime,
});
export type EmpresaWire = z.infer<typeof empresa>;

export const listEmpresas = defineContract({
  id: 'listEmpresas',
  method: 'GET',
  path: '/empresas',
  access: { who: 'user', can: ['company', 'read'] },
  summary: 'Empresas: o administrador vê todas, os outros a sua (o primeiro item é a empresa do usuário)',
  tag: 'Empresas',
  topic: 'empresas',
  query: pageQuery.extend({
    q: searchText.optional(),
    /** Lists only archived companies; for administrators. */
    arquivadas: z.stringbool().default(false),
  }),
  response: okPage(empresa),
});

export const getEmpresa = defineContract({
  id: 'getEmpresa',
  method: 'GET',
  path: '/empresas/{id}',
  access: { who: 'user', can: ['company', 'read'] },
  summary: 'Uma empresa',
  tag: 'Empresas',
  topic: 'empresas',
  params: idParams,
  response: ok(empresa),
});

/** A company's profile. An empty text clears a field; an absent field is not changed. */
const dadosEmpresa = {
  rua: optionalText(200).optional(),
  numero: optionalText(20).optional(),
  bairro: optionalText(100).optional(),
  /** Digits, or 00000-000. */
  cep: optionalText(9)
    .refine((cep) => cep === null || /^\d{5}-?\d{3}$/.test(cep), {
      error: 'CEP inválido. Deve conter 8 dígitos.',
    })
    .optional(),
  cidade: optionalText(100).optional(),
  estado: z
    .union([z.enum(UFS), z.literal('').transform(() => null), z.null()], {
      error: 'UF inválida. Use a sigla, como SP.',
    })
    .optional(),
  segmento: optionalText(100).optional(),
  volume_auditorias_mensal: z
    .int({ error: 'Informe um número inteiro.' })
    .min(0, { error: 'Informe um número a partir de 0.' })
    .max(100_000_000, { error: 'Use no máximo 100.000.000 de auditorias.' })
    .nullable()
    .optional(),
};
const nomeEmpresa = text(200).min(1, { error: 'Informe o nome da empresa.' });

const escrita = z.object({ success: z.literal(true), data: empresa, message: z.string() });

export const createEmpresa = defineContract({
  id: 'createEmpresa',
  method: 'POST',
  path: '/empresas',
  access: { who: 'admin' },
  summary: 'Cadastrar uma empresa',
  tag: 'Empresas',
  touches: COMPANY,
  status: 201,
  body: z.object({ nome: nomeEmpresa, cnpj: cnpjNovo, ...dadosEmpresa }),
  response: escrita,
});

/** Values that the client read. If a stored value now differs: 409 with `errors`: [{campo, mensagem, atual}]. */
const antes = z
  .object({
    ...dadosEmpresa,
    nome: text(200).optional(),
    cnpj: text(18).optional(),
    cep: optionalText(9).optional(),
    estado: optionalText(50).optional(),
  })
  .optional();

const SEM_PERMISSAO = 'Você não tem permissão para atualizar empresas.';

export const updateEmpresa = defineContract({
  id: 'updateEmpresa',
  method: 'PUT',
  path: '/empresas/{id}',
  access: { who: 'user', can: ['company', 'update'], denied: SEM_PERMISSAO },
  summary: 'Alterar os dados de uma empresa (id, api_key, saldo e created_at do corpo não contam)',
  tag: 'Empresas',
  touches: COMPANY,
  params: idParams,
  body: z.object({ nome: nomeEmpresa.optional(), cnpj: cnpjNovo.optional(), ...dadosEmpresa, antes }),
  response: escrita,
});

export const updateOwnEmpresa = defineContract({
  id: 'updateOwnEmpresa',
  method: 'PUT',
  path: '/empresa',
  access: { who: 'user', can: ['company', 'update'], denied: SEM_PERMISSAO },
  summary: 'Alterar os dados da própria empresa (id, api_key, saldo e created_at do corpo não contam)',
  tag: 'Empresas',
  touches: COMPANY,
  body: z.object({
    nome: nomeEmpresa.optional(),
    cnpj: cnpjNovo.optional(),
    ...dadosEmpresa,
    antes,
  }),
  response: escrita,
});

export const deleteEmpresa = defineContract({
  id: 'deleteEmpresa',
  method: 'DELETE',
  path: '/empresas/{id}',
  access: { who: 'admin' },
  summary: 'Excluir uma empresa sem dados; com dados, 409 diz quais, e ela pode ser arquivada',
  tag: 'Empresas',
  touches: [...COMPANY, 'pessoas'],
  params: idParams,
  response: okMessage,
});

export const archiveEmpresa = defineContract({
  id: 'archiveEmpresa',
  method: 'POST',
  path: '/empresas/{id}/arquivar',
  access: { who: 'admin' },
  summary: 'Arquivar uma empresa: as sessões e a chave de API deixam de valer, os dados ficam',
  tag: 'Empresas',
  touches: [...COMPANY, 'pessoas'],
  params: idParams,
  response: escrita,
});

export const restoreEmpresa = defineContract({
  id: 'restoreEmpresa',
  method: 'POST',
  path: '/empresas/{id}/reativar',
  access: { who: 'admin' },
  summary: 'Reativar uma empresa arquivada',
  tag: 'Empresas',
  touches: [...COMPANY, 'pessoas'],
  params: idParams,
  response: escrita,
});

const armazenamento = z.object({
  /** Bytes. */
  usado: z.number().int(),
  tipos: z.array(z.object({ tipo: z.enum(TIPOS_BYTES), n: z.number().int(), bytes: z.number().int() })),
  /** The quota in force, bytes; null for no limit. */
  cota: z.number().int().nullable(),
  /** The company's quota, GB; 0 for no limit; null for the installation's quota. */
  cota_gb: z.number().nullable(),
  /** The installation's quota (COMPANY_MAX_GB), GB; 0 for no limit. */
  padrao_gb: z.number(),
});
export type Armazenamento = z.infer<typeof armazenamento>;

export const getArmazenamento = defineContract({
  id: 'getArmazenamento',
  method: 'GET',
  path: '/empresas/{id}/armazenamento',
  access: { who: 'admin' },
  summary: 'O que os arquivos de uma empresa ocupam, e a sua cota',
  tag: 'Empresas',
  topic: 'empresas',
  params: idParams,
  response: ok(armazenamento),
});

export const setCota = defineContract({
  id: 'setCota',
  method: 'PUT',
  path: '/empresas/{id}/cota',
  access: { who: 'admin' },
  summary: 'Mudar a cota de armazenamento de uma empresa: nulo, a da instalação; 0, sem limite',
  tag: 'Empresas',
  touches: COMPANY,
  params: idParams,
  body: z.object({
    cota_gb: z
      .number({ error: 'Informe um número.' })
      .min(0, { error: 'Informe um número a partir de 0.' })
      .max(COTA_MAX_GB, { error: 'Use no máximo 1.000.000 GB.' })
      .nullable(),
  }),
  response: okMessage.extend({ data: armazenamento }),
});

export const rotateApiKey = defineContract({
  id: 'rotateApiKey',
  method: 'POST',
  path: '/empresa/api-key',
  access: { who: 'user', can: ['company', 'update'] },
  summary: 'Trocar a chave de API da própria empresa: a anterior deixa de valer na hora',
  tag: 'Empresas',
  touches: ['empresas'],
  rateLimit: 20,
  response: ok(z.object({ api_key: z.string() })),
});

export const lookupCep = defineContract({
  id: 'lookupCep',
  method: 'GET',
  path: '/cep/{cep}',
  access: { who: 'user', can: ['company', 'read'] },
  summary: 'Endereço de um CEP',
  tag: 'Empresas',
  topic: null,
  rateLimit: 60,
  params: z.object({ cep: storableText().max(20, { error: 'CEP inválido. Deve conter 8 dígitos.' }) }),
  response: ok(
    z.object({ logradouro: z.string(), bairro: z.string(), localidade: z.string(), uf: z.string() }),
  ),
});
