import { type Cotas, updateCotas } from '@escuta/shared/contracts/surveys/quadro';
import { listPerguntas } from '@escuta/shared/contracts/surveys/questionarios';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { TextField } from '../../kit/form/fields.tsx';
import { DialogForm, FormDialog, useFormDialog } from '../../kit/form/form-dialog.tsx';
import { useApiForm } from '../../kit/form/use-api-form.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { useLast } from '../../kit/use-last.ts';
import { apiQuery } from '../../lib/network/query.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';

const schema = z.object({
  metas: z.record(
    z.string(),
    z
      .string()
      .trim()
      .regex(/^([1-9]\d{0,5})?$/, { error: 'Use um número inteiro a partir de 1.' })
      .optional(),
  ),
});

type Alvo = { id: string; nome: string };
type Grupo = { id: string; titulo: string; opcoes: { id: string; texto: string }[] };

/** Edits a questionnaire's goals for each option; an empty field means no goal. */
export function GoalsDialog({
  target,
  cotas,
  onClose,
}: {
  target: Alvo | null;
  cotas: Cotas['cotas'];
  onClose: () => void;
}) {
  const shown = useLast(target);
  return (
    <FormDialog open={target !== null} onClose={onClose}>
      {shown ? <Questions questionario={shown} cotas={cotas} /> : null}
    </FormDialog>
  );
}

function Questions({ questionario, cotas }: { questionario: Alvo; cotas: Cotas['cotas'] }) {
  const query = useQuery({
    ...apiQuery(listPerguntas, { params: { id: questionario.id } }),
    select: (answer) => answer.data,
  });
  if (!query.data) {
    return query.error ? (
      <ErrorState
        title="Erro ao carregar as perguntas."
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    ) : (
      <Skeleton aria-busy="true" className="h-40" />
    );
  }
  const own = cotas.filter((cota) => cota.questionario.id === questionario.id);
  const grupos: Grupo[] = query.data
    .filter(({ respostas_definidas: opcoes }) => opcoes.length > 0)
    .map(({ id, codigo, texto_pergunta, respostas_definidas }) => ({
      id,
      titulo: `${codigo} · ${texto_pergunta}`,
      opcoes: respostas_definidas.map((opcao) => ({ id: opcao.id, texto: opcao.texto_resposta })),
    }));
  const gone = own.filter(
    ({ opcao }) => !grupos.some(({ opcoes }) => opcoes.some(({ id }) => id === opcao.id)),
  );
  const all =
    gone.length === 0
      ? grupos
      : [
          ...grupos,
          {
            id: 'fora',
            titulo: 'Fora do questionário',
            opcoes: gone.map(({ opcao }) => ({ id: opcao.id, texto: opcao.texto })),
          },
        ];
  return (
    <Goals
      questionario={questionario}
      grupos={all}
      antes={own.map(({ opcao, meta }) => ({ opcao_id: opcao.id, meta }))}
    />
  );
}

function Goals({
  questionario,
  grupos,
  antes,
}: {
  questionario: Alvo;
  grupos: readonly Grupo[];
  antes: readonly { opcao_id: string; meta: number }[];
}) {
  const { done } = useFormDialog();
  // The goals as the dialog found them. The server compares them with the stored goals, to detect changes by others.
  const [opened] = useState(antes);
  const save = useApiMutation(updateCotas, { done: 'Metas salvas.', failed: null });
  const api = useApiForm({
    schema,
    values: {
      metas: Object.fromEntries([
        ...grupos.flatMap(({ opcoes }) => opcoes.map(({ id }) => [id, ''] as const)),
        ...opened.map(({ opcao_id, meta }) => [opcao_id, String(meta)] as const),
      ]),
    },
    send: ({ metas }) =>
      save.run({
        params: { id: questionario.id },
        body: {
          metas: Object.entries(metas).flatMap(([opcao_id, text]) =>
            !text ? [] : [{ opcao_id, meta: Number(text) }],
          ),
          antes: [...opened],
        },
      }),
    onSaved: done,
    failed: 'Erro ao salvar as metas',
    draft: { key: `metas:${questionario.id}`, title: 'Metas por resposta', dialog: true },
  });
  return (
    <DialogForm
      api={api}
      title="Metas por resposta"
      description={`Defina quantas entrevistas concluídas de “${questionario.nome}” devem ter cada resposta. Em branco, a resposta fica sem meta.`}
      submitLabel="Salvar metas"
    >
      {grupos.length === 0 ? (
        <p className="text-muted-foreground text-sm">Nenhuma pergunta deste questionário tem opções.</p>
      ) : (
        <div className="grid max-h-[50dvh] gap-5 overflow-y-auto pr-1">
          {grupos.map((grupo) => (
            <fieldset key={grupo.id} className="grid gap-2">
              <legend className="mb-2 font-medium text-sm">{grupo.titulo}</legend>
              {grupo.opcoes.map((opcao) => (
                <TextField
                  key={opcao.id}
                  {...api.field(`metas.${opcao.id}`)}
                  label={opcao.texto}
                  inputMode="numeric"
                  maxLength={7}
                  className="grid-cols-[minmax(0,1fr)_6rem] items-center gap-x-4 gap-y-1 [&>p]:col-span-2 [&_input]:text-right [&_label]:min-w-0 [&_label]:break-words [&_label]:font-normal"
                />
              ))}
            </fieldset>
          ))}
        </div>
      )}
    </DialogForm>
  );
}
