// Checks every cell of the table of an item's life on real database rows, with the product's own functions.
import { isDeepStrictEqual } from 'node:util';
import type { LoteGravacaoDetalhe } from '@escuta/shared/contracts/calls/lotes-gravacao';
import {
  ATOS_ITEM,
  type AtoItem,
  ESTADOS_ITEM,
  type EstadoItem,
  VIDA_DO_ITEM,
} from '@escuta/shared/domain/life/item';
import { requestRun } from '@escuta/shared/services/runs/request';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeAttaching } from '../../worker/src/recordings/attach.ts';
import { callApi, createTestApp, type TestApp } from '../support/app.ts';
import { createTenant } from '../support/factories.ts';
import {
  act,
  attaching,
  BEFORE,
  type Chao,
  itemIn,
  layGround,
  predictBoth,
  readState,
} from '../support/item-life.ts';
import { LONGO } from '../support/longo.ts';

let test: TestApp;
let chao: Chao;

beforeAll(async () => {
  test = await createTestApp();
  chao = await layGround(test);
});
afterAll(() => test.close());

it.each(ESTADOS_ITEM)('%s: every act does what the table says', async (estado) => {
  const found: Record<string, unknown> = {};
  const wanted: Record<string, unknown> = {};
  for (const ato of ATOS_ITEM) {
    const item = await itemIn(chao, estado);
    expect(await readState(chao, item)).toBe(estado);
    const resposta = await act(chao, item, ato);
    found[ato] = { resposta, estado: await readState(chao, item) };
    const cell = VIDA_DO_ITEM[estado][ato];
    if (typeof cell === 'object' && 'para' in cell) {
      wanted[ato] = { resposta: { feito: true }, estado: cell.para === 'antes' ? BEFORE[estado] : cell.para };
    } else if (typeof cell === 'object' && 'recusa' in cell) {
      wanted[ato] = { resposta: { recusado: cell.recusa }, estado };
    } else {
      wanted[ato] = { resposta: { nada: true }, estado };
    }
  }
  expect(found).toEqual(wanted);
});

it('only a gerente replaces, removes or puts back a recording that a result rests on', async () => {
  for (const estado of ESTADOS_ITEM) {
    for (const ato of ATOS_ITEM) {
      const cell = VIDA_DO_ITEM[estado][ato];
      if (typeof cell !== 'object' || !('so' in cell)) continue;
      const item = await itemIn(chao, estado);
      // A batch is not refused as a whole: it states why it left out this recording, and goes on with the next one.
      expect(await act(chao, item, ato, 'usuario'), `${estado} ${ato}`).toEqual(
        ato.endsWith('_lote') ? { nada: true } : { recusado: 'sem_permissao' },
      );
      expect(await readState(chao, item)).toBe(estado);
    }
  }
});

type Par = { estado: EstadoItem; a: AtoItem; b: AtoItem };

/** Finds the pairs of acts that, done by two people at once, end in a result that neither order of the acts gives. */
async function wrongPairs(pairs: readonly Par[]): Promise<unknown[]> {
  const wrong: unknown[] = [];
  for (const { estado, a, b } of pairs) {
    const item = await itemIn(chao, estado);
    const both = await Promise.allSettled([
      act(chao, item, a, 'gerente'),
      act(chao, item, b, 'outro_gerente'),
    ]);
    const respostas = both.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)));
    const found = { respostas, estado: await readState(chao, item) };
    const ab = predictBoth(estado, [a, b]);
    const ba = predictBoth(estado, [b, a]);
    const orders = [ab, { ...ba, respostas: [ba.respostas[1], ba.respostas[0]] }];
    if (!orders.some((order) => isDeepStrictEqual(order, found))) wrong.push({ estado, a, b, found, orders });
  }
  return wrong;
}

/** All pairs of acts in all states; `npm test` checks a tenth of these pairs, chosen by a fixed seed. */
const PAIRS = ESTADOS_ITEM.flatMap((estado) =>
  ATOS_ITEM.flatMap((a, at) => ATOS_ITEM.slice(at).map((b) => ({ estado, a, b }))),
);
const SEED = 7;
const drawn = LONGO ? PAIRS : PAIRS.filter((_, index) => (index * 31 + SEED) % 10 === 0);

it(`two people at once end as one after the other would (${drawn.length} pairs)`, {
  timeout: 900_000,
}, async () => {
  expect(await wrongPairs(drawn)).toEqual([]);
});

