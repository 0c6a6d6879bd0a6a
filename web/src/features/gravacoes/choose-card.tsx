import { ACEITA_DE_FORA } from '@escuta/shared/domain/audio/recording-forms';
import { LIMITES_LOTE } from '@escuta/shared/domain/recordings/recording-batch';
import { plural } from '@escuta/shared/domain/text/in-words';
import { Archive, FolderOpen } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { DemoSamples } from '../../domain/items/recording/demo-samples.tsx';
import { FileButton } from '../../kit/file-button.tsx';
import { toast } from '../../lib/browser/toast.ts';
import { errorMessage } from '../../lib/network/api.ts';
import { cn } from '../../lib/utils.ts';
import { droppedEntries, type Found, filesOf } from './dropped.ts';
import { chosenFiles, chosenOf, sendChosen } from './sending.ts';

/** Greatest number of files that are read from dropped folders, including files that are not recordings. */
const ARQUIVOS_VISTOS_MAX = 10 * LIMITES_LOTE.arquivos;

/** Card in which a person chooses, or onto which a person drops, a folder, many files or an archive. */
export function ChooseCard({
  projetoId,
  lote,
  onBegun,
}: {
  projetoId: string;
  /** The batch to continue; null for a new batch. */
  lote: { id: string; envio_id: string | null } | null;
  onBegun: (loteId: string) => void;
}) {
  const [over, setOver] = useState(false);
  const [busy, setBusy] = useState(false);

  const take = async (files: readonly Found[]): Promise<void> => {
    const chosen = chosenOf(files);
    if (typeof chosen === 'string') {
      toast.error('Não foi possível usar estes arquivos', { description: chosen });
      return;
    }
    setBusy(true);
    try {
      onBegun(await sendChosen(projetoId, chosen, lote));
      if (chosen.origem === 'pasta' && chosen.fora > 0) {
        toast.info(
          `${plural(chosen.fora, 'arquivo vazio ou que não é gravação ficou', 'arquivos vazios ou que não são gravações ficaram')} de fora.`,
        );
      }
    } catch (error) {
      toast.error('Não foi possível começar o envio', {
        description: errorMessage(error, 'Tente novamente.'),
      });
    } finally {
      setBusy(false);
    }
  };
  const drop = async (transfer: DataTransfer): Promise<void> => {
    if (busy) return;
    const entries = droppedEntries(transfer);
    if (entries.length === 0) return;
    setBusy(true);
    try {
      const files = await filesOf(entries, ARQUIVOS_VISTOS_MAX);
      if (files.length > ARQUIVOS_VISTOS_MAX) {
        toast.error('Não foi possível usar estes arquivos', {
          description: 'São arquivos demais de uma só vez. Divida-os em mais de um envio.',
        });
      } else await take(files);
    } catch {
      toast.error('Não foi possível abrir a pasta', {
        description: 'Uma das pastas, ou um arquivo dentro dela, não pôde ser lido. Use “Selecionar pasta”.',
      });
    } finally {
      setBusy(false);
    }
  };
  const latest = useRef(drop);
  useEffect(() => {
    latest.current = drop;
  });
  useEffect(() => {
    // The whole page accepts drops, because outside the card the browser would navigate to the file.
    const ofFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
    const onDragOver = (event: DragEvent): void => {
      if (!ofFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const onDragLeave = (event: DragEvent): void => {
      // `relatedTarget` is null if the pointer has left the window, not only an element.
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent): void => {
      setOver(false);
      if (!event.dataTransfer || !ofFiles(event)) return;
      event.preventDefault();
      void latest.current(event.dataTransfer);
    };
    window.addEventListener('dragover', onDragOver);
    window.addEventListener('dragleave', onDragLeave);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragover', onDragOver);
      window.removeEventListener('dragleave', onDragLeave);
      window.removeEventListener('drop', onDrop);
    };
  }, []);
  return (
    <section
      aria-label="Selecionar gravações"
      className={cn(
        'grid justify-items-center gap-3 rounded-xl border-2 border-dashed bg-card p-6 text-center',
        over && 'border-primary bg-primary-soft',
      )}
    >
      <p className="font-medium text-sm">
        {lote ? 'Selecione a mesma pasta ou o mesmo arquivo para continuar' : 'Arraste as gravações para cá'}
      </p>
      <p className="max-w-prose text-muted-foreground text-sm">
        Envie uma pasta com subpastas, vários arquivos ou um .zip, com até 20.000 gravações e 10 GB. Nada é
        anexado nem cobrado antes da sua conferência.
      </p>
      <DemoSamples className="max-w-prose text-left" />
      <div className="flex flex-wrap justify-center gap-2">
        <FileButton
          name="pasta"
          several="pasta"
          variant="default"
          size="default"
          loading={busy}
          onFiles={(files) => void take(chosenFiles(files))}
        >
          <FolderOpen aria-hidden="true" />
          Selecionar pasta
        </FileButton>
        <FileButton
          name="arquivos"
          several="arquivos"
          size="default"
          accept={`${ACEITA_DE_FORA},.zip,.rar`}
          disabled={busy}
          onFiles={(files) => void take(chosenFiles(files))}
        >
          <Archive aria-hidden="true" />
          Selecionar arquivos ou .zip
        </FileButton>
      </div>
    </section>
  );
}
