import { Readable } from 'node:stream';
import type { Database } from '@escuta/prisma/db';
import { RowReader } from '@escuta/shared/domain/call-sheet/row';
import type { ObjectStore } from '@escuta/shared/platform/storage/object-store';
import { describe, expect, it } from 'vitest';
import { TaskStoppedError } from '../tasks/task.ts';
import type { Importacao } from './import-repo.ts';
import { Calls, closeRows, rowsAfter } from './row-source.ts';

const SHEET = 'Início;Telefone\r\n16/01/2026 08:00;11987650001\r\n16/01/2026 08:01;11987650002\r\n';
const store = { get: async () => Readable.from([Buffer.from(SHEET)]) } as unknown as ObjectStore;
const importacao = {
  tamanho: SHEET.length,
  chaveObjeto: 'planilha',
  nome: 'ligacoes.csv',
  aba: null,
  cabecalhoN: 1,
} as Importacao;
const reader = new RowReader({
  titulos: ['Início', 'Telefone'],
  mapeamento: {
    colunas: ['inicio', 'numero'],
    duracao: 'segundos',
    fuso: 'America/Sao_Paulo',
    ordem: null,
    criar_agentes: false,
  },
  ordem: 'dma',
  de1904: false,
  ate: Date.UTC(2030, 0, 1),
});
const where = (id: string) => ({
  db: {} as Database,
  store,
  signal: new AbortController().signal,
  task: { id },
});

const forever = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

describe('rows of a sheet of calls', () => {
  it('are read no further once somebody cancels while they are put together', async () => {
    const stopped: unknown[] = [];
    let isMaking = false;
    const taking = rowsAfter(where('cancelada'), importacao, 1, {
      most: 1000,
      reader,
      make: async (calls, signal) => {
        isMaking = true;
        if (calls.length > 0) await forever(signal).catch((error) => stopped.push(error));
      },
      // Simulates a slow machine: the first check comes while the file is being opened.
      goOn: async () => {
        if (isMaking) throw new TaskStoppedError();
      },
    });
    await expect(taking).rejects.toBeInstanceOf(TaskStoppedError);
    expect(stopped).toEqual([expect.any(TaskStoppedError)]);
  });

  it('that are read ahead are read no further once their task has ended', async () => {
    let ahead = (): void => {};
    const ended = new Promise<void>((resolve) => {
      ahead = resolve;
    });
    let batch = 0;
    const { linhas } = await rowsAfter(where('encerrada'), importacao, 1, {
      most: 1,
      reader,
      make: async (_, signal) => {
        batch += 1;
        if (batch === 2) await forever(signal).finally(ahead);
      },
      goOn: async () => undefined,
    });
    expect(linhas.map(({ n }) => n)).toEqual([2]);
    await closeRows('encerrada');
    await ended;
  });

  it('that wait for too much of their call are refused by the fault: one endless call, or rows that stand apart', () => {
    const megabyte = 'x'.repeat(1_000_000);
    const waiting = (firstOf: (n: number) => number) => {
      const calls = new Calls({ firstOf, lastOf: () => 1000 });
      return () => {
        for (let n = 2; n < 50; n += 1) calls.take({ n, celulas: [megabyte] });
      };
    };
    expect(waiting(() => 2)).toThrow('A partir da linha 2, 32 linhas têm o mesmo identificador');
    expect(waiting((n) => n)).toThrow('estão longe demais umas das outras');
  });
});
