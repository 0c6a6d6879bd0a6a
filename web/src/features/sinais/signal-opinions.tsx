import {
  giveParecer,
  listPessoasDoSinal,
  proposeParaSinal,
  type SinalAberto,
  undoParecer,
} from '@escuta/shared/contracts/surveys/sinais';
import { PARECERES, type Parecer } from '@escuta/shared/domain/interview/signals/opinions';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { HoldProposals } from '../../domain/survey/state/hold-proposals.tsx';
import { EntityPicker, useEntityPicker } from '../../kit/entity-picker.tsx';
import { useDraftText } from '../../kit/form/use-draft-text.ts';
import { useUnsaved } from '../../kit/form/use-unsaved.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { errorMessage } from '../../lib/network/api.ts';
import { papelLabel } from '../../lib/network/papeis.ts';
import { useCan } from '../../lib/network/permissions.ts';
import { apiListQuery } from '../../lib/network/query.ts';
import { useRequiredSession } from '../../lib/network/session.ts';
import { TYPED } from '../../lib/page/unsaved.ts';
import { formatDateTime } from '../../lib/text/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Label } from '../../ui/inputs/label.tsx';
import { Textarea } from '../../ui/inputs/textarea.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PARECER_LABEL } from './describe-signal.ts';

/** Opinions on a signal, including withdrawn ones. */
function History({ sinal }: { sinal: SinalAberto }) {
  if (sinal.pareceres.length === 0)
    return <p className="text-muted-foreground text-sm">Ninguém deu um parecer ainda.</p>;
  return (
    <ul aria-label="Pareceres" className="grid gap-2">
      {sinal.pareceres.map((one) => (
        <li key={one.id} className="grid gap-1 rounded-md border px-3 py-2 text-sm">
          <span className="flex flex-wrap items-center gap-2">
            <Badge
              variant={one.em_vigor ? (one.parecer === 'procede' ? 'destructive' : 'success') : 'neutral'}
            >
              {PARECER_LABEL[one.parecer]}
            </Badge>
            <span className="font-medium">{one.por.nome}</span>
            <span className="text-muted-foreground text-xs">
              {papelLabel(one.papel)} · {formatDateTime(one.em)}
            </span>
            {one.em_vigor ? null : (
              <span className="text-muted-foreground text-xs">
                {one.desfeito_em ? 'retirado' : one.outra_evidencia ? 'sobre outra prova' : 'substituído'}
              </span>
            )}
          </span>
          {one.observacao ? <p className="whitespace-pre-line break-words">{one.observacao}</p> : null}
        </li>
      ))}
    </ul>
  );
}

/** Asks for the name of the person who is to give the second opinion. */
function SecondPerson({ sinal, onStale }: { sinal: SinalAberto; onStale: () => void }) {
  const { q, box } = useEntityPicker();
  const people = useQuery({
    ...apiListQuery(listPessoasDoSinal, { params: { id: sinal.id }, query: q ? { q } : {} }),
    enabled: box.open,
  });
  const { attempt, busy } = useApiMutation(proposeParaSinal, {
    done: ({ data }) =>
      data.indicado ? `${data.indicado.nome} pode ver este sinal e dar um parecer.` : 'Indicação retirada.',
    failed: 'Erro ao indicar',
    onFailed: onStale,
  });
  return (
    <div className="grid gap-1.5">
      <span className="font-medium text-sm">Pessoa que dará o segundo parecer, se não for outro gerente</span>
      <EntityPicker
        {...box}
        label="Pessoa indicada para o segundo parecer"
        value={sinal.indicado?.id ?? ''}
        name={sinal.indicado?.nome}
        noneLabel="Ninguém"
        disabled={busy}
        className="w-full sm:w-72"
        placeholder="Nome ou e-mail"
        options={people.data?.data.map(({ id, nome, email, papel }) => ({
          id,
          label: nome,
          hint: `${papelLabel(papel)} · ${email}`,
        }))}
        errorText={people.isError ? errorMessage(people.error, 'Erro ao buscar as pessoas') : null}
        emptyText="Ninguém mais pode dar o parecer."
        onValueChange={(person) =>
          void attempt({
            params: { id: sinal.id },
            body: { user_id: person?.id ?? null, visto: sinal.visto },
          })
        }
      />
      <p className="text-muted-foreground text-xs">
        A pessoa recebe um aviso e passa a ver só este sinal. O autor das entrevistas e os autores de
        pareceres não aparecem na lista.
      </p>
    </div>
  );
}

/** The signed-in person's opinion and those of others. Confirming a signal takes two people, one of them a gerente. */
export function SignalOpinions({ sinal, onStale }: { sinal: SinalAberto; onStale: () => void }) {
  const { user } = useRequiredSession();
  const can = useCan();
  const mayName = can('signal', 'update');
  const mayDecide = can('project', 'delete');
  const [draft, setDraft] = useDraftText(`parecer:${sinal.id}`, 'Parecer sobre um sinal');
  useUnsaved(() => (draft?.trim() ? TYPED : null));
  const observacao = draft ?? '';
  const field = useId();
  const give = useApiMutation(giveParecer, {
    done: 'Parecer registrado.',
    failed: 'Erro ao registrar o parecer',
    onDone: () => setDraft(null),
    onFailed: onStale,
  });
  const undo = useApiMutation(undoParecer, {
    done: 'Parecer retirado. Ele continua no histórico.',
    failed: 'Erro ao retirar o parecer',
    onFailed: onStale,
  });
  const own = sinal.pareceres.find(({ por, em_vigor }) => em_vigor && por.id === user.id);
  const busy = give.busy || undo.busy;
  const say = (parecer: Parecer): void => {
    void give.attempt({
      params: { id: sinal.id },
      body: { parecer, observacao: observacao.trim() || null, visto: sinal.visto },
    });
  };
  return (
    <section aria-label="Pareceres sobre o sinal" className="grid gap-3">
      <h3 className="font-semibold text-sm">Pareceres</h3>
      <History sinal={sinal} />
      {sinal.impedido ? <Notice variant="info">{sinal.impedido}</Notice> : null}
      {sinal.impedido ? null : (
        <div className="grid gap-2">
          <Label htmlFor={field}>Observação (opcional)</Label>
          <Textarea
            id={field}
            rows={2}
            maxLength={2000}
            value={observacao}
            onChange={(event) => setDraft(event.target.value)}
            placeholder="Descreva o que ouviu ou a explicação"
          />
          <div className="flex flex-wrap gap-2">
            {PARECERES.map((parecer) => (
              <Button
                key={parecer}
                variant="outline"
                disabled={busy}
                aria-pressed={own?.parecer === parecer}
                onClick={() => say(parecer)}
              >
                {PARECER_LABEL[parecer]}
              </Button>
            ))}
            {own ? (
              <Button
                variant="ghost"
                disabled={busy}
                onClick={() => void undo.attempt({ params: { id: sinal.id }, query: { visto: sinal.visto } })}
              >
                Retirar o meu parecer
              </Button>
            ) : null}
          </div>
          <p className="text-muted-foreground text-xs">
            A confirmação exige duas pessoas, uma delas gerente. Um parecer pode ser retirado.
          </p>
        </div>
      )}
      {mayDecide && sinal.pareceres.length > 0 ? (
        <HoldProposals pesquisaId={sinal.pesquisa_id} cause={{ sinal_id: sinal.id }} />
      ) : null}
      {mayName && !sinal.nota && sinal.vigente ? <SecondPerson sinal={sinal} onStale={onStale} /> : null}
    </section>
  );
}
