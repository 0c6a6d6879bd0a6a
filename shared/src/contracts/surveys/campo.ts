/** Field interviews: devices, offline downloads, uploads. */
import { z } from 'zod';
import { eventoAparelho, QUARENTENAS, SINCRONIAS } from '../../domain/interview/device/device-log.ts';
import { SITUACOES_ENTREVISTA } from '../../domain/interview/device/events.ts';
import { DESFECHOS } from '../../domain/interview/questionnaire/screening.ts';
import {
  audioUrl,
  daAssinatura,
  dateTime,
  day,
  idParams,
  ok,
  okMessage,
  okPage,
  pageQuery,
  text,
} from '../common.ts';
import { defineContract } from '../contract.ts';
import { LIMITES_ENVIO } from '../operation/envios.ts';
import { INTERVIEW, ITEM } from '../topics.ts';
import { perguntaDaVersao } from './entrevistas.ts';

/** Lower case as in the database, because ids are compared as text. */
const id = z.uuid({ error: 'Identificador inválido.' }).toLowerCase();
/** Ms since 1970, up to the end of the year 9999. */
const epoch = z.number().int().min(0).max(253_402_300_799_999);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/, { error: 'SHA-256 inválido.' });

export const EVENTOS_POR_VEZ = 500;

/** Maximum questionnaires on a device, and in a request. */
export const QUESTIONARIOS_DE_CAMPO = 200;

const versaoPublicada = z.object({ id: z.uuid(), numero: z.number().int(), publicada_em: dateTime });

// ───────────────────────────── devices ─────────────────────────────

const aparelho = z.object({
  id: z.uuid(),
  nome: z.string(),
  usuario: z.object({ id: z.uuid(), nome: z.string() }),
  /** End of the permission to begin interviews; begun interviews can always be sent. */
  autorizado_ate: dateTime,
  situacao: z.enum(['ativo', 'vencido', 'revogado', 'a_apagar', 'apagado']),
  ultimo_contato_em: dateTime,
  pendentes: z.number().int(),
  created_at: dateTime,
});
export type AparelhoWire = z.infer<typeof aparelho>;

/** True for a field-only account, for which the interview page links to no other page. */
const soCampo = z.boolean();

export const registerAparelho = defineContract({
  id: 'registerAparelho',
  method: 'POST',
  path: '/campo/aparelhos',
  access: { who: 'user', can: ['audit_item', 'create'], campo: true },
  summary:
    'Autorizar este aparelho a fazer entrevistas por quem entrou; de novo, renova a autorização e troca o segredo',
  tag: 'Campo',
  touches: ['campo', 'quadro'],
  status: 201,
  body: z.object({ id, nome: text(120).min(1, { error: 'Informe o nome do aparelho.' }) }),
  response: ok(
    z.object({
      id: z.uuid(),
      /** The device's credential, shown only once, sent as `Authorization: Bearer apa_…`. */
      segredo: z.string(),
      autorizado_ate: dateTime,
      empresa: z.object({ id: z.uuid(), nome: z.string() }),
      usuario: z.object({ id: z.uuid(), nome: z.string() }),
      so_campo: soCampo,
    }),
  ),
});

export const listAparelhos = defineContract({
  id: 'listAparelhos',
  method: 'GET',
  path: '/campo/aparelhos',
  access: { who: 'user', can: ['audit_item', 'read'], campo: true },
  summary:
    'Aparelhos autorizados: os próprios; de gerentes e administradores, os da empresa (até 500, contato mais novo primeiro)',
  tag: 'Campo',
  topic: 'campo',
  response: ok(z.array(aparelho)),
});

export const revokeAparelho = defineContract({
  id: 'revokeAparelho',
  method: 'POST',
  path: '/campo/aparelhos/{id}/revogar',
  access: { who: 'user', can: ['audit_item', 'update'], campo: true },
  summary:
    'Tirar a autorização de um aparelho: não começa nem envia mais nada, até que a mesma pessoa entre nele de novo',
  tag: 'Campo',
  touches: ['campo', 'quadro'],
  params: idParams,
  response: ok(aparelho),
});

