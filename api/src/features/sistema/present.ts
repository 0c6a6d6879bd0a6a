import type { ResponseOf } from '@escuta/shared/contracts/contract';
import type { getOperador } from '@escuta/shared/contracts/operation/sistema';
import type { Env } from '@escuta/shared/platform/process/env';
import { mailIsConfigured } from '@escuta/shared/services/tasks/mail-queue';

/** The operator's public data, for legal pages, footer and registration. */
export function presentOperator(env: Env): ResponseOf<typeof getOperador>['data'] {
  return {
    nome: env.OPERADOR_NOME,
    cnpj: env.OPERADOR_CNPJ ?? null,
    endereco: env.OPERADOR_ENDERECO ?? null,
    email: env.OPERADOR_EMAIL ?? null,
    telefone: env.OPERADOR_TELEFONE ?? null,
    linkedin: env.OPERADOR_LINKEDIN ?? null,
    instagram: env.OPERADOR_INSTAGRAM ?? null,
    encarregado: {
      nome: env.ENCARREGADO_NOME ?? null,
      email: env.ENCARREGADO_EMAIL ?? env.OPERADOR_EMAIL ?? null,
    },
    cadastroAberto: env.REGISTRATION_OPEN,
    senhaMinima: env.PASSWORD_MIN_LENGTH,
    gravacaoMaximaMb: env.UPLOAD_MAX_MB,
    enviaEmail: mailIsConfigured(env),
  };
}
