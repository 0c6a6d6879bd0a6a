// Measures the export of 100,000 calls as a file, against merely reading the same rows by a cursor and deflating them.

import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { createDeflateRaw } from 'node:zlib';
import type { Database } from '@escuta/prisma/db';
import type { PedidoExportacao } from '@escuta/shared/domain/exports/export-request';
import { defaultColumns, type FormatoExportacao } from '@escuta/shared/domain/exports/exports';
import { Snapshot } from '@escuta/shared/services/exports/snapshot';
import { callsSource } from '@escuta/shared/services/lists/calls';
import { prepareFile } from '@escuta/shared/services/lists/export-file';
import { rowsSql } from '@escuta/shared/services/lists/source';
import { type Row, row } from './support.ts';

const LIGACOES = 100_000;
const MB = 1024 * 1024;

/** Creates one project with calls. @returns its id */
async function seed(pool: Database, empresaId: string): Promise<string> {
  const [projetoId, auditoriaId] = [randomUUID(), randomUUID()];
  await pool.query(
    `insert into projetos (id, empresa_id, nome, tipo_projeto) values ($1, $2, 'Exportação', 'call_center')`,
    [projetoId, empresaId],
  );
  await pool.query(
    `insert into auditorias (id, empresa_id, projeto_id, nome, padrao) values ($1, $2, $3, 'Ligações', true)`,
    [auditoriaId, empresaId, projetoId],
  );
  await pool.query(
    `insert into auditoria_itens (id, empresa_id, projeto_id, auditoria_id, numero_destino, nome_entrevistado, ramal,
      call_start_time,
       call_duration, created_at, updated_at)
     select gen_random_uuid(), $1, $2, $3, '11' || lpad((900000000 + n)::text, 9, '0'), 'Pessoa de número ' || n,
     (2000 + n % 200)::text, at,
       n % 900, at, at
     from (select n, timestamptz '2026-01-01' + n * interval '1 minute' as at from generate_series(1, $4) n) t`,
    [empresaId, projetoId, auditoriaId, LIGACOES],
  );
  await pool.query('analyze auditoria_itens');
  return projetoId;
}

/** Reads a stream to its end. @returns seconds, bytes, and the largest growth of the process's memory, MB */
async function drain(open: () => AsyncIterable<Uint8Array>) {
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let peak = before;
  let bytes = 0;
  const began = performance.now();
  for await (const part of open()) {
    bytes += part.length;
    peak = Math.max(peak, process.memoryUsage().rss);
  }
  return { s: (performance.now() - began) / 1000, bytes, mb: (peak - before) / MB };
}

export async function measureExports(pool: Database, { empresaId }: { empresaId: string }): Promise<Row[]> {
  const projetoId = await seed(pool, empresaId);
  const scope = { kind: 'empresa', empresaId } as const;
  const colunas = defaultColumns('ligacoes');
  const alvo = { tipo: 'projeto', id: projetoId } as const;
  const withSnapshot = async <T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T> => {
    const snapshot = await Snapshot.open(pool);
    try {
      return await work(snapshot);
    } finally {
      await snapshot.close();
    }
  };
  const peer = () =>
    withSnapshot((snapshot) =>
      drain(() => {
        async function* lines() {
          const statement = rowsSql(callsSource(scope, { alvo }), colunas);
          for await (const batch of snapshot.rows<unknown[]>(statement, 200, { array: true })) {
            yield Buffer.from(`${batch.map((one) => JSON.stringify(one)).join('\n')}\n`);
          }
        }
        return Readable.from(lines()).pipe(createDeflateRaw({ level: 4 })) as AsyncIterable<Uint8Array>;
      }),
    );
  const file = (formato: FormatoExportacao) =>
    withSnapshot(async (snapshot) => {
      const pedido: PedidoExportacao = { tipo: 'ligacoes', alvo, formato, colunas, planilhas: [] };
      const { linhas, bytes } = await prepareFile(snapshot, scope, pedido);
      if (linhas !== LIGACOES) throw new Error(`${linhas} linhas`);
      return drain(() => bytes() as AsyncIterable<Uint8Array>);
    });
  // Warms the caches of database and compiler.
  await peer();
  await file('csv');
  const rows: Row[] = [];
  for (const formato of ['csv', 'xlsx', 'json'] as const) {
    const base = await peer();
    const made = await file(formato);
    const label = `exportação de ${LIGACOES.toLocaleString('pt-BR')} ligações em ${formato}`;
    rows.push(row(`${label}: velocidade ÷ cursor com deflate`, base.s / made.s, 0.6, 'min'));
    rows.push(row(`${label}: memória a mais (MB)`, made.mb, 64, 'max'));
  }
  return rows;
}