export const eraseAparelho = defineContract({
  id: 'eraseAparelho',
  method: 'POST',
  path: '/campo/aparelhos/{id}/apagar',
  access: { who: 'user', can: ['audit_item', 'update'], campo: true },
  summary: 'Apagar o que um aparelho guarda, no próximo contato dele; o que ele não enviou se perde',
  tag: 'Campo',
  touches: ['campo', 'quadro'],
  params: idParams,
  response: ok(aparelho),
});

export const readExportacao = defineContract({
  id: 'readExportacao',
  method: 'POST',
  path: '/campo/aparelhos/{id}/exportacao',
  access: {
    who: 'user',
    can: ['project', 'delete'],
    denied: 'Só gerentes e administradores podem ler a exportação de um aparelho.',
  },
  summary:
    'Ler o arquivo que um aparelho exportou: dá uma credencial que por 4 horas envia por ele o que o arquivo traz, pelas rotas e regras do aparelho (gerentes e administradores)',
  tag: 'Campo',
  touches: INTERVIEW,
  params: idParams,
  body: z.object({ exportado_em: epoch, entrevistas: z.number().int().min(0).max(100_000) }),
  response: ok(
    z.object({
      /** A credential for the device routes, shown only once, sent as `Authorization: Bearer lei_…`. */
      credencial: z.string(),
      vale_ate: dateTime,
      aparelho: z.object({ id: z.uuid(), nome: z.string() }),
      usuario: z.object({ id: z.uuid(), nome: z.string() }),
    }),
  ),
});

export const touchAparelho = defineContract({
  id: 'touchAparelho',
  method: 'POST',
  path: '/campo/contato',
  // Public, because a revoked device must learn of its revocation.
  access: { who: 'public' },
  // Hundreds of devices may share a network address, to which the limit applies.
  rateLimit: 1200,
  summary: 'O aparelho diz que está aí, pelo seu segredo, e fica sabendo como está',
  tag: 'Campo',
  touches: [],
  body: z.object({
    segredo: text(200),
    pendentes: z.number().int().min(0).max(100_000),
    apagado: z.boolean().default(false),
    questionarios: z.array(id).max(QUESTIONARIOS_DE_CAMPO).default([]),
  }),
  response: ok(
    z.object({
      /** The server's clock, ms. */
      agora: epoch,
      situacao: aparelho.shape.situacao,
      autorizado_ate: dateTime,
      membro_ativo: z.boolean(),
      /** False for an archived company, whose devices' other requests are refused. */
      empresa_ativa: z.boolean(),
      so_campo: soCampo,
      /** Day of the newest day sheet that the person has not seen, if any. */
      folha: day.nullable(),
      /** Published versions of the request's questionnaires; empty if the device may not begin interviews. */
      versoes: z.array(versaoPublicada.extend({ questionario_id: z.uuid() })),
    }),
  ),
});

const entrevistaPropria = z.object({
  id: z.uuid(),
  pesquisa: z.string(),
  questionario: z.string(),
  iniciada_em: dateTime,
  situacao: z.enum(SITUACOES_ENTREVISTA),
  /** Reason of an early end: a screening answer (filtro) or a full quota (cota). */
  desfecho: z.enum(DESFECHOS).nullable(),
  recusada: z.boolean(),
  /** True if the server has all answers and all sound. */
  recebida: z.boolean(),
  /** True until a manager releases the interview for counting. */
  retida: z.boolean(),
});
export type EntrevistaPropria = z.infer<typeof entrevistaPropria>;

export const listMinhasEntrevistas = defineContract({
  id: 'listMinhasEntrevistas',
  method: 'GET',
  path: '/campo/entrevistas',
  access: { who: 'user', can: ['audit_item', 'read'], campo: true },
  summary:
    'As entrevistas feitas por quem chama, mais novas primeiro: quando, com qual questionário e se chegaram inteiras; nada do entrevistado',
  tag: 'Campo',
  topic: 'entrevistas',
  query: pageQuery,
  response: okPage(entrevistaPropria),
});

