/** What is sent in files, by who owns its uploads: an interview, an audit of the portal, a batch of recordings, an import of calls. A further kind is a line of INTAKES. */
import {
  ESTADO_PREPARO_LABEL,
  type EstadoPreparo,
  type PapelArquivo,
  PREPARO_GUARDA_DIAS,
} from '../audit-preparation.ts';
import { ESTADO_IMPORTACAO_LABEL, type EstadoImportacao } from '../call-sheet/fields.ts';
import { ESTADO_LOTE_LABEL, type EstadoLote, LOTE_GUARDA_DIAS } from '../recordings/recording-batch.ts';

/** States of those whose files are announced, with their length, before a byte of them comes in. */
export type EstadoDe = { preparo: EstadoPreparo; lote: EstadoLote; importacao: EstadoImportacao };
export type DonoDeArquivo = keyof EstadoDe;
export type Dono = 'entrevista' | DonoDeArquivo;

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

type FileOwner<Estado extends string> = Owner & {
  estados: Record<Estado, string>;
  naoEncontrado: string;
  /** The refusal of a file in a state that takes none. `estado`: its label, in lower case. */
  naoRecebe: (estado: string) => string;
};

type FileOwners = { [D in DonoDeArquivo]: FileOwner<EstadoDe[D]> };

export const INTAKES: { entrevista: Owner } & FileOwners = {
  entrevista: {
    pasta: null,
    guardaHoras: 48,
    jaHaEnvio: 'Já há um envio com este id, ou desta gravação, com outros dados.',
  },
  preparo: {
    pasta: 'preparos',
    guardaHoras: PREPARO_GUARDA_DIAS * 24,
    naoEncontrado: 'Auditoria em preparo não encontrada.',
    jaHaEnvio: 'Já há um envio com este id, ou deste arquivo, com outros dados.',
    estados: ESTADO_PREPARO_LABEL,
    naoRecebe: (estado) =>
      `Esta auditoria não recebe arquivos agora (${estado}). Para trocar um arquivo, comece pela conferência.`,
  },
  lote: {
    pasta: 'lotes',
    guardaHoras: LOTE_GUARDA_DIAS * 24,
    naoEncontrado: 'Lote de gravações não encontrado.',
    jaHaEnvio: 'Já há um envio com este id, ou deste lote, com outros dados.',
    estados: ESTADO_LOTE_LABEL,
    naoRecebe: (estado) => `Este lote não recebe gravações agora (${estado}). Comece outro.`,
  },
  importacao: {
    pasta: 'importacoes',
    guardaHoras: 48,
    naoEncontrado: 'Importação não encontrada.',
    jaHaEnvio: 'Já há um envio com este id, ou desta importação, com outros dados.',
    estados: ESTADO_IMPORTACAO_LABEL,
    naoRecebe: (estado) =>
      `Esta importação não recebe mais o arquivo (${estado}). Para enviar outro, comece uma importação nova.`,
  },
};

/** Where objects of an owner stand under its company's prefix. */
export const folderOf = (dono: Dono, id: string): string => {
  const { pasta } = INTAKES[dono];
  return pasta === null ? id : `${pasta}/${id}`;
};

/** Why a file cannot come in, of an owner that waits for none. */
export function takesNoFile<D extends DonoDeArquivo>({
  dono,
  estado,
}: {
  dono: D;
  estado: EstadoDe[D];
}): string {
  const owners: FileOwners = INTAKES;
  const { estados, naoRecebe } = owners[dono];
  return naoRecebe(estados[estado].toLowerCase());
}
