import {
  getPadraoGravacao,
  listGravacoesDoLote,
  listLotesGravacao,
  savePadraoGravacao,
  testPadraoGravacao,
} from '@escuta/shared/contracts/calls/lotes-gravacao';
import { AppError } from '@escuta/shared/domain/errors';
import { checkedPattern, LIMITES_PADRAO } from '@escuta/shared/domain/recordings/name-pattern';
import { plural } from '@escuta/shared/domain/text/in-words';
import { useQuery } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { shortName } from '../../domain/player/heard-file.tsx';
import { TextareaField, TextField } from '../../kit/form/fields.tsx';
import { DialogForm, FormDialog, useFormDialog } from '../../kit/form/form-dialog.tsx';
import { useApiForm } from '../../kit/form/use-api-form.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { useFirst } from '../../kit/use-first.ts';
import { type Data, errorMessage } from '../../lib/network/api.ts';
import { apiQuery } from '../../lib/network/query.ts';
import { formatDateTimeSeconds, formatPhone } from '../../lib/text/format.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/overlays/alert-dialog.tsx';
import { DialogDescription, DialogHeader, DialogTitle } from '../../ui/overlays/dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';

/** Patterns of frequent kinds of names, from which a person can start. */
const MODELOS = [
  {
    nome: '20261120-101500_2001_11987654321.wav',
    padrao: '(?<data>\\d{8})-(?<hora>\\d{6})_(?<ramal>\\d{2,6})_(?<numero>\\d{8,13})',
  },
  {
    nome: '11987654321_2001_20-11-2026_10h15.mp3',
    padrao: '(?<numero>\\d{8,13})_(?<ramal>\\d{2,6})_(?<data>\\d{2}-\\d{2}-\\d{4})_(?<hora>\\d{2}h\\d{2})',
  },
  {
    nome: 'ana.souza_20261120_1015.wav',
    padrao: '^(?<agente>[a-z.]+)_(?<data>\\d{8})_(?<hora>\\d{4})',
  },
] as const;
/** Number of a batch's names on which a pattern is tried by default. */
const AMOSTRAS = 8;
/** Time without typing after which the pattern is tried, ms. */
const PAUSA_MS = 350;

const namesOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];