// ───────────────────────────── downloads ─────────────────────────────

const deCampo = { who: 'user', can: ['audit_item', 'create'], aparelho: true } as const;

export const questionarioDeCampo = z.object({
  id: z.uuid(),
  nome: z.string(),
  descricao: z.string().nullable(),
  pesquisa: z.object({ id: z.uuid(), titulo: z.string() }),
  /** Reason why no interview can begin now; null if interviews can begin. */
  fechado: z.string().nullable(),
});
const questionarioListado = questionarioDeCampo.extend({
  /** False for a draft, which no device can store; the first interview publishes version 1. */
  publicado: z.boolean(),
});
export type QuestionarioDeCampo = z.infer<typeof questionarioListado>;

export const listQuestionariosDeCampo = defineContract({
  id: 'listQuestionariosDeCampo',
  method: 'GET',
  path: '/campo/questionarios',
  access: { ...deCampo, campo: true },
  summary: 'Questionários que quem chama pode aplicar (até 200)',
  tag: 'Campo',
  topic: 'campo',
  response: ok(z.array(questionarioListado)),
});

export const questionarioBaixado = questionarioDeCampo.extend({
  versao: versaoPublicada,
  consentimento: z.string(),
  /** True if an interview may continue unrecorded (refusal, no microphone). */
  sem_gravacao: z.boolean(),
  questoes: z.array(perguntaDaVersao),
  /** A started block of `minutos_por_credito` costs a credit. `automatica`: interviews are audited on arrival. */
  creditos: z.object({ minutos_por_credito: z.number().int(), automatica: z.boolean() }),
});
export type QuestionarioBaixado = z.infer<typeof questionarioBaixado>;

/** A questionnaire for display. `versao` is null for an unpublished draft. */
const questionarioMostrado = questionarioBaixado.extend({ versao: versaoPublicada.nullable() });
export type QuestionarioMostrado = z.infer<typeof questionarioMostrado>;

/**
 * `levar`: store a published version on the device; `mostrar`: show a version or draft; `iniciar`: begin an interview,
 * which publishes a draft as version 1.
 */
export const PARA_BAIXAR = ['levar', 'mostrar', 'iniciar'] as const;
export type ParaBaixar = (typeof PARA_BAIXAR)[number];

export const downloadQuestionario = defineContract({
  id: 'downloadQuestionario',
  method: 'POST',
  path: '/campo/questionarios/{id}/baixar',
  access: deCampo,
  summary:
    'Levar um questionário a campo: a versão publicada. Sem nenhuma, `levar` (o padrão) é recusado, `mostrar` responde com o rascunho e `iniciar`, o começo da primeira entrevista, publica o rascunho como a versão 1',
  tag: 'Campo',
  touches: ['questionarios', 'campo'],
  params: idParams,
  body: z.object({ para: z.enum(PARA_BAIXAR).default('levar') }).nullish(),
  response: ok(questionarioMostrado),
});

export const downloadCartao = defineContract({
  id: 'downloadCartao',
  method: 'GET',
  path: '/campo/imagens/{id}',
  access: deCampo,
  summary: 'Os bytes da imagem de um cartão, para levar a campo com o questionário; nunca mudam',
  tag: 'Campo',
  topic: null,
  kind: 'binary',
  params: idParams,
  response: z.string(),
});

// ───────────────────────────── uploads ─────────────────────────────

const gravacaoRecebida = z.object({
  /** The recording's number, from 1. */
  n: z.number().int(),
  envio_id: z.uuid(),
  recebidas: z.number().int(),
  concluida: z.boolean(),
});

