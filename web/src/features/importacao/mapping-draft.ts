/** A person's unsaved choice of columns, kept until it is simulated. */
import { FUSO_PADRAO, type Mapeamento } from '@escuta/shared/domain/call-sheet/fields';
import type { Detalhe } from './words.ts';

/** The choice, and the columns that it was based on. */
export interface MappingDraft {
  importacaoId: string;
  over: Mapeamento;
  mapping: Mapeamento;
}

/** State above the page's steps, which mount and unmount while others work. */
export interface MappingDraftState {
  draft: MappingDraft | null;
  onDraft: (draft: MappingDraft | null) => void;
}

type Importacao = Pick<Detalhe, 'id' | 'estado' | 'colunas' | 'mapeamento'>;

const isSame = (a: Mapeamento, b: Mapeamento): boolean => JSON.stringify(a) === JSON.stringify(b);

/** True if the columns can be changed now. */
export const isMappable = ({ estado }: Pick<Detalhe, 'estado'>): boolean =>
  estado === 'mapear' || estado === 'simulada';

/** The server's columns: those of the last simulation, else the recognised ones. */
export const savedMapping = ({ colunas, mapeamento }: Importacao): Mapeamento => ({
  colunas: mapeamento?.colunas ?? colunas.map(({ sugestao }) => sugestao),
  ordem: mapeamento?.ordem ?? null,
  fuso: mapeamento?.fuso ?? FUSO_PADRAO,
  duracao: mapeamento?.duracao ?? 'segundos',
  criar_agentes: mapeamento?.criar_agentes ?? false,
  direcao: mapeamento?.direcao ?? 'valores',
});

/** The draft of this import if it differs from the server's columns; null: no changes. */
export function draftOf(importacao: Importacao, draft: MappingDraft | null): MappingDraft | null {
  if (!draft || draft.importacaoId !== importacao.id) return null;
  // A repeated reading may have found other columns.
  if (draft.mapping.colunas.length !== importacao.colunas.length) return null;
  return isSame(draft.mapping, savedMapping(importacao)) ? null : draft;
}

/** The draft with a change; a new draft keeps the columns that it is based on. */
export function changeMapping(
  importacao: Importacao,
  draft: MappingDraft | null,
  change: Partial<Mapeamento>,
): MappingDraft {
  const saved = savedMapping(importacao);
  const { over, mapping } = draftOf(importacao, draft) ?? { over: saved, mapping: saved };
  return { importacaoId: importacao.id, over, mapping: { ...mapping, ...change } };
}

/** True if another person simulated other columns since the draft began. */
export const isOvertaken = (importacao: Importacao, draft: MappingDraft): boolean =>
  !isSame(draft.over, savedMapping(importacao));
