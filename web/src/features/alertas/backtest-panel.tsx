import {
  type Agrupamento,
  DISPAROS_MES_AVISO,
  perMonth,
  TESTE_DIAS,
} from '@escuta/shared/domain/rules/rules';
import { plural } from '@escuta/shared/domain/text/in-words';
import { Link } from 'react-router-dom';
import { errorMessage } from '../../lib/network/api.ts';
import { href, paths } from '../../lib/paths.ts';
import { formatClock, formatDate, formatNumber, formatPhone, formatStart } from '../../lib/text/format.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Backtest } from './use-backtest.ts';

/** Number of times the edited rule would have fired in the last days, and the calls concerned. */
export function BacktestPanel({
  test,
  onMore,
  agrupar,
  ofWindows,
}: {
  test: Backtest;
  onMore: () => Promise<void>;
  agrupar: Agrupamento;
  /** True: the rule watches a measure in windows of time, not single calls. */
  ofWindows: boolean;
}) {
  const { n, dias, procuradoAte, ligacoes, janelas, going, error } = test;
  const month = perMonth(n, dias);
  return (
    <section aria-label="Teste da regra" className="grid gap-2 rounded-lg border bg-muted/40 p-3">
      <p aria-live="polite" className="text-sm">
        {procuradoAte === null && !error ? (
          <span className="text-muted-foreground">
            {going ? 'Testando nas ligações…' : 'Complete a regra para testá-la nas suas ligações.'}
          </span>
        ) : null}
        {procuradoAte === null ? null : (
          <>
            <strong>
              A regra teria disparado {plural(n, 'vez', 'vezes')} em {dias} dias
            </strong>
            {going ? (
              <span className="text-muted-foreground">
                {' '}
                · até agora, nas ligações de {formatDate(procuradoAte)} em diante
              </span>
            ) : null}
          </>
        )}
      </p>
      {error ? (
        <p role="alert" className="text-destructive-text text-sm">
          {errorMessage(error, 'Não foi possível testar a regra.')}
        </p>
      ) : null}
      {month > DISPAROS_MES_AVISO ? (
        <Notice>
          Esta regra dispararia {formatNumber(month)} vezes por mês: restrinja as condições
          {agrupar === 'agente' ? '.' : ' ou agrupe por agente.'}
        </Notice>
      ) : null}
      {ligacoes.length > 0 ? (
        <ul className="grid max-h-56 gap-0.5 overflow-y-auto">
          {ligacoes.map((one) => (
            <li key={one.item_id}>
              <Link
                to={href(paths.analiseLigacao, { itemId: one.item_id })}
                target="_blank"
                className="focus-ring flex flex-wrap gap-x-2 rounded-sm px-1.5 py-1 text-sm hover:bg-accent"
              >
                <span className="font-medium tabular-nums">
                  {one.numero ? formatPhone(one.numero) : formatStart(one.momento, one.inicio_precisao)}
                </span>
                <span className="text-muted-foreground text-xs leading-5 tabular-nums">
                  {[
                    one.numero ? formatStart(one.momento, one.inicio_precisao) : null,
                    one.agente_nome,
                    one.duracao === null ? null : formatClock(one.duracao),
                    one.nota === null ? null : `pontuação ${one.nota}%`,
                    one.projeto_nome,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
      {ligacoes.length > 0 && ligacoes.length < n ? (
        <Button variant="outline" size="sm" className="w-fit" onClick={() => void onMore()}>
          Mostrar mais ({ligacoes.length} de {formatNumber(n)})
        </Button>
      ) : null}
      {janelas.length > 0 ? (
        <ul className="grid gap-0.5 text-sm">
          {janelas.map(({ dia, hora, alvo_nome, valor, limite }) => (
            <li key={`${dia} ${hora} ${alvo_nome}`} className="tabular-nums">
              {formatDate(dia)}
              {hora === null ? '' : `, ${hora}h`} · {alvo_nome}:{' '}
              {formatNumber(valor, valor % 1 === 0 ? 0 : 1)} (limite{' '}
              {formatNumber(limite, limite % 1 === 0 ? 0 : 1)})
            </li>
          ))}
        </ul>
      ) : null}
      <p className="text-muted-foreground text-xs">
        {ofWindows
          ? `Teste com as ligações dos últimos ${TESTE_DIAS} dias. A regra vale a partir de hoje.`
          : `Teste com as ligações analisadas que entraram nos últimos ${TESTE_DIAS} dias. A regra vale para as ligações analisadas ou revisadas a partir de agora.`}
      </p>
    </section>
  );
}
