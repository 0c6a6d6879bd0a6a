import { AppError } from '@escuta/shared/domain/errors';
import { normalizeCep } from '@escuta/shared/domain/text/address';
import type { AppDeps } from '../../deps.ts';
import { type Endereco, fetchCep } from './cep-client.ts';

/** Cache times, ms: a week for a found address; an hour for an unknown code, which may be new. */
const FOUND_TTL_MS = 7 * 86_400_000;
const UNKNOWN_TTL_MS = 3_600_000;
const MAX_ENTRIES = 5000;

type Entry = { endereco: Endereco | null; endsAt: number };

/** Finds addresses by postal code, cached for the whole process. */
export function createCepLookup(deps: Pick<AppDeps, 'env'>) {
  const cache = new Map<string, Entry>();

  const keep = (digits: string, endereco: Endereco | null) => {
    const oldest = cache.size >= MAX_ENTRIES ? cache.keys().next().value : undefined;
    if (oldest !== undefined) cache.delete(oldest);
    cache.set(digits, { endereco, endsAt: Date.now() + (endereco ? FOUND_TTL_MS : UNKNOWN_TTL_MS) });
    return endereco;
  };

  const ask = async (digits: string): Promise<Endereco | null> => {
    const known = cache.get(digits);
    if (known && known.endsAt > Date.now()) return known.endereco;
    cache.delete(digits);
    try {
      return keep(digits, await fetchCep(deps.env.CEP_API_URL, digits));
    } catch (error) {
      throw new AppError('indisponivel', 'Erro ao buscar CEP. Tente novamente.', { cause: error });
    }
  };

  /**
   * The address of a postal code, with or without punctuation.
   * @throws AppError requisicao_invalida, nao_encontrado, indisponivel
   */
  return async (cep: string): Promise<Endereco> => {
    const digits = normalizeCep(cep);
    if (digits.length !== 8) {
      throw new AppError('requisicao_invalida', 'CEP inválido. Deve conter 8 dígitos.');
    }
    const endereco = await ask(digits);
    if (!endereco) throw new AppError('nao_encontrado', 'CEP não encontrado.');
    return endereco;
  };
}
