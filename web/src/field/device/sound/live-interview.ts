/**
 * An interview in progress on this page: its state on screen, its log and its recorder. Every act is written to the
 * store before the interview moves on. If a write fails, the act is written together with the next one.
 */
import type { QuestionarioBaixado } from '@escuta/shared/contracts/surveys/campo';
import { activeMs, type EventoDoTempo, marksOf } from '@escuta/shared/domain/interview/device/active-time';
import type { Consentimento, InterrupcaoGravacao } from '@escuta/shared/domain/interview/device/device-log';
import type { Desfecho } from '@escuta/shared/domain/interview/questionnaire/screening';
import { isEnded } from '../../../lib/field-sync/model.ts';
import { sha256 } from '../../../lib/field-sync/sha256.ts';
import { newId } from '../../../lib/text/ids.ts';
import { InterviewClock } from '../../log/clock.ts';
import {
  consent,
  dismiss,
  end,
  type Momento,
  nextRecording,
  note,
  recordingStarted,
  recordingStopped,
  resumed,
} from '../../log/interview.ts';
import { type EntrevistaLocal, type FieldStore, Gone, type Parte, type Passo } from '../../log/model.ts';
import { isFull } from '../storage/db.ts';
import { takeTurn } from '../turn.ts';
import { PIECE_MS, Recorder, SILENCE_MS } from './recorder.ts';
import { ROOM_LOOK_MS, RoomWatch, withBallast } from './room.ts';

/**
 * State of the sound. 'gravando': it is being recorded. 'parada': it should be recorded, but the recording has stopped.
 * 'sem': the interview has a reason for having no recording.
 */
export type Som = 'gravando' | 'parada' | 'sem';

export interface LiveState {
  entrevista: EntrevistaLocal;
  /** Id of the question on screen, set once the log on disk says that it is shown; null before the first question. */
  naTela: string | null;
  som: Som;
  /** True if nobody has spoken for a while (`SILENCE_MS`). */
  mudo: boolean;
  /** True if another interview began on this device; this interview records again only after a person continues it. */
  pausada: boolean;
  /** True if so little space is left that the recording may soon stop. */
  poucoEspaco: boolean;
  /** True if the interview was erased from this device while it was on screen. */
  apagada: boolean;
}

/** Interval at which the wall clock is compared with the monotonic one, ms. */
const CLOCK_LOOK_MS = 5000;

/** Longest wait for the last piece of sound after a person left the page, ms. */
const LEAVE_MS = 5000;

/**
 * Interviews that a person is leaving, by id. An interview is opened again only after its last piece of sound and its
 * pause are written.
 */
const leaving = new Map<string, Promise<void>>();

/** End of the stored sound of each recording, ms. */
async function storedMs(store: FieldStore, id: string): Promise<(gravacao: number) => number> {
  const ends = new Map<number, number>();
  for (const [gravacao, numbers] of await store.partes(id)) {
    const last = await store.parte(id, gravacao, numbers.at(-1) ?? 1);
    ends.set(gravacao, last?.ateMs ?? numbers.length * PIECE_MS);
  }
  return (gravacao) => ends.get(gravacao) ?? 0;
}

export class LiveInterview {
  readonly questionario: QuestionarioBaixado;
  readonly #store: FieldStore;
  readonly #clock: InterviewClock;
  readonly #listeners = new Set<() => void>();
  readonly #levels = new Set<(level: number) => void>();
  readonly #clockTimer: ReturnType<typeof setInterval>;
  readonly #roomTimer: ReturnType<typeof setInterval>;
  readonly #room: RoomWatch;
  readonly #unwatch: () => void;
  /** The events of the log from which the interview's duration is computed. */
  readonly #log: EventoDoTempo[];
  #state: LiveState;
  /** Releases the device's turn, which only one interview at a time has. */
  #release: () => void = () => undefined;
  #left: Promise<void> | null = null;
  /** Steps that are not written yet. */
  #waiting: Passo[] = [];
  #writing: Promise<void> = Promise.resolve();
  #recorder: { recorder: Recorder; gravacao: number } | null = null;
  #sound: Promise<void> = Promise.resolve();

