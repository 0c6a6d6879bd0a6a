// A field device that calls the API as the web app's interview runner does.

import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { QuestionarioBaixado } from '@escuta/shared/contracts/surveys/campo';
import type { EventoAparelho } from '@escuta/shared/domain/interview/device/device-log';
import { logDigest } from '@escuta/shared/domain/interview/device/log-digest';
import type { FastifyInstance } from 'fastify';
import { expect } from 'vitest';
import type { TestDeps } from './app.ts';
import { bearer, createProjeto } from './factories.ts';

/** An event before `logOf` gives it a position in the log. */
export type Dito = Partial<EventoAparelho> & Pick<EventoAparelho, 'tipo'>;

/** Numbers and times the events of a log, by default one per second. */
export function logOf(
  ditos: readonly Dito[],
  { de = 1, comeco = Date.now() - 600_000 } = {},
): EventoAparelho[] {
  return ditos.map((dito, index) => ({
    seq: de + index,
    pergunta_id: null,
    valor: null,
    valor_anterior: null,
    mono_ms: (de + index) * 1000,
    relogio: comeco + (de + index) * 1000,
    gravacao: null,
    audio_ms: null,
    motivo: null,
    ...dito,
  }));
}

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Cuts a recording into parts of `size` bytes. */
export function partsOf(bytes: Buffer, size: number): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.subarray(i * size, (i + 1) * size),
  );
}

export const noise = (parts: number, size = 2000): Buffer[] =>
  Array.from({ length: parts }, () => randomBytes(size));

/** Answers each question that needs an answer: with its first option, or with a number. */
const answersTo = ({ questoes }: QuestionarioBaixado): Dito[] =>
  questoes
    .filter(({ campo_texto }) => campo_texto)
    .map(({ id, respostas_definidas: [opcao] }) => ({
      tipo: 'resposta_alterada',
      pergunta_id: id,
      valor: opcao ? { opcoes: [opcao.id], texto: null } : { opcoes: [], texto: '42' },
    }));

type Method = 'GET' | 'POST' | 'PUT';
export type Answer = {
  status: number;
  body: { code?: string; message?: string; data?: never } & Record<string, unknown>;
};

/** Sends requests and parts of uploads: as a device with its credential, or as a person with a token. */
export class Sender {
  readonly #apps: readonly Pick<FastifyInstance, 'inject'>[];
  readonly #credential: string;
  #turn = 0;

  /** `apps`: replicas, called in turn. */
  constructor(credential: string, ...apps: Pick<FastifyInstance, 'inject'>[]) {
    this.#credential = credential;
    this.#apps = apps;
  }

