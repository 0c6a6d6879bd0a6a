import type { GrupoWire, RelatorioWire } from '@escuta/shared/contracts/insights/relatorios';
import { AppError } from '@escuta/shared/domain/errors';
import { TIPO_EXTRATO_LABEL, type TipoExtrato } from '@escuta/shared/domain/runs/credits';
import { ETAPA_DE_CUSTO_LABEL, type EtapaDeCusto } from '@escuta/shared/domain/runs/status';
import type { Medida } from '../numbers.ts';
import {
  type ConsumoRow,
  type CreditoRow,
  type CustoRow,
  readConsumo,
  readCreditos,
  readCustos,
  readPreco,
} from '../repo.ts';
import type { Pedido } from '../service.ts';
import { sumByStep } from './compare.ts';
import { share } from './measures.ts';

type Custo = { n: number; usd: number; usdLigacoes: number; minutos: number; tokens: number };
const noCost = (): Custo => ({ n: 0, usd: 0, usdLigacoes: 0, minutos: 0, tokens: 0 });
function addCost(sum: Custo, { n, usd, usd_ligacoes, minutos, tokens }: CustoRow): void {
  sum.n += n;
  sum.usd += usd;
  sum.usdLigacoes += usd_ligacoes;
  sum.minutos += minutos;
  sum.tokens += tokens;
}
type Credito = { n: number; entrada: number; saida: number; centavos: number };
const noCredit = (): Credito => ({ n: 0, entrada: 0, saida: 0, centavos: 0 });
function addCredit(sum: Credito, { n, entrada, saida, centavos }: CreditoRow): void {
  sum.n += n;
  sum.entrada += entrada;
  sum.saida += saida;
  sum.centavos += centavos;
}

type Consumo = { itens: number; creditos: number };
const noConsumo = (): Consumo => ({ itens: 0, creditos: 0 });
function addConsumo(sum: Consumo, { itens, creditos }: ConsumoRow): void {
  sum.itens += itens;
  sum.creditos += creditos;
}

const CREDITOS: readonly { tipo: TipoExtrato; valor: (sum: Credito) => number }[] = [
  { tipo: 'reserva', valor: ({ saida }) => saida },
  { tipo: 'estorno', valor: ({ entrada }) => entrada },
  { tipo: 'compra', valor: ({ entrada }) => entrada },
  { tipo: 'ajuste', valor: ({ entrada, saida }) => entrada - saida },
];

