/** Largest .rar, MB, because unpacking an entry may need all preceding data. */
export const RAR_MAX_MB = 512;
export const isLargeRar = (nome: string, bytes: number): boolean =>
  /\.rar$/i.test(nome) && bytes > RAR_MAX_MB * 1024 ** 2;
export const RAR_GRANDE = `O arquivo .rar passa de ${RAR_MAX_MB} MB. Compacte as gravações como .zip.`;
