import { type PapelArquivo, PREPARO_GUARDA_DIAS } from '../audit-preparation.ts';
import { LOTE_GUARDA_DIAS } from '../recordings/recording-batch.ts';
import { ACTS, type StagedKind } from './acts.ts';

/** Owners of uploads: interviews (recordings from devices), and intakes (files announced with their length). */
export type Dono = 'entrevista' | StagedKind;

export type PapelEnvio = PapelArquivo | 'gravacao' | 'gravacoes' | 'importacao';

type Owner = {
  /** Folder, under the company's prefix, that contains the owners' folders; null: the prefix itself contains them. */
  pasta: string | null;
  /** Hours that an unfinished upload is kept after its last part. */
  guardaHoras: number;
  /** Refusal of an upload whose id or place is already used. */
  jaHaEnvio: string;
};

type FileOwner = Owner & {
  /** Refusal of a file because of the owner's state. `estado`: the state's label in lower case. */
  naoRecebe: (estado: string) => string;
};

export const INTAKES: Readonly<{ entrevista: Owner } & Record<StagedKind, FileOwner>> = {
  entrevista: {
    pasta: null,
    guardaHoras: 48,
    jaHaEnvio: 'Já há um envio com este id, ou desta gravação, mas com outros dados.',
  },
  preparo: {
    pasta: 'preparos',
    guardaHoras: PREPARO_GUARDA_DIAS * 24,
    jaHaEnvio: 'Já há um envio com este id, ou deste arquivo, mas com outros dados.',
    naoRecebe: (estado) =>
      `Esta auditoria não recebe arquivos agora (${estado}). Para trocar um arquivo, abra a conferência.`,
  },
  lote: {
    pasta: 'lotes',
    guardaHoras: LOTE_GUARDA_DIAS * 24,
    jaHaEnvio: 'Já há um envio com este id, ou deste lote, mas com outros dados.',
    naoRecebe: (estado) => `Este lote não recebe gravações agora (${estado}). Comece outro lote.`,
  },
  importacao: {
    pasta: 'importacoes',
    guardaHoras: 48,
    jaHaEnvio: 'Já há um envio com este id, ou desta importação, mas com outros dados.',
    naoRecebe: (estado) =>
      `Esta importação não recebe mais o arquivo (${estado}). Para enviar outro, comece uma importação nova.`,
  },
};

/** An owner's folder under the company's prefix. */
export const folderOf = (dono: Dono, id: string): string => {
  const { pasta } = INTAKES[dono];
  return pasta === null ? id : `${pasta}/${id}`;
};

export function takesNoFile({ dono, estado }: { dono: StagedKind; estado: string }): string {
  return INTAKES[dono].naoRecebe((ACTS[dono].labels[estado] ?? estado).toLowerCase());
}
