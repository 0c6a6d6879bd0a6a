// An interviewer's phone: the interview runner's own store, log, goals and sending, without its screens.
import { randomUUID } from 'node:crypto';
import type { QuestionarioBaixado } from '@escuta/shared/contracts/surveys/campo';
import type { Caso } from '../../../scripts/verdade/judges.ts';
import { memoryStore } from '../../../web/src/field/device/storage/memory-store.ts';
import { asked, endsHere, isBlank, NO_ANSWER } from '../../../web/src/field/log/answers.ts';
import { completeProfile, missingLines } from '../../../web/src/field/log/goals.ts';
import {
  answer,
  begin,
  consent,
  dismiss,
  end,
  type Momento,
  onScreen,
  recordingStarted,
  recordingStopped,
  show,
} from '../../../web/src/field/log/interview.ts';
import type { EntrevistaLocal, FieldStore, Passo } from '../../../web/src/field/log/model.ts';
import type { RecordedForm } from '../browser-recording.ts';
import { partsOf, Sender, sha256 } from '../field.ts';
import type { FieldModules } from '../page-modules.ts';
import { recordingOf } from './voices.ts';

/** Delays, ms: from the interview's start to the recorder's start, and from speaking an answer to typing it. */
const [RECORDER_MS, TYPING_MS] = [1500, 400];
/** Bytes of a piece of a recording. */
const PIECE = 16_000;

export type Interviewer = { nome: string; usuarioId: string; token: string };
export type Respondent = { nome: string; telefone: string | null };

export class Phone {
  readonly store: FieldStore = memoryStore();
  readonly #field: FieldModules;
  readonly #owner: string;
  readonly #form: RecordedForm;
  readonly #syncer: InstanceType<FieldModules['Syncer']>;
  #beside: Promise<void>[] = [];

