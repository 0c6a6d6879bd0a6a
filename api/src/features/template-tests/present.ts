import type { ResponseOf } from '@escuta/shared/contracts/contract';
import {
  type listTestableCalls,
  resultadoTeste,
  type TesteTemplateWire,
  usoTeste,
} from '@escuta/shared/contracts/template-tests';
import { readStored } from '@escuta/shared/domain/stored';
import type { CallRow, TestRow } from './repo.ts';

/** A test as the contracts show it. */
export function presentTest(row: TestRow): TesteTemplateWire {
  return {
    ...row,
    resultado: readStored(resultadoTeste, row.resultado, null),
    uso: readStored(usoTeste, row.uso, { chamadas: 0, tokensEntrada: 0, tokensSaida: 0 }),
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
