/**
 * The routes that the runner calls, by hand as in lib/entry-endpoints.ts: the contracts' schemas would weigh 25 kB on a phone's
 * network. endpoints.test.ts holds each against its contract; the shapes are the contracts' types.
 */
import type * as campo from '@escuta/shared/contracts/campo';
import type * as envios from '@escuta/shared/contracts/envios';
import type { Endpoint } from '../api.ts';

export const registrarAparelho: Endpoint<typeof campo.registrarAparelho> = {
  id: 'registrarAparelho',
  method: 'POST',
  path: '/campo/aparelhos',
  kind: 'json',
  access: { who: 'user' },
};

export const contatoAparelho: Endpoint<typeof campo.contatoAparelho> = {
  id: 'contatoAparelho',
  method: 'POST',
  path: '/campo/contato',
  kind: 'json',
  access: { who: 'public' },
};

export const listQuestionariosDeCampo: Endpoint<typeof campo.listQuestionariosDeCampo> = {
  id: 'listQuestionariosDeCampo',
  method: 'GET',
  path: '/campo/questionarios',
  kind: 'json',
  access: { who: 'user' },
};

export const baixarQuestionario: Endpoint<typeof campo.baixarQuestionario> = {
  id: 'baixarQuestionario',
  method: 'POST',
  path: '/campo/questionarios/{id}/baixar',
  kind: 'json',
  access: { who: 'user' },
};

export const putEntrevista: Endpoint<typeof campo.putEntrevista> = {
  id: 'putEntrevista',
  method: 'PUT',
  path: '/entrevistas/{id}',
  kind: 'json',
  access: { who: 'user' },
};

export const enviarEventos: Endpoint<typeof campo.enviarEventos> = {
  id: 'enviarEventos',
  method: 'POST',
  path: '/entrevistas/{id}/eventos',
  kind: 'json',
  access: { who: 'user' },
};

export const fecharEntrevista: Endpoint<typeof campo.fecharEntrevista> = {
  id: 'fecharEntrevista',
  method: 'POST',
  path: '/entrevistas/{id}/fechar',
  kind: 'json',
  access: { who: 'user' },
};

export const criarEnvio: Endpoint<typeof envios.criarEnvio> = {
  id: 'criarEnvio',
  method: 'POST',
  path: '/envios',
  kind: 'json',
  access: { who: 'user' },
};

export const enviarParte: Endpoint<typeof envios.enviarParte> = {
  id: 'enviarParte',
  method: 'PUT',
  path: '/envios/{id}/partes/{n}',
  kind: 'bytes',
  access: { who: 'user' },
};

export const concluirEnvio: Endpoint<typeof envios.concluirEnvio> = {
  id: 'concluirEnvio',
  method: 'POST',
  path: '/envios/{id}/concluir',
  kind: 'json',
  access: { who: 'user' },
};