const recebido = z.object({
  id: z.uuid(),
  ate: z.number().int(),
  gravacoes: z.array(gravacaoRecebida),
  sincronia: z.enum(SINCRONIAS),
  /** First reason why a manager must decide; null if no decision is needed. */
  quarentena: z.enum(QUARENTENAS).nullable(),
});
export type EntrevistaRecebida = z.infer<typeof recebido>;

export const putEntrevista = defineContract({
  id: 'putEntrevista',
  method: 'PUT',
  path: '/entrevistas/{id}',
  access: deCampo,
  summary:
    'Anunciar uma entrevista feita em um aparelho, com o id que ele lhe deu; de novo, diz o que o servidor já tem',
  tag: 'Campo',
  touches: [...INTERVIEW, 'agentes', 'questionarios'],
  params: idParams,
  body: z.object({
    questionario_versao_id: id,
    /** Empty only if the respondent refused. */
    nome_entrevistado: text(200),
    telefone_entrevistado: text(32).nullish(),
    /** Start of the interview, and present time, by the device's clock. */
    iniciada_em: epoch,
    relogio: epoch,
  }),
  response: ok(recebido),
});

export const sendEventos = defineContract({
  id: 'sendEventos',
  method: 'POST',
  path: '/entrevistas/{id}/eventos',
  access: deCampo,
  summary:
    'Acrescentar eventos ao registro de uma entrevista, sem lacunas; os que já chegaram não mudam nada, e outro conteúdo no lugar de um é recusado (409)',
  tag: 'Campo',
  touches: INTERVIEW,
  bodyKb: 2048,
  params: idParams,
  body: z.object({ eventos: z.array(eventoAparelho).min(1).max(EVENTOS_POR_VEZ) }),
  response: ok(z.object({ ate: z.number().int() })),
});

export const closeEntrevista = defineContract({
  id: 'closeEntrevista',
  method: 'POST',
  path: '/entrevistas/{id}/fechar',
  access: deCampo,
  summary:
    'Perguntar se tudo chegou: `completa` quando registro e gravações são os do aparelho; senão, o que falta. De uma entrevista que um gerente encerrou faltam só gravações',
  tag: 'Campo',
  touches: INTERVIEW,
  params: idParams,
  body: z.object({
    eventos: z.number().int().min(1),
    /** SHA-256 of all events (`logDigest`). */
    registro_sha256: sha256,
    gravacoes: z
      .array(
        z.object({
          n: z.number().int().min(1).max(1000),
          envio_id: id,
          partes: z.number().int().min(0).max(LIMITES_ENVIO.partes),
        }),
      )
      .max(1000)
      .refine(
        (all) =>
          new Set(all.map(({ n }) => n)).size === all.length &&
          new Set(all.map(({ envio_id }) => envio_id)).size === all.length,
        { error: 'Cada gravação só pode aparecer uma vez.' },
      ),
  }),
  response: ok(
    z.object({
      completa: z.boolean(),
      faltam: z.object({
        /** Number of the last received event; null if all events are received. */
        eventos_ate: z.number().int().nullable(),
        gravacoes: z.array(z.object({ n: z.number().int(), partes: z.array(z.number().int()) })),
      }),
      quarentena: z.enum(QUARENTENAS).nullable(),
    }),
  ),
});

export const takeOverEntrevista = defineContract({
  id: 'takeOverEntrevista',
  method: 'POST',
  path: '/entrevistas/{id}/encerrar-aparelho',
  access: {
    who: 'user',
    can: ['project', 'delete'],
    denied: 'Só gerentes e administradores podem encerrar a entrevista de um aparelho.',
  },
  summary:
    'Dar por encerrado o que um aparelho perdido não envia mais: fica o que chegou até aqui, e o som que vier depois é guardado como outra gravação (gerentes e administradores)',
  tag: 'Campo',
  touches: INTERVIEW,
  params: idParams,
  body: z.object({ motivo: text(500).min(1, { error: 'Informe o motivo.' }) }),
  response: okMessage,
});

