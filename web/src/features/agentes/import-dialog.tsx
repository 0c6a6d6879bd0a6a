import { importAgentes } from '@escuta/shared/contracts/team/agentes';
import { AGENTES_POR_LISTA } from '@escuta/shared/domain/calls/agent-sheet';
import { plural } from '@escuta/shared/domain/text/in-words';
import { Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { FormDialog, useFormDialog, useReportToDialog } from '../../kit/form/form-dialog.tsx';
import { useApiMutation } from '../../kit/mutation.ts';
import { toast } from '../../lib/browser/toast.ts';
import type { Data } from '../../lib/network/api.ts';
import { formatNumber } from '../../lib/text/format.ts';
import { ILEGIVEL, isWorkbook, readWorkbookText } from '../../lib/text/sheet-text.ts';
import { readTextFile } from '../../lib/text/text-file.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/inputs/field.tsx';
import { Textarea } from '../../ui/inputs/textarea.tsx';
import { DialogDescription, DialogFooter, DialogHeader, DialogTitle } from '../../ui/overlays/dialog.tsx';

/**
 * Greatest sizes of a chosen file, bytes: a longer text would have more lines than the server accepts. A workbook may
 * be larger, because its file is larger than its text.
 */
const TEXTO_MAX = 400_000;
const PLANILHA_MAX = 5_000_000;

type Relatorio = Data<typeof importAgentes>;

/** Imports agents and extensions from a list: previews the effects, then applies them. */
export function ImportAgentesDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <FormDialog open={open} onClose={onClose}>
      <ImportForm />
    </FormDialog>
  );
}

function counts({ novos, alterados, ramais, iguais }: Relatorio): string {
  return [
    plural(novos, 'agente novo', 'agentes novos'),
    plural(ramais, 'ramal', 'ramais'),
    alterados > 0 ? plural(alterados, 'matrícula atualizada', 'matrículas atualizadas') : null,
    iguais > 0 ? plural(iguais, 'linha sem mudança', 'linhas sem mudança') : null,
  ]
    .filter(Boolean)
    .join(', ');
}

// Does not use `useApiForm`, because the same list is sent twice: first for the preview, then to apply it.
function ImportForm() {
  const { close, done } = useFormDialog();
  const [texto, setTexto] = useState('');
  const [conferida, setConferida] = useState<Relatorio | null>(null);
  const file = useRef<HTMLInputElement>(null);
  const check = useApiMutation(importAgentes, {
    failed: 'Erro ao conferir a lista',
    onDone: ({ data }) => setConferida(data),
  });
  const send = useApiMutation(importAgentes, {
    failed: 'Erro ao importar a lista',
    onDone: ({ data }) => {
      toast.success(`Lista importada: ${counts(data)}.`, {
        description:
          data.resolvidas.tarefa_id === null
            ? undefined
            : 'As ligações estão sendo atribuídas aos agentes: acompanhe em Tarefas.',
      });
      done();
    },
  });
  const [reading, setReading] = useState(false);
  const busy = check.busy || send.busy || reading;
  useReportToDialog(busy, texto !== '');
  const change = (given: string): void => {
    setTexto(given);
    setConferida(null);
  };
  const read = async (chosen: File | undefined): Promise<void> => {
    if (!chosen) return;
    const book = isWorkbook(chosen.name);
    if (chosen.size > (book ? PLANILHA_MAX : TEXTO_MAX)) {
      toast.error('Arquivo grande demais', {
        description: `Envie até ${formatNumber(AGENTES_POR_LISTA)} linhas por vez.`,
      });
      return;
    }
    setReading(true);
    try {
      // Reads one line more than the limit, so that the server refuses a list that is too long.
      const found = book
        ? await readWorkbookText(chosen, AGENTES_POR_LISTA + 2)
        : { text: await readTextFile(chosen) };
      if ('problem' in found) toast.error(found.problem);
      else if (found.text.trim() === '') toast.error('A planilha está vazia.');
      else if (found.text.length > TEXTO_MAX)
        toast.error('A lista é longa demais: divida a lista em partes.');
      else change(found.text);
    } catch {
      // The file was moved or changed since the choice, or the reader could not be loaded.
      toast.error(ILEGIVEL, { description: 'Selecione o arquivo de novo, ou copie as linhas e cole aqui.' });
    } finally {
      setReading(false);
    }
  };
  const changes = conferida ? conferida.novos + conferida.alterados + conferida.ramais : 0;
  return (
    <>
      <DialogHeader>
        <DialogTitle>Importar agentes</DialogTitle>
        <DialogDescription>
          Copie as linhas da planilha e cole aqui, ou selecione um arquivo .xlsx, .xls ou .csv. Colunas: nome,
          matrícula, ramal, de, até; só o nome é obrigatório.
        </DialogDescription>
      </DialogHeader>
      <Field label="Lista" required>
        <Textarea
          rows={7}
          value={texto}
          disabled={busy}
          placeholder={'Nome;Matrícula;Ramal;De;Até\nAna Souza;17;1023;01/10/2026;'}
          onChange={(event) => change(event.target.value)}
        />
      </Field>
      <div>
        <input
          ref={file}
          type="file"
          accept=".xlsx,.xls,.csv,.txt,.tsv,text/csv,text/plain"
          className="hidden"
          aria-label="Arquivo da lista"
          onChange={(event) => {
            void read(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
        <Button
          type="button"
          variant="outline"
          size="sm"
          loading={reading}
          disabled={busy}
          onClick={() => file.current?.click()}
        >
          {reading ? null : <Upload aria-hidden="true" />}
          Selecionar arquivo
        </Button>
      </div>
      {conferida ? (
        <div role="status" className="grid gap-2 text-sm">
          <p>
            {changes === 0 ? 'Nada para importar' : counts(conferida)}
            {conferida.resolvidas.ligacoes > 0
              ? `; ${plural(conferida.resolvidas.ligacoes, 'ligação pode mudar de agente', 'ligações podem mudar de agente')}`
              : ''}
            .
          </p>
          {conferida.recusadas.length > 0 ? (
            <section className="grid gap-1">
              <h3 className="font-medium">Linhas recusadas ({formatNumber(conferida.recusadas.length)})</h3>
              <ul
                aria-label="Linhas recusadas"
                className="grid max-h-40 gap-1 overflow-y-auto rounded-md border p-2"
              >
                {conferida.recusadas.map(({ linha, texto: line, motivo }) => (
                  <li key={linha} className="break-words">
                    Linha {linha}: {motivo} <span className="text-muted-foreground">{line}</span>
                  </li>
                ))}
              </ul>
            </section>
          ) : null}
        </div>
      ) : null}
      <DialogFooter>
        <Button type="button" variant="outline" disabled={busy} onClick={close}>
          Cancelar
        </Button>
        {conferida && changes > 0 ? (
          <Button
            loading={send.busy}
            onClick={() => void send.attempt({ body: { texto, confirmado: true } })}
          >
            Importar
          </Button>
        ) : (
          <Button
            loading={check.busy}
            inactive={texto.trim() === ''}
            onClick={() => void check.attempt({ body: { texto } })}
          >
            Conferir lista
          </Button>
        )}
      </DialogFooter>
    </>
  );
}
