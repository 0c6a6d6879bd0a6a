import { decideGravacao, type GravacaoDoLote } from '@escuta/shared/contracts/calls/lotes-gravacao';
import { z } from 'zod';
import { DateField, TextField } from '../../kit/form/fields.tsx';
import { DialogForm, FormDialog, useFormDialog } from '../../kit/form/form-dialog.tsx';
import { useApiForm } from '../../kit/form/use-api-form.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { useLast } from '../../kit/use-last.ts';
import { fromLocalDateTime, toLocalDateTime } from '../../lib/text/format.ts';
import { MOMENTO_INVALIDO } from '../../lib/text/masks.ts';

const schema = z
  .object({
    momento: z
      .string()
      .refine((value) => value === '' || fromLocalDateTime(value) !== null, { error: MOMENTO_INVALIDO }),
    numero: z.string().trim().max(64, { error: 'Use no máximo 64 caracteres.' }),
    ramal: z.string().trim().max(64, { error: 'Use no máximo 64 caracteres.' }),
  })
  .refine(({ momento, numero, ramal }) => momento !== '' || numero !== '' || ramal !== '', {
    error: 'Informe a data da ligação e o número ou o ramal.',
    path: ['momento'],
  });

interface Props {
  loteId: string;
  /** The recording for which a call is created; null closes the dialog. */
  gravacao: GravacaoDoLote | null;
  onClose: () => void;
}

/** 'Criar ligação' for a recording without a call. The recording's name prefills the form; a person completes it. */
export function CreateCallDialog({ loteId, gravacao, onClose }: Props) {
  const shown = useLast(gravacao);
  return (
    <FormDialog open={gravacao !== null} onClose={onClose}>
      {shown ? <CreateCall loteId={loteId} gravacao={shown} /> : null}
    </FormDialog>
  );
}

function CreateCall({ loteId, gravacao }: { loteId: string; gravacao: GravacaoDoLote }) {
  const { done } = useFormDialog();
  const { id, nome, lido } = gravacao;
  const decide = useApiMutation(decideGravacao, { failed: null });
  const api = useApiForm({
    schema,
    values: { momento: toLocalDateTime(lido.momento), numero: lido.numero ?? '', ramal: lido.ramal ?? '' },
    send: ({ momento, numero, ramal }, { changed }) =>
      decide.run({
        params: { id: loteId, gravacaoId: id },
        body: {
          acao: 'criar',
          // The field shows no seconds, so an unchanged time is sent as read from the name, with its seconds.
          momento: changed.has('momento') ? fromLocalDateTime(momento) : lido.momento,
          numero: numero || null,
          ramal: ramal || null,
        },
      }),
    onSaved: done,
    failed: 'Não foi possível criar a ligação',
    draft: { key: `gravacao:${id}`, title: `Criar ligação de ${nome}`, dialog: true },
  });
  return (
    <DialogForm
      api={api}
      title="Criar ligação"
      description={
        <span className="break-words">
          A ligação da gravação “{nome.slice(nome.lastIndexOf('/') + 1)}” só será criada quando as gravações
          forem anexadas.
        </span>
      }
      submitLabel={gravacao.situacao === 'criar' ? 'Salvar' : 'Criar ligação'}
    >
      <DateField {...api.field('momento')} label="Início da ligação" time />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...api.field('numero')} label="Número" inputMode="tel" maxLength={64} />
        <TextField {...api.field('ramal')} label="Ramal" maxLength={64} />
      </div>
    </DialogForm>
  );
}
