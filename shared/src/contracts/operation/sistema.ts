import { z } from 'zod';
import { SLUGS_DAS_AMOSTRAS } from '../../domain/samples.ts';
import { defineContract } from '../contract.ts';

export const getVersion = defineContract({
  id: 'getVersion',
  method: 'GET',
  path: '/version',
  access: { who: 'public' },
  summary: 'Versão do servidor',
  tag: 'Sistema',
  topic: null,
  response: z.object({
    version: z.string(),
    /** Commit, or the image's build argument. */
    build: z.string(),
  }),
});

export const getOperador = defineContract({
  id: 'getOperador',
  method: 'GET',
  path: '/operador',
  access: { who: 'public' },
  summary: 'Quem opera esta instalação e como falar com ele',
  tag: 'Sistema',
  topic: null,
  response: z.object({
    success: z.literal(true),
    data: z.object({
      nome: z.string(),
      cnpj: z.string().nullable(),
      endereco: z.string().nullable(),
      email: z.string().nullable(),
      telefone: z.string().nullable(),
      linkedin: z.string().nullable(),
      instagram: z.string().nullable(),
      /** Data protection officer (LGPD, art. 41). */
      encarregado: z.object({ nome: z.string().nullable(), email: z.string().nullable() }),
      cadastroAberto: z.boolean(),
      /** Characters. */
      senhaMinima: z.number().int(),
      /** Largest recording, MB: pages refuse a larger one before they register its call. */
      gravacaoMaximaMb: z.number().int(),
      /** False if the installation sends no mail; screens then do not promise a mail. */
      enviaEmail: z.boolean(),
    }),
  }),
});

const dependencyState = z.enum(['ok', 'falha']);

export const getHealth = defineContract({
  id: 'getHealth',
  method: 'GET',
  path: '/health',
  access: { who: 'public' },
  summary:
    'Se o servidor atende, e o estado de cada dependência (medido de tempos em tempos, não a cada chamada)',
  tag: 'Sistema',
  topic: null,
  response: z.object({
    status: z.enum(['ok', 'degradado']),
    version: z.string(),
    dependencias: z.object({
      postgres: dependencyState,
      redis: dependencyState,
      storage: dependencyState,
      /** `demonstracao`: without a provider key, only the sample recordings are transcribed. */
      ia: z.object({
        estado: z.enum(['ok', 'falha', 'nao_configurado']),
        modo: z.enum(['provedor', 'demonstracao']),
      }),
    }),
  }),
});

export const downloadAmostra = defineContract({
  id: 'downloadAmostra',
  method: 'GET',
  path: '/amostras/{amostra}',
  access: { who: 'public' },
  summary: 'Uma gravação de amostra, para experimentar sem provedor de IA; 404 quando há um',
  tag: 'Sistema',
  topic: null,
  kind: 'binary',
  params: z.object({ amostra: z.enum(SLUGS_DAS_AMOSTRAS, { error: 'Amostra não encontrada.' }) }),
  response: z.string(),
});

export const getLiveness = defineContract({
  id: 'getLiveness',
  method: 'GET',
  path: '/live',
  access: { who: 'public' },
  summary: 'Se o processo vive: responde sempre que pode, e não pergunta a ninguém',
  tag: 'Sistema',
  topic: null,
  response: z.object({ vivo: z.literal(true) }),
});

export const getReadiness = defineContract({
  id: 'getReadiness',
  method: 'GET',
  path: '/ready',
  access: { who: 'public' },
  summary:
    'Se o servidor está pronto para receber tráfego: 503 sem banco de dados, Redis ou armazenamento, com migrações pendentes ou ao encerrar; nunca pelo tamanho ou pela idade da fila',
  tag: 'Sistema',
  topic: null,
  response: z.object({
    pronto: z.literal(true),
    /** Wait of the oldest run, s; null if none waits. Does not affect readiness. */
    esperaMaisAntigaS: z.number().int().nullable(),
  }),
});

export const streamEventos = defineContract({
  id: 'streamEventos',
  method: 'GET',
  path: '/eventos',
  access: { who: 'user', can: ['audit_item', 'read'] },
  summary: 'Eventos ao vivo da empresa (SSE): itens, execuções e créditos',
  tag: 'Sistema',
  topic: null,
  kind: 'sse',
  response: z.string(),
});