  /** @param log all events of the interview so far, including those of `passo` */
  private constructor(
    store: FieldStore,
    passo: Passo,
    questionario: QuestionarioBaixado,
    clock: InterviewClock,
    log: readonly EventoDoTempo[],
  ) {
    this.#store = store;
    this.#clock = clock;
    this.#log = [...log];
    this.#room = new RoomWatch(store);
    this.questionario = questionario;
    this.#state = {
      entrevista: passo.entrevista,
      naTela: passo.entrevista.atual,
      som: 'sem',
      mudo: false,
      pausada: false,
      poucoEspaco: false,
      apagada: false,
    };
    this.#clockTimer = setInterval(() => this.#lookAtClock(), CLOCK_LOOK_MS);
    this.#roomTimer = setInterval(() => void this.#lookAtRoom(), ROOM_LOOK_MS);
    this.#unwatch = store.subscribe(() => void this.#lookAtStore());
  }

  /**
   * Stores a new interview with its first event. If another interview is in progress on this device, that one is paused
   * first.
   * @throws if the interview cannot be stored
   */
  static begin(store: FieldStore, passo: Passo, questionario: QuestionarioBaixado): Promise<LiveInterview> {
    return LiveInterview.#withTurn(async () => {
      await withBallast(store, () => store.commit(passo));
      return new LiveInterview(store, passo, questionario, new InterviewClock(null), passo.eventos);
    });
  }

  /** Waits for the device's turn, then opens an interview. The interview is paused when another one takes the turn. */
  static async #withTurn<T extends LiveInterview | null>(open: () => Promise<T>): Promise<T> {
    let live: LiveInterview | null = null;
    let lost = false;
    const release = await takeTurn(async () => {
      lost = true;
      if (live) await live.#pause();
    });
    let opened: T;
    try {
      opened = await open();
    } catch (error) {
      release();
      throw error;
    }
    live = opened;
    if (!live || isEnded(live.#state.entrevista)) release();
    else live.#release = release;
    if (lost && live) await live.#pause();
    return opened;
  }

  /**
   * Continues a stored interview where it stopped. If another interview is in progress on this device, that one is
   * paused first.
   * @returns null if the interview is not stored on this device
   * @throws a read error of the store; if the event 'retomada' does not fit on the device, an error that `isFull`
   * accepts
   */
  static async resume(store: FieldStore, id: string): Promise<LiveInterview | null> {
    await leaving.get(id);
    const there = await store.entrevista(id);
    if (!there || isEnded(there)) return LiveInterview.#resume(store, id);
    return LiveInterview.#withTurn(() => LiveInterview.#resume(store, id));
  }

  static async #resume(store: FieldStore, id: string): Promise<LiveInterview | null> {
    const entrevista = await store.entrevista(id);
    const questionario = entrevista && (await store.versao(entrevista.versaoId));
    if (!entrevista || !questionario) return null;
    const clock = new InterviewClock(entrevista);
    const passo: Passo = isEnded(entrevista)
      ? { entrevista, eventos: [] }
      : resumed(
          entrevista,
          { mono: clock.mono(), relogio: clock.relogio(), audio: null },
          await storedMs(store, id),
        );
    const log = await store.eventos(id, 1, entrevista.seq);
    if (passo.eventos.length > 0) await withBallast(store, () => store.commit(passo));
    const live = new LiveInterview(store, passo, questionario, clock, [...log, ...passo.eventos]);
    live.#change({ som: live.#silence() });
    return live;
  }

  get = (): LiveState => this.#state;

  /** Duration without pauses, ms, by the interview's own clock, which does not follow changes of the wall clock. */
  elapsed = (): number => activeMs(marksOf(this.#log), this.#clock.mono());

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Calls `listener` with the level of the sound, dBFS, ten times a second while recording. */
  onLevel = (listener: (level: number) => void): (() => void) => {
    this.#levels.add(listener);
    return () => this.#levels.delete(listener);
  };

  #change(change: Partial<LiveState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  #moment(): Momento {
    const running = this.#recorder;
    return {
      mono: this.#clock.mono(),
      relogio: this.#clock.relogio(),
      audio: running && { gravacao: running.gravacao, ms: running.recorder.ms() },
    };
  }

  #lookAtClock(): void {
    if (isEnded(this.#state.entrevista)) return;
    const moved = this.#clock.jump();
    if (moved === 0) return;
    this.#put(note(this.#state.entrevista, this.#moment(), 'relogio_mudou', String(moved)));
    void this.#write().catch(() => undefined);
  }

  async #lookAtRoom(): Promise<void> {
    if (!this.#recorder) return;
    const poucoEspaco = await this.#room.look();
    if (poucoEspaco !== this.#state.poucoEspaco) this.#change({ poucoEspaco });
  }

  /** Checks whether the interview was erased from the store, as a contact with the server in any tab may erase it. */
  async #lookAtStore(): Promise<void> {
    const { id } = this.#state.entrevista;
    const here = await this.#store.entrevista(id).catch(() => this.#state.entrevista);
    // A finished interview also leaves the store, once it was sent completely; that is no erasure.
    if (here === undefined && !isEnded(this.#state.entrevista)) this.#end();
  }

  /** Ends the interview on screen, because it was erased from the device, and drops what is in memory. */
  #end(): void {
    if (this.#state.apagada) return;
    this.#waiting = [];
    this.#change({ apagada: true, som: 'sem', mudo: false });
    this.dispose();
  }

  #put(passo: Passo): void {
    this.#waiting.push(passo);
    this.#log.push(...passo.eventos);
    this.#change({ entrevista: passo.entrevista });
  }

  /** Writes all waiting steps in a single transaction. */
  #write(): Promise<void> {
    const write = async (): Promise<void> => {
      const passos = this.#waiting;
      const last = passos.at(-1);
      if (!last) return;
      this.#waiting = [];
      const whole: Passo = {
        entrevista: last.entrevista,
        eventos: passos.flatMap(({ eventos }) => eventos),
        ...(passos.some(({ apagarSom }) => apagarSom) ? { apagarSom: true } : {}),
      };
      try {
        await withBallast(this.#store, () => this.#store.commit(whole));
        const { atual } = last.entrevista;
        if (atual !== this.#state.naTela) this.#change({ naTela: atual });
      } catch (error) {
        if (error instanceof Gone) {
          this.#end();
          throw error;
        }
        this.#waiting = [...passos, ...this.#waiting];
        throw error;
      }
    };
    const written = this.#writing.catch(() => undefined).then(write);
    this.#writing = written;
    return written;
  }

  /**
   * Performs an act, and resolves once the act is on the disk. The screen shows the act at once, but moves to another
   * question only after the write.
   * @throws if the write failed; the act stays in memory and is written together with the next act
   */
  act(make: (entrevista: EntrevistaLocal, quando: Momento) => Passo): Promise<void> {
    this.#lookAtClock();
    const passo = make(this.#state.entrevista, this.#moment());
    if (passo.entrevista !== this.#state.entrevista || passo.eventos.length > 0) this.#put(passo);
    return this.#write();
  }

  /**
   * Writes what waits; the promise resolves when all acts so far are on the disk.
   * @throws if a write failed
   */
  saved(): Promise<void> {
    return this.#write();
  }

  #silence(): Som {
    const { entrevista } = this.#state;
    return entrevista.semSom !== null || isEnded(entrevista) ? 'sem' : 'parada';
  }

  /** Runs operations on the sound one after the other, so that a start waits until an earlier stop has ended. */
  #withSound(work: () => Promise<void>): Promise<void> {
    const done = this.#sound.catch(() => undefined).then(work);
    this.#sound = done;
    return done;
  }

  /**
   * Starts a new recording from a microphone.
   * @throws if the browser refuses to record; the microphone is then released, and the state shows that nothing is
   * recorded
   */
  async record(stream: MediaStream): Promise<void> {
    try {
      await this.#record(stream);
    } catch (error) {
      if (!this.#recorder) {
        for (const track of stream.getTracks()) track.stop();
        this.#change({ som: this.#silence() });
      }
      throw error;
    }
  }

  #record(stream: MediaStream): Promise<void> {
    return this.#withSound(async () => {
      const { apagada, pausada, entrevista } = this.#state;
      if (this.#recorder || this.#left || apagada || pausada || isEnded(entrevista)) {
        for (const track of stream.getTracks()) track.stop();
        return;
      }
      const gravacao = nextRecording(this.#state.entrevista);
      const { id } = this.#state.entrevista;
      const unstored: Omit<Parte, 'n'>[] = [];
      let stored = 0;
      /** True after a piece did not fit on the device. Later pieces are dropped, because they would follow a gap. */
      let over = false;
      const recorder: Recorder = new Recorder(stream, {
        onPiece: async (bytes) => {
          if (over) return;
          unstored.push({
            entrevistaId: id,
            gravacao,
            bytes,
            sha256: await sha256(new Uint8Array(bytes)),
            ateMs: Math.round(recorder.ms()),
          });
          try {
            for (let next = unstored[0]; next; next = unstored[0]) {
              // A piece gets its number when it is stored, so that no number is missing.
              await this.#store.addParte({ ...next, n: stored + 1 });
              stored += 1;
              unstored.shift();
            }
          } catch (error) {
            // After any other error the piece stays in `unstored` and is written together with the next piece.
            if (!isFull(error) && !(error instanceof Gone)) return;
            over = true;
            unstored.length = 0;
            if (error instanceof Gone) this.#end();
            else void this.silence('sem_espaco');
          }
        },
        onLost: () => void this.silence('microfone_perdido'),
        onLevel: (level, quietMs) => {
          for (const listener of this.#levels) listener(level);
          const mudo = quietMs >= SILENCE_MS;
          if (mudo !== this.#state.mudo) this.#change({ mudo });
        },
      });
      try {
        recorder.start();
      } catch (error) {
        over = true;
        await recorder.stop();
        throw error;
      }
      const started = recordingStarted(this.#state.entrevista, this.#moment(), {
        n: gravacao,
        envioId: newId(),
        tipo: recorder.tipo,
      });
      this.#recorder = { recorder, gravacao };
      this.#put(started);
      this.#change({ som: 'gravando', mudo: false });
      await this.#write();
    });
  }

  /** Stops the running recording for a reason and stores its last piece. */
  silence(motivo: InterrupcaoGravacao): Promise<void> {
    return this.#withSound(async () => {
      const running = this.#recorder;
      if (!running) return;
      this.#recorder = null;
      await running.recorder.stop();
      this.#put(recordingStopped(this.#state.entrevista, this.#moment(), motivo, running.recorder.ms()));
      this.#change({ som: this.#silence(), mudo: false });
      await this.#write();
    });
  }

  /** Logs the respondent's answer to the request for consent. A refusal ends the recording and erases its sound. */
  async consent(
    disse: Consentimento,
    primeira: string | null,
    opcoes: readonly string[] | null = null,
  ): Promise<void> {
    const quando = this.#moment();
    if (disse !== 'aceito') {
      await this.#withSound(async () => {
        const running = this.#recorder;
        this.#recorder = null;
        await running?.recorder.stop();
      });
    }
    await this.act((entrevista) => consent(entrevista, quando, disse, primeira, opcoes));
    this.#change({ som: this.#recorder ? 'gravando' : this.#silence() });
  }

  /** Stops the recording and ends the interview. `motivo`: why it ends early; null after its last question. */
  async end(motivo: string | null): Promise<void> {
    await this.silence('encerrada');
    await this.act((entrevista, quando) => end(entrevista, quando, motivo));
    this.#change({ som: 'sem' });
    this.dispose();
  }

  /** Stops the recording and ends the interview politely at a question, as a rule of the questionnaire demands. */
  async dismiss(perguntaId: string, desfecho: Desfecho): Promise<void> {
    await this.silence('encerrada');
    await this.act((entrevista, quando) => dismiss(entrevista, quando, perguntaId, desfecho));
    this.#change({ som: 'sem' });
    this.dispose();
  }

  /** Called when another interview takes the device's turn: stops the recording and logs a pause. */
  async #pause(): Promise<void> {
    const { pausada, apagada, entrevista } = this.#state;
    if (pausada || apagada || isEnded(entrevista)) return;
    this.#change({ pausada: true });
    await this.silence('outra_entrevista').catch(() => undefined);
    await this.act((now, quando) => note(now, quando, 'pausa', 'outra_entrevista'));
  }

  /**
   * Continues a paused interview. If another interview is in progress on this device, that one is paused first.
   * @throws if the write failed
   */
  async unpause(): Promise<void> {
    if (!this.#state.pausada) return;
    this.#release = await takeTurn(() => this.#pause());
    this.#change({ pausada: false });
    await this.act((now, quando) => note(now, quando, 'retomada'));
  }

  /** Stores the unfinished piece of sound; called when the page is hidden or closed. */
  flush(): void {
    this.#recorder?.recorder.flush();
  }

  /** Ends the recording and logs a pause, because the page was left. Resolves once both are stored; never rejects. */
  leave(): Promise<void> {
    if (this.#left) return this.#left;
    const { id } = this.#state.entrevista;
    // Limits the wait, because a recorder that never reports its end would otherwise block opening the interview again.
    const late = new Promise<void>((resolve) => {
      setTimeout(resolve, LEAVE_MS);
    });
    const left = Promise.race([this.#leave().catch(() => undefined), late]);
    this.#left = left;
    leaving.set(id, left);
    this.#store.keepOpenFor(left.then(() => leaving.delete(id)));
    return left;
  }

  async #leave(): Promise<void> {
    const isOver = (): boolean => this.#state.apagada || isEnded(this.#state.entrevista);
    try {
      if (isOver()) return;
      await this.silence('encerrada');
      // `saved` waits for the last text of the question on screen, which the question itself writes.
      if (!isOver() && !this.#state.pausada)
        await this.act((now, quando) => note(now, quando, 'pausa', 'saiu'));
      else await this.saved();
    } finally {
      this.dispose();
    }
  }

  dispose(): void {
    clearInterval(this.#clockTimer);
    clearInterval(this.#roomTimer);
    this.#unwatch();
    const running = this.#recorder;
    this.#recorder = null;
    void running?.recorder.stop().finally(this.#release);
    if (!running) this.#release();
  }
}
