import type { EntrevistaNaLista } from '@escuta/shared/contracts/pesquisas';
import { awaitsDevice } from '@escuta/shared/domain/interview/events';
import type { EntrevistaNaListaRow } from './list-repo.ts';

/** An interview in a list. `agora`: ms since 1970. */
export function presentEntrevistaNaLista(row: EntrevistaNaListaRow, agora = Date.now()): EntrevistaNaLista {
  return {
    id: row.id,
    nome_entrevistado: row.nome_entrevistado,
    telefone_entrevistado: row.telefone_entrevistado,
    concluida: row.situacao === 'concluida',
    situacao: row.situacao,
    aguardando_aparelho: awaitsDevice(row.situacao, row.ultimo_contato_em.getTime(), agora),
    gravacao: row.gravacao,
    pesquisa_id: row.pesquisa_id,
    questionario_id: row.questionario_id,
    questionario_nome: row.questionario_nome,
    versao: row.versao,
    entrevistador: row.agente_id === null ? null : { id: row.agente_id, nome: row.agente_nome ?? '' },
    respondidas: row.respondidas,
    perguntas: row.perguntas,
    item: row.item,
    codigos: row.codigos,
    created_at: row.created_at.toISOString(),
    concluida_em: row.concluida_em?.toISOString() ?? null,
  };
}
