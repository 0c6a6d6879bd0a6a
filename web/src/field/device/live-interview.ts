/**
 * An interview under way on this page: its state on screen, the log behind it, the recorder beside it. Every act is written before it
 * counts; what could not be written is written with the next.
 */
import type { QuestionarioBaixado } from '@escuta/shared/contracts/campo';
import type { Consentimento, InterrupcaoGravacao } from '@escuta/shared/domain/interview/device-log';
import { isEnded } from '../../lib/field-sync/model.ts';
import { sha256 } from '../../lib/field-sync/sha256.ts';
import { newId } from '../../lib/ids.ts';
import { InterviewClock } from '../log/clock.ts';
import {
  consent,
  end,
  type Momento,
  nextRecording,
  note,
  recordingStarted,
  recordingStopped,
  resumed,
} from '../log/interview.ts';
import { type EntrevistaLocal, type FieldStore, Gone, type Parte, type Passo } from '../log/model.ts';
import { isFull } from './db.ts';
import { PIECE_MS, Recorder, SILENCE_MS } from './recorder.ts';
import { withBallast } from './room.ts';

/** `gravando`; `parada`: it should be and is not; `sem`: there is none, for a reason that the interview has. */
export type Som = 'gravando' | 'parada' | 'sem';

export interface LiveState {
  entrevista: EntrevistaLocal;
  /** The question on screen: the last that is on the disk as shown. Null: none was yet. */
  naTela: string | null;
  som: Som;
  /** Nobody has been heard for a while. */
  mudo: boolean;
  /** It was erased from this device while it was on screen. */
  apagada: boolean;
}

/** How often the wall clock is held against the other, ms. */
const CLOCK_LOOK_MS = 5000;

/** Where the sound that was stored of a recording ends, ms. */
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
  readonly #unwatch: () => void;
  #state: LiveState;
  /** Made and not written yet. */
  #waiting: Passo[] = [];
  #writing: Promise<void> = Promise.resolve();
  #recorder: { recorder: Recorder; gravacao: number } | null = null;
  #sound: Promise<void> = Promise.resolve();

  private constructor(
    store: FieldStore,
    passo: Passo,
    questionario: QuestionarioBaixado,
    clock: InterviewClock,
  ) {
    this.#store = store;
    this.#clock = clock;
    this.questionario = questionario;
    this.#state = {
      entrevista: passo.entrevista,
      naTela: passo.entrevista.atual,
      som: 'sem',
      mudo: false,
      apagada: false,
    };
    this.#clockTimer = setInterval(() => this.#lookAtClock(), CLOCK_LOOK_MS);
    this.#unwatch = store.subscribe(() => void this.#lookAtStore());
  }

  /** A new one, whose first event is made. @throws when it cannot be stored */
  static async begin(
    store: FieldStore,
    passo: Passo,
    questionario: QuestionarioBaixado,
  ): Promise<LiveInterview> {
    await withBallast(store, () => store.commit(passo));
    return new LiveInterview(store, passo, questionario, new InterviewClock(null));
  }

  /** One that is in the store, taken up where it stood. Null: it is not here. */
  static async resume(store: FieldStore, id: string): Promise<LiveInterview | null> {
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
    if (passo.eventos.length > 0) await withBallast(store, () => store.commit(passo));
    const live = new LiveInterview(store, passo, questionario, clock);
    live.#change({ som: live.#silence() });
    return live;
  }

  get = (): LiveState => this.#state;

  /** ms since it began, by its own clock: a wall clock that is set changes nothing of it. */
  elapsed = (): number => this.#clock.mono();

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** dBFS, ten times a second while it records. */
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

  /** Erased from afar, by this tab's contact or another's. */
  async #lookAtStore(): Promise<void> {
    const { id } = this.#state.entrevista;
    const here = await this.#store.entrevista(id).catch(() => this.#state.entrevista);
    // One that has ended goes once it was sent.
    if (here === undefined && !isEnded(this.#state.entrevista)) this.#end();
  }

  /** What is on screen is not on the device any more: it ends, and nothing of it is kept in hand. */
  #end(): void {
    if (this.#state.apagada) return;
    this.#waiting = [];
    this.#change({ apagada: true, som: 'sem', mudo: false });
    this.dispose();
  }

  #put(passo: Passo): void {
    this.#waiting.push(passo);
    this.#change({ entrevista: passo.entrevista });
  }

  /** Writes what waits, all of it in one transaction. */
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
   * Does one act: on screen at once (but which question is there only then), done once it is on the disk.
   * @throws when it could not be written; it is kept, and goes with the next
   */
  act(make: (entrevista: EntrevistaLocal, quando: Momento) => Passo): Promise<void> {
    this.#lookAtClock();
    const passo = make(this.#state.entrevista, this.#moment());
    if (passo.entrevista !== this.#state.entrevista || passo.eventos.length > 0) this.#put(passo);
    return this.#write();
  }

  /** What was done so far is on the disk. @throws when it could not be written */
  saved(): Promise<void> {
    return this.#write();
  }

  #silence(): Som {
    const { entrevista } = this.#state;
    return entrevista.semSom !== null || isEnded(entrevista) ? 'sem' : 'parada';
  }

  /** One after the other: what starts waits for what is stopping. */
  #withSound(work: () => Promise<void>): Promise<void> {
    const done = this.#sound.catch(() => undefined).then(work);
    this.#sound = done;
    return done;
  }

  /** Records from a microphone, as a new recording. @throws where the browser refuses: the microphone is let go, and it is said */
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
      if (this.#recorder || this.#state.apagada || isEnded(this.#state.entrevista)) return;
      const gravacao = nextRecording(this.#state.entrevista);
      const { id } = this.#state.entrevista;
      const unstored: Omit<Parte, 'n'>[] = [];
      let stored = 0;
      /** No more of this recording is taken: after a piece that did not fit the rest would have a hole before it. */
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
              // Numbered when it is stored: no number is ever lacking.
              await this.#store.addParte({ ...next, n: stored + 1 });
              stored += 1;
              unstored.shift();
            }
          } catch (error) {
            // Anything else passes, and it goes with the next piece.
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

  /** The recording under way stops, for a reason; its last piece is stored. */
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

  /** What the respondent said to the consent. A refused recording ends, and nothing of it stays. */
  async consent(disse: Consentimento, primeira: string | null): Promise<void> {
    const quando = this.#moment();
    if (disse !== 'aceito') {
      await this.#withSound(async () => {
        const running = this.#recorder;
        this.#recorder = null;
        await running?.recorder.stop();
      });
    }
    await this.act((entrevista) => consent(entrevista, quando, disse, primeira));
    this.#change({ som: this.#recorder ? 'gravando' : this.#silence() });
  }

  /** It ends: after its last question, or for a reason. */
  async end(motivo: string | null): Promise<void> {
    await this.silence('encerrada');
    await this.act((entrevista, quando) => end(entrevista, quando, motivo));
    this.#change({ som: 'sem' });
    this.dispose();
  }

  /** The page is hidden or goes: what there is of sound is stored. */
  flush(): void {
    this.#recorder?.recorder.flush();
  }

  dispose(): void {
    clearInterval(this.#clockTimer);
    this.#unwatch();
    const running = this.#recorder;
    this.#recorder = null;
    void running?.recorder.stop();
  }
}
