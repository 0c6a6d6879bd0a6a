/** A point in degrees, and its precision, m (radius of 68 % certainty, as browsers give it). */
export type Lugar = { latitude: number; longitude: number; precisao: number };

export const NAO_AUTORIZOU = 'Não autorizou';

export const SEM_LOCAL = 'Local indisponível';

/** A point as text: '-8.054280, -34.881300 (±12 m)'. */
export const placeText = ({ latitude, longitude, precisao }: Lugar): string =>
  `${latitude.toFixed(6)}, ${longitude.toFixed(6)} (±${Math.max(1, Math.round(precisao))} m)`;

const PLACE = /^(-?\d{1,2}\.\d{1,8}), (-?\d{1,3}\.\d{1,8}) \(±(\d{1,7}) m\)$/;

/** Parses an answer's text; null: no point. */
export function readPlace(text: string): Lugar | null {
  const found = PLACE.exec(text.trim());
  if (!found) return null;
  const [latitude, longitude, precisao] = found.slice(1).map(Number) as [number, number, number];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude, precisao } : null;
}
