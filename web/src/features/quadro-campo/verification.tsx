import {
  assignVerificacoes,
  listVerificacoes,
  type VerificacaoWire,
} from '@escuta/shared/contracts/surveys/verificacoes';
import { FILTROS_VERIFICACAO } from '@escuta/shared/domain/filters/lists/signals';
import { countsInFigures } from '@escuta/shared/domain/interview/verdicts/review-state';
import {
  isVerified,
  RESULTADO_VERIFICACAO_LABEL,
} from '@escuta/shared/domain/interview/verdicts/verification';
import { plural } from '@escuta/shared/domain/text/in-words';
import { ClipboardCheck } from 'lucide-react';
import { useState } from 'react';
import { AgentLink } from '../../domain/agents/agent-link.tsx';
import { ReviewBadge } from '../../domain/survey/state/review-state.tsx';
import { type Column, DataList } from '../../kit/list/data-list.tsx';
import { FilterControls, filterTable, optionsOf } from '../../kit/list/filter-controls.tsx';
import { FilterSelect } from '../../kit/list/filter-select.tsx';
import { ListPanel } from '../../kit/list/list-panel.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { useSelection } from '../../kit/list/use-selection.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { toast } from '../../lib/browser/toast.ts';
import { href, paths } from '../../lib/paths.ts';
import { formatDateTime, formatStart } from '../../lib/text/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../ui/overlays/dropdown-menu.tsx';
import { callsText, nearMoment } from './calls-text.ts';
import { ConcludeDialog } from './conclude-dialog.tsx';
import { type Held, HoldDialog } from './hold-dialog.tsx';
import type { Amostra } from './sample-rule.tsx';

type People = { people: { value: string; label: string }[] };
const TABLE = filterTable<typeof FILTROS_VERIFICACAO, People>(FILTROS_VERIFICACAO, {
  estado: {
    all: 'Todas as verificações',
    options: optionsOf(['pendente', 'feita'], { pendente: 'A verificar', feita: 'Verificadas' }),
  },
  responsavel_id: ({ people, ...bound }) => (
    <FilterSelect allLabel="Todas as pessoas" options={people} {...bound} />
  ),
});

function Result({ row }: { row: VerificacaoWire }) {
  const { resultado, reauditada, feita, entrevista, proxima_em } = row;
  if (resultado === null) return <Badge>A verificar</Badge>;
  const now = new Date();
  const calls = callsText(row, now);
  return (
    <span className="grid justify-items-start gap-0.5">
      <Badge
        variant={
          !isVerified(resultado) || reauditada
            ? 'warning'
            : resultado === 'ouvida' || resultado === 'confirmada'
              ? 'success'
              : 'destructive'
        }
      >
        {RESULTADO_VERIFICACAO_LABEL[resultado]}
      </Badge>
      {reauditada ? (
        <span className="text-warning-text text-xs">auditada de novo: ouça outra vez</span>
      ) : null}
      {countsInFigures(entrevista.revisao) ? null : <ReviewBadge revisao={entrevista.revisao} />}
      {isVerified(resultado) && feita ? (
        <span className="text-muted-foreground text-xs">
          {feita.por.nome}, {formatDateTime(feita.em)}
        </span>
      ) : null}
      {calls ? <span className="text-muted-foreground text-xs">{calls}</span> : null}
      {proxima_em ? (
        <span className="text-muted-foreground text-xs">ligar de novo: {nearMoment(proxima_em, now)}</span>
      ) : null}
    </span>
  );
}

const COLUMNS: readonly Column<VerificacaoWire>[] = [
  {
    label: 'Entrevista',
    card: 'title',
    className: 'w-full max-w-0',
    text: (row) => row.entrevista.nome || 'Sem nome',
  },
  {
    label: 'Entrevistador',
    className: 'max-w-40',
    cell: ({ entrevistador }) =>
      entrevistador ? <AgentLink agente={entrevistador} className="block truncate" /> : '-',
  },
  {
    label: 'Feita em',
    className: 'whitespace-nowrap tabular-nums',
    cell: (row) => formatStart(row.entrevista.em, row.entrevista.inicio_precisao),
  },
  { label: 'Responsável', className: 'max-w-40', text: (row) => row.responsavel?.nome ?? '-' },
  { label: 'Resultado', className: 'min-w-44', cell: (row) => <Result row={row} /> },
];

