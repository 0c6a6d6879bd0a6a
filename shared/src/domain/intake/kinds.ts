/** What tells the uploads of one owner from those of another; the acts on what came in stand in acts.ts. */
import { type PapelArquivo, PREPARO_GUARDA_DIAS } from '../audit-preparation.ts';
import { LOTE_GUARDA_DIAS } from '../recordings/recording-batch.ts';
import { ACTS, type StagedKind } from './acts.ts';

/** Owners of uploads: an interview, whose device sends recordings as they come, and intakes, whose files are announced with their length. */
export type Dono = 'entrevista' | StagedKind;

/** What an upload is of its owner. */
export type PapelEnvio = PapelArquivo | 'gravacao' | 'gravacoes' | 'importacao';

type Owner = {
  /** Where its objects stand under the company's prefix; null: at the prefix itself. */
  pasta: string | null;
  /** How long an upload without its end is kept after its last part, hours. */
  guardaHoras: number;
  /** The refusal of an upload whose id, or whose place, another one has. */
  jaHaEnvio: string;
};

type FileOwner = Owner & {
  /** The refusal of a file in a state that takes none. `estado`: its label, in lower case. */
  naoRecebe: (estado: string) => string;
};

export const INTAKES: Readonly<{ entrevista: Owner } & Record<StagedKind, FileOwner>> = {
  entrevista: {
    pasta: null,
    guardaHoras: 48,
    jaHaEnvio: 'Já há um envio com este id, ou desta gravação, com outros dados.',
  },
  preparo: {
    pasta: 'preparos',
    guardaHoras: PREPARO_GUARDA_DIAS * 24,
    jaHaEnvio: 'Já há um envio com este id, ou deste arquivo, com outros dados.',
    naoRecebe: (estado) =>
      `Esta auditoria não recebe arquivos agora (${estado}). Para trocar um arquivo, abra a conferência.`,
  },
  lote: {
    pasta: 'lotes',
    guardaHoras: LOTE_GUARDA_DIAS * 24,
    jaHaEnvio: 'Já há um envio com este id, ou deste lote, com outros dados.',
    naoRecebe: (estado) => `Este lote não recebe gravações agora (${estado}). Comece outro.`,
  },
  importacao: {
    pasta: 'importacoes',
    guardaHoras: 48,
    jaHaEnvio: 'Já há um envio com este id, ou desta importação, com outros dados.',
    naoRecebe: (estado) =>
      `Esta importação não recebe mais o arquivo (${estado}). Para enviar outro, comece uma importação nova.`,
  },
};

/** Where objects of an owner stand under its company's prefix. */
export const folderOf = (dono: Dono, id: string): string => {
  const { pasta } = INTAKES[dono];
  return pasta === null ? id : `${pasta}/${id}`;
};

/** Why a file cannot come in, of an intake that waits for none. */
export function takesNoFile({ dono, estado }: { dono: StagedKind; estado: string }): string {
  return INTAKES[dono].naoRecebe((ACTS[dono].labels[estado] ?? estado).toLowerCase());
}
