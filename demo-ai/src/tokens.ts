/** Portuguese text takes about one token per 3.5 characters with present tokenisers: an estimate. */
const CARACTERES_POR_TOKEN = 3.5;

export const estimateTokens = (text: string) => Math.ceil(text.length / CARACTERES_POR_TOKEN);