/** The interviews drawn for verification. Managers see all, with the verifiers; others see those that they verify. */
export function Verifications({ pesquisaId, amostra }: { pesquisaId: string; amostra: Amostra | null }) {
  const [concluding, setConcluding] = useState<VerificacaoWire | null>(null);
  const [holding, setHolding] = useState<Held | null>(null);
  const list = useList(listVerificacoes, TABLE.readers, (asked) => ({
    params: { id: pesquisaId },
    query: TABLE.ask(asked),
  }));
  const selection = useSelection(list.rows, {
    canSelect: (row) => !isVerified(row.resultado) && !row.entrevista.propria,
    labelOf: (row) => `Selecionar a entrevista de ${row.entrevista.nome}`,
  });
  const assign = useApiMutation(assignVerificacoes, {
    failed: 'Erro ao atribuir as verificações',
    onDone: ({ data }) => {
      selection.clear();
      if (data.atribuidas > 0) {
        toast.success(plural(data.atribuidas, 'verificação atribuída.', 'verificações atribuídas.'));
      }
      if (data.recusadas.length > 0) {
        toast.error(
          plural(data.recusadas.length, 'verificação não atribuída', 'verificações não atribuídas'),
          {
            description: data.recusadas
              .slice(0, 3)
              .map(({ nome, motivo }) => `${nome}: ${motivo}`)
              .join(' '),
          },
        );
      }
    },
  });
  const give = (usuario_id: string | null) =>
    void assign.attempt({
      params: { id: pesquisaId },
      body: { verificacoes: [...selection.ids], usuario_id },
    });
  // People who conducted a chosen interview; they cannot be its verifiers.
  const chosen = new Set(selection.ids);
  const doers = new Set(
    (list.rows ?? []).flatMap(({ id, entrevista }) => (chosen.has(id) ? entrevista.feita_por : [])),
  );
  const people = amostra?.pessoas.map(({ id, nome }) => ({ value: id, label: nome })) ?? [];
  return (
    <>
      <ListPanel
        list={list}
        filters={
          <FilterControls
            table={TABLE}
            list={list}
            people={people}
            hide={amostra ? [] : ['responsavel_id']}
          />
        }
        errorTitle="Erro ao carregar as verificações"
        noun="verificações"
        nothing="Nenhuma verificação encontrada"
        empty={{
          icon: <ClipboardCheck />,
          title: amostra ? 'Nenhuma entrevista sorteada ainda' : 'Nenhuma verificação atribuída a você',
          description: amostra
            ? 'Sorteie as entrevistas a verificar: o sorteio é separado para cada entrevistador.'
            : 'Quando um gerente atribuir a você uma entrevista para verificar, ela aparece aqui.',
        }}
      >
        {(rows, stale) => (
          <>
            {amostra && selection.selectable > 0 ? (
              <div className="flex flex-wrap items-center gap-2">
                <Button variant="outline" size="sm" onClick={selection.toggleAll}>
                  {selection.ids.length === selection.selectable
                    ? 'Desmarcar todas'
                    : 'Selecionar todas da página'}
                </Button>
                <DropdownMenu>
                  <DropdownMenuTrigger asChild>
                    <Button size="sm" disabled={selection.ids.length === 0} loading={assign.busy}>
                      Atribuir a…
                    </Button>
                  </DropdownMenuTrigger>
                  <DropdownMenuContent align="start" className="max-h-80 overflow-y-auto">
                    {amostra.pessoas
                      .filter(({ id }) => !doers.has(id))
                      .map(({ id, nome }) => (
                        <DropdownMenuItem key={id} onSelect={() => give(id)}>
                          {nome}
                        </DropdownMenuItem>
                      ))}
                    <DropdownMenuItem onSelect={() => give(null)}>Ninguém</DropdownMenuItem>
                  </DropdownMenuContent>
                </DropdownMenu>
              </div>
            ) : null}
            <DataList
              dense
              label="Entrevistas sorteadas"
              rows={rows}
              stale={stale}
              columns={COLUMNS}
              selection={amostra ? selection : undefined}
              rowHref={({ entrevista }) =>
                entrevista.item_id
                  ? {
                      to: href(paths.analiseLigacao, { itemId: entrevista.item_id }),
                      newWindow: 'abre a entrevista em nova janela',
                    }
                  : null
              }
              actions={(row) =>
                row.entrevista.propria ? (
                  <span className="text-muted-foreground text-xs">feita por você</span>
                ) : amostra &&
                  row.resultado === 'nao_entrevistado' &&
                  countsInFigures(row.entrevista.revisao) ? (
                  <span className="flex flex-wrap justify-end gap-2">
                    <Button
                      size="sm"
                      aria-label={`Colocar em espera a entrevista de ${row.entrevista.nome}`}
                      onClick={() => setHolding({ verificacaoId: row.id, nome: row.entrevista.nome })}
                    >
                      Colocar em espera
                    </Button>
                    <ChangeButton row={row} onClick={() => setConcluding(row)} />
                  </span>
                ) : (
                  <ChangeButton row={row} onClick={() => setConcluding(row)} />
                )
              }
            />
          </>
        )}
      </ListPanel>
      <ConcludeDialog
        target={concluding}
        onClose={() => setConcluding(null)}
        onNotInterviewed={
          amostra
            ? ({ id, entrevista }) => setHolding({ verificacaoId: id, nome: entrevista.nome })
            : undefined
        }
      />
      <HoldDialog pesquisaId={pesquisaId} target={holding} onClose={() => setHolding(null)} />
    </>
  );
}

function ChangeButton({ row, onClick }: { row: VerificacaoWire; onClick: () => void }) {
  const done = isVerified(row.resultado);
  return (
    <Button
      variant="outline"
      size="sm"
      aria-label={`${done ? 'Alterar a verificação' : 'Verificar a entrevista'} de ${row.entrevista.nome}`}
      onClick={onClick}
    >
      {done ? 'Alterar' : 'Verificar'}
    </Button>
  );
}
