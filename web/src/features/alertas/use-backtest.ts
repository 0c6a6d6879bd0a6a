import { TESTE_PAGINA, testRegra } from '@escuta/shared/contracts/insights/regras';
import type { Filtro } from '@escuta/shared/domain/filters/filtro-tabela';
import type { JanelaDaRegra } from '@escuta/shared/domain/rules/rules';
import { useEffect, useRef, useState } from 'react';
import { toast } from '../../lib/browser/toast.ts';
import { call, errorMessage, type Wire } from '../../lib/network/api.ts';

type Answer = Wire<typeof testRegra>['data'];
export type Backtest = {
  /** Number of matches found so far, in `dias` days. */
  n: number;
  dias: number;
  procuradoAte: string | null;
  ligacoes: Answer['ligacoes'];
  janelas: Answer['janelas'];
  /** Cursor after the last call in `ligacoes`, to list more calls; null if all are listed. */
  mais: string | null;
  going: boolean;
  error: unknown;
};

const NOTHING: Backtest = {
  n: 0,
  dias: 0,
  procuradoAte: null,
  ligacoes: [],
  janelas: [],
  mais: null,
  going: false,
  error: null,
};
/** Time without a change to the rule after which a test begins, ms. */
const REST_MS = 500;

/** Tests a rule during editing: counts calls day by day over the whole period. Null `alvo`: the rule is incomplete. */
export function useBacktest(alvo: { filtro: Filtro | null; janela: JanelaDaRegra | null } | null) {
  const [test, setTest] = useState<Backtest>(NOTHING);
  const asked = useRef('');
  const key = alvo === null ? '' : JSON.stringify(alvo);
  useEffect(() => {
    asked.current = key;
    setTest(NOTHING);
    if (key === '') return;
    const body = JSON.parse(key) as { filtro: Filtro | null; janela: JanelaDaRegra | null };
    const run = async () => {
      let found = { ...NOTHING, going: true };
      setTest(found);
      for (let cursor: string | null = null, isFirst = true; isFirst || cursor !== null; isFirst = false) {
        const { data }: Wire<typeof testRegra> = await call(testRegra, { body: { ...body, cursor } });
        if (asked.current !== key) return;
        cursor = data.cursor;
        // Calls found now are listed only if all earlier calls are; otherwise 'Mostrar mais' lists them, in order.
        const joins = found.ligacoes.length === found.n;
        found = {
          ...found,
          n: found.n + data.n,
          dias: data.dias,
          procuradoAte: data.procurado_ate,
          ligacoes: joins ? [...found.ligacoes, ...data.ligacoes] : found.ligacoes,
          janelas: [...found.janelas, ...data.janelas].slice(0, TESTE_PAGINA),
          mais: joins ? (data.mais ?? found.mais) : found.mais,
          going: cursor !== null,
        };
        setTest(found);
      }
    };
    const wait = setTimeout(
      () =>
        void run().catch((error: unknown) => {
          if (asked.current === key) setTest((before) => ({ ...before, going: false, error }));
        }),
      REST_MS,
    );
    return () => clearTimeout(wait);
  }, [key]);
  const more = async () => {
    if (alvo === null || test.mais === null) return;
    try {
      const { data } = await call(testRegra, { body: { ...alvo, cursor: test.mais } });
      if (asked.current === key)
        setTest((before) => ({
          ...before,
          ligacoes: [...before.ligacoes, ...data.ligacoes],
          mais: data.mais ?? before.mais,
        }));
    } catch (error) {
      toast.error(errorMessage(error, 'Não foi possível buscar mais ligações.'));
    }
  };
  return { test, more };
}
