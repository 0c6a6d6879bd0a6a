import { Archive, FolderOpen } from 'lucide-react';
import { type ChangeEvent, type DragEvent, useRef, useState } from 'react';
import { errorMessage } from '../../lib/api.ts';
import { plural } from '../../lib/format.ts';
import { toast } from '../../lib/toast.ts';
import { cn } from '../../lib/utils.ts';
import { Button } from '../../ui/button.tsx';
import { chosenOf, sendChosen } from './sending.ts';

/** Where a folder, many files or an archive are chosen or dropped. */
export function ChooseCard({
  projetoId,
  lote,
  onBegun,
}: {
  projetoId: string;
  /** The batch to go on with; null: another one begins. */
  lote: { id: string; envio_id: string | null } | null;
  onBegun: (loteId: string) => void;
}) {
  const folder = useRef<HTMLInputElement>(null);
  const archive = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [busy, setBusy] = useState(false);

  const take = async (files: readonly File[]): Promise<void> => {
    if (busy) return;
    const chosen = chosenOf(files);
    if (typeof chosen === 'string') {
      toast.error('Estes arquivos não servem', { description: chosen });
      return;
    }
    setBusy(true);
    try {
      onBegun(await sendChosen(projetoId, chosen, lote));
      if (chosen.origem === 'pasta' && chosen.fora > 0) {
        toast.info(
          `${plural(chosen.fora, 'arquivo que não é gravação ficou', 'arquivos que não são gravações ficaram')} de fora.`,
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
  const onChange = (event: ChangeEvent<HTMLInputElement>): void => {
    const files = [...(event.target.files ?? [])];
    // The same files may be chosen again.
    event.target.value = '';
    if (files.length > 0) void take(files);
  };
  return (
    <section
      aria-label="Escolher gravações"
      className={cn(
        'grid justify-items-center gap-3 rounded-xl border-2 border-dashed bg-card p-6 text-center',
        over && 'border-primary',
      )}
      onDragOver={(event: DragEvent) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event: DragEvent) => {
        event.preventDefault();
        setOver(false);
        void take([...event.dataTransfer.files]);
      }}
    >
      <p className="font-medium text-sm">
        {lote ? 'Escolha a mesma pasta ou o mesmo arquivo para continuar' : 'Arraste as gravações para cá'}
      </p>
      <p className="max-w-prose text-muted-foreground text-sm">
        Uma pasta, muitos arquivos ou um .zip, até 20.000 gravações e 10 GB. Nada é anexado nem cobrado antes
        de você conferir.
      </p>
      <input
        ref={folder}
        type="file"
        multiple
        className="sr-only"
        tabIndex={-1}
        aria-hidden="true"
        data-testid="escolher-pasta"
        onChange={onChange}
        {...{ webkitdirectory: '' }}
      />
      <input
        ref={archive}
        type="file"
        multiple
        accept="audio/*,.zip,.rar"
        className="sr-only"
        tabIndex={-1}
        aria-hidden="true"
        data-testid="escolher-arquivos"
        onChange={onChange}
      />
      <div className="flex flex-wrap justify-center gap-2">
        <Button loading={busy} onClick={() => folder.current?.click()}>
          <FolderOpen aria-hidden="true" />
          Escolher pasta
        </Button>
        <Button variant="outline" disabled={busy} onClick={() => archive.current?.click()}>
          <Archive aria-hidden="true" />
          Escolher arquivos ou .zip
        </Button>
      </div>
    </section>
  );
}
