/** Largest .rar, MB: its method may need all of what came before each entry, so it is not read beyond this. */
export const RAR_MAX_MB = 512;
/** Whether a file is called a .rar and is larger than one may be; and what is said of it. */
export const isLargeRar = (nome: string, bytes: number): boolean =>
  /\.rar$/i.test(nome) && bytes > RAR_MAX_MB * 1024 ** 2;
export const RAR_GRANDE = `O arquivo .rar passa de ${RAR_MAX_MB} MB. Compacte as gravações como .zip.`;
