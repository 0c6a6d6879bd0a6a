import { CAMINHO_CHAVES, chavesPublicadas } from '@escuta/shared/domain/exports/dossier';
import { type ArquivoVerificado, verifyDossierFile } from '@escuta/shared/domain/exports/verify-dossier';

export type Verificacao = ArquivoVerificado | { tipo: 'impossivel'; motivo: string };

/** Greatest accepted size, bytes. It is far above the largest dossier; a larger file would only block the browser. */
export const DOSSIE_MAX = 50 * 1024 * 1024;

/** Reason why a file cannot be a dossier; null if it can. */
export function fileProblem({ name, size }: File): string | null {
  if (/\.(?:xlsx|csv)$/iu.test(name)) {
    return 'Planilhas não trazem assinatura. Selecione o PDF ou o JSON do mesmo dossiê.';
  }
  if (!/\.(?:pdf|json)$/iu.test(name)) return 'Selecione o PDF ou o JSON do dossiê.';
  if (size === 0) return 'O arquivo está vazio.';
  return size > DOSSIE_MAX ? 'O arquivo é grande demais para um dossiê.' : null;
}

/** Fetches the installation's public keys and verifies a dossier's file in the browser. */
export async function verifyDossier(file: Uint8Array<ArrayBuffer>): Promise<Verificacao> {
  let chaves: Parameters<typeof verifyDossierFile>[1];
  try {
    const response = await fetch(CAMINHO_CHAVES, { cache: 'no-store' });
    ({ chaves } = chavesPublicadas.parse(await response.json()));
  } catch {
    return {
      tipo: 'impossivel',
      motivo: 'As chaves de verificação não puderam ser buscadas. Tente de novo.',
    };
  }
  try {
    return await verifyDossierFile(file, chaves);
  } catch {
    return {
      tipo: 'impossivel',
      motivo:
        'Este navegador não verifica este tipo de assinatura. Use uma versão atual do Chrome, do Edge, do Firefox ou do Safari.',
    };
  }
}
