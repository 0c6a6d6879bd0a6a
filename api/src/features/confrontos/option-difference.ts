const quoted = (textos: readonly string[]): string =>
  textos
    .map((texto) => `“${texto}”`)
    .join(', ')
    .replace(/, (?=“[^“]*$)/u, ' e ');

/** Says in Portuguese in which options the typed and the spoken answer differ; null: no proven difference. */
export function optionDifference(naoMarcadas: readonly string[], naoDitas: readonly string[]): string | null {
  const one = (textos: readonly string[], singular: string, plural: string) =>
    textos.length === 1 ? singular : plural;
  const parts = [
    naoMarcadas.length > 0
      ? `O entrevistado disse ${quoted(naoMarcadas)}, que não ${one(naoMarcadas, 'foi marcada', 'foram marcadas')}.`
      : null,
    naoDitas.length > 0
      ? `${one(naoDitas, 'Foi marcada', 'Foram marcadas')} ${quoted(naoDitas)}, que não ${one(naoDitas, 'foi dita', 'foram ditas')}.`
      : null,
  ].filter((part) => part !== null);
  return parts.length > 0 ? parts.join(' ') : null;
}