export const resumeEntrevista = defineContract({
  id: 'resumeEntrevista',
  method: 'POST',
  path: '/entrevistas/{id}/retomar-aparelho',
  access: {
    who: 'user',
    can: ['project', 'delete'],
    denied: 'Só gerentes e administradores podem retomar a entrevista de um aparelho.',
  },
  summary:
    'Voltar a receber o que um aparelho dado por perdido ainda tem, enquanto a entrevista não foi processada (gerentes e administradores)',
  tag: 'Campo',
  touches: [...ITEM, 'entrevistas', 'pesquisas'],
  params: idParams,
  response: okMessage,
});

export const releaseEntrevista = defineContract({
  id: 'releaseEntrevista',
  method: 'POST',
  path: '/entrevistas/{id}/liberar',
  access: {
    who: 'user',
    can: ['project', 'delete'],
    denied: 'Só gerentes e administradores podem liberar entrevistas em quarentena.',
  },
  summary:
    'Tirar uma entrevista da quarentena, ou tentar de novo juntar a gravação de uma em que isso falhou (gerentes e administradores)',
  tag: 'Campo',
  touches: INTERVIEW,
  params: idParams,
  response: okMessage,
});

const decideSegunda = {
  who: 'user',
  can: ['project', 'delete'],
  denied: 'Só gerentes e administradores podem decidir qual gravação usar.',
} as const;

export const createSegundaGravacaoUrl = defineContract({
  id: 'createSegundaGravacaoUrl',
  method: 'POST',
  path: '/entrevistas/{id}/segunda-gravacao/url-audio',
  access: decideSegunda,
  summary:
    'Uma URL assinada, de curta duração, para ouvir a gravação que o aparelho enviou depois do encerramento, antes de decidir qual vale (gerentes e administradores)',
  tag: 'Campo',
  touches: [],
  params: idParams,
  response: ok(audioUrl),
});

export const listenSegundaGravacao = defineContract({
  id: 'listenSegundaGravacao',
  method: 'GET',
  path: '/entrevistas/{id}/segunda-gravacao/audio',
  // A signed URL carries no role, so the service checks the signer's role.
  access: { who: 'user', can: ['audit_item', 'read'], assinatura: true },
  summary:
    'A gravação que o aparelho enviou depois do encerramento, enquanto ninguém decidiu (gerentes e administradores, ou uma URL assinada por eles); aceita faixas de bytes (Range)',
  tag: 'Campo',
  topic: null,
  kind: 'binary',
  params: idParams,
  query: z.object(daAssinatura),
  response: z.string(),
});

export const useSegundaGravacao = defineContract({
  id: 'useSegundaGravacao',
  method: 'POST',
  path: '/entrevistas/{id}/segunda-gravacao/usar',
  access: decideSegunda,
  summary:
    'Pôr a gravação que o aparelho enviou depois do encerramento no lugar da que a entrevista tem (gerentes e administradores)',
  tag: 'Campo',
  touches: [...ITEM, 'entrevistas', 'pesquisas'],
  params: idParams,
  response: okMessage,
});

export const retrySegundaGravacao = defineContract({
  id: 'retrySegundaGravacao',
  method: 'POST',
  path: '/entrevistas/{id}/segunda-gravacao/montar',
  access: decideSegunda,
  summary:
    'Tentar de novo montar a gravação que o aparelho enviou depois do encerramento, quando isso falhou (gerentes e administradores)',
  tag: 'Campo',
  touches: ['entrevistas', 'pesquisas'],
  params: idParams,
  response: okMessage,
});

export const discardSegundaGravacao = defineContract({
  id: 'discardSegundaGravacao',
  method: 'POST',
  path: '/entrevistas/{id}/segunda-gravacao/descartar',
  access: decideSegunda,
  summary:
    'Descartar a gravação que o aparelho enviou depois do encerramento; a que a entrevista tem fica (gerentes e administradores)',
  tag: 'Campo',
  touches: ['entrevistas', 'pesquisas'],
  params: idParams,
  response: okMessage,
});
