import { type EntrevistaWire, iniciarEntrevista } from '@escuta/shared/contracts/entrevistas';
import { MaskField, TextField } from '../../kit/form/fields.tsx';
import { Form } from '../../kit/form/form.tsx';
import { useApiForm, useOnceKey } from '../../kit/form/use-api-form.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { errorMessage } from '../../lib/api.ts';
import { PHONE } from '../../lib/masks.ts';
import { useRequiredSession } from '../../lib/session.ts';
import { toast } from '../../lib/toast.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';

const NAO_INICIADA = 'Não foi possível iniciar a entrevista. Tente novamente.';

/** 'Dados do Entrevistado': the interview begins with the name. */
export function StartForm({
  questionarioId,
  onStarted,
}: {
  questionarioId: string;
  onStarted: (entrevista: EntrevistaWire) => void;
}) {
  const { user } = useRequiredSession();
  const once = useOnceKey();
  const start = useApiMutation(iniciarEntrevista, {
    done: 'Entrevista iniciada',
    failed: null,
    headers: once.headers,
  });
  const api = useApiForm({
    schema: iniciarEntrevista.body.omit({ questionario_id: true, user_id: true }),
    values: { nome_entrevistado: '', telefone_entrevistado: '' },
    once,
    send: ({ nome_entrevistado, telefone_entrevistado }) =>
      start.run({
        body: {
          questionario_id: questionarioId,
          user_id: user.id,
          nome_entrevistado,
          telefone_entrevistado: telefone_entrevistado || null,
        },
      }),
    onSaved: (answer) => {
      if (answer) onStarted(answer.data);
    },
    onFailure: (error) => {
      toast.error(NAO_INICIADA, { description: errorMessage(error, 'Falha ao iniciar entrevista.') });
      return false;
    },
    invalid: ({ nome_entrevistado }) => {
      // Whatever else is wrong is said at its field.
      if (!String(nome_entrevistado ?? '').trim()) {
        toast.error('Campo obrigatório', { description: 'Por favor, informe o nome do entrevistado.' });
      }
      return null;
    },
    failed: NAO_INICIADA,
    fallback: 'Falha ao iniciar entrevista.',
    draft: { key: `entrevista-nova:${questionarioId}`, title: 'Dados do Entrevistado' },
  });
  const blank = !String(api.form.watch('nome_entrevistado') ?? '').trim();
  return (
    <Card className="p-5">
      <Form
        api={api}
        aria-labelledby="dados-do-entrevistado"
        footer={
          <Button type="submit" size="lg" className="w-full" loading={api.busy} disabled={blank || api.busy}>
            Iniciar Entrevista
          </Button>
        }
      >
        <h2 id="dados-do-entrevistado" className="font-semibold text-base">
          Dados do Entrevistado
        </h2>
        <TextField
          {...api.field('nome_entrevistado')}
          label="Nome completo"
          required
          maxLength={200}
          autoCapitalize="words"
        />
        <MaskField
          {...api.field('telefone_entrevistado')}
          mask={PHONE}
          label="Telefone (opcional)"
          inputMode="tel"
          maxLength={32}
        />
      </Form>
    </Card>
  );
}
