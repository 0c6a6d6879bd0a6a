/** A filter as the address of a list says it, and back; without filtro.ts' schemas, of which only the types are here. */
import type { Condicao, EnderecoDaLista, Filtro, FiltroDaLista } from './filtro.ts';

/** Every condition of a filter, whatever it stands under. */
export function conditionsOf(filtro: Filtro): Condicao[] {
  if ('campo' in filtro) return [filtro];
  if ('nao' in filtro) return conditionsOf(filtro.nao);
  return ('todas' in filtro ? filtro.todas : filtro.qualquer).flatMap(conditionsOf);
}

/** The filter that the address of a list says. */
export function listFilter(asked: FiltroDaLista): Filtro {
  const campoDia = asked.data === 'ligacao' ? 'data_ligacao' : 'data_entrada';
  const todas: Filtro[] = [];
  if (asked.q) todas.push({ campo: 'texto', op: 'contem', valor: asked.q });
  if (asked.status) todas.push({ campo: 'status', op: 'um_de', valor: [asked.status] });
  if (asked.tipo) todas.push({ campo: 'tipo', op: 'um_de', valor: [asked.tipo] });
  if (asked.de) todas.push({ campo: campoDia, op: 'de', valor: asked.de });
  if (asked.ate) todas.push({ campo: campoDia, op: 'ate', valor: asked.ate });
  if (asked.agente_id) todas.push({ campo: 'agente', op: 'um_de', valor: [asked.agente_id] });
  if (asked.direcao) todas.push({ campo: 'direcao', op: 'um_de', valor: [asked.direcao] });
  if (asked.nota_de !== undefined) todas.push({ campo: 'nota', op: 'de', valor: asked.nota_de });
  if (asked.nota_ate !== undefined) todas.push({ campo: 'nota', op: 'ate', valor: asked.nota_ate });
  if (asked.sentimento) todas.push({ campo: 'sentimento', op: 'um_de', valor: [asked.sentimento] });
  if (asked.alertas === 'com') todas.push({ campo: 'alertas', op: 'de', valor: 1 });
  if (asked.alertas === 'sem') todas.push({ campo: 'alertas', op: 'ate', valor: 0 });
  if (asked.revisado_por) todas.push({ campo: 'revisado_por', op: 'um_de', valor: [asked.revisado_por] });
  if (asked.responsavel) todas.push({ campo: 'responsavel', op: 'um_de', valor: [asked.responsavel] });
  if (asked.gravacao) todas.push({ campo: 'gravacao', op: 'igual', valor: asked.gravacao === 'com' });
  if (asked.importacao_id) todas.push({ campo: 'importacao', op: 'um_de', valor: [asked.importacao_id] });
  const lotes = asked.lote_gravacoes_id;
  if (lotes) todas.push({ campo: 'lote_gravacoes', op: 'um_de', valor: [lotes] });
  if (asked.lote_id) todas.push({ campo: 'lote', op: 'um_de', valor: [asked.lote_id] });
  for (const campo of ['hora', 'dia_semana'] as const) {
    if (asked[campo] !== undefined) todas.push({ campo, op: 'um_de', valor: [asked[campo]] });
  }
  for (const campo of ['avaliada', 'revisada', 'inaudivel'] as const) {
    if (asked[campo]) todas.push({ campo, op: 'igual', valor: asked[campo] === 'sim' });
  }
  return { todas };
}

/** What one condition says in the address of a list; null where an address has no word for it. */
function asAddress(condicao: Condicao): EnderecoDaLista | null {
  const { campo, op, valor } = condicao;
  switch (campo) {
    case 'texto':
      return { q: valor };
    case 'data_ligacao':
      return { data: 'ligacao', [op]: valor };
    case 'data_entrada':
      return { data: 'entrada', [op]: valor };
    case 'nota':
      return { [`nota_${op}`]: valor };
    case 'alertas':
      if (op === 'de' && valor === 1) return { alertas: 'com' };
      return op === 'ate' && valor === 0 ? { alertas: 'sem' } : null;
    case 'gravacao':
      return { gravacao: valor ? 'com' : 'sem' };
    case 'avaliada':
    case 'revisada':
    case 'inaudivel':
      return { [campo]: valor ? 'sim' : 'nao' };
    case 'status':
    case 'tipo':
    case 'direcao':
    case 'sentimento':
    case 'revisado_por':
    case 'responsavel':
    case 'hora':
    case 'dia_semana':
      return valor.length === 1 ? { [campo]: valor[0] } : null;
    case 'agente':
    case 'importacao':
    case 'lote_gravacoes':
    case 'lote':
      return valor.length === 1 ? { [`${campo}_id`]: valor[0] } : null;
    default:
      return null;
  }
}

/** Conditions that all have to hold; null where a filter is anything else. */
function allOf(filtro: Filtro): Condicao[] | null {
  if ('campo' in filtro) return [filtro];
  if (!('todas' in filtro)) return null;
  const parts = filtro.todas.map(allOf);
  return parts.some((part) => part === null) ? null : parts.flatMap((part) => part ?? []);
}

/**
 * The address that says a filter, as `listFilter` reads it; null when the filter says more than an address can: a choice between
 * conditions, a contrary, several values, days of both kinds.
 */
export function asListAddress(filtro: Filtro): EnderecoDaLista | null {
  const address: Record<string, unknown> = {};
  for (const condicao of allOf(filtro) ?? [null]) {
    const said = condicao && asAddress(condicao);
    if (!said) return null;
    for (const [name, value] of Object.entries(said)) {
      // Said twice, as two days from which on: an address has one place for it. Whose days they are may be said again.
      if (name in address && (name !== 'data' || address.data !== value)) return null;
      address[name] = value;
    }
  }
  return address;
}
