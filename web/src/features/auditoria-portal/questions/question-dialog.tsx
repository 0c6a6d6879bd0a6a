import type { PerguntaWire } from '@escuta/shared/contracts/surveys/questionarios';
import { useState } from 'react';
import { nextCode } from '../../../domain/survey/question-editor/question-codes.ts';
import { QuestionForm } from '../../../domain/survey/question-editor/question-form.tsx';
import { type QuestionValues, valuesOf } from '../../../domain/survey/question-editor/question-form-rules.ts';
import { FormDialog, useFormDialog } from '../../../kit/form/form-dialog.tsx';
import { useLast } from '../../../kit/use-last.ts';
import { DialogDescription, DialogHeader, DialogTitle } from '../../../ui/overlays/dialog.tsx';
import { asEdited } from './question-draft.ts';

/** The question in the dialog: `pergunta` is the one to correct, null for a new question at index `place`. */
export interface OpenQuestion {
  pergunta: PerguntaWire | null;
  place: number;
  /** Initial code and text of a new question. */
  codigo?: string;
  texto?: string;
  /** Other initial values of a new question. */
  start?: Partial<QuestionValues>;
  /** Lines of the document that the question uses. */
  linhas?: readonly number[];
}

interface QuestionDialogProps {
  /** The question to edit; null closes the dialog. */
  open: OpenQuestion | null;
  /** Id of the preparation, part of the key of the form's draft. */
  preparoId: string;
  perguntas: readonly PerguntaWire[];
  onTake: (pergunta: PerguntaWire, place: number, linhas: readonly number[]) => void;
  onClose: () => void;
}

/**
 * The editor of a question. After a question is added, the dialog stays open for the next new question, unless the
 * added question was made of lines of the document.
 */
export function QuestionDialog({ open, ...props }: QuestionDialogProps) {
  const shown = useLast(open);
  return (
    <FormDialog
      open={open !== null}
      onClose={props.onClose}
      className="flex max-h-[calc(100dvh-2rem)] max-w-2xl flex-col gap-4 overflow-hidden max-sm:p-4"
    >
      {shown ? <QuestionEditPane {...props} start={shown} /> : null}
    </FormDialog>
  );
}

function QuestionEditPane({
  start,
  preparoId,
  perguntas,
  onTake,
}: Omit<QuestionDialogProps, 'open' | 'onClose'> & { start: OpenQuestion }) {
  const { close, done } = useFormDialog();
  const [added, setAdded] = useState<PerguntaWire[]>([]);
  const place = start.place + added.length;
  const last = added.at(-1);
  const editing = start.pergunta;
  const isOne = editing !== null || start.linhas !== undefined;
  const codes = [...perguntas, ...added].map(({ codigo }) => codigo);
  return (
    <>
      <DialogHeader>
        <DialogTitle>{editing ? `Corrigir ${editing.codigo}` : 'Adicionar pergunta'}</DialogTitle>
        <DialogDescription>
          {last
            ? `${last.codigo} adicionada. Escreva a próxima, ou feche.`
            : 'A alteração só vale depois de “Salvar perguntas”, quando a Escuta lê as colunas de novo.'}
        </DialogDescription>
      </DialogHeader>
      <div className="relative -mx-1 min-h-0 overflow-y-auto px-1">
        <QuestionForm
          key={added.length}
          ofSheet
          autoFocus
          pergunta={editing}
          perguntas={perguntas}
          place={place}
          start={
            last
              ? nextOf(last, codes)
              : {
                  codigo: start.codigo ?? nextCode(perguntas[place - 1]?.codigo ?? '', codes),
                  texto_pergunta: start.texto ?? '',
                  ...start.start,
                }
          }
          chosen={added.length === 0 && (start.linhas?.length ?? 0) > 0}
          draftKey={`preparo:${preparoId}:${editing?.id ?? 'nova'}`}
          send={async (body) => {
            const pergunta = asEdited(body, editing);
            onTake(pergunta, place, start.linhas ?? []);
            if (!isOne) setAdded((before) => [...before, pergunta]);
          }}
          onSaved={() => {
            if (isOne) done();
          }}
          onLeave={close}
          onDirty={() => undefined}
        />
      </div>
    </>
  );
}

/** Initial values of the question that follows `last`: items of a battery ('P4a') share kind and options. */
function nextOf(last: PerguntaWire, codes: readonly string[]): Partial<QuestionValues> {
  const codigo = nextCode(last.codigo, codes);
  if (!/\d(?:[a-z]|\.\d+)$/iu.test(last.codigo)) return { codigo };
  const { tipo, minimo, maximo, unidade, ler_opcoes, respostas_definidas } = valuesOf(last);
  const options = respostas_definidas.map((option) => ({ ...option, opcaoId: '' }));
  return { codigo, tipo, minimo, maximo, unidade, ler_opcoes, respostas_definidas: options };
}
