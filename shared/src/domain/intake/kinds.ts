/** Differences between uploads by owner; acts.ts has the acts on intakes. */
import { type PapelArquivo, PREPARO_GUARDA_DIAS } from '../audit-preparation.ts';
import { LOTE_GUARDA_DIAS } from '../recordings/recording-batch.ts';
import { ACTS, type StagedKind } from './acts.ts';

/** Owners of uploads: interviews (recordings from devices), and intakes (files announced with their length). */
export type Dono = 'entrevista' | StagedKind;

export type PapelEnvio = PapelArquivo | 'gravacao' | 'gravacoes' | 'importacao';

type Owner = {
  /** Folder of the kind's objects under the company's prefix; null: the prefix itself. */
  pasta: string | null;
  /** Retention of an unfinished upload after its last part, hours. */
  guardaHoras: number;
  /** Refusal of an upload whose id or place is taken. */
  jaHaEnvio: string;
};

type FileOwner = Owner & {
  /** Refusal of a file by the owner's state. `estado`: label in lower case. */
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
    naoRecebe: (estado) => `Este lote não recebe gravações agora (${estado}). Comece outro lote.`,
  },
  importacao: {
    pasta: 'importacoes',
    guardaHoras: 48,
    jaHaEnvio: 'Já há um envio com este id, ou desta importação, com outros dados.',
    naoRecebe: (estado) =>
      `Esta importação não recebe mais o arquivo (${estado}). Para enviar outro, comece uma importação nova.`,
  },
};

/** Folder of an owner's objects under the company's prefix. */
export const folderOf = (dono: Dono, id: string): string => {
  const { pasta } = INTAKES[dono];
  return pasta === null ? id : `${pasta}/${id}`;
};

export function takesNoFile({ dono, estado }: { dono: StagedKind; estado: string }): string {
  return INTAKES[dono].naoRecebe((ACTS[dono].labels[estado] ?? estado).toLowerCase());
}