it('a former recording comes back beside whatever else somebody does to its item at the same moment', async () => {
  const beside = [
    ...(['anexar', 'desvincular', 'recuperar', 'apagar', 'processar'] as const),
    ...(['regenerar', 'anexar_por_lote', 'desfazer_lote'] as const),
  ];
  const pairs = (['concluido', 'trocado', 'falhou_trocado', 'removido'] as const).flatMap((estado) =>
    beside.map((b) => ({ estado, a: 'recuperar' as const, b })),
  );
  expect(await wrongPairs(pairs)).toEqual([]);
});

it('a cancelled bulk run leaves a recording that replaced another as it was: never analysed', async () => {
  const item = await itemIn(chao, 'trocado');
  await requestRun(test.deps.db, {
    ...{ scope: chao.scope, itemId: item.id, origem: 'lote', solicitadoPor: null, entrevistaMinutos: 30 },
    lote: { tarefaId: item.tarefaId, ate: new Date().toISOString() },
  });
  expect(await readState(chao, item)).toBe('na_fila_trocado');
  expect(await act(chao, item, 'retirar')).toEqual({ feito: true });
  expect(await readState(chao, item)).toBe('trocado');
  const { status, motivo } = await test.deps.prisma.auditoriaItem.findUniqueOrThrow({
    where: { id: item.id },
  });
  expect([status, motivo]).toEqual(['pendente', null]);
});

it('an import that is undone keeps the sound of a waiting batch, which then asks for another call', async () => {
  const item = await itemIn(chao, 'sem_gravacao');
  await test.deps.prisma.loteGravacao.update({
    where: { id: item.loteQueEspera },
    data: { estado: 'pronto', versao: 4 },
  });
  expect(await act(chao, item, 'desfazer_importacao')).toEqual({ feito: true });
  const lote = await test.deps.prisma.loteGravacao.findUniqueOrThrow({
    where: { id: item.loteQueEspera },
    include: { gravacoes: true },
  });
  expect(lote.versao).toBe(5);
  expect(lote.gravacoes).toMatchObject([
    { situacao: 'orfa', itemId: null, chaveObjeto: expect.stringContaining(item.id) },
  ]);
});

it('a batch that is undone keeps the call that it made and that was assigned since', async () => {
  const item = await itemIn(chao, 'gravado');
  await test.deps.prisma.loteGravacaoArquivo.updateMany({
    where: { loteId: item.loteId },
    data: { criou: true },
  });
  expect(await act(chao, item, 'atribuir')).toEqual({ feito: true });
  expect(await act(chao, item, 'desfazer_lote')).toEqual({ feito: true });
  expect(await readState(chao, item)).toBe('sem_gravacao');
  const untouched = await itemIn(chao, 'gravado');
  await test.deps.prisma.loteGravacaoArquivo.updateMany({
    where: { loteId: untouched.loteId },
    data: { criou: true },
  });
  await act(chao, untouched, 'desfazer_lote');
  expect(await readState(chao, untouched)).toBe('excluido');
});

it('a recording that could not be attached while its call was processed is kept and attached later', async () => {
  const item = await itemIn(chao, 'processando');
  expect(await act(chao, item, 'anexar_por_lote')).toEqual({ nada: true });
  const file = () =>
    test.deps.prisma.loteGravacaoArquivo.findFirstOrThrow({ where: { loteId: item.loteQueEspera } });
  expect(await file()).toMatchObject({ situacao: 'falhou', chaveObjeto: expect.stringContaining(item.id) });
  await closeAttaching(...attaching(chao, item));
  const kept = await file();
  expect(kept.chaveObjeto).toContain(item.id);
  expect(await act(chao, item, 'falhar')).toEqual({ feito: true });
  const { gerente } = chao.tenant.tokens;
  const path = `/lotes-gravacao/${item.loteQueEspera}`;
  const repeat = () => callApi<LoteGravacaoDetalhe>(test, gerente, 'POST', `${path}/repetir`);
  expect((await callApi<LoteGravacaoDetalhe>(test, gerente, 'GET', path)).body.data.a_repetir).toBe(1);
  expect((await repeat()).status).toBe(202);
  const { tarefaId } = await test.deps.prisma.loteGravacao.findUniqueOrThrow({
    where: { id: item.loteQueEspera },
  });
  expect(await act(chao, { ...item, tarefaId: tarefaId as string }, 'anexar_por_lote')).toEqual({
    feito: true,
  });
  expect(await readState(chao, item)).toBe('gravado');
  const other = await createTenant(test.deps);
  expect((await callApi(test, other.tokens.gerente, 'POST', `${path}/repetir`)).status).toBe(404);
});
