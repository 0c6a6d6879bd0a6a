import type { RelatorioWire } from '@escuta/shared/contracts/insights/relatorios';
import { AppError } from '@escuta/shared/domain/errors';
import { readWordings } from '@escuta/shared/services/insights/criteria-sums';
import type { Medida } from '../numbers.ts';
import {
  type ConcordanciaRow,
  readConcordancia,
  readInaudiveis,
  readQualidade,
  readVereditos,
  type VereditosRow,
} from '../repo.ts';
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
  // People's answers have no agent, so a filter by agent leaves them out.
  const answered = alvo.agenteId ? [] : await readConcordancia(db, alvo, CRITERIOS_MAX);
  const wordings =
    answered.length === 0
      ? []
      : await readWordings(db, alvo.scope, [...new Set(answered.map(({ templateId }) => templateId))]);
  const wordingOf = ({ templateId, criterio }: ConcordanciaRow) =>
    wordings
      .filter((one) => one.templateId === templateId && one.criterio === criterio)
      .sort((a, b) => b.desde.getTime() - a.desde.getTime())[0]?.descricao ?? criterio;
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
    nome: 'Percentual revisado',
    unidade: 'parte',
    valor: (v) => share(v.revisadas, v.n),
  };
  const decididos: Medida<Conferencia> = {
    chave: 'decididos',
    nome: 'Insights com veredito',
    unidade: 'insights',
    valor: (v) => v.decididos,
    n: (v) => v.revisadas,
    filtro: { revisada: 'sim' },
  };
  const concordancia: Medida<Conferencia> = {
    ...decididos,
    chave: 'concordancia',
    nome: 'Concordância com a IA',
    unidade: 'parte',
    valor: (v) => share(v.aprovados, v.decididos),
  };
  const audiveis: Medida<Conferencia> = {
    chave: 'audiveis',
    nome: 'Percentual audível',
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
        chave: 'templates',
        titulo: 'Concordância por template',
        // Each part links to the list of reviewed calls, which contain the template's insights.
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
      ...(answered.length === 0
        ? []
        : [
            {
              chave: 'criterios',
              titulo: 'Concordância por critério',
              partes: answered.map((row) =>
                numbers.numero(
                  laid,
                  { ...concordancia, chave: `${row.templateId} ${row.criterio}`, nome: wordingOf(row) },
                  {
                    agora: { ...both.agora, decididos: row.agora.n, aprovados: row.agora.iguais },
                    antes: { ...both.antes, decididos: row.antes.n, aprovados: row.antes.iguais },
                  },
                ),
              ),
            },
          ]),
    ],
  };
}
