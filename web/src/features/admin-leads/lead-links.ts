/** Links to reach a person who asked for a demonstration. */

/** Digits of a phone with the country's code: Brazilian numbers of 10 or 11 digits get 55; null if it is no phone. */
export function internationalDigits(telefone: string): string | null {
  const digits = telefone.replace(/\D/g, '').replace(/^0+/, '');
  if (telefone.trim().startsWith('+')) return digits.length >= 8 && digits.length <= 15 ? digits : null;
  if (digits.length === 10 || digits.length === 11) return `55${digits}`;
  return digits.length >= 12 && digits.length <= 15 ? digits : null;
}

/** 'tel:+5511…', or null if the text is no phone. */
export function telHref(telefone: string): string | null {
  const digits = internationalDigits(telefone);
  return digits ? `tel:+${digits}` : null;
}

/** A link to a WhatsApp conversation with a greeting, or null if the text is no phone. */
export function whatsappHref(telefone: string, nome: string): string | null {
  const digits = internationalDigits(telefone);
  if (!digits) return null;
  const first = nome.trim().split(/\s+/)[0] ?? '';
  return `https://wa.me/${digits}?text=${encodeURIComponent(`Olá, ${first}! Recebemos o seu pedido de demonstração da Escuta.`)}`;
}

/** A link that opens a new e-mail with its subject filled in. */
export function mailHref(email: string): string {
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent('Demonstração da Escuta')}`;
}
