/** Estimated number of characters per token, for Portuguese text and present tokenisers. */
const CARACTERES_POR_TOKEN = 3.5;

export const estimateTokens = (text: string) => Math.ceil(text.length / CARACTERES_POR_TOKEN);
