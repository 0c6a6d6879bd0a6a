import type { ResponseOf } from '@escuta/shared/contracts/contract';
import {
  drawVerificacoes,
  type getVerificacaoDaPesquisa,
  updateVerificacaoDaPesquisa,
} from '@escuta/shared/contracts/surveys/verificacoes';
import { plural } from '@escuta/shared/domain/text/in-words';
import { Dices, Settings2 } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { TextField } from '../../kit/form/fields.tsx';
import { DialogForm, FormDialog, useFormDialog } from '../../kit/form/form-dialog.tsx';
import { useApiForm } from '../../kit/form/use-api-form.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { Button } from '../../ui/button.tsx';

export type Amostra = ResponseOf<typeof getVerificacaoDaPesquisa>['data'];

const whole = z
  .string()
  .trim()
  .regex(/^\d{1,3}$/, { error: 'De 0 a 100.' })
  .refine((text) => Number(text) <= 100, { error: 'De 0 a 100.' });
const schema = z.object({ percentual: whole, minimo: whole });

/** The sample's rule in words, with buttons to change the rule and to draw the sample. */
export function SampleRule({
  pesquisaId,
  amostra,
  falta,
}: {
  pesquisaId: string;
  amostra: Amostra;
  /** True if fewer interviews of some interviewer were drawn than the rule requires. */
  falta: boolean;
}) {
  const [editing, setEditing] = useState(false);
  const draw = useApiMutation(drawVerificacoes, {
    done: ({ data }) =>
      data.novas > 0
        ? `${plural(data.novas, 'entrevista sorteada', 'entrevistas sorteadas')}.`
        : 'Nenhuma das entrevistas recebidas foi sorteada desta vez.',
    failed: 'Erro ao sortear',
  });
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="max-w-2xl text-muted-foreground text-sm">
        Cada entrevista concluída tem {amostra.percentual}% de chance de ser sorteada, com no mínimo{' '}
        {amostra.minimo} por entrevistador. As entrevistas já sorteadas são mantidas; sorteie de novo quando
        houver novas entrevistas.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" size="sm" onClick={() => setEditing(true)}>
          <Settings2 aria-hidden="true" />
          Alterar a amostra
        </Button>
        <Button
          variant={falta ? 'default' : 'outline'}
          size="sm"
          loading={draw.busy}
          onClick={() => void draw.attempt({ params: { id: pesquisaId } })}
        >
          <Dices aria-hidden="true" />
          Sortear entrevistas
        </Button>
      </div>
      <FormDialog open={editing} onClose={() => setEditing(false)}>
        <RuleForm pesquisaId={pesquisaId} amostra={amostra} />
      </FormDialog>
    </div>
  );
}

function RuleForm({ pesquisaId, amostra }: { pesquisaId: string; amostra: Amostra }) {
  const { done } = useFormDialog();
  const [antes] = useState({ percentual: amostra.percentual, minimo: amostra.minimo });
  const save = useApiMutation(updateVerificacaoDaPesquisa, { done: 'Amostra salva.', failed: null });
  const api = useApiForm({
    schema,
    values: { percentual: String(antes.percentual), minimo: String(antes.minimo) },
    send: ({ percentual, minimo }) =>
      save.run({
        params: { id: pesquisaId },
        body: { percentual: Number(percentual), minimo: Number(minimo), antes },
      }),
    onSaved: done,
    failed: 'Erro ao salvar a amostra',
    draft: { key: `amostra:${pesquisaId}`, title: 'Amostra de verificação', dialog: true },
  });
  return (
    <DialogForm
      api={api}
      title="Amostra de verificação"
      description="As entrevistas são sorteadas ao acaso, separadamente para cada entrevistador. Diminuir a amostra não remove as já sorteadas."
      submitLabel="Salvar amostra"
    >
      <TextField
        {...api.field('percentual')}
        label="Percentual das concluídas"
        inputMode="numeric"
        required
      />
      <TextField {...api.field('minimo')} label="Mínimo por entrevistador" inputMode="numeric" required />
    </DialogForm>
  );
}
