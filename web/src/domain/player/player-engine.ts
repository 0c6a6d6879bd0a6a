/**
 * The sound of one call: an <audio> element that streams the recording by byte ranges, and, once it plays for the first
 * time, a Web Audio graph that gives each channel its own volume. No React in here; `use-player.ts` connects it.
 *
 * Times are milliseconds of the recording. The element never holds the whole file.
 */
import type { Interval } from '@escuta/shared/domain/audio/audio-facts';
import { CANAIS, type Canal } from '@escuta/shared/domain/profiles/roles';
import { currentTime } from '../../lib/network/server-clock.ts';
import { clampTime, skipTarget, urlExpiry } from './playback.ts';

export type { Canal };

/** A signed URL that runs out sooner than this is renewed before it is used, ms. */
const URL_MARGIN_MS = 20_000;
/** If no data come for this long while a person waits, a new address is requested, ms. */
const STILL_MS = 6000;
/** A second failure within this time after a new address is final, ms. */
const RESCUE_PAUSE_MS = 5000;
/** Pan of each channel: enough to distinguish voices without tiring the ear. */
const PAN = 0.35;
/** Duration of a change of volume, s. A sudden change would be heard as a click. */
const RAMP_S = 0.02;

/** A volume: 0 to 2 (1 = as recorded) and whether it is silenced. */
export type ChannelVolume = { volume: number; muted: boolean };

export type PlayerState = {
  playing: boolean;
  /** True while the player should play but has no data. */
  waiting: boolean;
  rate: number;
  skipSilence: boolean;
  channels: Record<Canal, ChannelVolume>;
  /** True if this browser can play the channels of this recording separately. */
  separable: boolean;
  /** The reason why the sound cannot be played, or null. */
  error: string | null;
  durationMs: number;
};

/** The worker's facts of the recording; they may arrive after the sound has started. */
export type RecordingFacts = {
  /** Length of the decoded sound, ms. Null: the element's estimate is used (inexact with a variable bit rate). */
  durationMs: number | null;
  /** True if each party has a channel of its own. */
  stereo: boolean;
  /** Pauses that 'Pular silêncios' jumps over. */
  silences: readonly Interval[];
};

/** A signed URL. `aviso`: the reason why a browser cannot play the file; null: it can. */
export type SoundAddress = { url: string; aviso: string | null };

export type PlayerOptions = RecordingFacts & {
  url: string;
  renewUrl: () => Promise<SoundAddress | string>;
};

export const ERRO_REPRODUCAO = 'Não foi possível tocar a gravação. Verifique a conexão e tente novamente.';
/** Value of MediaError.MEDIA_ERR_DECODE. */
const DECODE_FAILED = 3;
const ERRO_DECODIFICACAO =
  'O navegador não conseguiu tocar esta gravação. Tente em outro navegador ou baixe o arquivo.';

export class PlayerEngine {
  readonly #audio: HTMLAudioElement;
  readonly #renewUrl: PlayerOptions['renewUrl'];
  /** Reason why a browser cannot play the recording, as the server sent it with the latest URL; null: none. */
  #notice: string | null = null;
  readonly #listeners = new Set<() => void>();
  readonly #timeListeners = new Set<(ms: number) => void>();
  #knownDuration: boolean;
  #silences: readonly Interval[];
  #state: PlayerState;
  #context: AudioContext | null = null;
  #gains: Record<Canal, GainNode> | null = null;
  #expiry: number | null;
  #frame = 0;
  /** Position to seek to once the element knows its source, ms; the element refuses earlier seeks. */
  #pendingMs: number | null = null;
  /** End of the clip that is playing, ms; null while the whole call plays. */
  #until: number | null = null;
  #renewing: Promise<void> | null = null;
  /** Time of the last renewal for missing data. A failure soon after it, or before any data came, is final. */
  #lastRescue = Number.NEGATIVE_INFINITY;
  #cameSince = true;
  #still: ReturnType<typeof setTimeout> | undefined;
  #destroyed = false;

