/**
 * Records a microphone and delivers its sound every few seconds, to be stored. Stored pieces survive whatever happens
 * next, even if `stop` is never called.
 */
import { recorderType } from '../platform.ts';

/** Length of a piece of sound, ms. A crash loses at most one piece. */
export const PIECE_MS = 5000;
/** Bit rate, bits per second: 14 MB an hour. */
const BITS_PER_SECOND = 32_000;
/** Interval of measuring the level, ms. */
const LEVEL_MS = 100;
/** Level below which sound counts as silence, dBFS. */
export const SILENCE_DBFS = -50;
/** Length of a silence after which the interviewer is told about it, ms. */
export const SILENCE_MS = 20_000;

export type MicrophoneFault = 'negado' | 'ausente' | 'ocupado' | 'sem_suporte' | 'sem_https';

export const MICROPHONE_FAULTS: Readonly<Record<MicrophoneFault, string>> = {
  negado: 'O uso do microfone foi negado neste navegador.',
  ausente: 'Nenhum microfone foi encontrado neste aparelho.',
  ocupado: 'O microfone está em uso por outro aplicativo.',
  sem_suporte: 'Este navegador não grava som.',
  sem_https: 'Sem https, o navegador não libera o microfone.',
};

export class NoMicrophone extends Error {
  override readonly name = 'NoMicrophone';
  readonly fault: MicrophoneFault;
  constructor(fault: MicrophoneFault) {
    super(MICROPHONE_FAULTS[fault]);
    this.fault = fault;
  }
}

function faultOf(error: unknown): MicrophoneFault {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'negado';
  if (name === 'NotReadableError' || name === 'AbortError') return 'ocupado';
  return 'ausente';
}

/** Asks for the microphone. @throws NoMicrophone if the page cannot get one; its reason is a `MicrophoneFault` */
export async function openMicrophone(): Promise<MediaStream> {
  if (!window.isSecureContext) throw new NoMicrophone('sem_https');
  // `mediaDevices` is absent in old browsers and in some browsers inside other apps.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  const records =
    typeof MediaRecorder === 'function' &&
    recorderType(navigator, (mime) => MediaRecorder.isTypeSupported(mime));
  if (!devices || !records) throw new NoMicrophone('sem_suporte');
  try {
    return await devices.getUserMedia({
      // Noise suppression is off, because it would remove the voice that is further away.
      audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: true },
    });
  } catch (error) {
    throw new NoMicrophone(faultOf(error));
  }
}

/** Level of samples, dBFS. */
export function dbfs(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return 10 * Math.log10(sum / Math.max(1, samples.length) + 1e-12);
}

export interface RecorderEvents {
  /** Receives a piece of sound. The next piece is delivered only after the promise resolves. */
  onPiece: (bytes: ArrayBuffer) => Promise<void>;
  /** Called if the microphone is lost: taken by a phone call, unplugged, or forbidden. */
  onLost: () => void;
  /** Receives the present level, dBFS, and the silence so far, ms. */
  onLevel: (level: number, quietMs: number) => void;
}

/** A recording, from `start` until `stop` or the loss of the microphone. */
export class Recorder {
  readonly tipo: NonNullable<ReturnType<typeof recorderType>>['tipo'];
  readonly #stream: MediaStream;
  readonly #recorder: MediaRecorder;
  readonly #events: RecorderEvents;
  readonly #context: AudioContext;
  #level: ReturnType<typeof setInterval> | undefined;
  #began: number | null = null;
  #ended: number | null = null;
  #stored: Promise<void> = Promise.resolve();

  constructor(stream: MediaStream, events: RecorderEvents) {
    const type = recorderType(navigator, (mime) => MediaRecorder.isTypeSupported(mime));
    if (!type) throw new NoMicrophone('sem_suporte');
    this.tipo = type.tipo;
    this.#stream = stream;
    this.#events = events;
    this.#recorder = new MediaRecorder(stream, {
      mimeType: type.mimeType,
      audioBitsPerSecond: BITS_PER_SECOND,
    });
    this.#context = new AudioContext();
    this.#recorder.ondataavailable = ({ data }) => {
      // Skips empty pieces, which Safari delivers (WebKit, pull request 58910).
      if (data.size === 0) return;
      this.#stored = this.#stored
        .then(async () => events.onPiece(await data.arrayBuffer()))
        .catch(() => undefined);
    };
    this.#recorder.onerror = () => this.#lose();
    for (const track of stream.getAudioTracks()) {
      track.onended = () => this.#lose();
      track.onmute = () => this.#lose();
    }
  }

  start(): void {
    this.#recorder.start(PIECE_MS);
    this.#began = performance.now();
    this.#watchLevel();
  }

  /** Length of the sound so far, ms. */
  ms(): number {
    return this.#began === null ? 0 : (this.#ended ?? performance.now()) - this.#began;
  }

  /** Delivers the unfinished piece now. */
  flush(): void {
    if (this.#recorder.state === 'recording') this.#recorder.requestData();
  }

  /** Ends the recording and waits until its last piece is stored. */
  async stop(): Promise<void> {
    this.#ended ??= performance.now();
    clearInterval(this.#level);
    if (this.#recorder.state !== 'inactive') {
      const stopped = new Promise<void>((resolve) => {
        this.#recorder.onstop = () => resolve();
      });
      this.#recorder.stop();
      await stopped;
    }
    await this.#stored;
    for (const track of this.#stream.getTracks()) track.stop();
    await this.#context.close().catch(() => undefined);
  }

  #lose(): void {
    if (this.#ended !== null) return;
    this.#ended = performance.now();
    this.#events.onLost();
  }

  #watchLevel(): void {
    const analyser = this.#context.createAnalyser();
    analyser.fftSize = 2048;
    this.#context.createMediaStreamSource(this.#stream).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    let loud = performance.now();
    this.#level = setInterval(() => {
      // An audio context that waits for a person's gesture measures nothing, which must not count as silence.
      if (this.#context.state !== 'running') {
        void this.#context.resume().catch(() => undefined);
        loud = performance.now();
        return;
      }
      analyser.getFloatTimeDomainData(samples);
      const level = dbfs(samples);
      if (level > SILENCE_DBFS) loud = performance.now();
      this.#events.onLevel(level, performance.now() - loud);
    }, LEVEL_MS);
  }
}