export async function custos({ deps: { db }, alvo, laid, numbers, head }: Pedido): Promise<RelatorioWire> {
  if (alvo.agenteId) {
    throw new AppError('regra_violada', 'Os custos não são contados por agente: remova o agente do filtro.');
  }
  const [rows, consumo, creditos, preco] = await Promise.all([
    readCustos(db, alvo),
    readConsumo(db, alvo),
    alvo.projetoId ? [] : readCreditos(db, alvo),
    alvo.projetoId ? { agora: null, antes: null } : readPreco(db, alvo),
  ]);
  const usd: Medida<Custo> = {
    chave: 'usd',
    nome: 'Custo dos provedores',
    unidade: 'usd',
    valor: (v) => v.usd,
    n: (v) => v.n,
    lista: 'custos',
  };
  const minutos: Medida<Custo> = {
    ...usd,
    chave: 'minutos',
    nome: 'Minutos de áudio',
    unidade: 'minutos',
    valor: (v) => v.minutos,
  };
  const tokens: Medida<Custo> = {
    ...usd,
    chave: 'tokens',
    nome: 'Tokens',
    unidade: 'tokens',
    valor: (v) => v.tokens,
  };
  const sums = sumByStep(laid, rows, noCost, addCost);
  const group = (chave: 'etapa' | 'modelo', titulo: string, nome: (value: string) => string): GrupoWire => ({
    chave,
    titulo,
    partes: [...new Set(rows.map((row) => row[chave]))].sort().map((value) =>
      numbers.numero(
        laid,
        { ...usd, chave: value, nome: nome(value), filtro: { [chave]: value } },
        sumByStep(
          laid,
          rows.filter((row) => row[chave] === value),
          noCost,
          addCost,
        ),
      ),
    ),
  });
  const porMinuto: Medida<Custo> = {
    ...usd,
    chave: 'usd_por_minuto',
    nome: 'Custo por minuto de áudio',
    valor: (v) => share(v.usd, v.minutos),
  };
  // Divides by charged calls, because failed calls were refunded, so that the charged calls bear their costs.
  const charged = sumByStep(laid, consumo, noConsumo, addConsumo);
  const entries = sumByStep(
    laid,
    creditos.filter(({ tipo }) => tipo === 'reserva'),
    noCredit,
    addCredit,
  );
  const each = (half: 'agora' | 'antes') => ({
    ...sums[half],
    ...charged[half],
    entries: entries[half].n,
    preco: preco[half],
  });
  const ligacoes = { agora: each('agora'), antes: each('antes') };
  type PorLigacao = ReturnType<typeof each>;
  const usdPorLigacao: Medida<PorLigacao> = {
    chave: 'usd_por_ligacao',
    nome: 'Custo por ligação',
    unidade: 'usd',
    // Without booked costs the value is unknown, not 0.
    valor: (v) => (v.n === 0 ? null : share(v.usdLigacoes, v.itens)),
    n: (v) => v.n,
    lista: 'custos',
  };
  const creditosPorLigacao: Medida<PorLigacao> = {
    chave: 'creditos_por_ligacao',
    nome: 'Créditos por ligação',
    unidade: 'media_creditos',
    valor: (v) => share(v.creditos, v.itens),
    n: (v) => v.entries,
    lista: 'extrato',
    filtro: { tipo: 'reserva' },
  };
  const reaisPorLigacao: Medida<PorLigacao> = {
    ...creditosPorLigacao,
    chave: 'reais_por_ligacao',
    nome: 'Reais por ligação',
    unidade: 'centavos',
    // Credits given for free have no price.
    valor: (v) => (v.preco && v.itens > 0 ? (v.preco * v.creditos) / v.itens : null),
  };
  const comprado: Medida<Credito> = {
    chave: 'comprado',
    nome: 'Compras em reais',
    unidade: 'centavos',
    valor: ({ centavos }) => centavos,
    n: ({ n }) => n,
    lista: 'extrato',
    filtro: { tipo: 'compra' },
  };
  const compras = sumByStep(
    laid,
    creditos.filter(({ tipo }) => tipo === 'compra'),
    noCredit,
    addCredit,
  );
  const credits = CREDITOS.map(({ tipo, valor }) =>
    numbers.numero(
      laid,
      {
        chave: tipo,
        nome: TIPO_EXTRATO_LABEL[tipo],
        unidade: 'creditos',
        valor,
        n: ({ n }) => n,
        lista: 'extrato',
        filtro: { tipo },
      },
      sumByStep(
        laid,
        creditos.filter((row) => row.tipo === tipo),
        noCredit,
        addCredit,
      ),
    ),
  );
  return {
    ...head,
    numeros: [
      ...[usd, porMinuto].map((medida) => numbers.numero(laid, medida, sums)),
      ...[usdPorLigacao, ...(alvo.projetoId ? [] : [creditosPorLigacao, reaisPorLigacao])].map((medida) =>
        numbers.numero(laid, medida, ligacoes),
      ),
      ...[minutos, tokens].map((medida) => numbers.numero(laid, medida, sums)),
      ...(alvo.projetoId ? [] : [numbers.numero(laid, comprado, compras)]),
    ],
    series: [numbers.serie(laid, usd, sums)],
    grupos: [
      group('etapa', 'Por etapa', (value) => ETAPA_DE_CUSTO_LABEL[value as EtapaDeCusto]),
      group('modelo', 'Por modelo', (value) => value),
      ...(alvo.projetoId ? [] : [{ chave: 'creditos', titulo: 'Créditos', partes: credits }]),
    ],
    avisos: [
      'Os custos e os créditos são contados pelo dia em que foram lançados; os valores por ligação são divididos pelas ligações cobradas. Em reais, cada crédito vale o preço médio pago até o fim do período.',
      ...(alvo.projetoId
        ? ['Os créditos são da empresa inteira: remova o projeto do filtro para ver os créditos.']
        : []),
    ],
  };
}
