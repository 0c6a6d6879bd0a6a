/** A person's unsaved choice of columns, kept until a dry run saves it. */
import { FUSO_PADRAO, type Mapeamento } from '@escuta/shared/domain/call-sheet/fields';
import type { Detalhe } from './words.ts';

/** The chosen mapping (`mapping`), and the saved mapping on which the choice is based (`over`). */
export interface MappingDraft {
  importacaoId: string;
  over: Mapeamento;
  mapping: Mapeamento;
}

/** The draft and its setter. The page keeps the draft, because steps appear and disappear while other people work. */
export interface MappingDraftState {
  draft: MappingDraft | null;
  onDraft: (draft: MappingDraft | null) => void;
}

type Importacao = Pick<Detalhe, 'id' | 'estado' | 'colunas' | 'mapeamento'>;

const isSame = (a: Mapeamento, b: Mapeamento): boolean => JSON.stringify(a) === JSON.stringify(b);

/** True if the columns can be changed now. */
export const isMappable = ({ estado }: Pick<Detalhe, 'estado'>): boolean =>
  estado === 'mapear' || estado === 'simulada';

/** The mapping stored at the server: that of the last dry run, else the recognised columns with default settings. */
export const savedMapping = ({ colunas, mapeamento }: Importacao): Mapeamento => ({
  colunas: mapeamento?.colunas ?? colunas.map(({ sugestao }) => sugestao),
  ordem: mapeamento?.ordem ?? null,
  fuso: mapeamento?.fuso ?? FUSO_PADRAO,
  duracao: mapeamento?.duracao ?? 'segundos',
  criar_agentes: mapeamento?.criar_agentes ?? false,
  direcao: mapeamento?.direcao ?? 'valores',
});

/** The draft if it belongs to this import and differs from the saved mapping; else null. */
export function draftOf(importacao: Importacao, draft: MappingDraft | null): MappingDraft | null {
  if (!draft || draft.importacaoId !== importacao.id) return null;
  // If the sheet was read again it may have other columns, which the draft does not fit.
  if (draft.mapping.colunas.length !== importacao.colunas.length) return null;
  return isSame(draft.mapping, savedMapping(importacao)) ? null : draft;
}

/** The draft with a change. A new draft remembers the saved mapping on which it is based. */
export function changeMapping(
  importacao: Importacao,
  draft: MappingDraft | null,
  change: Partial<Mapeamento>,
): MappingDraft {
  const saved = savedMapping(importacao);
  const { over, mapping } = draftOf(importacao, draft) ?? { over: saved, mapping: saved };
  return { importacaoId: importacao.id, over, mapping: { ...mapping, ...change } };
}

/** True if another person made a dry run with other columns after the draft began. */
export const isOvertaken = (importacao: Importacao, draft: MappingDraft): boolean =>
  !isSame(draft.over, savedMapping(importacao));
