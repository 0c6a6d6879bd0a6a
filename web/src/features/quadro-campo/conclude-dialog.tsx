import { completeVerificacao, type VerificacaoWire } from '@escuta/shared/contracts/surveys/verificacoes';
import {
  RESULTADO_VERIFICACAO_LABEL,
  RESULTADOS_RECONTATO,
} from '@escuta/shared/domain/interview/verdicts/verification';
import { ExternalLink } from 'lucide-react';
import { Link } from 'react-router-dom';
import { z } from 'zod';
import { SelectField, TextareaField } from '../../kit/form/fields.tsx';
import { DialogForm, FormDialog, useFormDialog } from '../../kit/form/form-dialog.tsx';
import { useApiForm } from '../../kit/form/use-api-form.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { useLast } from '../../kit/use-last.ts';
import { href, paths } from '../../lib/paths.ts';
import { formatPhone } from '../../lib/text/format.ts';

const RESULTADOS = RESULTADOS_RECONTATO.map((value) => ({
  value,
  label: RESULTADO_VERIFICACAO_LABEL[value],
}));
const OUVIDA = 'ouvida';

const schema = z.object({
  como: z.enum([OUVIDA, ...RESULTADOS_RECONTATO], { error: 'Selecione o resultado.' }),
  nota: z.string().trim().max(2000),
});
type Input = z.input<typeof schema>;

/** What came of verifying an interview: heard, or the respondent called. */
export function ConcludeDialog({ target, onClose }: { target: VerificacaoWire | null; onClose: () => void }) {
  const shown = useLast(target);
  return (
    <FormDialog open={target !== null} onClose={onClose}>
      {shown ? <ConcludeForm verificacao={shown} /> : null}
    </FormDialog>
  );
}

function ConcludeForm({ verificacao }: { verificacao: VerificacaoWire }) {
  const { done } = useFormDialog();
  const { entrevista } = verificacao;
  const conclude = useApiMutation(completeVerificacao, { done: 'Verificação concluída.', failed: null });
  const initial = verificacao.resultado ?? (entrevista.auditada ? OUVIDA : 'confirmada');
  const api = useApiForm<Input, z.output<typeof schema>, unknown>({
    schema,
    values: { como: initial, nota: verificacao.nota ?? '' },
    send: ({ como, nota }) =>
      conclude.run({
        params: { id: verificacao.id },
        body: {
          ...(como === OUVIDA
            ? { modo: 'ouvida' as const }
            : { modo: 'recontato' as const, resultado: como }),
          nota: nota || null,
          visto: verificacao.versao,
        },
      }),
    onSaved: done,
    failed: 'Erro ao concluir a verificação',
  });
  return (
    <DialogForm
      api={api}
      title={`Verificar a entrevista de ${entrevista.nome}`}
      description={
        entrevista.auditada
          ? 'Ouça as respostas no mapa e corrija as erradas. As que você não alterar ficam confirmadas.'
          : 'A gravação ainda não foi auditada: verifique por recontato.'
      }
      submitLabel="Concluir verificação"
    >
      {entrevista.item_id ? (
        <Link
          to={href(paths.analiseLigacao, { itemId: entrevista.item_id })}
          target="_blank"
          rel="noopener"
          className="focus-ring touch-target inline-flex w-fit items-center gap-1.5 rounded-sm font-medium text-primary-text text-sm underline-offset-4 hover:underline"
        >
          Abrir a entrevista
          <ExternalLink className="size-4" aria-hidden="true" />
          <span className="sr-only"> (abre em nova janela)</span>
        </Link>
      ) : null}
      {entrevista.telefone ? <p className="text-sm">Telefone: {formatPhone(entrevista.telefone)}</p> : null}
      <SelectField
        {...api.field('como')}
        label="Resultado"
        required
        options={[
          ...(entrevista.auditada ? [{ value: OUVIDA, label: 'Ouvida: as respostas estão conferidas' }] : []),
          ...RESULTADOS,
        ]}
      />
      <TextareaField {...api.field('nota')} label="Observação" rows={3} maxLength={2000} />
    </DialogForm>
  );
}