  private constructor(field: FieldModules, owner: string, segredo: string, form: RecordedForm) {
    this.#field = field;
    this.#owner = owner;
    this.#form = form;
    const beside = (work: Promise<void>): void => void this.#beside.push(work);
    const goals = (): void => beside(field.takeGoals(this.store, segredo));
    this.#syncer = new field.Syncer({
      store: this.store,
      transport: field.httpTransport(() => segredo),
      sha256: field.sha256,
      contact: async () => {
        const maySend = await field.contact(this.store, (versoes) =>
          beside(field.takePublished({ owner, store: this.store }, versoes)),
        );
        if (maySend) goals();
        return maySend;
      },
      refused: () => field.markRevoked(this.store),
      alone: async (work) => {
        await work();
        return true;
      },
    });
  }

  /**
   * Authorises a phone for the person signed in on it.
   * @param form media type of the phone's recordings
   */
  static async of(
    app: ConstructorParameters<typeof Sender>[1],
    field: FieldModules,
    empresa: { id: string; nome: string },
    { nome, usuarioId, token }: Interviewer,
    form: RecordedForm,
  ): Promise<Phone> {
    const { id, segredo, autorizado_ate } = await new Sender(token, app).done<{
      id: string;
      segredo: string;
      autorizado_ate: string;
    }>('POST', '/campo/aparelhos', {
      id: randomUUID(),
      nome: form === 'audio/webm' ? 'Chrome em Android' : 'Safari em iPhone',
    });
    const phone = new Phone(field, `${empresa.id}.${usuarioId}`, segredo, form);
    await phone.store.setMeta('aparelho', {
      ...{ id, segredo, empresa, situacao: 'ativo', membroAtivo: true },
      autorizadoAte: Date.parse(autorizado_ate),
      usuario: { id: usuarioId, nome, email: '' },
    });
    return phone;
  }

  download(questionarioId: string): Promise<QuestionarioBaixado> {
    return this.#field.downloadQuestionnaire({ owner: this.#owner, store: this.store }, questionarioId);
  }

  /**
   * Synchronises over the network: sends everything that can be sent, and fetches versions and goals.
   * @returns the sender's state
   */
  async sync(): Promise<string> {
    await this.#syncer.run('agora');
    for (const work of this.#beside.splice(0)) await work;
    return this.#syncer.get();
  }

  /** Number of interviews that the server has not received completely. */
  unsent = async (): Promise<number> => (await this.store.entrevistas()).length;

  async #goals(questionarioId: string) {
    return (await this.#field.goalsHere(this.store)).find((one) => one.questionario_id === questionarioId);
  }

  /** Makes the lines on the phone's home screen that say what the goals still lack. */
  async missing(questionarioId: string): Promise<string[]> {
    const goals = await this.#goals(questionarioId);
    return goals ? missingLines(goals) : [];
  }

  /** Finds the interviewer's own reached goals, which allow no new interview; null: an interview may begin. */
  async ownGoalsFull(questionarioId: string): Promise<string[] | null> {
    return completeProfile((await this.#goals(questionarioId)) ?? null, {});
  }

  /** Begins an interview with the version on the phone, at `em` by its clock. */
  async begin(questionarioId: string, respondent: Respondent, em: number): Promise<Visit> {
    const kept = (await this.store.questionarios()).find(({ id }) => id === questionarioId);
    const questionario = kept && (await this.store.versao(kept.versaoId));
    if (!questionario) throw new Error('the phone has no such questionnaire');
    const passo = begin(randomUUID(), questionario, respondent, null, em);
    await this.store.commit(passo);
    return new Visit(
      { store: this.store, field: this.#field, form: this.#form },
      questionario,
      passo.entrevista,
    );
  }
}

type VisitsPhone = { store: FieldStore; field: FieldModules; form: RecordedForm };

/** An interview in progress on a phone. */
export class Visit {
  readonly id: string;
  readonly versao: number;
  readonly #phone: VisitsPhone;
  readonly #questionario: QuestionarioBaixado;
  #entrevista: EntrevistaLocal;
  /** Present position in the recording, ms. */
  #now = 0;
  /** Number of questions that are done. */
  #passed = 0;

  constructor(phone: VisitsPhone, questionario: QuestionarioBaixado, entrevista: EntrevistaLocal) {
    this.id = entrevista.id;
    this.versao = questionario.versao.numero;
    this.#phone = phone;
    this.#questionario = questionario;
    this.#entrevista = entrevista;
  }

  async #act(ms: number, make: (now: EntrevistaLocal, quando: Momento) => Passo): Promise<void> {
    this.#now = Math.max(this.#now, ms);
    const mono = RECORDER_MS + this.#now;
    const recording = this.#entrevista.gravacoes.some(({ fim }) => fim === null);
    const passo = make(this.#entrevista, {
      mono,
      relogio: this.#entrevista.iniciadaEm + mono,
      audio: recording ? { gravacao: 1, ms: this.#now } : null,
    });
    await this.#phone.store.commit(passo);
    this.#entrevista = passo.entrevista;
  }

  /** Records that the respondent refuses to take part. */
  async refuse(): Promise<void> {
    await this.#act(0, (now, quando) => consent(now, quando, 'recusou', null));
  }

  /**
   * Asks up to `count` questions of the script. The interview ends after the last question, or earlier if the runner
   * ends it politely because a goal is reached or the respondent is screened out.
   * @param digitaAntes true if answers are typed before their question is read
   * @param semSom true if the respondent agrees to the interview, but not to its recording
   * @returns the interview's state, and the profile whose goal is reached if this ended the interview
   */
  async ask(
    held: Caso,
    { count = Number.POSITIVE_INFINITY, digitaAntes = false, semSom = false } = {},
  ): Promise<{ fase: EntrevistaLocal['fase']; perfil: string[] | null }> {
    const { roteiro, ouvida } = held;
    const { questoes } = this.#questionario;
    if (this.#entrevista.consentimento === null) {
      const nova = { n: 1, envioId: randomUUID(), tipo: this.#phone.form };
      await this.#act(0, (now, quando) => recordingStarted(now, quando, nova));
      await this.#act(200, (now, quando) =>
        consent(now, quando, semSom ? 'recusou_gravacao' : 'aceito', questoes[0]?.id ?? null),
      );
    }
    for (let n = 0; n < count; n += 1) {
      const list = asked(questoes, onScreen(this.#entrevista), this.id);
      const question = list[this.#passed];
      if (!question) return this.#end(held, (now, quando) => end(now, quando, null));
      const cell = roteiro.celulas.find(({ perguntaId }) => perguntaId === question.id);
      const read = ouvida.falas[cell?.leitura.falas[0] ?? -1]?.startMs ?? this.#now + TYPING_MS;
      const said = ouvida.falas[cell?.resposta.falas.at(-1) ?? -1]?.endMs ?? read;
      await this.#act(read, (now, quando) => show(now, quando, question.id));
      const typed = roteiro.digitadas.get(question.id) ?? NO_ANSWER;
      const given = { opcoes: typed.opcoes, texto: typed.texto };
      if (!isBlank(given))
        await this.#act(digitaAntes ? read : said + TYPING_MS, (now, quando) =>
          answer(now, quando, question, given),
        );
      const refused = this.#entrevista.rascunhos[question.id];
      if (refused || (question.campo_texto && isBlank(given)))
        throw new Error(`the runner takes no such answer: ${question.codigo} ${JSON.stringify(refused)}`);
      if (endsHere(question, given))
        return this.#end(held, (now, quando) => dismiss(now, quando, question.id, 'filtro'));
      const perfil = await this.#phone.field.goalFilledAt(
        this.#phone.store,
        { questionario: this.#questionario, entrevistaId: this.id, perguntaId: question.id },
        onScreen(this.#entrevista),
      );
      if (perfil) return this.#end(held, (now, quando) => dismiss(now, quando, question.id, 'cota'), perfil);
      this.#passed += 1;
    }
    return { fase: this.#entrevista.fase, perfil: null };
  }

  async #end(
    { roteiro, ouvida }: Caso,
    make: (now: EntrevistaLocal, quando: Momento) => Passo,
    perfil: string[] | null = null,
  ): Promise<{ fase: EntrevistaLocal['fase']; perfil: string[] | null }> {
    // The recording lasts at least until the last answer is typed.
    const ms = Math.max(this.#now + 500, perfil ? 0 : ouvida.gravacao.durationMs);
    const sounds = this.#entrevista.consentimento === 'aceito';
    const pieces = sounds ? partsOf(await recordingOf(roteiro, ouvida, this.#phone.form, ms), PIECE) : [];
    for (const [index, bytes] of pieces.entries())
      await this.#phone.store.addParte({
        ...{ entrevistaId: this.id, gravacao: 1, n: index + 1 },
        bytes: new Uint8Array(bytes).buffer,
        sha256: sha256(bytes),
        ateMs: Math.round((ms * (index + 1)) / pieces.length),
      });
    await this.#act(ms, (now, quando) => recordingStopped(now, quando, 'encerrada', ms));
    await this.#act(ms, make);
    return { fase: this.#entrevista.fase, perfil };
  }
}
