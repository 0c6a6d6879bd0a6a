import { AppError } from '@escuta/shared/domain/errors';
import { NENHUM } from '@escuta/shared/domain/filters/filtro-campos';
import type { Medida } from '../numbers.ts';
import {
  AGENTES_MAX,
  type AgenteSums,
  readAgentes,
  readCorrigidas,
  readSorteadasPorAgente,
} from '../repo.ts';
import type { Pedido } from '../service.ts';
import { NOTA, NOTA_COM_INTERVALO, noQuality, type Quality, scoresApart, share } from './measures.ts';
import { rank, semBase } from './ranking.ts';

const format = (n: number) => n.toLocaleString('pt-BR');

/**
 * Scores and calls by agent.
 * @throws AppError regra_violada for a report by day of entry, because only days of call have sums by agent
 */
export async function agentes(pedido: Pedido) {
  const {
    deps: { db },
    alvo,
    laid,
    numbers,
    head,
  } = pedido;
  if (alvo.data === 'entrada') {
    throw new AppError(
      'regra_violada',
      'Por agente, os números são contados pela data da ligação: selecione “Data da ligação”.',
    );
  }
  const [rows, corrected, drawn] = await Promise.all([
    readAgentes(db, alvo),
    readCorrigidas(db, alvo),
    readSorteadasPorAgente(db, alvo),
  ]);
  const corrections = new Map(corrected.map((row) => [row.id, row]));
  const sums = ({ n, n_pontuacao, soma, quadrados }: AgenteSums): Quality => ({
    ...noQuality(),
    n,
    somas: { n: n_pontuacao, soma, quadrados },
  });
  const known = rows.map((row) => ({
    ...row,
    agora: sums(row.agora),
    antes: sums(row.antes),
    ligacoes: row.agora.ligacoes,
    antesLigacoes: row.antes.ligacoes,
  }));
  type Agente = (typeof known)[number];
  // Calls of unknown agents are not ranked.
  const present = known.filter(({ id }) => id !== null).slice(0, AGENTES_MAX);
  const nobody = known.find(({ id }) => id === null);
  const all = (rows[0]?.agentes ?? 0) - (nobody ? 1 : 0);
  const ranked = rank(present.map((one) => ({ ...one, somas: one.agora.somas })));
  const line = (one: Agente) => {
    const filtro = { agente_id: one.id ?? NENHUM };
    const ligacoes: Medida<number> = {
      chave: 'ligacoes',
      nome: 'Ligações',
      unidade: 'ligacoes',
      valor: (n) => n,
      n: (n) => n,
      filtro,
    };
    return {
      id: one.id,
      nome: one.nome,
      ativo: one.ativo,
      nota: numbers.numero(laid, { ...NOTA_COM_INTERVALO, filtro: { ...NOTA.filtro, ...filtro } }, one),
      nota_ia: share(
        one.agora.somas.soma + (corrections.get(one.id)?.soma ?? 0),
        one.agora.somas.n + (corrections.get(one.id)?.n ?? 0),
      ),
      amostra: scoresApart(
        pedido,
        drawn.filter(({ id }) => id === one.id),
        one,
        filtro,
      ),
      ligacoes: numbers.numero(laid, ligacoes, { agora: one.ligacoes, antes: one.antesLigacoes }),
    };
  };
  return {
    ...head,
    numeros: [],
    avisos:
      all > present.length
        ? [
            `O ranking tem os ${format(present.length)} agentes com mais ligações no período, de um total de ${format(all)}: selecione um projeto ou um período menor para ver os outros.`,
          ]
        : [],
    ranking: [
      ...ranked.map((one) => ({
        ...line(one),
        posicao: one.posicao,
        semDiferenca: one.semDiferenca,
        motivo: one.posicao === null ? semBase(one.somas.n) : null,
      })),
      ...(nobody
        ? [
            {
              ...line(nobody),
              posicao: null,
              semDiferenca: false,
              motivo: 'Ligações sem agente identificado.',
            },
          ]
        : []),
    ],
  };
}
