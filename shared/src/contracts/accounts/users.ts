import { z } from 'zod';
import { ACTIONS, DIREITOS, RESOURCES } from '../../domain/accounts/permissions.ts';
import { filterFields } from '../../domain/filters/filtro-valor-schema.ts';
import { FILTROS_CONTA } from '../../domain/filters/lists/accounts.ts';
import { storableText } from '../../domain/text/storable-text.ts';
import { dateTime, idParams, ok, okMessage, okPage, optionalText, pageQuery, text } from '../common.ts';
import { defineContract } from '../contract.ts';
import { email, papel, senhaNova, sessionUser } from './auth.ts';

export const userPermissions = z.record(
  z.enum(RESOURCES),
  z.partialRecord(z.enum([...ACTIONS, 'manage_all']), z.boolean()),
);

const profile = z.object({
  user: sessionUser,
  userPermissions,
  empresa: z.object({ id: z.uuid(), nome: z.string(), cnpj: z.string() }),
  termosPendentes: z.boolean(),
  /** True if the person may interview with any questionnaire. */
  coleta: z.boolean(),
});

export const getProfile = defineContract({
  id: 'getProfile',
  method: 'GET',
  path: '/users/profile',
  access: { who: 'user', can: ['company', 'read'], campo: true },
  summary: 'O usuário da sessão, sua empresa e suas permissões',
  tag: 'Usuários',
  topic: 'conta',
  response: ok(profile),
});

const nomeDaPessoa = text(200).min(1, { error: 'Informe o seu nome.' });

export const updateProfile = defineContract({
  id: 'updateProfile',
  method: 'PUT',
  path: '/users/profile',
  access: { who: 'user', can: ['company', 'read'], campo: true },
  summary: 'Alterar o próprio nome',
  tag: 'Usuários',
  touches: ['conta', 'pessoas'],
  body: z
    .object({
      nome: nomeDaPessoa.optional(),
      /** Alias of `nome`: a client may send the name nested in `user`, as the answer has it. */
      user: z.object({ nome: nomeDaPessoa.nullish() }).optional(),
    })
    .refine(({ nome, user }) => Boolean(nome ?? user?.nome), {
      error: 'Informe o seu nome.',
      path: ['nome'],
    }),
  response: ok(profile),
});

export const acceptTerms = defineContract({
  id: 'acceptTerms',
  method: 'POST',
  path: '/users/termos',
  access: { who: 'user', can: ['company', 'read'], campo: true },
  summary: 'Aceitar os Termos de Uso e a Política de Privacidade em vigor, pela própria conta',
  tag: 'Usuários',
  touches: ['conta'],
  body: z.object({
    aceite_termos: z.literal(true, {
      error: 'Para continuar, aceite os Termos de Uso e a Política de Privacidade.',
    }),
  }),
  response: ok(profile),
});

export const changePassword = defineContract({
  id: 'changePassword',
  method: 'PUT',
  path: '/users/password',
  access: { who: 'user', can: ['company', 'read'], campo: true },
  summary: 'Trocar a própria senha; as outras sessões terminam e esta continua com o novo token',
  tag: 'Usuários',
  touches: ['conta'],
  rateLimit: 20,
  body: z.object({
    currentPassword: storableText().min(1, { error: 'Informe a senha atual.' }).max(1024),
    newPassword: senhaNova,
  }),
  response: z.object({
    success: z.literal(true),
    message: z.string(),
    data: z.object({ token: z.string(), user: sessionUser }),
  }),
});

export const deleteAccount = defineContract({
  id: 'deleteAccount',
  method: 'DELETE',
  path: '/users/account',
  access: { who: 'user', can: ['company', 'read'], campo: true },
  summary: 'Excluir a própria conta nesta empresa',
  tag: 'Usuários',
  touches: [],
  response: okMessage,
});

export const userAccount = z.object({
  id: z.uuid(),
  usuario_id: z.uuid(),
  email: z.string(),
  nome: z.string().nullable(),
  role: papel,
  direitos: z.array(z.enum(DIREITOS)),
  ativo: z.boolean(),
  convite_pendente: z.boolean(),
  empresa: z.object({ id: z.uuid(), nome: z.string() }),
  ultimo_acesso: dateTime.nullable(),
  created_at: dateTime,
});
export type UserAccountWire = z.infer<typeof userAccount>;

export const listUsers = defineContract({
  id: 'listUsers',
  method: 'GET',
  path: '/users',
  access: { who: 'user', can: ['user', 'read'] },
  summary: 'Contas: o administrador vê as de todas as empresas, o gerente as da sua',
  tag: 'Usuários',
  topic: 'pessoas',
  query: pageQuery.extend({
    ...filterFields(FILTROS_CONTA),
  }),
  response: okPage(userAccount),
});

/** `convite_url`: link to pass on, only without a mail server; only the link's path if PUBLIC_URL is not set. */
const invited = z.object({
  success: z.literal(true),
  message: z.string(),
  data: userAccount,
  convite_url: z.string().nullable(),
});

export const inviteUser = defineContract({
  id: 'inviteUser',
  method: 'POST',
  path: '/users',
  access: { who: 'user', can: ['user', 'create'] },
  summary: 'Convidar uma pessoa por e-mail para uma conta na empresa',
  tag: 'Usuários',
  touches: ['pessoas', 'resumos'],
  rateLimit: 60,
  status: 201,
  body: z.object({
    email,
    nome: optionalText(200),
    role: papel.default('usuario'),
    /** Only for the role usuario. */
    so_campo: z.boolean().default(false),
    /** Default: the session's company. Only administrators may name another company. */
    empresa_id: z.uuid({ error: 'Identificador inválido.' }).optional(),
  }),
  response: invited,
});

const direito = z.enum(DIREITOS, { error: 'Permissão inválida.' });

export const updateUser = defineContract({
  id: 'updateUser',
  method: 'PATCH',
  path: '/users/{id}',
  access: { who: 'user', can: ['user', 'update'] },
  summary: 'Mudar o papel, os direitos ou a situação de uma conta',
  tag: 'Usuários',
  touches: ['pessoas', 'resumos', 'conta'],
  params: idParams,
  body: z.object({
    nome: text(200).optional(),
    role: papel.optional(),
    ativo: z.boolean().optional(),
    /** Grants (true) or revokes (false) the named rights; other rights stay. */
    direitos: z
      .union([
        z.partialRecord(direito, z.boolean()),
        // Alternative: the list of all granted rights, as in answers.
        z
          .array(direito)
          .transform((dados) => Object.fromEntries(DIREITOS.map((um) => [um, dados.includes(um)]))),
      ])
      .optional(),
  }),
  response: ok(userAccount),
});

export const resetUserPassword = defineContract({
  id: 'resetUserPassword',
  method: 'POST',
  path: '/users/{id}/redefinir-senha',
  access: { who: 'user', can: ['user', 'update'] },
  summary: 'Mandar à pessoa um link para definir a senha (de novo o convite, se ele está em aberto)',
  tag: 'Usuários',
  touches: ['pessoas', 'resumos'],
  rateLimit: 60,
  params: idParams,
  response: invited,
});

export const deleteUser = defineContract({
  id: 'deleteUser',
  method: 'DELETE',
  path: '/users/{id}',
  access: { who: 'user', can: ['user', 'delete'] },
  summary: 'Excluir uma conta da empresa',
  tag: 'Usuários',
  touches: ['pessoas', 'resumos'],
  params: idParams,
  response: okMessage,
});
