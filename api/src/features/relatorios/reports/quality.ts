import type { RelatorioWire } from '@escuta/shared/contracts/relatorios';
import { sumByStep } from '@escuta/shared/domain/reports/compare';
import { readQualidade } from '../repo.ts';
import type { Pedido } from '../service.ts';
import {
  ALERTAS,
  AVALIADAS,
  addQuality,
  byProject,
  COM_ALERTA,
  emFaixas,
  NOTA,
  NOTA_ALTA,
  NOTA_BAIXA,
  NOTA_COM_INTERVALO,
  noQuality,
} from './measures.ts';

export async function qualidade(pedido: Pedido): Promise<RelatorioWire> {
  const { deps, alvo, laid, numbers, head } = pedido;
  const daLigacao = alvo.data === 'ligacao';
  const nota = daLigacao ? NOTA_COM_INTERVALO : NOTA;
  const [rows, projetos] = await Promise.all([
    readQualidade(deps.pool, alvo, true),
    byProject(pedido, 'Nota média por projeto', nota),
  ]);
  const sums = sumByStep(laid, rows, noQuality, addQuality);
  const baixas = emFaixas('baixas', `Abaixo de ${NOTA_BAIXA}`, 0, NOTA_BAIXA / 10);
  const altas = emFaixas('altas', `${NOTA_ALTA} ou mais`, NOTA_ALTA / 10, 10);
  const faixas = Array.from({ length: 10 }, (_, k) =>
    emFaixas(`faixa_${k}`, k === 9 ? '90 a 100' : `${k * 10} a ${k * 10 + 9}`, k, k + 1),
  );
  const medidas = daLigacao ? [nota, AVALIADAS, baixas, altas, ALERTAS, COM_ALERTA] : [nota, AVALIADAS];
  return {
    ...head,
    numeros: medidas.map((medida) => numbers.numero(laid, medida, sums)),
    series: [nota, ...(daLigacao ? [COM_ALERTA] : [])].map((medida) => numbers.serie(laid, medida, sums)),
    grupos: [
      ...(daLigacao
        ? [
            {
              chave: 'distribuicao',
              titulo: 'Distribuição das notas',
              partes: faixas.map((medida) => numbers.numero(laid, medida, sums)),
            },
          ]
        : []),
      projetos,
    ],
    avisos: daLigacao
      ? []
      : ['Por data de entrada não se contam alertas, distribuição e intervalo: escolha a data da ligação.'],
  };
}