  async call(
    method: Method,
    url: string,
    payload?: object,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const app = this.#apps[this.#turn++ % this.#apps.length] as Pick<FastifyInstance, 'inject'>;
    const answer = await app.inject({
      method,
      url: `/api/v1${url}`,
      headers: { ...bearer(this.#credential), ...headers },
      ...(payload ? { payload } : {}),
    });
    return { status: answer.statusCode, body: answer.json() };
  }

  /** Sends a request. @returns the answer's data @throws if the request is refused */
  async done<T>(method: Method, url: string, payload?: object): Promise<T> {
    const answer = await this.call(method, url, payload);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return answer.body.data as T;
  }

  part(envio: string, n: number, bytes: Buffer, hash = sha256(bytes)): Promise<Answer> {
    return this.call('PUT', `/envios/${envio}/partes/${n}`, bytes, {
      'content-type': 'application/octet-stream',
      'x-parte-sha256': hash,
    });
  }

  announce(id: string, versao: string, fields: object = {}): Promise<Answer> {
    return this.call('PUT', `/entrevistas/${id}`, {
      questionario_versao_id: versao,
      nome_entrevistado: 'Maria de Souza',
      telefone_entrevistado: '11987654321',
      iniciada_em: Date.now() - 600_000,
      relogio: Date.now(),
      ...fields,
    });
  }

  events(id: string, eventos: readonly EventoAparelho[]): Promise<Answer> {
    return this.call('POST', `/entrevistas/${id}/eventos`, { eventos });
  }

  open(id: string, entrevista: string, gravacao = 1, tipo = 'audio/webm'): Promise<Answer> {
    return this.call('POST', '/envios', { id, papel: 'gravacao', entrevista_id: entrevista, gravacao, tipo });
  }

  async close(
    id: string,
    eventos: readonly EventoAparelho[],
    gravacoes: readonly { n: number; envio_id: string; partes: number }[] = [],
  ): Promise<Answer> {
    const registro_sha256 = await logDigest(eventos);
    return this.call('POST', `/entrevistas/${id}/fechar`, {
      eventos: eventos.length,
      registro_sha256,
      gravacoes,
    });
  }

  /** Sends a whole interview with its recordings. @returns its id */
  async interview(
    questionario: QuestionarioBaixado,
    {
      gravacoes = [],
      ditos = [],
    }: { gravacoes?: readonly (readonly Buffer[])[]; ditos?: readonly Dito[] } = {},
  ): Promise<string> {
    const id = randomUUID();
    const log = logOf([
      { tipo: 'iniciada' },
      { tipo: 'consentimento', motivo: 'aceito' },
      ...answersTo(questionario),
      ...ditos,
      { tipo: 'finalizada' },
    ]);
    const opened = gravacoes.map((partes, index) => ({ n: index + 1, envio_id: randomUUID(), partes }));
    expect((await this.announce(id, questionario.versao.id)).status).toBe(200);
    expect((await this.events(id, log)).status).toBe(200);
    for (const { n, envio_id, partes } of opened) {
      expect((await this.open(envio_id, id, n)).status).toBe(201);
      for (const [index, bytes] of partes.entries()) {
        expect((await this.part(envio_id, index + 1, bytes)).status).toBe(200);
      }
    }
    const closed = await this.close(
      id,
      log,
      opened.map((one) => ({ ...one, partes: one.partes.length })),
    );
    expect(closed.body.data).toMatchObject({ completa: true });
    return id;
  }
}

/**
 * Creates a survey project with one questionnaire of three questions: satisfied? (yes, no), age (a number), why? (a
 * text).
 */
export async function createFieldSurvey(
  deps: TestDeps,
  app: Pick<FastifyInstance, 'inject'>,
  empresa: { id: string },
  gerente: string,
  fields: { auditoriaAutomatica?: boolean } = {},
) {
  const projeto = await createProjeto(deps, empresa, { tipoProjeto: 'pesquisa' });
  if (fields.auditoriaAutomatica) {
    await deps.prisma.projeto.update({ where: { id: projeto.id }, data: { auditoriaAutomatica: true } });
  }
  const person = new Sender(gerente, app);
  const pesquisa = await person.done<{ id: string }>('POST', '/pesquisas', {
    titulo: 'Saúde da família',
    projeto_id: projeto.id,
  });
  const questionario = await person.done<{ id: string }>('POST', '/questionarios', {
    nome: 'Domicílio',
    pesquisa_id: pesquisa.id,
  });
  const pergunta = (says: object) =>
    person.done<{ id: string; respostas_definidas: { id: string }[] }>('POST', '/perguntas', {
      questionario_id: questionario.id,
      ...says,
    });
  const satisfeito = await pergunta({
    texto_pergunta: 'O senhor está satisfeito?',
    multipla_escolha: true,
    respostas_definidas: [
      { texto_resposta: 'Sim', valor: 1 },
      { texto_resposta: 'Não', valor: 2 },
    ],
  });
  const idade = await pergunta({
    texto_pergunta: 'Qual é a sua idade?',
    tipo: 'numero',
    minimo: 16,
    maximo: 120,
  });
  const porque = await pergunta({ texto_pergunta: 'Por quê?', campo_texto: false });
  return { projeto, pesquisa, questionario, satisfeito, idade, porque };
}
