/** Recognises PNG, JPEG and WebP by the first bytes; null: another format. */
export function imageKind(bytes: Uint8Array): 'image/png' | 'image/jpeg' | 'image/webp' | null {
  const at = (place: number, ...values: number[]) =>
    values.every((value, index) => bytes[place + index] === value);
  if (at(0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png';
  if (at(0, 0xff, 0xd8, 0xff)) return 'image/jpeg';
  return at(0, 0x52, 0x49, 0x46, 0x46) && at(8, 0x57, 0x45, 0x42, 0x50) ? 'image/webp' : null;
}

/** Recognises PNG, JPEG, WebP and PDF by the first bytes; null: another format. */
export function pictureOrPdf(bytes: Uint8Array): ReturnType<typeof imageKind> | 'application/pdf' {
  const isPdf = [0x25, 0x50, 0x44, 0x46, 0x2d].every((value, index) => bytes[index] === value);
  return isPdf ? 'application/pdf' : imageKind(bytes);
}
