import type { PesquisaDetalhe, PesquisaWire } from '@escuta/shared/contracts/surveys/pesquisas';
import type { SituacaoEntrevista } from '@escuta/shared/domain/interview/device/events';
import type { Desfecho } from '@escuta/shared/domain/interview/questionnaire/screening';
import type { PesquisaNumeros, PesquisaRow } from './repo.ts';

/** Shapes a survey; `nome` equals `titulo`. */
export function presentPesquisa(row: PesquisaRow): PesquisaWire {
  return {
    id: row.id,
    nome: row.titulo,
    titulo: row.titulo,
    descricao: row.descricao,
    ativo: row.ativo,
    projeto_id: row.projeto_id,
    projeto: { id: row.projeto_id, nome: row.projeto_nome },
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export function presentPesquisaDetalhe(row: PesquisaRow, numeros: PesquisaNumeros): PesquisaDetalhe {
  const none = (is: (row: PesquisaNumeros['dispensadas'][number]) => boolean) =>
    numeros.dispensadas.filter(is).reduce((n, row) => n + row.n, 0);
  const of = (situacao: SituacaoEntrevista) =>
    (numeros.por_situacao.find((one) => one.situacao === situacao)?.n ?? 0) -
    none((row) => row.situacao === situacao);
  const ended = (desfecho: Desfecho | 'recusa') => none((row) => row.desfecho === desfecho);
  const sum = (key: 'n' | 'emEspera' | 'rejeitadas') =>
    numeros.por_situacao.reduce((n, row) => n + row[key], 0);
  return {
    ...presentPesquisa(row),
    exemplo: row.exemplo,
    estatisticas: {
      total: sum('n') - none(() => true),
      concluidas: of('concluida'),
      emAndamento: of('em_andamento'),
      interrompidas: of('interrompida'),
      foraDoPerfil: ended('filtro'),
      cotaPreenchida: ended('cota'),
      recusas: ended('recusa'),
      emEspera: sum('emEspera'),
      rejeitadas: sum('rejeitadas'),
      questionarios: numeros.questionarios,
      recentes: numeros.recentes.map(({ id, nome, data, precisao, situacao, desfecho, aguardando }) => ({
        id,
        nome,
        data: data && new Date(data).toISOString(),
        dataPrecisao: precisao,
        status: situacao,
        desfecho,
        aguardandoAparelho: aguardando,
      })),
    },
  };
}
