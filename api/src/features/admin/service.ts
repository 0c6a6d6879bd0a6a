import type { Scope } from '@escuta/shared/domain/scope';
import type { AppDeps } from '../../deps.ts';
import { listAcoes, readMeses, readTotais } from './repo.ts';

/** The installation's figures, in three statements over roll-ups and small tables. */
export async function readStats({ pool }: AppDeps, scope: Scope) {
  const [totais, meses, acoes] = await Promise.all([
    readTotais(pool, scope),
    readMeses(pool, scope),
    listAcoes(pool, scope),
  ]);
  return {
    totalEmpresas: totais.empresas,
    totalProjetos: totais.projetos,
    totalAuditorias: totais.auditorias,
    totalItens: totais.itens,
    totalUsuarios: totais.usuarios,
    volumeMensal: meses.map(({ mes, pendente, processando, concluido, erro }) => ({
      mes,
      pendente,
      processando,
      concluido,
      erro,
    })),
    maioresEmpresas: totais.maiores.map(({ id, nome, itens, saldo, creditos_usados }) => ({
      id,
      nome,
      itens,
      creditosUsados: creditos_usados,
      saldo,
    })),
    atividadeRecente: acoes.map((row) => ({ ...row, quando: row.quando.toISOString() })),
    novosPorMes: meses.map(({ mes, usuarios, empresas }) => ({ mes, usuarios, empresas })),
  };
}
