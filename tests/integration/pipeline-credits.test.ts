// Tests requests for runs and the credits that they cost, without a provider or a worker.
import { AppError } from '@escuta/shared/domain/errors';
import { changeBalance, refundCredit } from '@escuta/shared/services/credits/ledger';

import { afterAll, describe, expect, it } from 'vitest';
import { closeTestDeps, createTestDeps } from '../support/app.ts';
import { createItem } from '../support/factories.ts';
import { balanceOf, createPipelineTenant, type PipelineTenant, request } from '../support/pipeline.ts';

const deps = createTestDeps();
afterAll(() => closeTestDeps(deps));

/** Creates an item that claims to have a recording, which nothing here reads. */
async function createReadyItem(tenant: PipelineTenant) {
  const item = await createItem(deps, tenant.auditoria);
  return deps.prisma.auditoriaItem.update({
    where: { id: item.id },
    data: { arquivoPath: `${tenant.empresa.id}/${item.id}/x` },
  });
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (e: unknown) => e,
  );
  return error instanceof AppError ? error.code : String(error);
}

describe('requesting a run', () => {
  it('starts exactly as many runs as there are credits, however many ask at once', async () => {
    const tenant = await createPipelineTenant(deps, { creditos: 50 });
    const items = await Promise.all(Array.from({ length: 200 }, () => createReadyItem(tenant)));
    const settled = await Promise.allSettled(items.map((item) => request(deps, item)));
    const refused = settled.flatMap((result) =>
      result.status === 'rejected' ? [result.reason as AppError] : [],
    );
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
    expect(refused.every((error) => error instanceof AppError && error.status === 402)).toBe(true);
    expect(refused[0]?.message).toContain('Saldo de créditos insuficiente');
    expect(await balanceOf(deps, tenant.empresa.id)).toEqual({ saldo: 0, soma: 0 });
    const where = { empresaId: tenant.empresa.id };
    expect(await deps.prisma.execucao.count({ where })).toBe(50);
    expect(await deps.prisma.execucaoEtapa.count({ where })).toBe(250);
    expect(await deps.prisma.auditoriaItem.count({ where: { ...where, status: 'processando' } })).toBe(50);
    const balances = settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value.saldo] : []));
    expect(balances.sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, i) => i));
  });

  it('takes one credit for one item, however often it is asked for at once', async () => {
    const tenant = await createPipelineTenant(deps, { creditos: 10 });
    const item = await createReadyItem(tenant);
    const codes = await Promise.all(Array.from({ length: 10 }, () => codeOf(request(deps, item))));
    expect(codes.filter((code) => code === 'execucao_em_andamento')).toHaveLength(9);
    expect(await balanceOf(deps, tenant.empresa.id)).toEqual({ saldo: 9, soma: 9 });
  });

  it('refuses items without a recording, of another company, and companies that switched processing off', async () => {
    const tenant = await createPipelineTenant(deps, { creditos: 5 });
    const other = await createPipelineTenant(deps, { creditos: 5, config: { isActive: false } });
    const bare = await createItem(deps, tenant.auditoria);
    const item = await createReadyItem(tenant);
    expect(await codeOf(request(deps, bare))).toBe('sem_arquivo');
    expect(await codeOf(request(deps, { id: item.id, empresaId: other.empresa.id }))).toBe('nao_encontrado');
    expect(await codeOf(request(deps, await createReadyItem(other)))).toBe('regra_violada');
    expect(await codeOf(request(deps, item, 'regenerar'))).toBe('regra_violada');
    expect(await balanceOf(deps, tenant.empresa.id)).toEqual({ saldo: 5, soma: 5 });
    expect(await balanceOf(deps, other.empresa.id)).toEqual({ saldo: 5, soma: 5 });
  });

  it('keeps the configuration that was in force: the project over the company over the defaults', async () => {
    const tenant = await createPipelineTenant(deps, {
      config: { transcriptionConfig: { sampling_percentage: 10 } },
    });
    await deps.prisma.configuracaoProcessamento.create({
      data: {
        empresaId: tenant.empresa.id,
        projetoId: tenant.projeto.id,
        retryConfig: { max_retries: 7 },
        transcriptionConfig: { enabled: false },
      },
    });
    const { execucaoId } = await request(deps, await createReadyItem(tenant));
    const run = await deps.prisma.execucao.findUniqueOrThrow({ where: { id: execucaoId } });
    expect(run.configuracao).toMatchObject({
      transcriptionConfig: { enabled: false, sampling_percentage: 10, modelo: 'padrao-transcricao' },
      retryConfig: { max_retries: 7, enable_exponential_backoff: true, dead_letter_queue: true },
    });
  });
});

describe('the ledger', () => {
  it('books a purchase once per key and never lets the balance below zero', async () => {
    const { empresa } = await createPipelineTenant(deps, { creditos: 0 });
    const buy = () =>
      changeBalance(deps.db, {
        empresaId: empresa.id,
        tipo: 'compra',
        quantidade: 800,
        chaveIdempotente: 'pedido-1',
        descricao: 'Pacote Essencial',
      });
    expect(await Promise.all([buy(), buy(), buy()])).toEqual([800, 800, 800]);
    const adjust = changeBalance(deps.db, {
      empresaId: empresa.id,
      tipo: 'ajuste',
      quantidade: -801,
      chaveIdempotente: 'correcao',
      descricao: 'Correção',
    });
    expect(await codeOf(adjust)).toBe('creditos_insuficientes');
    expect(await balanceOf(deps, empresa.id)).toEqual({ saldo: 800, soma: 800 });
  });

  it('gives a credit back once', async () => {
    const tenant = await createPipelineTenant(deps, { creditos: 3 });
    const { execucaoId } = await request(deps, await createReadyItem(tenant));
    const entry = { empresaId: tenant.empresa.id, execucaoId, descricao: 'Gravação inaudível' };
    const refund = () => deps.db.transaction((tx) => refundCredit(tx, entry));
    expect((await Promise.all([refund(), refund(), refund()])).filter(Boolean)).toHaveLength(1);
    expect(await balanceOf(deps, tenant.empresa.id)).toEqual({ saldo: 3, soma: 3 });
  });
});
