import type { Aviso, CanalAviso, EmailDeAviso } from '@escuta/shared/domain/accounts/notices';

export const CANAL_LABEL: Record<CanalAviso, string> = {
  produto: 'Na Escuta',
  email: 'E-mail na hora',
  segunda: 'Resumo de segunda',
};

export const AVISO_WORDS: Record<Aviso, { label: string; hint: string }> = {
  disparo_alta: {
    label: 'Alertas de gravidade alta',
    hint: 'Quando uma regra dispara. Se ela disparar em várias ligações, você recebe um só aviso.',
  },
  disparo_media: { label: 'Alertas de gravidade média', hint: 'Alertas que podem esperar até o fim do dia.' },
  disparo_baixa: { label: 'Alertas de gravidade baixa', hint: 'Alertas só para acompanhar.' },
  tarefa: {
    label: 'Tarefas que você pediu',
    hint: 'Quando uma importação, uma exportação ou um processamento termina.',
  },
  falha: { label: 'Falhas no processamento', hint: 'Quando a última tentativa falha.' },
  retorno: {
    label: 'Retornos',
    hint: 'Um retorno que você recebe como agente, ou a resposta a um retorno seu.',
  },
  folha: {
    label: 'Folha do dia',
    hint: 'Os seus números e momentos de um dia de entrevistas, enviados pelo coordenador.',
  },
  indicacao: {
    label: 'Trabalho atribuído a você',
    hint: 'Um gerente indicou você para um sinal ou atribuiu entrevistas para verificar.',
  },
  semana: {
    label: 'A semana em números',
    hint: 'Ligações, pontuação, critérios e três ligações para ouvir.',
  },
};

/** Words for a mail that a link can stop: its name, and the checkbox that switches the mail on again. */
export function wordsOfEmail(email: EmailDeAviso): { nome: string; canal: string } {
  if (email === 'segunda') return { nome: 'Resumo de segunda-feira', canal: CANAL_LABEL.segunda };
  return { nome: AVISO_WORDS[email].label, canal: CANAL_LABEL.email };
}
