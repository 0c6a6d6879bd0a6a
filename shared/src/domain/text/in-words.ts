/** Numbers and lists in sentences, in Portuguese. */
import { once } from '../once.ts';

const integer = once(() => new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 0 }));
const conjunction = once(() => new Intl.ListFormat('pt-BR', { type: 'conjunction' }));

/** Joins a number, as '1.234', with the noun's right form: '1 item', '2 itens'. */
export function plural(count: number, one: string, many: string): string {
  return `${integer().format(count)} ${count === 1 ? one : many}`;
}

/** Joins names: 'rua', 'rua e bairro', 'rua, número e bairro'; '' for none. */
export function enumerate(parts: readonly string[]): string {
  return conjunction().format(parts);
}
