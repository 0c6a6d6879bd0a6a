import { completeVerificacao, type VerificacaoWire } from '@escuta/shared/contracts/surveys/verificacoes';
import {
  DESFECHO_TENTATIVA_LABEL,
  DESFECHOS_SEM_CONTATO,
  type DesfechoSemContato,
  isVerified,
  RESULTADOS_RECONTATO,
} from '@escuta/shared/domain/interview/verdicts/verification';
import { plural } from '@escuta/shared/domain/text/in-words';
import { ExternalLink } from 'lucide-react';
import { Link } from 'react-router-dom';
import { z } from 'zod';
import { SelectField, TextareaField } from '../../kit/form/fields.tsx';
import { DialogForm, FormDialog, useFormDialog } from '../../kit/form/form-dialog.tsx';
import { useApiForm } from '../../kit/form/use-api-form.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { useLast } from '../../kit/use-last.ts';
import { href, paths } from '../../lib/paths.ts';
import { formatDateTime, formatPhone } from '../../lib/text/format.ts';
import { nearMoment } from './calls-text.ts';

const OUVIDA = 'ouvida';
/** Results of a call that finish a verification, in the order of the list. */
const CONTATOS = RESULTADOS_RECONTATO.filter((resultado) => resultado !== 'sem_contato');
const COMO = [OUVIDA, ...CONTATOS, ...DESFECHOS_SEM_CONTATO] as const;
type Como = (typeof COMO)[number];

type Input = { como: Como | ''; nota: string };
const schema: z.ZodType<{ como: Como; nota: string }, Input> = z.object({
  como: z.enum(COMO, { error: 'Selecione o resultado.' }),
  nota: z.string().trim().max(2000),
});

const NOT_REACHED: ReadonlyMap<string, DesfechoSemContato> = new Map(
  DESFECHOS_SEM_CONTATO.map((desfecho) => [desfecho, desfecho]),
);

/** The fields of the request that tell the result of the verification. */
function outcomeOf(como: Como) {
  if (como === OUVIDA) return { modo: 'ouvida' as const };
  const desfecho = NOT_REACHED.get(como);
  if (desfecho) return { modo: 'recontato' as const, resultado: 'sem_contato' as const, desfecho };
  return { modo: 'recontato' as const, resultado: como as (typeof CONTATOS)[number] };
}

/** The earlier result, for a correction; '' if the form does not offer that result, so that it suggests none. */
function resultBefore({ resultado, entrevista }: VerificacaoWire): Como | '' {
  if (resultado === null || resultado === 'sem_contato') return '';
  return resultado === OUVIDA && !entrevista.auditada ? '' : resultado;
}

type Concluded = (verificacao: VerificacaoWire) => void;

/** Records a verification: either the recording was listened to, or the respondent was called. */
export function ConcludeDialog({
  target,
  onClose,
  onNotInterviewed,
}: {
  target: VerificacaoWire | null;
  onClose: () => void;
  /** Called if the respondent denies having been interviewed; absent if this person may not decide on interviews. */
  onNotInterviewed?: Concluded | undefined;
}) {
  const shown = useLast(target);
  return (
    <FormDialog open={target !== null} onClose={onClose}>
      {shown ? <ConcludeForm verificacao={shown} onNotInterviewed={onNotInterviewed} /> : null}
    </FormDialog>
  );
}

