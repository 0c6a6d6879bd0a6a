/** Verifies a dossier's JSON or PDF by WebCrypto, in browsers and Node. */
import type { z } from 'zod';
import {
  type chavesPublicadas,
  DOSSIE_MAX,
  type DossieAssinado,
  dossierCode,
  readDossier,
} from './dossier.ts';
import { hexOf } from './signed-pdf/byte-range.ts';
import type { Bytes } from './signed-pdf/der.ts';
import { isSignedBy, verifyPdf } from './signed-pdf/verify-pdf.ts';

type Chaves = z.output<typeof chavesPublicadas>['chaves'];

export type ArquivoVerificado =
  | { tipo: 'valida'; signed: DossieAssinado; codigo: string; formato: 'json' | 'pdf' }
  | { tipo: 'invalida'; motivo: string };

const invalid = (motivo: string): ArquivoVerificado => ({ tipo: 'invalida', motivo });
const ALTERADO = 'O arquivo não é um dossiê desta versão da Escuta, ou foi alterado depois de gerado.';
const MOTIVO = {
  alterado: 'O PDF foi alterado depois de gerado, ou recebeu algo a mais no fim.',
  sem_assinatura:
    'Este PDF não traz assinatura: não é um dossiê, foi alterado, ou foi gerado por uma versão antiga da Escuta, que assinava só o arquivo JSON. Se for antigo, verifique o JSON.',
  outra_chave: 'A chave que assina este arquivo não é desta instalação.',
};

function bytesOf(base64url: string): Bytes {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

const isPdf = (file: Bytes): boolean => new TextDecoder().decode(file.subarray(0, 5)) === '%PDF-';

/** Verifies a dossier against the published keys. @throws DOMException if the platform lacks Ed25519 */
export async function verifyDossierFile(file: Bytes, chaves: Chaves): Promise<ArquivoVerificado> {
  if (!isPdf(file)) {
    const text = decode(file);
    return text === null ? invalid(ALTERADO) : verifyJson(text, chaves, 'json');
  }
  const keys = chaves.map(({ id, publica, criada_em: em }) => ({
    id,
    publica: bytesOf(publica),
    criadaEm: new Date(em),
  }));
  const read = await verifyPdf(file, keys, DOSSIE_MAX);
  return read.tipo === 'valido' ? verifyJson(read.anexo, chaves, 'pdf') : invalid(MOTIVO[read.tipo]);
}

/** Decodes UTF-8 with any byte order mark; null if invalid. */
function decode(file: Bytes): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(file);
  } catch {
    return null;
  }
}

async function verifyJson(text: string, chaves: Chaves, formato: 'json' | 'pdf'): Promise<ArquivoVerificado> {
  const read = readDossier(text);
  if (!read) return invalid(ALTERADO);
  const { signed, texto } = read;
  const key = chaves.find(({ id }) => id === signed.chave.id);
  if (!key || key.publica !== signed.chave.publica) return invalid(MOTIVO.outra_chave);
  const content = new TextEncoder().encode(texto);
  if (!(await isSignedBy(bytesOf(key.publica), bytesOf(signed.assinatura.valor), content))) {
    return invalid(ALTERADO);
  }
  const sha256 = new Uint8Array(await crypto.subtle.digest('SHA-256', content));
  return { tipo: 'valida', signed, codigo: dossierCode(hexOf(sha256)), formato };
}
