import { createAudioUrl } from '@escuta/shared/contracts/calls/item-gravacao';
import { toast } from '../../../lib/browser/toast.ts';
import { call, errorMessage, saveUrl } from '../../../lib/network/api.ts';

/** Offers the recording as a file; the browser streams it from a signed address. */
export async function downloadRecording(row: { id: string; arquivo_nome: string | null }): Promise<void> {
  try {
    const { data } = await call(createAudioUrl, { params: { id: row.id } });
    const separator = data.url.includes('?') ? '&' : '?';
    saveUrl(`${data.url}${separator}baixar=true`, row.arquivo_nome ?? undefined);
  } catch (error) {
    toast.error('Erro ao baixar', { description: errorMessage(error, 'Falha ao baixar arquivo.') });
  }
}
