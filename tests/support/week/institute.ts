// An institute with its people, a worker, and a fake provider that knows what the interviews said, in one process.
import type { BodyOf } from '@escuta/shared/contracts/contract';
import type { updateMetas } from '@escuta/shared/contracts/surveys/goals/metas';
import type { QuestionarioDetalhe } from '@escuta/shared/contracts/surveys/questionarios';
import { expect } from 'vitest';
import { ensureCatalogue } from '../../../prisma/seed/catalogue.ts';
import type { Caso } from '../../../scripts/verdade/judges.ts';
import type { RunningWorker } from '../../../worker/src/worker.ts';
import { callApi, createTestApp, type Method, type TestApp } from '../app.ts';
import { createEmpresa, createMembro, createProjeto, signToken } from '../factories.ts';
import { type FakeProvider, startFakeProvider } from '../fake-provider.ts';
import { type FieldModules, loadFieldModules, serveOrigin } from '../page-modules.ts';
import { startTestWorker, stopTestWorker } from '../pipeline.ts';
import { Phone } from './phone.ts';
import { ENTREVISTADORES, type Entrevistador, INVENTA } from './plan.ts';
import { answerAsHeld } from './provider.ts';

export type Pessoa = { id: string; usuarioId: string; nome: string; email: string; token: string };

/** Computes the time `hour`:`minute` of the day that is `diasAntes` days before today, ms since 1970. */
export function timeOf(diasAntes: number, hour: number, minute = 0): number {
  const day = new Date();
  day.setDate(day.getDate() - diasAntes);
  return day.setHours(hour, minute, 0, 0);
}

export class Institute {
  readonly test: TestApp;
  readonly empresa: { id: string; nome: string };
  /** The coordinator, and a colleague of the office. */
  readonly bia: Pessoa;
  readonly rita: Pessoa;
  readonly entrevistadores: Readonly<Record<Entrevistador, Pessoa>>;
  readonly projetoId: string;
  /** The spoken interviews, by id. */
  readonly held = new Map<string, Caso>();
  /** If set, the next answer of the server to a URL that matches is lost on its way. */
  lost: RegExp | null = null;
  readonly #field: FieldModules;
  readonly #close: () => Promise<void>;

  private constructor(
    parts: Pick<Institute, 'test' | 'empresa' | 'bia' | 'rita' | 'entrevistadores' | 'projetoId'> & {
      field: FieldModules;
      close: () => Promise<void>;
    },
  ) {
    const { field, close, ...rest } = parts;
    this.test = rest.test;
    this.empresa = rest.empresa;
    this.bia = rest.bia;
    this.rita = rest.rita;
    this.entrevistadores = rest.entrevistadores;
    this.projetoId = rest.projetoId;
    this.#field = field;
    this.#close = close;
  }

  static async open(): Promise<Institute> {
    const test = await createTestApp({ PUBLIC_URL: 'https://escuta.example' });
    const { deps } = test;
    await test.app.listen({ host: '127.0.0.1', port: 0 });
    await ensureCatalogue(deps.db);
    const empresa = await createEmpresa(deps, { nome: 'Instituto Aurora', creditos: 500 });
    const projeto = await createProjeto(deps, empresa, { tipoProjeto: 'pesquisa' });
    // The project audits each interview automatically once it has arrived.
    await deps.prisma.projeto.update({ where: { id: projeto.id }, data: { auditoriaAutomatica: true } });
    const person = async (nome: string, papel: 'gerente' | 'usuario'): Promise<Pessoa> => {
      const membro = await createMembro(deps, empresa, { nome, papel });
      return { ...membro, nome, token: signToken(deps, membro) };
    };
    const [bia, rita] = [await person('Bia', 'gerente'), await person('Rita', 'usuario')];
    const made: Partial<Record<Entrevistador, Pessoa>> = {};
    for (const nome of ENTREVISTADORES) made[nome] = await person(nome, 'usuario');
    const fake: FakeProvider = await startFakeProvider();
    const worker: RunningWorker = await startTestWorker(deps, fake.url);
    let institute: Institute | null = null;
    const endOrigin = serveOrigin(test.app.server, (url) => {
      if (!institute?.lost?.test(url)) return;
      institute.lost = null;
      throw new TypeError('the network is gone');
    });
    institute = new Institute({
      ...{ test, empresa, bia, rita, projetoId: projeto.id },
      entrevistadores: made as Record<Entrevistador, Pessoa>,
      field: await loadFieldModules(),
      close: async () => {
        endOrigin();
        await stopTestWorker(worker);
        await fake.close();
        await test.close();
      },
    });
    answerAsHeld(fake, deps, institute.held);
    // Only the inventing interviewer may also work in the office, so that nothing prevents him from judging interviews
    // except that they are his own.
    for (const nome of ENTREVISTADORES)
      if (nome !== INVENTA)
        await institute.done('PATCH', `/users/${institute.entrevistadores[nome].id}`, {
          direitos: { so_campo: true },
        });
    return institute;
  }

  close = (): Promise<void> => this.#close();

  async call<T>(method: Method, path: string, payload?: object, de: Pessoa = this.bia) {
    const { status, body } = await callApi<T>(this.test, de.token, method, path, payload);
    return { status, ...body };
  }

  /** Sends a request. @returns the answer's data @throws if the request is refused */
  async done<T>(method: Method, path: string, payload?: object, de?: Pessoa): Promise<T> {
    const answer = await this.call<T>(method, path, payload, de);
    expect(answer.status, answer.message).toBeLessThan(300);
    return answer.data;
  }

  phoneOf(nome: Entrevistador): Promise<Phone> {
    const form = nome === 'Ana' ? 'audio/webm' : 'audio/mp4';
    return Phone.of(this.test.app, this.#field, this.empresa, this.entrevistadores[nome], form);
  }

  /**
   * Publishes the draft, as if at a given time of the week.
   * @returns the questionnaire afterwards
   */
  async publish(questionarioId: string, em: number): Promise<QuestionarioDetalhe> {
    const { publicacao } = await this.done<QuestionarioDetalhe>('GET', `/questionarios/${questionarioId}`);
    const { rascunho, versao } = publicacao;
    await this.done('POST', `/questionarios/${questionarioId}/publicar`, { rascunho });
    await this.test.deps.db.query(
      `update questionario_versoes set created_at = $3, publicada_em = $3 where questionario_id = $1 and numero = $2`,
      [questionarioId, versao, new Date(em)],
    );
    return this.done('GET', `/questionarios/${questionarioId}`);
  }

  setGoals(questionarioId: string, body: BodyOf<typeof updateMetas>): Promise<unknown> {
    return this.done('PUT', `/questionarios/${questionarioId}/metas`, body);
  }

  /**
   * Waits until the worker has audited `count` interviews of a survey.
   * @throws if an interview ended in another state
   */
  async audited(pesquisaId: string, count: number): Promise<void> {
    const states = async () =>
      (
        await this.test.deps.db.query<{ status: string; motivo: string | null }>(
          `select status::text, motivo from auditoria_itens
           where pesquisa_id = $1 and (status in ('concluido', 'erro') or motivo is not null)`,
          [pesquisaId],
        )
      ).rows;
    await expect
      .poll(
        async () => {
          const rows = await states();
          const ended = rows.filter(({ status }) => status === 'concluido').length;
          return rows.find(({ status }) => status === 'erro')?.motivo ?? ended;
        },
        { interval: 100, timeout: 900_000 },
      )
      .toBe(count);
  }
}
