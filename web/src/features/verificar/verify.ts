import {
  CAMINHO_CHAVES,
  chavesPublicadas,
  type DossieAssinado,
  readDossier,
} from '@escuta/shared/domain/exports/dossier';

export type Verificacao =
  | { tipo: 'valida'; signed: DossieAssinado }
  | { tipo: 'invalida'; motivo: string }
  | { tipo: 'impossivel'; motivo: string };

const ALTERADO = 'O arquivo não é um dossiê desta versão, ou foi alterado depois de gerado.';

/** What the largest dossier is far below, bytes: a file beyond it would only hold the browser up. */
export const DOSSIE_MAX = 50 * 1024 * 1024;

/** The reason why a file is no dossier's; null: it may be one. */
export function fileProblem({ name, size }: File): string | null {
  if (!/\.json$/iu.test(name)) return 'Selecione o arquivo JSON do dossiê: o PDF não traz a assinatura.';
  if (size === 0) return 'O arquivo está vazio.';
  return size > DOSSIE_MAX ? 'O arquivo é grande demais para um dossiê.' : null;
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/** Asks the installation for its public keys and holds a dossier's text against them, in the browser. */
export async function verifyDossier(text: string): Promise<Verificacao> {
  const read = readDossier(text);
  if (!read) return { tipo: 'invalida', motivo: ALTERADO };
  const { signed, texto } = read;
  let keys: { id: string; publica: string }[];
  try {
    const response = await fetch(CAMINHO_CHAVES, { cache: 'no-store' });
    keys = chavesPublicadas.parse(await response.json()).chaves;
  } catch {
    return { tipo: 'impossivel', motivo: 'As chaves públicas não puderam ser buscadas. Tente de novo.' };
  }
  const key = keys.find(({ id }) => id === signed.chave.id);
  if (!key || key.publica !== signed.chave.publica) {
    return { tipo: 'invalida', motivo: 'A chave que assina este arquivo não é desta instalação.' };
  }
  try {
    const publica = await crypto.subtle.importKey('raw', bytesOf(key.publica), 'Ed25519', false, ['verify']);
    const bytes = new TextEncoder().encode(texto);
    const holds = await crypto.subtle.verify('Ed25519', publica, bytesOf(signed.assinatura.valor), bytes);
    return holds ? { tipo: 'valida', signed } : { tipo: 'invalida', motivo: ALTERADO };
  } catch {
    return {
      tipo: 'impossivel',
      motivo:
        'Este navegador não verifica assinaturas Ed25519. Use uma versão atual do Chrome, do Edge, do Firefox ou do Safari.',
    };
  }
}
