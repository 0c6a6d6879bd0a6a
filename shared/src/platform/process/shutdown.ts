import type { Logger } from './log.ts';

type Step = { name: string; run: () => Promise<unknown> | unknown };

/** Runs steps in order on SIGTERM or SIGINT; a hard limit ends a process that hangs. */
export class Shutdown {
  readonly #steps: Step[] = [];
  readonly #log: Logger;
  readonly #limitMs: number;
  #running: Promise<void> | null = null;

  constructor(log: Logger, limitMs: number) {
    this.#log = log;
    this.#limitMs = limitMs;
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => void this.run(0, signal));
    }
    process.on('uncaughtException', (error) => {
      log.fatal({ err: error }, 'Erro inesperado');
      void this.run(1, 'uncaughtException');
    });
    process.on('unhandledRejection', (error) => {
      log.fatal({ err: error }, 'Promessa rejeitada sem tratamento');
      void this.run(1, 'unhandledRejection');
    });
  }

  get started(): boolean {
    return this.#running !== null;
  }

  add(name: string, run: Step['run']): void {
    this.#steps.push({ name, run });
  }

  run(code: number, reason: string): Promise<void> {
    this.#running ??= this.#stop(code, reason);
    return this.#running;
  }

  async #stop(code: number, reason: string): Promise<void> {
    this.#log.info({ motivo: reason }, 'Encerrando');
    const hard = setTimeout(() => {
      this.#log.error('O encerramento demorou demais; saindo à força');
      process.exit(code || 1);
    }, this.#limitMs);
    hard.unref();
    for (const step of this.#steps) {
      try {
        await step.run();
      } catch (error) {
        this.#log.error({ err: error, passo: step.name }, 'Falha ao encerrar');
      }
    }
    clearTimeout(hard);
    process.exit(code);
  }
}
