import type {
  EntrevistaWire,
  PerguntaDaVersao,
  RespostaWire,
} from '@escuta/shared/contracts/surveys/entrevistas';
import type { EntrevistaNaLista } from '@escuta/shared/contracts/surveys/pesquisas';
import { awaitsDevice } from '@escuta/shared/domain/interview/device/events';
import { conditionToWire } from '@escuta/shared/domain/interview/questionnaire/conditions';
import { optionRulesOf, rulesOf } from '@escuta/shared/domain/interview/questionnaire/question-rules';
import {
  isChoice,
  type PerguntaCongelada,
} from '@escuta/shared/domain/interview/questionnaire/questionnaire';
import type { EntrevistaNaListaRow } from './list/list-repo.ts';
import type { DetalheRow, RespostaRow } from './repo.ts';

/** Shapes an interview for a list. `agora`: ms since 1970. */
export function presentEntrevistaNaLista(row: EntrevistaNaListaRow, agora = Date.now()): EntrevistaNaLista {
  return {
    id: row.id,
    nome_entrevistado: row.nome_entrevistado,
    telefone_entrevistado: row.telefone_entrevistado,
    concluida: row.situacao === 'concluida',
    situacao: row.situacao,
    // An interview that ended on the device also waits for its remaining data.
    aguardando_aparelho: awaitsDevice(
      row.sincronia === 'parcial' ? 'em_andamento' : row.situacao,
      row.ultimo_contato_em.getTime(),
      agora,
    ),
    recebimento: row.recebimento,
    // The reason is obsolete once the interview resumes.
    motivo: row.situacao === 'interrompida' ? row.motivo : null,
    desfecho: row.desfecho,
    gravacao: row.gravacao,
    // The reason is obsolete once a person has sent a recording.
    motivo_sem_gravacao: row.gravacao === 'sem_gravacao' ? row.sem_som_motivo : null,
    montagem: row.montagem,
    quarentena: row.quarentena,
    segunda_gravacao: row.segunda,
    pesquisa_id: row.pesquisa_id,
    questionario_id: row.questionario_id,
    questionario_nome: row.questionario_nome,
    versao: row.versao,
    entrevistador: row.agente_id === null ? null : { id: row.agente_id, nome: row.agente_nome ?? '' },
    propria: row.propria,
    respondidas: row.respondidas,
    perguntas: row.perguntas,
    item: row.item,
    revisao: row.revisao,
    revisoes: row.revisoes,
    codigos: row.codigos,
    realizada_em: row.realizada_em?.toISOString() ?? null,
    inicio_precisao: row.inicio_precisao,
    created_at: row.created_at.toISOString(),
    concluida_em: row.concluida_em?.toISOString() ?? null,
  };
}

export function presentResposta(row: RespostaRow): RespostaWire {
  return {
    pergunta_id: row.pergunta_id,
    resposta_definida_id: row.opcoes[0] ?? null,
    opcoes: row.opcoes,
    texto_resposta: row.texto_resposta,
    planilha: row.celula_estado && { situacao: row.celula_estado, celula: row.celula },
    updated_at: row.updated_at.toISOString(),
  };
}

/** Shapes a question of a version. `index`: position from 0. */
export function presentPergunta(pergunta: PerguntaCongelada, index: number): PerguntaDaVersao {
  const { mostrarSe } = pergunta;
  return {
    id: pergunta.id,
    codigo: pergunta.codigo,
    texto_pergunta: pergunta.texto,
    tipo: pergunta.tipo,
    multipla_escolha: isChoice(pergunta.tipo),
    campo_texto: pergunta.obrigatoria,
    ler_opcoes: pergunta.lerOpcoes,
    observada: pergunta.observada === true,
    instrucao: pergunta.instrucao,
    mostrar_se: mostrarSe && conditionToWire(mostrarSe),
    regras: rulesOf(pergunta),
    minimo: pergunta.minimo,
    maximo: pergunta.maximo,
    unidade: pergunta.unidade,
    ordem: index + 1,
    respostas_definidas: pergunta.opcoes.map((opcao, place) => ({
      id: opcao.id,
      texto_resposta: opcao.texto,
      valor: opcao.valor,
      ordem: place + 1,
      especial: opcao.especial,
      regras: optionRulesOf(opcao),
    })),
  };
}

/** An interview with the questions of its version and its answers. */
export function presentEntrevista(row: EntrevistaNaListaRow, detalhe: DetalheRow): EntrevistaWire {
  return {
    ...presentEntrevistaNaLista(row),
    pesquisa_titulo: detalhe.pesquisa_titulo,
    projeto_id: detalhe.projeto_id,
    questionario_descricao: detalhe.questionario_descricao,
    questoes: detalhe.conteudo.perguntas.map(presentPergunta),
    respostas: detalhe.respostas.map(presentResposta),
  };
}
