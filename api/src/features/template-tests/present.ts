import type { ResponseOf } from '@escuta/shared/contracts/contract';
import type { listTestableCalls, TesteTemplateWire } from '@escuta/shared/contracts/template-tests';
import type { CallRow, TestRow } from './repo.ts';

/** A test as the contracts show it. */
export function presentTest(row: TestRow): TesteTemplateWire {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    terminadoEm: row.terminadoEm?.toISOString() ?? null,
  };
}

export function presentCall({
  projetoId,
  projetoNome,
  quando,
  ...row
}: CallRow): ResponseOf<typeof listTestableCalls>['data'][number] {
  return { ...row, projeto: { id: projetoId, nome: projetoNome }, quando: quando.toISOString() };
}
