/**
 * True if an item is in the sample, always the same for an item and percentage: FNV-1a (32 bit, Fowler–Noll–Vo, with
 * MurmurHash3's finaliser) over the item id, scaled to [0, 100).
 * @param percentage 0 to 100
 */
export function isSampled(itemId: string, percentage: number): boolean {
  if (percentage >= 100) return true;
  if (percentage <= 0) return false;
  let hash = 0x811c9dc5;
  for (let i = 0; i < itemId.length; i++) {
    hash ^= itemId.charCodeAt(i);
    hash = Math.imul(hash, 0x01000193);
  }
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  hash ^= hash >>> 16;
  return ((hash >>> 0) / 0x1_0000_0000) * 100 < percentage;
}
