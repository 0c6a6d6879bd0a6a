// Runs whose last attempt failed, as the worker leaves them, for tests without a worker.

import { randomUUID } from 'node:crypto';
import { FLUXOS } from '@escuta/shared/domain/profiles/flows';
import type { CodigoFalha } from '@escuta/shared/domain/runs/failures';
import type { Etapa } from '@escuta/shared/domain/runs/status';
import type { TestDeps } from './app.ts';
import { createItem } from './factories.ts';

/** Creates an item in error with its ended run and an open dead letter. */
export async function createDeadLetter(
  deps: TestDeps,
  auditoria: { id: string; projetoId: string; empresaId: string },
  fields: {
    etapa?: Etapa;
    codigo?: CodigoFalha;
    motivo?: string;
    createdAt?: Date;
    comGravacao?: boolean;
  } = {},
) {
  const { prisma } = deps;
  const { empresaId, projetoId } = auditoria;
  const {
    etapa = 'transcricao',
    codigo = 'provedor_indisponivel',
    motivo = 'O provedor não respondeu.',
  } = fields;
  const item = await createItem(deps, auditoria, { status: 'erro' });
  if (fields.comGravacao ?? true) {
    await prisma.auditoriaItem.update({
      where: { id: item.id },
      data: { arquivoPath: `${empresaId}/${item.id}/${randomUUID()}`, arquivoNome: 'ligacao.mp3' },
    });
  }
  const execucao = await prisma.execucao.create({
    data: {
      empresaId,
      projetoId,
      itemId: item.id,
      origem: 'manual',
      status: 'erro',
      terminadaEm: new Date(),
      etapaAtual: etapa,
      configuracao: {},
      motivo,
      codigoMotivo: codigo,
      etapas: {
        create: FLUXOS.ligacao.map((name, index, fluxo) => ({
          etapa: name,
          ordem: index + 1,
          empresaId,
          status: name === etapa ? 'erro' : index < fluxo.indexOf(etapa) ? 'concluida' : 'pendente',
          tentativa: name === etapa ? 3 : 1,
        })),
      },
    },
  });
  const letra = await prisma.letraMorta.create({
    data: {
      empresaId,
      projetoId,
      itemId: item.id,
      execucaoId: execucao.id,
      etapa,
      motivo,
      ...(fields.createdAt ? { createdAt: fields.createdAt } : {}),
    },
  });
  return { letra, item, execucao };
}
