import type { ResponseOf } from '@escuta/shared/contracts/contract';
import type { EvidenciaWire } from '@escuta/shared/contracts/insights/insight-parts';
import {
  type LadoTeste,
  type listTestableCalls,
  type ResultadoTeste,
  resultadoSugestao,
  resultadoTeste,
  type SugestaoCriteriosWire,
  type TesteTemplateWire,
  usoTeste,
} from '@escuta/shared/contracts/insights/template-tests';
import { readStored } from '@escuta/shared/domain/text/stored';
import type { CallRow, SuggestionRow, TestRow } from './repo.ts';

const SEM_USO = { chamadas: 0, tokensEntrada: 0, tokensSaida: 0 };

export function presentTest({ falantes, ...row }: TestRow): TesteTemplateWire {
  const resultado = readStored(resultadoTeste, row.resultado, null);
  return {
    ...row,
    resultado: resultado && falantes ? withSpeakers(resultado, falantes) : resultado,
    uso: readStored(usoTeste, row.uso, SEM_USO),
    createdAt: row.createdAt.toISOString(),
    terminadoEm: row.terminadoEm?.toISOString() ?? null,
  };
}

/** Adds speakers to the quotes of an older result that lacks them. */
function withSpeakers(resultado: ResultadoTeste, falantes: NonNullable<TestRow['falantes']>): ResultadoTeste {
  const told = <T extends { evidencias: EvidenciaWire[] }>(claim: T): T => ({
    ...claim,
    evidencias: claim.evidencias.map((quote) => ({
      ...quote,
      falante: quote.sentencaOrdem === null ? null : (falantes[quote.sentencaOrdem] ?? null),
    })),
  });
  const side = (lado: LadoTeste): LadoTeste => ({
    ...lado,
    criterios: lado.criterios.map(told),
    alertas: lado.alertas.map(told),
  });
  return { rascunho: side(resultado.rascunho), salvo: resultado.salvo && side(resultado.salvo) };
}

export function presentSuggestion(row: SuggestionRow): SugestaoCriteriosWire {
  const { itemId: _i, outrosItens: _o, ...told } = row;
  return {
    ...told,
    status: told.status as SugestaoCriteriosWire['status'],
    resultado: readStored(resultadoSugestao, told.resultado, null),
    uso: readStored(usoTeste, told.uso, SEM_USO),
    custoUsd: Number(told.custoUsd),
    createdAt: told.createdAt.toISOString(),
    terminadoEm: told.terminadoEm?.toISOString() ?? null,
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
