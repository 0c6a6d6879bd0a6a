import { listDisparos } from '@escuta/shared/contracts/insights/regras';
import { forExport } from '@escuta/shared/domain/filters/filtro-valor';
import { FILTROS_DISPARO } from '@escuta/shared/domain/filters/lists/firings';
import { GRAVIDADE_LABEL } from '@escuta/shared/domain/rules/rules';
import { plural } from '@escuta/shared/domain/text/in-words';
import { BellRing, Check, Eye, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import {
  callPath,
  type Firing,
  GRAVITY_VARIANT,
  isPending,
  type ShownReason,
  titleOf,
  useDecision,
} from '../../domain/alerts/firings.ts';
import { SettleDialog, type Settling } from '../../domain/alerts/settle-dialog.tsx';
import { ExportButton } from '../../domain/exports/export-button.tsx';
import { HeardMoment, useHeardMoment } from '../../domain/player/heard-moment.tsx';
import { KeysDialog } from '../../kit/keys-dialog.tsx';
import { FilterControls } from '../../kit/list/filter-controls.tsx';
import { ListPanel } from '../../kit/list/list-panel.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { useSelection } from '../../kit/list/use-selection.ts';
import { useCan } from '../../lib/network/permissions.ts';
import { useRequiredSession } from '../../lib/network/session.ts';
import { useShortcutsEnabled } from '../../lib/page/page-keys.ts';
import { paths } from '../../lib/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { FIRINGS } from './filters.tsx';
import { FIRING_KEYS, useFiringKeys } from './firing-keys.ts';
import { FiringRow } from './firing-row.tsx';

/** Adds the default: without a chosen 'situacao' the list requests alerts that wait for a decision. */
const askedFirings = (asked: ReturnType<typeof FIRINGS.ask>): ReturnType<typeof FIRINGS.ask> => ({
  ...asked,
  situacao: asked.situacao ?? 'pendente',
});

/** Groups consecutive alerts with the same rule, gravity and state; the order of the list stays. */
function groupsOf(rows: readonly Firing[]): { key: string; rows: Firing[] }[] {
  const groups: { key: string; rows: Firing[] }[] = [];
  for (const row of rows) {
    const key = `${row.estado} ${row.gravidade} ${row.regra.id}`;
    const last = groups.at(-1);
    if (last?.key === key) last.rows.push(row);
    else groups.push({ key, rows: [row] });
  }
  return groups;
}

/** The list of alerts, by rule. A person plays the call at the reason and decides, by mouse, touch or keys. */
export function FiringsSection({ onHelp, help }: { onHelp: (open: boolean) => void; help: boolean }) {
  const mayDecide = useCan()('result', 'update');
  const { empresaId } = useRequiredSession();
  const list = useList(listDisparos, FIRINGS.readers, (asked) => ({
    query: { limit: 25, ...askedFirings(FIRINGS.ask(asked)) },
  }));
  const rows = list.rows ?? [];
  const decision = useDecision();
  const selection = useSelection(list.rows, {
    canSelect: isPending,
    labelOf: (row) => `Selecionar alerta: ${titleOf(row)}`,
  });
  const { heard, hear: hearMoment, stop } = useHeardMoment();
  /** Plays a reason of a call, or the whole call if no reason has a time. */
  const hear = (firing: Firing, reason: Pick<ShownReason, 'start_ms' | 'end_ms'> | undefined) => {
    const durationMs = firing.ligacao?.duracao == null ? null : firing.ligacao.duracao * 1000;
    if (firing.item_id === null) return;
    const call = { itemId: firing.item_id, key: firing.id, name: titleOf(firing), durationMs };
    const [startMs, endMs] = reason ? [reason.start_ms, reason.end_ms] : [0, durationMs];
    void hearMoment(call, { startMs, endMs, sentencaOrdem: null });
  };
  const [current, setCurrent] = useState(0);
  const [keys, setKeys] = useShortcutsEnabled();
  const cards = useRef<(HTMLElement | null)[]>([]);

  const at = rows[Math.min(current, rows.length - 1)];
  const move = (to: number): void => {
    const next = Math.max(0, Math.min(rows.length - 1, to));
    setCurrent(next);
    cards.current[next]?.focus();
  };
  const [settling, setSettling] = useState<Settling | null>(null);
  const settle = (ids: readonly string[], procedente: boolean) => {
    if (!mayDecide || ids.length === 0) return;
    const firing = ids.length === 1 ? (rows.find(({ id }) => id === ids[0]) ?? null) : null;
    setSettling({ ids, procedente, firing });
  };
  const see = (ids: readonly string[]) => {
    if (mayDecide && ids.length > 0)
      void decision.attempt({ body: { ids: [...ids], estado: 'visto' } }).then(selection.clear);
  };
  const chosen = selection.ids.length > 0 ? selection.ids : at && isPending(at) ? [at.id] : [];
  const open = (firing: Firing) => {
    if (firing.estado === 'aberto') see([firing.id]);
  };
  useFiringKeys(
    {
      next: () => move(cards.current[current]?.contains(document.activeElement) ? current + 1 : current),
      previous: () => move(current - 1),
      play: () => {
        if (heard) stop();
        else if (at?.ligacao?.gravacao)
          hear(
            at,
            at.porque.find(({ start_ms }) => start_ms !== null),
          );
      },
      right: () => settle(chosen, true),
      wrong: () => settle(chosen, false),
      seen: () => see(chosen),
      select: () => at && isPending(at) && selection.select(at, !selection.has(at)),
      open: () => {
        const to = at && callPath(at);
        if (!at || !to) return;
        window.open(to, '_blank', 'noopener');
        open(at);
      },
      leave: () => (heard ? stop() : selection.clear()),
      help: () => onHelp(true),
    },
    keys && !help && settling === null,
  );

  let index = -1;
  return (
    <>
      <ListPanel
        list={list}
        errorTitle="Erro ao buscar os alertas"
        noun="alertas"
        nothing="Nenhum alerta encontrado"
        empty={{
          icon: <BellRing />,
          title: 'Nenhum alerta a resolver',
          description: 'Quando uma ligação cumprir uma regra, ela aparece aqui com o trecho da gravação.',
          action: (
            <Button asChild variant="outline">
              <Link to={`${paths.alertas}?aba=regras`}>Ver as regras</Link>
            </Button>
          ),
        }}
        filters={<FilterControls table={FIRINGS} list={list} />}
        tools={
          empresaId === null ? null : (
            <ExportButton
              alvo={{
                tipo: 'alertas',
                alvo: { tipo: 'empresa', id: empresaId },
                filtros: forExport(FILTROS_DISPARO, askedFirings(FIRINGS.ask(list.asked))),
              }}
              className="sm:ml-auto"
            />
          )
        }
      >
        {(shown, stale) =>
          shown === undefined ? (
            <div className="grid gap-2" aria-busy="true">
              {['a', 'b', 'c', 'd'].map((key) => (
                <Skeleton key={key} className="h-16 rounded-md" />
              ))}
            </div>
          ) : (
            <div className="grid gap-4" aria-busy={stale || undefined}>
              {groupsOf(shown).map(({ key, rows: own }) => (
                <section
                  key={key}
                  aria-label={own[0]?.regra.nome}
                  className="overflow-clip rounded-lg border"
                >
                  <GroupHeading rows={own} />
                  <ul className="divide-y">
                    {own.map((firing) => {
                      index += 1;
                      const place = index;
                      return (
                        <FiringRow
                          key={firing.id}
                          ref={(row) => {
                            cards.current[place] = row;
                          }}
                          firing={firing}
                          decision={decision}
                          mayDecide={mayDecide}
                          selected={selection.has(firing)}
                          current={place === current}
                          sounding={heard?.call.key === firing.id ? heard.clip.startMs : null}
                          onSelect={(on) => selection.select(firing, on)}
                          onHear={(reason) => hear(firing, reason)}
                          onStop={stop}
                          onSettle={setSettling}
                          onOpen={() => open(firing)}
                          onFocus={() => setCurrent(place)}
                        />
                      );
                    })}
                  </ul>
                </section>
              ))}
            </div>
          )
        }
      </ListPanel>
      {selection.ids.length > 0 ? (
        <div className="sticky bottom-2 z-20 flex flex-wrap items-center gap-2 rounded-xl border bg-card p-3 shadow-card">
          <p className="mr-auto text-sm">{plural(selection.ids.length, 'selecionado', 'selecionados')}</p>
          <Button size="sm" loading={decision.busy} onClick={() => settle(selection.ids, true)}>
            <Check aria-hidden="true" />
            Procedentes
          </Button>
          <Button
            size="sm"
            variant="outline"
            loading={decision.busy}
            onClick={() => settle(selection.ids, false)}
          >
            <X aria-hidden="true" />
            Não procedentes
          </Button>
          <Button size="sm" variant="ghost" loading={decision.busy} onClick={() => see(selection.ids)}>
            <Eye aria-hidden="true" />
            Marcar como vistos
          </Button>
          <Button size="sm" variant="ghost" onClick={selection.clear}>
            Limpar seleção
          </Button>
        </div>
      ) : null}
      <SettleDialog
        settling={settling}
        decision={decision}
        onClose={() => setSettling(null)}
        onSettled={selection.clear}
      />
      {heard ? <HeardMoment key={heard.call.itemId} heard={heard} onClose={stop} /> : null}
      <KeysDialog
        open={help}
        onClose={() => onHelp(false)}
        shortcuts={FIRING_KEYS}
        enabled={keys}
        onEnabledChange={setKeys}
      />
    </>
  );
}

function GroupHeading({ rows }: { rows: readonly Firing[] }) {
  const [first] = rows;
  if (!first) return null;
  return (
    <h2 className="flex flex-wrap items-center gap-2 border-b bg-muted/50 px-3 py-2 font-medium text-sm">
      <Badge variant={GRAVITY_VARIANT[first.gravidade]}>{GRAVIDADE_LABEL[first.gravidade]}</Badge>
      {first.regra.nome}
      <span className="text-muted-foreground text-xs">
        {plural(rows.length, 'alerta', 'alertas')} nesta página
        {first.estado === 'visto' ? (rows.length === 1 ? ', já visto' : ', já vistos') : ''}
      </span>
    </h2>
  );
}
