import { uploadAudio } from '@escuta/shared/contracts/calls/item-gravacao';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useUnsaved } from '../../../kit/form/use-unsaved.ts';
import { useStaleAfter } from '../../../kit/mutation.ts';
import { toast } from '../../../lib/browser/toast.ts';
import { errorMessage, type UploadProgress, upload } from '../../../lib/network/api.ts';
import { UPLOADING } from '../../../lib/page/unsaved.ts';

export type UploadOutcome = 'enviado' | 'cancelado' | 'falhou';

interface SendOptions {
  onFailed?: (reason: string) => void;
  /** The reason for replacing an analysed recording. */
  motivo?: string;
}

/**
 * Sends a call's recording with progress and cancel. Toasts show the result, but with `onFailed` (uploads of many
 * files) the caller shows failures.
 */
export function useUploadRecording(): {
  /** Progress while an upload runs, else null. */
  progress: UploadProgress | null;
  send: (itemId: string, file: File, options?: SendOptions) => Promise<UploadOutcome>;
  cancel: () => void;
} {
  const refresh = useStaleAfter(uploadAudio);
  const [progress, setProgress] = useState<UploadProgress | null>(null);
  const controller = useRef<AbortController | null>(null);
  useUnsaved(() => (controller.current ? UPLOADING : null));
  // Leaving the page cancels the upload, because nobody would see its outcome.
  useEffect(() => () => controller.current?.abort(), []);

  const send = useCallback(
    async (itemId: string, file: File, { onFailed, motivo }: SendOptions = {}): Promise<UploadOutcome> => {
      const own = new AbortController();
      controller.current = own;
      setProgress({ loaded: 0, total: file.size, share: 0 });
      try {
        await upload(uploadAudio, file, {
          params: { id: itemId },
          field: 'file',
          ...(motivo ? { fields: { motivo } } : {}),
          signal: own.signal,
          onProgress: setProgress,
        });
        if (!onFailed) toast.success('Áudio enviado', { description: file.name });
        return 'enviado';
      } catch (error) {
        if (own.signal.aborted) {
          toast.info('Envio cancelado');
          return 'cancelado';
        }
        const reason = errorMessage(error, 'Falha ao fazer upload do arquivo.');
        if (onFailed) onFailed(reason);
        else toast.error('Erro no upload', { description: reason });
        return 'falhou';
      } finally {
        controller.current = null;
        setProgress(null);
        refresh();
      }
    },
    [refresh],
  );

  const cancel = useCallback(() => controller.current?.abort(), []);
  return { progress, send, cancel };
}
