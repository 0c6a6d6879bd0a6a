/**
 * The device's requests and the server's answers. `field-api.ts` sends the requests over HTTP; tests use a fake
 * transport, which can fail at any request.
 */
import type { EntrevistaRecebida } from '@escuta/shared/contracts/surveys/campo';
import type { EventoAparelho, Quarentena } from '@escuta/shared/domain/interview/device/device-log';
import type { EntrevistaAEnviar, ParteAEnviar } from './model.ts';

/** State of an upload at the server: the parts received and missing. */
export interface EnvioRecebido {
  recebidas: number;
  /** Numbers of the missing parts, up to the last received part or, once the total is known, up to the total. */
  faltam: number[];
  concluido: boolean;
}

export interface Fechamento {
  completa: boolean;
  /** Recordings with missing parts. */
  faltam?: { gravacoes: { n: number }[] };
  /** The reason why the server sets the interview aside for a manager to decide; null if it does not. */
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
