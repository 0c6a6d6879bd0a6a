import { type AgenteWire, mergeAgentes } from '@escuta/shared/contracts/team/agentes';
import { plural } from '@escuta/shared/domain/text/in-words';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { AgentePicker, interviewCount, workCount } from '../../domain/survey/agente-picker.tsx';
import { ControlField } from '../../kit/form/fields.tsx';
import { DialogForm, FormDialog, useFormDialog } from '../../kit/form/form-dialog.tsx';
import { useApiForm } from '../../kit/form/use-api-form.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { useLast } from '../../kit/use-last.ts';
import { ChoiceCards } from '../../ui/inputs/choice-cards.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useForgetMaps } from './forget-maps.ts';

type Fica = 'este' | 'outro';
interface Values {
  outro: AgenteWire | null;
  /** The agent whose name and record stay. */
  fica: Fica;
}

const schema: z.ZodType<{ outro: AgenteWire; fica: Fica }, Values> = z.object({
  outro: z.custom<AgenteWire | null>().transform((outro, context): AgenteWire => {
    if (outro) return outro;
    context.addIssue({ code: 'custom', message: 'Selecione o outro agente.' });
    return z.NEVER;
  }),
  fica: z.enum(['este', 'outro']),
});

/** Merges two agents: asks for the other agent and for the name that stays, and previews what moves. */
export function MergeAgentesDialog({
  agente,
  empresaId,
  onClose,
}: {
  agente: AgenteWire | null;
  empresaId: string | undefined;
  onClose: () => void;
}) {
  const shown = useLast(agente);
  return (
    <FormDialog open={agente !== null} onClose={onClose}>
      {shown ? <MergeForm agente={shown} empresaId={empresaId} /> : null}
    </FormDialog>
  );
}

function MergeForm({ agente, empresaId }: { agente: AgenteWire; empresaId: string | undefined }) {
  const { done } = useFormDialog();
  const merge = useApiMutation(mergeAgentes, {
    done: ({ data }) => `Cadastros juntados em ${data.nome}.`,
    failed: null,
    onDone: useForgetMaps(),
  });
  const values: Values = { outro: null, fica: 'este' };
  const api = useApiForm({
    schema,
    values,
    send: ({ outro, fica }) => {
      const [stays, goes] = fica === 'este' ? [agente, outro] : [outro, agente];
      return merge.run({ params: { id: stays.id }, body: { agente_id: goes.id } });
    },
    onSaved: done,
    failed: 'Erro ao juntar os agentes',
    // Leaving the dialog asks nothing, because only two choices would be lost.
    guard: false,
  });
  const [outro, fica] = useWatch({ control: api.form.control, name: ['outro', 'fica'] });
  const [stays, goes] = fica === 'este' ? [agente, outro] : [outro, agente];
  return (
    <DialogForm
      api={api}
      title="Juntar agentes"
      description={`Use quando ${agente.nome} e outro nome da lista são a mesma pessoa.`}
      submitLabel={stays && goes ? 'Juntar os dois' : 'Juntar'}
      destructive
    >
      <ControlField {...api.field('outro')} label={`${agente.nome} é a mesma pessoa que`} required>
        {(field) => (
          <AgentePicker
            label="Outro agente"
            value={field.value as AgenteWire | null}
            onValueChange={field.onChange}
            empresaId={empresaId}
            except={agente.id}
          />
        )}
      </ControlField>
      {outro && stays && goes ? (
        <>
          <ChoiceCards
            legend="Nome que fica"
            value={fica}
            onValueChange={(value) => api.form.setValue('fica', value, { shouldDirty: true })}
            options={(
              [
                ['este', agente],
                ['outro', outro],
              ] as const
            ).map(([value, one]) => ({
              value,
              label: one.nome,
              description: [workCount(one), one.usuario_email].filter(Boolean).join(' · '),
            }))}
          />
          <MergeEffects stays={stays} goes={goes} />
        </>
      ) : null}
    </DialogForm>
  );
}

/** The names, calls and interviews that move from the agent that goes to the agent that stays. */
function MergeEffects({ stays, goes }: { stays: AgenteWire; goes: AgenteWire }) {
  const names = [goes.nome, ...goes.apelidos];
  return (
    <Notice>
      <p className="font-medium">
        Passam de {goes.nome} para {stays.nome}:
      </p>
      <ul className="list-disc pl-4">
        {goes.ligacoes > 0 ? <li>{plural(goes.ligacoes, 'ligação', 'ligações')}</li> : null}
        {goes.entrevistas > 0 ? <li>{interviewCount(goes.entrevistas)}, com vereditos e revisões</li> : null}
        <li>
          {names.length === 1 ? 'o nome' : 'os nomes'} {names.map((name) => `“${name}”`).join(', ')}, como{' '}
          {names.length === 1 ? 'apelido' : 'apelidos'}
        </li>
        {goes.usuario_email ? (
          <li>
            o acesso {goes.usuario_email}
            {stays.usuario_email
              ? `: a atividade deste acesso e a de ${stays.usuario_email} passam a ser somadas`
              : ''}
          </li>
        ) : null}
      </ul>
      <p>{goes.nome} deixa de aparecer na lista. Você tem 30 dias para desfazer, em “Desfazer fusão”.</p>
    </Notice>
  );
}
