/** Columns of a sheet as a person changes them, until they are simulated. */
import { FUSO_PADRAO, type Mapeamento } from '@escuta/shared/domain/call-sheet/fields';
import type { Detalhe } from './words.ts';

/** A person's choice of columns, and the columns at that time. */
export interface MappingDraft {
  importacaoId: string;
  over: Mapeamento;
  mapping: Mapeamento;
}

/** It stands above the steps of the page, which come and go while others work. */
export interface MappingDraftState {
  draft: MappingDraft | null;
  onDraft: (draft: MappingDraft | null) => void;
}

type Importacao = Pick<Detalhe, 'id' | 'estado' | 'colunas' | 'mapeamento'>;

const isSame = (a: Mapeamento, b: Mapeamento): boolean => JSON.stringify(a) === JSON.stringify(b);

/** True if the columns can be changed now. */
export const isMappable = ({ estado }: Pick<Detalhe, 'estado'>): boolean =>
  estado === 'mapear' || estado === 'simulada';

/** The columns as the server has them: those of the last simulation, else as they were recognised. */
export const savedMapping = ({ colunas, mapeamento }: Importacao): Mapeamento => ({
  colunas: mapeamento?.colunas ?? colunas.map(({ sugestao }) => sugestao),
  ordem: mapeamento?.ordem ?? null,
  fuso: mapeamento?.fuso ?? FUSO_PADRAO,
  duracao: mapeamento?.duracao ?? 'segundos',
  criar_agentes: mapeamento?.criar_agentes ?? false,
  direcao: mapeamento?.direcao ?? 'valores',
});

/** The draft of this import, where it differs from what the server has; null: nothing is changed. */
export function draftOf(importacao: Importacao, draft: MappingDraft | null): MappingDraft | null {
  if (!draft || draft.importacaoId !== importacao.id) return null;
  // Another reading of the file may have found other columns.
  if (draft.mapping.colunas.length !== importacao.colunas.length) return null;
  return isSame(draft.mapping, savedMapping(importacao)) ? null : draft;
}

/** The draft with a change; over what it was begun with. */
export function changeMapping(
  importacao: Importacao,
  draft: MappingDraft | null,
  change: Partial<Mapeamento>,
): MappingDraft {
  const saved = savedMapping(importacao);
  const { over, mapping } = draftOf(importacao, draft) ?? { over: saved, mapping: saved };
  return { importacaoId: importacao.id, over, mapping: { ...mapping, ...change } };
}

/** True if somebody else simulated with other columns since the draft was begun. */
export const isOvertaken = (importacao: Importacao, draft: MappingDraft): boolean =>
  !isSame(draft.over, savedMapping(importacao));
