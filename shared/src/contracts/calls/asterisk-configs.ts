import { z } from 'zod';
import { TELEFONIA_TIMEOUT_MS, telephonyUrl } from '../../domain/calls/telephony.ts';
import { storableText } from '../../domain/text/storable-text.ts';
import { dateTime, idParams, ok, optionalText, text } from '../common.ts';
import { defineContract } from '../contract.ts';

/** A company's telephony server, without its password. */
export const asteriskConfig = z.object({
  id: z.uuid(),
  empresa_id: z.uuid(),
  name: z.string(),
  asterisk_url: z.string(),
  username: z.string(),
  /** Milliseconds. */
  timeout: z.number().int(),
  is_active: z.boolean(),
  created_at: dateTime,
  updated_at: dateTime,
});
export type AsteriskConfigWire = z.infer<typeof asteriskConfig>;

const OBRIGATORIOS = 'Preencha URL, usuário e senha do Asterisk';

const urlProblem = ({ input }: { input?: unknown }) =>
  input === undefined || input === null || input === ''
    ? OBRIGATORIOS
    : 'Informe o endereço completo, como http://servidor:8088.';

const url = z
  .url({ protocol: /^https?$/, error: urlProblem })
  .max(500, { error: 'Use no máximo 500 caracteres.' })
  .refine((value) => telephonyUrl(value) !== null, {
    error: 'A URL não pode ter usuário, senha, parâmetros nem âncora.',
  });
/** RFC 7617 allows neither a colon nor control characters in the name. */
const username = text(200)
  .min(1, { error: OBRIGATORIOS })
  .refine((value) => !/[:\p{Cc}]/u.test(value), { error: 'O usuário tem um caractere inválido.' });
/** Untrimmed, because a space may belong to a password. */
const password = storableText()
  .max(500, { error: 'Use no máximo 500 caracteres.' })
  .refine((value) => !/\p{Cc}/u.test(value), { error: 'A senha tem um caractere inválido.' });
const requiredPassword = password.min(1, { error: OBRIGATORIOS });
const TEST_ANSWER_S = TELEFONIA_TIMEOUT_MS.max / 1000 + 30;

const timeout = z
  .number({ error: 'Informe o timeout em milissegundos.' })
  .int({ error: 'Informe o timeout em milissegundos inteiros.' })
  .min(TELEFONIA_TIMEOUT_MS.min, { error: 'O timeout vai de 1.000 a 120.000 ms.' })
  .max(TELEFONIA_TIMEOUT_MS.max, { error: 'O timeout vai de 1.000 a 120.000 ms.' });

/** A failed test is answered with status 424 and the reason as message. */
const testResult = z.object({
  success: z.literal(true),
  message: z.string(),
  versao: z.string().nullable(),
});

export const listAsteriskConfigs = defineContract({
  id: 'listAsteriskConfigs',
  method: 'GET',
  path: '/empresas/{id}/asterisk-configs',
  access: { who: 'user', can: ['company', 'read'] },
  summary: 'Configurações de telefonia de uma empresa (no máximo 20), a ativa primeiro; sem senhas',
  tag: 'Telefonia',
  topic: 'telefonia',
  params: idParams,
  response: ok(z.array(asteriskConfig)),
});

export const getActiveAsteriskConfig = defineContract({
  id: 'getActiveAsteriskConfig',
  method: 'GET',
  path: '/empresas/{id}/asterisk-configs/active',
  access: { who: 'user', can: ['company', 'read'], apiKey: true },
  summary: 'A configuração de telefonia ativa de uma empresa, sem senha; 404 quando não há',
  tag: 'Telefonia',
  topic: 'telefonia',
  params: idParams,
  response: ok(asteriskConfig),
});

export const createAsteriskConfig = defineContract({
  id: 'createAsteriskConfig',
  method: 'POST',
  path: '/empresas/{id}/asterisk-configs',
  access: { who: 'user', can: ['company', 'update'] },
  summary: 'Criar uma configuração de telefonia; ativá-la desativa as outras da empresa',
  tag: 'Telefonia',
  touches: ['telefonia'],
  status: 201,
  params: idParams,
  body: z.object({
    name: optionalText(100),
    asterisk_url: url,
    username,
    password: requiredPassword,
    timeout: timeout.default(TELEFONIA_TIMEOUT_MS.default),
    is_active: z.boolean().default(true),
  }),
  response: ok(asteriskConfig),
});

export const updateAsteriskConfig = defineContract({
  id: 'updateAsteriskConfig',
  method: 'PATCH',
  path: '/asterisk-configs/{id}',
  access: { who: 'user', can: ['company', 'update'] },
  summary:
    'Alterar uma configuração de telefonia; campos ausentes ficam, senha vazia mantém a atual (outra URL ou outro usuário exigem a senha)',
  tag: 'Telefonia',
  touches: ['telefonia'],
  params: idParams,
  body: z.object({
    name: optionalText(100).optional(),
    asterisk_url: url.optional(),
    username: username.optional(),
    password: password.nullish(),
    timeout: timeout.optional(),
    is_active: z.boolean().optional(),
  }),
  response: ok(asteriskConfig),
});

export const deactivateAsteriskConfig = defineContract({
  id: 'deactivateAsteriskConfig',
  method: 'PATCH',
  path: '/asterisk-configs/{id}/deactivate',
  access: { who: 'user', can: ['company', 'update'] },
  summary: 'Desativar uma configuração de telefonia',
  tag: 'Telefonia',
  touches: ['telefonia'],
  params: idParams,
  response: ok(asteriskConfig),
});

export const testAsteriskConfig = defineContract({
  id: 'testAsteriskConfig',
  method: 'POST',
  path: '/asterisk-configs/{id}/test',
  access: { who: 'user', can: ['company', 'update'] },
  summary:
    'Testar uma configuração salva, a partir do servidor; a falha vem como 424 com o motivo em message',
  tag: 'Telefonia',
  touches: ['telefonia'],
  rateLimit: 30,
  answerS: TEST_ANSWER_S,
  params: idParams,
  response: testResult,
});

export const testUnsavedAsteriskConfig = defineContract({
  id: 'testUnsavedAsteriskConfig',
  method: 'POST',
  path: '/asterisk-configs/test',
  access: { who: 'user', can: ['company', 'update'] },
  summary:
    'Testar uma configuração ainda não salva, a partir do servidor; a falha vem como 424 com o motivo em message',
  tag: 'Telefonia',
  touches: [],
  rateLimit: 30,
  answerS: TEST_ANSWER_S,
  body: z.object({
    url,
    username,
    password: requiredPassword,
    timeout: timeout.default(TELEFONIA_TIMEOUT_MS.default),
  }),
  response: testResult,
});