  constructor(options: PlayerOptions) {
    this.#renewUrl = options.renewUrl;
    this.#silences = options.silences;
    this.#knownDuration = options.durationMs !== null;
    this.#state = {
      playing: false,
      waiting: false,
      rate: 1,
      skipSilence: false,
      channels: { left: { volume: 1, muted: false }, right: { volume: 1, muted: false } },
      separable: options.stereo && typeof AudioContext === 'function',
      error: null,
      durationMs: options.durationMs ?? 0,
    };
    const audio = new Audio();
    // The recording may come from another server (S3_PUBLIC_ENDPOINT), so without CORS the Web Audio graph would be
    // silent.
    audio.crossOrigin = 'anonymous';
    audio.preload = 'metadata';
    audio.preservesPitch = true;
    this.#audio = audio;
    this.#expiry = urlExpiry(options.url);
    for (const [event, handler] of Object.entries(this.#handlers)) audio.addEventListener(event, handler);
    audio.src = options.url;
  }

  readonly #handlers: Record<string, () => void> = {
    loadedmetadata: () => {
      this.#audio.playbackRate = this.#state.rate;
      if (this.#pendingMs !== null) this.#standAt(this.#pendingMs);
      if (!this.#knownDuration && Number.isFinite(this.#audio.duration)) {
        this.#set({ durationMs: Math.round(this.#audio.duration * 1000) });
      }
      this.#emitTime();
    },
    play: () => {
      this.#set({ playing: true, error: null });
      this.#watch();
      this.#startFrames();
    },
    pause: () => {
      this.#set({ playing: false, waiting: false });
      this.#watch();
    },
    ended: () => this.#set({ playing: false, waiting: false }),
    waiting: () => {
      this.#set({ waiting: true });
      this.#watch();
    },
    seeking: () => this.#watch(),
    progress: () => this.#watch(),
    playing: () => this.#arrived(),
    canplay: () => this.#arrived(),
    seeked: () => {
      // A paused element may have loaded enough data to seek, but not enough to play, so that `canplay` may not come.
      this.#watch();
      this.#emitTime();
    },
    // A hidden tab gets no animation frames, but still gets `timeupdate`, so silences are skipped in a hidden tab too.
    timeupdate: () => {
      this.#stopClip();
      this.#skip();
      this.#emitTime();
    },
    error: () => this.#rescue(),
  };

  /** The present state; the same object until something changes. */
  getState = (): PlayerState => this.#state;

  /** Calls `listener` when the state changes, not as time passes. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Present position, ms; a requested position, while the element cannot seek yet. */
  getTimeMs = (): number => this.#pendingMs ?? this.#audio.currentTime * 1000;

  /** Calls `listener` with the position: on each frame while playing, and after each jump. */
  onTime = (listener: (ms: number) => void): (() => void) => {
    this.#timeListeners.add(listener);
    return () => this.#timeListeners.delete(listener);
  };

  /** Plays to the end of the recording. Must be called within a person's gesture, because browsers demand this. */
  play(): Promise<void> {
    this.#until = null;
    return this.#start();
  }

  async #start(): Promise<void> {
    if (this.#destroyed) return;
    const failed = this.#state.error !== null;
    this.#set({ error: null });
    this.#connectChannels();
    // If a refused address is already being renewed, playing waits for the new address.
    const old = this.#expiry !== null && this.#expiry - currentTime() < URL_MARGIN_MS;
    if (failed || old || this.#renewing) await this.#renew();
    if (this.#state.error || this.#destroyed) return;
    if (this.#context?.state === 'suspended') void this.#context.resume();
    if (this.#state.durationMs > 0 && this.getTimeMs() >= this.#state.durationMs - 50) this.seek(0);
    try {
      await this.#audio.play();
    } catch (error) {
      // AbortError: the element was paused or got a new source. NotSupportedError: the error event handles it.
      const name = error instanceof DOMException ? error.name : '';
      if (name === 'NotAllowedError')
        this.#set({ error: 'O navegador impediu a reprodução. Clique no botão de tocar.' });
    }
  }

  pause(): void {
    this.#audio.pause();
  }

  toggle(): void {
    if (this.#state.playing) this.pause();
    else void this.play();
  }

  /** Goes to a position, ms. After that, a clip that is playing no longer stops at its end. */
  seek(ms: number): void {
    this.#until = null;
    const target = this.#state.durationMs > 0 ? clampTime(ms, this.#state.durationMs) : Math.max(0, ms);
    this.#standAt(target);
    this.#emitTime();
  }

  /** Jumps by a positive or negative time, ms. */
  jump(ms: number): void {
    this.seek(this.getTimeMs() + ms);
  }

  /** Plays from a position, ms. */
  playFrom(ms: number): void {
    this.seek(ms);
    void this.play();
  }

  /** Plays from a position and stops at another, ms; playing on or seeking removes the stop. */
  playClip(fromMs: number, untilMs: number): void {
    this.seek(fromMs);
    this.#until = untilMs;
    void this.#start();
  }

  setRate(rate: number): void {
    this.#audio.playbackRate = rate;
    this.#set({ rate });
  }

  setSkipSilence(skipSilence: boolean): void {
    this.#set({ skipSilence });
    if (this.#state.playing) this.#skip();
  }

  /** Changes the volume of a channel; in a recording without separable channels `left` is the whole sound. */
  setChannel(canal: Canal, change: Partial<ChannelVolume>): void {
    const channels = { ...this.#state.channels, [canal]: { ...this.#state.channels[canal], ...change } };
    this.#set({ channels });
    this.#applyVolumes();
  }

  /** Takes the worker's later facts without interrupting the sound. */
  setFacts({ durationMs, stereo, silences }: RecordingFacts): void {
    this.#silences = silences;
    if (durationMs !== null) {
      this.#knownDuration = true;
      this.#set({ durationMs });
    }
    this.#set({ separable: stereo && typeof AudioContext === 'function' });
    if (this.#state.playing) this.#connectChannels();
  }

  /** Stops the sound and frees its resources. */
  destroy(): void {
    this.#destroyed = true;
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#still);
    for (const [event, handler] of Object.entries(this.#handlers)) {
      this.#audio.removeEventListener(event, handler);
    }
    this.#audio.pause();
    this.#audio.removeAttribute('src');
    this.#audio.load();
    void this.#context?.close();
    this.#listeners.clear();
    this.#timeListeners.clear();
  }

  #set(change: Partial<PlayerState>): void {
    const keys = Object.keys(change) as (keyof PlayerState)[];
    if (keys.every((key) => Object.is(this.#state[key], change[key]))) return;
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  /** Seeks the element, or remembers the position for later. The last request counts. */
  #standAt(ms: number): void {
    if (this.#audio.readyState < HTMLMediaElement.HAVE_METADATA) {
      this.#pendingMs = ms;
      return;
    }
    // The element may seek shortly before `loadedmetadata` comes, which makes a position noted earlier obsolete.
    this.#pendingMs = null;
    this.#audio.currentTime = ms / 1000;
  }

  #emitTime(): void {
    const ms = this.getTimeMs();
    for (const listener of this.#timeListeners) listener(ms);
  }

  #startFrames(): void {
    cancelAnimationFrame(this.#frame);
    const tick = () => {
      if (this.#destroyed || this.#audio.paused) return;
      this.#stopClip();
      this.#skip();
      this.#emitTime();
      this.#frame = requestAnimationFrame(tick);
    };
    this.#frame = requestAnimationFrame(tick);
  }

  #stopClip(): void {
    const until = this.#until;
    if (until === null || this.#audio.seeking || this.getTimeMs() < until) return;
    this.#until = null;
    this.#audio.pause();
    // Goes back to the clip's end, because a busy machine stops late, and playing on must miss nothing.
    this.#standAt(until);
  }

  #skip(): void {
    if (!this.#state.skipSilence || this.#audio.paused || this.#audio.seeking) return;
    const target = skipTarget(this.#silences, this.getTimeMs(), this.#state.durationMs);
    if (target !== null) this.#standAt(target);
  }

  #arrived(): void {
    this.#cameSince = true;
    this.#set({ waiting: false });
    this.#watch();
  }

  /**
   * Restarts the timer for missing data while a person wants to listen, because the element itself retries a refused
   * address of another server for half a minute before its error event, and waits for ever for a server that never
   * answers.
   */
  #watch(): void {
    clearTimeout(this.#still);
    if (this.#destroyed || (this.#audio.paused && !this.#audio.seeking)) return;
    if (this.#audio.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA) return;
    this.#still = setTimeout(() => this.#rescue(), STILL_MS);
  }

  /**
   * Renews the URL if no data come or the element failed, because usually the URL has expired. If a renewal did not
   * help, shows the error.
   */
  #rescue(): void {
    if (this.#destroyed || this.#renewing) return;
    if (!this.#cameSince || performance.now() - this.#lastRescue < RESCUE_PAUSE_MS) {
      this.#audio.pause();
      this.#set({ error: this.#cause(), playing: false, waiting: false });
      return;
    }
    this.#lastRescue = performance.now();
    this.#cameSince = false;
    // After play() the element is no longer paused, although its event comes only a moment later.
    const resume = this.#state.playing || !this.#audio.paused;
    void this.#renew().then(() => {
      if (resume && !this.#state.error) void this.#start();
    });
  }

  /** The message for a sound that cannot be played: the server's notice about the format, else the element's error. */
  #cause(): string {
    const broken = this.#audio.error?.code === DECODE_FAILED;
    return this.#notice ?? (broken ? ERRO_DECODIFICACAO : ERRO_REPRODUCAO);
  }

  /** Gets a new URL and continues from the same position. */
  #renew(): Promise<void> {
    this.#renewing ??= this.#renewUrl()
      .then((answer) => {
        if (this.#destroyed) return;
        const { url, aviso } = typeof answer === 'string' ? { url: answer, aviso: null } : answer;
        this.#notice = aviso;
        this.#pendingMs = this.getTimeMs();
        this.#expiry = urlExpiry(url);
        this.#audio.src = url;
        this.#audio.playbackRate = this.#state.rate;
      })
      .catch(() => {
        // The element keeps its old address, and would start to sound by itself once the connection is back.
        this.#audio.pause();
        this.#set({ error: ERRO_REPRODUCAO, playing: false, waiting: false });
      })
      .finally(() => {
        this.#renewing = null;
      });
    return this.#renewing;
  }

  /** Splits the channels on the first play, because an AudioContext made without a gesture would stay suspended. */
  #connectChannels(): void {
    if (!this.#state.separable || this.#context) return;
    const context = new AudioContext();
    const source = context.createMediaElementSource(this.#audio);
    const splitter = context.createChannelSplitter(2);
    source.connect(splitter);
    const branch = (output: number, pan: number): GainNode => {
      const gain = context.createGain();
      const panner = context.createStereoPanner();
      panner.pan.value = pan;
      splitter.connect(gain, output);
      gain.connect(panner).connect(context.destination);
      return gain;
    };
    this.#gains = { left: branch(0, -PAN), right: branch(1, PAN) };
    this.#context = context;
    this.#applyVolumes();
  }

  #applyVolumes(): void {
    const { channels, separable } = this.#state;
    if (!separable) {
      this.#audio.volume = Math.min(1, channels.left.volume);
      this.#audio.muted = channels.left.muted;
      return;
    }
    if (!this.#gains || !this.#context) return;
    for (const canal of CANAIS) {
      const { volume, muted } = channels[canal];
      this.#gains[canal].gain.setTargetAtTime(muted ? 0 : volume, this.#context.currentTime, RAMP_S);
    }
  }
}
