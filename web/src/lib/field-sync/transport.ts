/**
 * Requests of the device and the server's answers. `field-api.ts` sends them over HTTP; tests interrupt them anywhere.
 */
import type { EntrevistaRecebida } from '@escuta/shared/contracts/surveys/campo';
import type { EventoAparelho, Quarentena } from '@escuta/shared/domain/interview/device/device-log';
import type { EntrevistaAEnviar, ParteAEnviar } from './model.ts';

/** The server's state of an upload. */
export interface EnvioRecebido {
  recebidas: number;
  /** Missing numbers up to the server's last part, or up to the total once it is known. */
  faltam: number[];
  concluido: boolean;
}

export interface Fechamento {
  completa: boolean;
  /** Recordings with missing parts. */
  faltam?: { gravacoes: { n: number }[] };
  /** The reason why the interview is held for a manager; null: not held. */
  quarentena?: Quarentena | null;
}

export interface Transport {
  anunciar: (entrevista: EntrevistaAEnviar) => Promise<EntrevistaRecebida>;
  /** @returns number of the last event that the server has */
  eventos: (id: string, eventos: readonly EventoAparelho[]) => Promise<number>;
  abrirEnvio: (envio: {
    id: string;
    entrevistaId: string;
    gravacao: number;
    tipo: string;
  }) => Promise<EnvioRecebido>;
  parte: (envioId: string, parte: ParteAEnviar) => Promise<void>;
  concluirEnvio: (envioId: string, partes: number) => Promise<EnvioRecebido>;
  fechar: (
    id: string,
    tudo: {
      eventos: number;
      registro_sha256: string;
      gravacoes: { n: number; envio_id: string; partes: number }[];
    },
  ) => Promise<Fechamento>;
}
