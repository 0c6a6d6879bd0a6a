import type { RelatorioWire } from '@escuta/shared/contracts/insights/relatorios';
import { AppError } from '@escuta/shared/domain/errors';
import type { Medida } from '../numbers.ts';
import { readInaudiveis, readQualidade, readVereditos, type VereditosRow } from '../repo.ts';
import type { Pedido } from '../service.ts';
import { sumByStep } from './compare.ts';
import { AVALIADAS, addQuality, INAUDIVEIS, noQuality, type Quality, share } from './measures.ts';

const CRITERIOS_MAX = 50;

export async function validacao({ deps: { db }, alvo, laid, numbers, head }: Pedido): Promise<RelatorioWire> {
  if (alvo.data === 'entrada') {
    throw new AppError('regra_violada', 'A revisão é contada pela data da ligação.');
  }
  const [rows, inaudiveis, vereditos] = await Promise.all([
    readQualidade(db, alvo, false),
    readInaudiveis(db, alvo),
    readVereditos(db, alvo),
  ]);
  const sums = sumByStep(laid, rows, noQuality, addQuality);
  type Conferencia = Quality & { inaudiveis: number; decididos: number; aprovados: number };
  const whole = (agora: boolean): Conferencia => {
    return {
      ...(agora ? sums.agora : sums.antes),
      inaudiveis: agora ? inaudiveis.agora : inaudiveis.antes,
      ...decided(vereditos, agora),
    };
  };
  const decided = (rows: readonly VereditosRow[], agora: boolean) => ({
    decididos: rows.reduce((sum, row) => sum + (row.agora === agora ? row.decididos : 0), 0),
    aprovados: rows.reduce((sum, row) => sum + (row.agora === agora ? row.aprovados : 0), 0),
  });
  const both = { agora: whole(true), antes: whole(false) };
  const revisadas: Medida<Quality> = {
    chave: 'revisadas',
    nome: 'Revisadas por pessoas',
    unidade: 'ligacoes',
    valor: (v) => v.revisadas,
    n: (v) => v.revisadas,
    filtro: { revisada: 'sim' },
  };
  const parteRevisada: Medida<Quality> = {
    ...revisadas,
    chave: 'parte_revisada',
    nome: 'Parte revisada',
    unidade: 'parte',
    valor: (v) => share(v.revisadas, v.n),
  };
  const decididos: Medida<Conferencia> = {
    chave: 'decididos',
    nome: 'Insights decididos',
    unidade: 'insights',
    valor: (v) => v.decididos,
    n: (v) => v.revisadas,
    filtro: { revisada: 'sim' },
  };
  const concordancia: Medida<Conferencia> = {
    ...decididos,
    chave: 'concordancia',
    nome: 'Pessoas concordam com a IA',
    unidade: 'parte',
    valor: (v) => share(v.aprovados, v.decididos),
  };
  const audiveis: Medida<Conferencia> = {
    chave: 'audiveis',
    nome: 'Parte audível',
    unidade: 'parte',
    valor: (v) => share(v.n, v.n + v.inaudiveis),
    n: (v) => v.n,
    filtro: { avaliada: 'sim' },
  };
  return {
    ...head,
    numeros: [
      ...[AVALIADAS, audiveis, INAUDIVEIS, revisadas, parteRevisada, decididos, concordancia].map((medida) =>
        numbers.numero(laid, medida as Medida<Conferencia>, both),
      ),
    ],
    series: [revisadas, AVALIADAS].map((medida) => numbers.serie(laid, medida, sums)),
    grupos: [
      {
        chave: 'criterios',
        titulo: 'Concordância por critério',
        // The list behind each part: reviewed calls, which contain its insights.
        partes: [...new Map(vereditos.map(({ id, nome }) => [id, nome]))]
          .sort(([, a], [, b]) => a.localeCompare(b, 'pt-BR'))
          .slice(0, CRITERIOS_MAX)
          .map(([id, nome]) => {
            const own = vereditos.filter((row) => row.id === id);
            return numbers.numero(
              laid,
              { ...concordancia, chave: id, nome },
              {
                agora: { ...both.agora, ...decided(own, true) },
                antes: { ...both.antes, ...decided(own, false) },
              },
            );
          }),
      },
    ],
  };
}