/** The calls so far, newest first, and the proposed time of the next call. */
function Calls({ tentativas, proxima_em }: Pick<VerificacaoWire, 'tentativas' | 'proxima_em'>) {
  if (tentativas.length === 0) return null;
  return (
    <div className="grid gap-1.5 rounded-md border p-3 text-sm">
      <p className="font-medium">{plural(tentativas.length, 'tentativa', 'tentativas')}</p>
      <ol aria-label="Tentativas" className="grid max-h-40 gap-1.5 overflow-y-auto">
        {tentativas.map(({ n, resultado, nota, por, em }) => (
          <li key={n}>
            {DESFECHO_TENTATIVA_LABEL[resultado]}
            <span className="text-muted-foreground text-xs">
              {' '}
              · {formatDateTime(em)} · {por.nome}
            </span>
            {nota ? <span className="block break-words text-muted-foreground text-xs">{nota}</span> : null}
          </li>
        ))}
      </ol>
      {proxima_em ? (
        <p className="text-muted-foreground text-xs">
          Sugestão para ligar de novo: {nearMoment(proxima_em, new Date())}, em outro período do dia.
        </p>
      ) : null}
    </div>
  );
}

function ConcludeForm({
  verificacao,
  onNotInterviewed,
}: {
  verificacao: VerificacaoWire;
  onNotInterviewed: Concluded | undefined;
}) {
  const { done } = useFormDialog();
  const { entrevista } = verificacao;
  const corrects = verificacao.modo === 'recontato' && isVerified(verificacao.resultado);
  const conclude = useApiMutation(completeVerificacao, {
    done: ({ data }) =>
      corrects && data.modo === 'recontato'
        ? 'Resultado corrigido.'
        : isVerified(data.resultado)
          ? 'Verificação concluída.'
          : 'Tentativa registrada.',
    failed: null,
    onDone: ({ data }) => {
      if (data.resultado === 'nao_entrevistado') onNotInterviewed?.(data);
    },
  });
  const api = useApiForm({
    schema,
    // Starts with the note of the earlier result. An unanswered call's note is shown in the list of calls instead.
    values: {
      como: resultBefore(verificacao),
      nota: isVerified(verificacao.resultado) ? (verificacao.nota ?? '') : '',
    },
    send: ({ como, nota }) =>
      conclude.run({
        params: { id: verificacao.id },
        body: { ...outcomeOf(como), nota: nota || null, visto: verificacao.versao },
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
          ? 'Ouça a gravação ou ligue para o entrevistado.'
          : 'A gravação ainda não foi auditada. Ligue para o entrevistado.'
      }
      submitLabel="Salvar resultado"
    >
      <ul className="grid list-disc gap-1 pl-5 text-muted-foreground text-sm">
        {entrevista.auditada ? (
          <li>
            <span className="font-medium text-foreground">Ouvir:</span> abra a entrevista, ouça as respostas e
            corrija as erradas. As que você não alterar ficam confirmadas.
          </li>
        ) : null}
        <li>
          <span className="font-medium text-foreground">Ligar:</span> pergunte se a pessoa foi entrevistada,
          quando e por quem, e repita duas ou três perguntas. Não leia as respostas registradas.
        </li>
        <li>Se ninguém atender, registre a tentativa. A verificação continua aberta.</li>
      </ul>
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
      {entrevista.telefone ? (
        <p className="text-sm">
          Telefone:{' '}
          <a
            href={`tel:${entrevista.telefone}`}
            className="focus-ring rounded-sm font-medium text-primary-text underline-offset-4 hover:underline"
          >
            {formatPhone(entrevista.telefone)}
          </a>
        </p>
      ) : null}
      <Calls {...verificacao} />
      {corrects ? (
        <p className="text-muted-foreground text-sm">
          Selecione outro resultado para corrigir a última tentativa.
        </p>
      ) : null}
      <SelectField
        {...api.field('como')}
        label="Resultado"
        required
        options={[
          ...(entrevista.auditada
            ? [{ value: OUVIDA, label: 'Gravação ouvida: as respostas estão conferidas' }]
            : []),
          ...[...CONTATOS, ...DESFECHOS_SEM_CONTATO].map((value) => ({
            value,
            label: DESFECHO_TENTATIVA_LABEL[value],
          })),
        ]}
      />
      <TextareaField {...api.field('nota')} label="Observação" rows={3} maxLength={2000} />
    </DialogForm>
  );
}
