/** Draws the waveform with wavesurfer.js, which only draws: the player's own <audio> plays. Loaded on demand. */
import WaveSurfer from 'wavesurfer.js';
import { MARK_BACKGROUND, type Mark } from './marks.ts';

export type WaveformColors = { wave: string[]; progress: string[]; cursor: string };

export type WaveformOptions = {
  container: HTMLElement;
  /** Element in which the overview of a long call is drawn. */
  overview: HTMLElement;
  amplitudes: Float32Array[];
  durationMs: number;
  colors: WaveformColors;
  rowHeight: number;
  onSeek: (ms: number) => void;
};

/** Height of the overview, px. The overview appears when the zoomed waveform is wider than its element. */
const OVERVIEW_HEIGHT = 28;

/** A call's waveform: rows by channel, marks, cursor, zoom and overview. */
export class Waveform {
  readonly #main: WaveSurfer;
  readonly #overview: WaveSurfer;
  readonly #window: HTMLElement;
  readonly #marks: HTMLElement;
  readonly #durationMs: number;

  constructor(options: WaveformOptions) {
    this.#durationMs = options.durationMs;
    const duration = options.durationMs / 1000;
    const shared = {
      peaks: options.amplitudes,
      duration,
      cursorWidth: 2,
      barWidth: 2,
      barGap: 1,
      barRadius: 1,
      normalize: false,
      maxPeak: 1,
      dragToSeek: { debounceTime: 0 },
    } as const;
    this.#main = WaveSurfer.create({
      ...shared,
      container: options.container,
      cursorColor: options.colors.cursor,
      splitChannels: rows(options.amplitudes.length, options.rowHeight, options.colors),
      height: options.rowHeight,
      autoCenter: false,
    });
    this.#overview = WaveSurfer.create({
      ...shared,
      container: options.overview,
      height: OVERVIEW_HEIGHT,
      cursorColor: options.colors.cursor,
      cursorWidth: 1,
      barWidth: 1,
      barGap: 0,
      ...flat(options.colors),
    });
    for (const surface of [this.#main, this.#overview]) {
      surface.on('interaction', (seconds) => options.onSeek(seconds * 1000));
    }
    this.#marks = document.createElement('div');
    Object.assign(this.#marks.style, {
      position: 'absolute',
      inset: '0',
      pointerEvents: 'none',
      zIndex: '3',
    });
    this.#main.getWrapper().append(this.#marks);
    this.#window = document.createElement('div');
    Object.assign(this.#window.style, {
      position: 'absolute',
      top: '0',
      bottom: '0',
      pointerEvents: 'none',
      zIndex: '6',
      borderRadius: '3px',
      border: '1px solid var(--primary)',
      background: 'color-mix(in oklab, var(--primary) 14%, transparent)',
    });
    this.#overview.getWrapper().append(this.#window);
    this.#main.on('scroll', (start, end) => this.#showWindow(start * 1000, end * 1000));
    this.#main.on('redraw', () => {
      const { startMs, endMs } = this.#visible();
      this.#showWindow(startMs, endMs);
    });
  }

  /** Moves the cursor, and with it the end of the played part, to `ms`. */
  setTime(ms: number): void {
    this.#main.setTime(ms / 1000);
    this.#overview.setTime(ms / 1000);
  }

  /** Draws `marks` in place of the earlier marks. */
  setMarks(marks: readonly Mark[]): void {
    this.#marks.replaceChildren(...marks.map((mark) => this.#markElement(mark)));
  }

  /** Applies another theme's colours. */
  setColors(colors: WaveformColors, channels: number, rowHeight: number): void {
    this.#main.setOptions({ cursorColor: colors.cursor, splitChannels: rows(channels, rowHeight, colors) });
    this.#overview.setOptions({ cursorColor: colors.cursor, ...flat(colors) });
  }

  /** Zooms to pixels per second; 0 fits the whole call. */
  setZoom(pixelsPerSecond: number): void {
    this.#main.zoom(pixelsPerSecond);
  }

  /** Calls `listener` once the waveform can be zoomed. */
  onReady(listener: () => void): void {
    this.#main.once('ready', listener);
  }

  destroy(): void {
    this.#main.destroy();
    this.#overview.destroy();
  }

  #visible(): { startMs: number; endMs: number } {
    const full = this.#main.getWrapper().clientWidth || 1;
    const startMs = (this.#main.getScroll() / full) * this.#durationMs;
    return { startMs, endMs: startMs + (this.#main.getWidth() / full) * this.#durationMs };
  }

  #showWindow(startMs: number, endMs: number): void {
    const share = (ms: number) => Math.min(1, Math.max(0, ms / this.#durationMs)) * 100;
    this.#window.style.left = `${share(startMs)}%`;
    this.#window.style.width = `${share(endMs) - share(startMs)}%`;
  }

  #markElement({ kind, startMs, endMs }: Mark): HTMLElement {
    const element = document.createElement('div');
    element.setAttribute('part', kind);
    const left = (startMs / this.#durationMs) * 100;
    Object.assign(element.style, {
      position: 'absolute',
      top: '0',
      bottom: '0',
      left: `${left}%`,
      width: `${((endMs - startMs) / this.#durationMs) * 100}%`,
      minWidth: '2px',
      background: MARK_BACKGROUND[kind],
      borderInline: kind === 'evidencia' ? '2px solid var(--primary)' : '',
    });
    return element;
  }
}

function rows(channels: number, height: number, colors: WaveformColors) {
  return Array.from({ length: channels }, (_, index) => ({
    height,
    waveColor: colors.wave[index] ?? colors.cursor,
    progressColor: colors.progress[index] ?? colors.cursor,
  }));
}

function flat(colors: WaveformColors) {
  return { waveColor: colors.wave[0] ?? colors.cursor, progressColor: colors.progress[0] ?? colors.cursor };
}