/** The problem that makes a pattern invalid, found before it is tried; null if there is none. */
function problemOf(padrao: string): string | null {
  try {
    checkedPattern(padrao);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

const schema = z.object({
  padrao: z.string().superRefine((padrao, context) => {
    const problem = problemOf(padrao);
    if (problem) context.addIssue({ code: 'custom', message: problem });
  }),
  amostras: z
    .string()
    .refine((text) => namesOf(text).length > 0, { error: 'Escreva ao menos um nome de gravação.' })
    .refine((text) => namesOf(text).length <= LIMITES_PADRAO.amostras, {
      error: `Use até ${LIMITES_PADRAO.amostras} nomes.`,
    })
    .refine((text) => namesOf(text).every((nome) => nome.length <= 1000), {
      error: 'Um dos nomes passa de 1.000 caracteres. Encurte-o.',
    }),
});

interface Props {
  projetoId: string;
  /** The batch whose names serve as examples; null for the project's newest batch. */
  loteId: string | null;
  open: boolean;
  onClose: () => void;
}

/** Edits the company's pattern for recordings' names. A preview shows what the pattern reads from example names. */
export function PatternDialog({ open, onClose, ...from }: Props) {
  return (
    <FormDialog open={open} onClose={onClose} className="max-w-2xl">
      <PatternSkeleton {...from} />
    </FormDialog>
  );
}

function PatternSkeleton({ projetoId, loteId }: Pick<Props, 'projetoId' | 'loteId'>) {
  const kept = useQuery({ ...apiQuery(getPadraoGravacao), staleTime: 0 });
  const newest = useQuery({
    ...apiQuery(listLotesGravacao, { query: { projeto_id: projetoId, limit: 1 } }),
    enabled: loteId === null,
  });
  const from = loteId ?? newest.data?.data[0]?.id;
  const names = useQuery({
    ...apiQuery(listGravacoesDoLote, { params: { id: from ?? '' }, query: { limit: AMOSTRAS } }),
    enabled: from !== undefined,
  });
  // Waits for the examples, but if their request fails the form opens without them.
  const waiting = (loteId === null && newest.isPending) || (from !== undefined && names.isPending);
  const ready = kept.data && kept.isFetchedAfterMount && !waiting;
  const opened = useFirst(
    ready
      ? {
          padrao: kept.data.data.padrao,
          nomes: [...new Set(names.data?.data.map(({ nome }) => shortName(nome)))],
        }
      : null,
  );
  if (opened) return <Pattern {...opened} />;
  return (
    <>
      <DialogHeader>
        <DialogTitle>Nomes das gravações</DialogTitle>
        <DialogDescription className="sr-only">Carregando</DialogDescription>
      </DialogHeader>
      {kept.isError ? (
        <ErrorState
          title="Erro ao buscar o padrão de nomes"
          error={kept.error}
          onRetry={() => void kept.refetch()}
          retrying={kept.isFetching}
        />
      ) : (
        <Skeleton className="h-64" />
      )}
    </>
  );
}

function Pattern({ padrao: kept, nomes }: { padrao: string | null; nomes: readonly string[] }) {
  const { done } = useFormDialog();
  const [dropping, setDropping] = useState(false);
  const save = useApiMutation(savePadraoGravacao, {
    done: ({ data }) =>
      data.padrao === null
        ? 'Os nomes serão lidos sem padrão.'
        : 'Padrão salvo. Nos envios já lidos, use “Procurar ligações de novo”.',
    failed: null,
  });
  const drop = useApiMutation(savePadraoGravacao, {
    done: 'Os nomes serão lidos sem padrão.',
    failed: 'Não foi possível deixar de usar o padrão',
    onDone: done,
  });
  const api = useApiForm({
    schema,
    values: { padrao: kept ?? '', amostras: nomes.join('\n') },
    send: ({ padrao, amostras }) => save.run({ body: { padrao, amostras: namesOf(amostras) } }),
    onSaved: done,
    failed: 'Não foi possível salvar o padrão',
    draft: { key: 'padrao-de-nomes', title: 'Nomes das gravações', dialog: true },
  });
  const { padrao, amostras } = api.form.watch();
  return (
    <>
      <DialogForm
        api={api}
        title="Nomes das gravações"
        description="O padrão indica em que parte do nome da gravação estão o número, o ramal, o agente, a data e a hora, para a Escuta encontrar a ligação. Sem padrão, a Escuta lê do nome apenas os dados que não deixam dúvida."
        submitLabel="Salvar padrão"
      >
        <TextField
          {...api.field('padrao')}
          label="Padrão"
          required
          maxLength={LIMITES_PADRAO.caracteres}
          inputClassName="font-mono"
          spellCheck={false}
          hint="Expressão regular com grupos nomeados: agente, numero, data, hora, ramal."
        />
        <section aria-label="Modelos de padrão" className="grid gap-1.5">
          <h3 className="text-muted-foreground text-xs">
            Comece pelo modelo mais parecido com os nomes das suas gravações
          </h3>
          <div className="flex flex-wrap gap-1.5">
            {MODELOS.map((modelo) => (
              <Button
                key={modelo.nome}
                type="button"
                variant="outline"
                size="sm"
                className="max-w-full font-mono text-xs"
                disabled={api.busy}
                onClick={() => {
                  api.form.setValue('padrao', modelo.padrao, { shouldDirty: true, shouldValidate: true });
                  const others = api.form.getValues('amostras').trim();
                  if (others === '' || MODELOS.some(({ nome }) => nome === others)) {
                    api.form.setValue('amostras', modelo.nome, { shouldDirty: true });
                  }
                }}
              >
                <span className="truncate">{modelo.nome}</span>
              </Button>
            ))}
          </div>
        </section>
        <TextareaField
          {...api.field('amostras')}
          label="Nomes de exemplo"
          required
          rows={4}
          spellCheck={false}
          inputClassName="max-h-40 font-mono text-xs"
          hint={`Escreva um nome por linha, até ${LIMITES_PADRAO.amostras}.`}
        />
        <Preview padrao={padrao} nomes={namesOf(amostras)} />
        {kept === null ? null : (
          <Button
            type="button"
            variant="ghost"
            size="sm"
            className="justify-self-start"
            disabled={api.busy}
            onClick={() => setDropping(true)}
          >
            Deixar de usar o padrão
          </Button>
        )}
      </DialogForm>
      <ConfirmDialog
        open={dropping}
        onOpenChange={setDropping}
        title="Deixar de usar o padrão?"
        description="Os nomes das próximas gravações serão lidos sem este padrão. As gravações já anexadas são mantidas."
        confirmLabel="Deixar de usar"
        destructive
        onConfirm={() => drop.run({ body: { padrao: null, amostras: [] } })}
      />
    </>
  );
}

/** The text, updated only after it has stayed unchanged for `PAUSA_MS`. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSA_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

type Lido = Data<typeof testPadraoGravacao>[number];

const readOf = ({ numero, ramal, agente, momento }: Lido): string =>
  [
    momento ? formatDateTimeSeconds(momento) : null,
    numero ? formatPhone(numero) : null,
    ramal ? `ramal ${ramal}` : null,
    agente ? `agente ${agente}` : null,
  ]
    .filter(Boolean)
    .join(' · ');

/** The fields that the pattern reads from each name. */
function Preview({ padrao, nomes }: { padrao: string; nomes: readonly string[] }) {
  const body = { padrao, amostras: nomes.slice(0, LIMITES_PADRAO.amostras) };
  const asked = JSON.parse(useSettled(JSON.stringify(body))) as typeof body;
  const ready = asked.amostras.length > 0 && problemOf(asked.padrao) === null;
  const query = useQuery({
    ...apiQuery(testPadraoGravacao, { body: asked }),
    enabled: ready,
    placeholderData: (before) => before,
    retry: false,
  });
  if (!ready) return null;
  if (query.isError) {
    return (
      <p role="alert" className="text-destructive-text text-sm">
        {errorMessage(query.error, 'Não foi possível testar o padrão.')}
      </p>
    );
  }
  const rows = query.data?.data ?? [];
  const fits = rows.filter(({ serve }) => serve).length;
  return (
    <section aria-label="Leitura do padrão" aria-busy={query.isFetching} className="grid min-w-0 gap-1.5">
      <h3 className="font-medium text-sm" aria-live="polite">
        {query.data
          ? `O padrão corresponde a ${fits} de ${plural(rows.length, 'nome', 'nomes')}`
          : 'Testando…'}
      </h3>
      <ul className="grid max-h-52 divide-y overflow-y-auto rounded-lg border">
        {rows.map((row) => (
          <li key={row.nome} className="flex min-w-0 items-start gap-2 px-3 py-2 text-sm">
            {row.serve ? (
              <Check
                className="mt-0.5 size-4 shrink-0 text-success-text"
                aria-label="Corresponde ao padrão"
              />
            ) : (
              <X
                className="mt-0.5 size-4 shrink-0 text-destructive-text"
                aria-label="Não corresponde ao padrão"
              />
            )}
            <div className="min-w-0">
              <p className="break-all font-mono text-xs">{row.nome}</p>
              <p className="break-words text-muted-foreground">
                {readOf(row) ||
                  (row.serve ? 'Nenhum dado reconhecido' : 'O padrão não corresponde a este nome')}
                {!row.serve && readOf(row) ? ' (lido sem o padrão)' : ''}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
